import DTLS
import SansIO
import TestSupport
import Testing

@Suite("SRTP keys from the secrets of a key log")
struct ExporterTests {
  /// Computed by 20 lines of Python with nothing but its hmac and hashlib: master or exporter secret 00 01 02 …, client random 64
  /// 65 …, server random c8 c9 ….
  @Test("the values of an independent program, both versions, both hashes")
  func values() throws {
    var table = Table()
    func counted(_ first: UInt8, _ count: UInt8) -> [UInt8] { (0..<count).map { first + $0 } }
    let rows: [(isOld: Bool, FingerprintAlgorithm, String)] = [
      (
        true, .sha256,
        "105dc06ac8aadfff02e28eb5dfbf7f7f0e72f907a6828d441cf25749c90b9d5525d0237f0e7d8b3353287a1b1676bf21cda33c6c103305ffeca472a1"
      ),
      (
        false, .sha256,
        "eb8b7bc6476536f59509c76535c731b1e20e3081d2a8e0165d129870e254a371341d47fed0a26bfd4b9a84967514696866115940ba7016013ca0320a"
      ),
      (
        true, .sha384,
        "2955c924e7444c62308511f69c6f27301d0ab6a8ce7da17414876da53b083f8a22eb67fcace19d8e7d5451a9cc52fe66ad1625e0d3c991806f9de092d25b766b395651596474bd6cc770943b6475fff6083ad3c2c4eb9e04"
      ),
      (
        false, .sha384,
        "f9de68f0e2ad66d45babcd9758053782d101dbe6cd3b6c0494762ced04f2bb24fa89099af3a06b37ffcb743e827005cf1b453fb392b9553e61a99c22799548caa4c83f82da3165bcac813605726ee08f41a595b0ffbcc306"
      ),
    ]
    for (isOld, hash, expected) in rows {
      let byteCount = expected.utf8.count / 2
      let found =
        isOld
        ? try SRTPExporter.dtls12(
          masterSecret: counted(0, 48), clientRandom: counted(100, 32),
          serverRandom: counted(200, 32), hash: hash, byteCount: byteCount)
        : try SRTPExporter.dtls13(
          exporterSecret: counted(0, hash == .sha256 ? 32 : 48), hash: hash, byteCount: byteCount)
      table.equal(hexadecimal(found), expected, "\(isOld ? "1.2" : "1.3") \(hash)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

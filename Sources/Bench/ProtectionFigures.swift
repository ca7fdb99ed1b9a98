internal import CBench
internal import SRTP

/// SRTP through our wrapper, and through the same library from a loop in C.
struct ProtectionFigures {
  private(set) var rows: [Row] = []

  init() throws {
    rows += try Self.rows(.aes128CMHMACSHA1_80, name: "AES-CM, HMAC-SHA1")
    rows += try Self.rows(.aeadAES128GCM, name: "AES-GCM")
  }

  private static func rows(_ cipher: SRTPCipher, name: String) throws -> [Row] {
    let packets = (0..<64).map(PacketFigures.packet(number:))
    let joined = packets.flatMap(\.self)
    let key = (0..<cipher.keyingMaterialByteCount).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let ours = try OutboundSRTP(cipher: cipher, keyingMaterial: key)
    guard let theirs = unsafe bench_srtp_open(cipher == .aeadAES128GCM, key) else {
      throw BenchError.refusedByLibrary
    }
    defer { unsafe bench_srtp_close(theirs) }
    // Both copy each packet into a buffer that is there already, and protect it in place.
    var buffer: [UInt8] = []
    var ourSum: Int64 = 0
    var theirSum: Int64 = 0
    let times = try Stopwatch.least(
      rounds: 400,
      [
        {
          theirSum += unsafe bench_srtp_protect(
            theirs, joined, Int32(packets[0].count), Int32(packets.count))
        },
        {
          for packet in packets {
            buffer.removeAll(keepingCapacity: true)
            buffer += packet
            try ours.protectRTP(&buffer)
            ourSum += Int64(buffer.count)
          }
        },
      ])
    guard ourSum == theirSum else { throw BenchError.wrongResult }
    return [
      Row(
        "SRTP protect, \(packets[0].count) bytes, \(name)", times[1] / 1e3 / Double(packets.count),
        places: 2, "us"),
      Row(
        "  to the same library called from C", times[1] / times[0], places: 2, "ratio",
        goal: .atMost(1.1, places: 1)),
    ]
  }
}

import DTLS
import SansIO
import TestSupport
import Testing

@Suite("Certificate fingerprints")
struct FingerprintTests {
  @Test(
    "a promise that holds connects; one that does not ends with bad_certificate, before any key")
  func promises() {
    let right = HandshakePair.serverIdentity
    let other = HandshakePair.clientIdentity
    func promise(_ algorithm: FingerprintAlgorithm, _ identity: DTLSIdentity, _ name: String? = nil)
      -> ExpectedFingerprint
    {
      ExpectedFingerprint(
        algorithm: name ?? algorithm.rawValue, bytes: identity.fingerprint(algorithm))
    }
    let rows: [(String, [ExpectedFingerprint], Bool)] = [
      ("SHA-256", [promise(.sha256, right)], true),
      ("SHA-384", [promise(.sha384, right)], true),
      ("SHA-512", [promise(.sha512, right)], true),
      ("upper case", [promise(.sha256, right, "SHA-256")], true),
      ("one of two certificates", [promise(.sha256, other), promise(.sha256, right)], true),
      (
        "an unknown hash beside", [promise(.sha256, right), promise(.sha256, right, "sha-1")], true
      ),
      ("another certificate", [promise(.sha256, other)], false),
      ("another certificate, SHA-384", [promise(.sha384, other)], false),
      ("another certificate, SHA-512", [promise(.sha512, other)], false),
      ("the strongest hash counts", [promise(.sha512, other), promise(.sha256, right)], false),
      ("only an unknown hash", [promise(.sha256, right, "sha-1")], false),
      (
        "cut short",
        [
          ExpectedFingerprint(
            algorithm: "sha-256", bytes: Array(right.fingerprint(.sha256).prefix(31)))
        ], false
      ),
      ("none", [], false),
    ]
    var table = Table()
    for (row, expected, connects) in rows {
      var settings = HandshakePair.Settings()
      settings.clientExpects = expected
      check(HandshakePair(settings), judge: 0, connects, "\(row), by the client", &table)
      guard row != "cut short", row != "none" else { continue }
      // The same promises about the client's certificate, which is the other identity.
      settings = HandshakePair.Settings()
      settings.serverExpects =
        connects ? HandshakePair.sha256(other) : HandshakePair.sha256(right)
      check(HandshakePair(settings), judge: 1, connects, "\(row), by the server", &table)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private func check(
    _ pair: HandshakePair, judge: Int, _ connects: Bool, _ row: String, _ table: inout Table
  ) {
    pair.start()
    pair.run()
    table.equal(pair.bothConnected, connects, row)
    var verdicts: [Bool] = []
    for case .fingerprint(let verified, _, _, _) in pair.events[judge] { verdicts.append(verified) }
    table.equal(verdicts, [connects], row)
    guard !connects else { return }
    table.holds(pair.keys(0) == nil && pair.keys(1) == nil, "\(row): keys")
    let reason = pair.failures[judge] ?? ""
    table.holds(reason.hasSuffix("; sent the alert bad certificate"), "\(row): \(reason)")
    table.holds(reason.contains("fingerprint is"), "\(row): \(reason)")
    table.equal(
      pair.failures[1 - judge], "the far side sent the alert bad certificate", "\(row): far side")
    // The judge computed no secret: a client verifies before the key exchange, and so does a server.
    table.holds(
      !pair.events[judge].contains { if case .secret = $0 { true } else { false } },
      "\(row): a secret")
  }

  @Test("a lost alert is sent again when the far side repeats its flight")
  func lostAlert() {
    var settings = HandshakePair.Settings()
    settings.clientExpects = HandshakePair.sha256(HandshakePair.clientIdentity)
    let pair = HandshakePair(settings)
    pair.arrivals = { from, index, _ in from == 0 && index == 1 ? [] : nil }
    pair.start()
    pair.run()
    #expect(pair.failures[1] == "the far side sent the alert bad certificate")
  }
}

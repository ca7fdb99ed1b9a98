import SDPRules
import TestSupport
import Testing

@testable import Dissection

@Suite("Requests that are refused")
struct RefusalTests {
  /// One request and its response with ERROR-CODE (RFC 8489 §14.8).
  private static func findings(method: UInt8, code: Int, username: String?) -> [Finding] {
    var capture = BuiltCapture()
    let cookie: [UInt8] = [0x21, 0x12, 0xa4, 0x42]
    let transaction = [UInt8](repeating: 7, count: 12)
    func message(_ kind: [UInt8], _ type: UInt8, _ value: [UInt8]) -> [UInt8] {
      let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
      let attribute = [0, type, 0, UInt8(value.count)] + value + padding
      return kind + [0, UInt8(attribute.count)] + cookie + transaction + attribute
    }
    let name = Array((username ?? "a test").utf8)
    // USERNAME or SOFTWARE, whose upper byte is set below.
    var request = message([0, method], username == nil ? 0x22 : 0x06, name)
    if username == nil { request[20] = 0x80 }
    let reason = [0, 0, UInt8(code / 100), UInt8(code % 100)]
    capture.pass(request, sent: 0, arrives: 10)
    capture.pass(
      message([1, 0x10 | method], 0x09, reason), fromAlice: false, sent: 20, arrives: 30)
    return Samples.dissected(capture.pcapng()).findings(file: 0)
  }

  @Test("a server that refuses a relay is told from a peer that refuses a check")
  func refusals() {
    var table = Table()
    let rows: [(String, method: UInt8, code: Int, username: String?, [String])] = [
      ("Allocate, quota", 3, 486, "user", ["error turn-request-refused 486"]),
      ("Allocate, the second 401", 3, 401, "user", ["error turn-request-refused 401"]),
      ("Allocate, the challenge", 3, 401, nil, []),
      ("CreatePermission", 8, 403, "user", ["error turn-request-refused 403"]),
      ("a check", 1, 400, "ab:cd", ["warning stun-refused 400"]),
      ("a check, roles", 1, 487, "ab:cd", []),
    ]
    for (name, method, code, username, expected) in rows {
      let found = Self.findings(method: method, code: code, username: username)
      table.equal(found.map { "\($0.severity.word) \($0.id) \($0.value ?? "")" }, expected, name)
    }
    let message = Self.findings(method: 3, code: 486, username: "user").first?.message ?? ""
    table.holds(message.contains(" refuses every Allocate request of 10.0.0.1:5000 "), message)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

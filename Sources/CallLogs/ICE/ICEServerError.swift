internal import SansIO

/// What `icecandidateerror` says: a server gave no candidate, as a final result.
struct ICEServerError: Hashable, Sendable {
  var line: Int?
  var at: Instant?
  var server: ICEServer?
  /// The interface that was tried.
  var address: String?
  var code: Int?
  var text: String?

  /// No answer came, or the server cannot be reached (W3C WebRTC: 701), as against one that says no.
  var isTimeout: Bool {
    let text = text?.lowercased() ?? ""
    if text.contains("timed out") || text.contains("timeout") { return true }
    return code == 701 && !text.contains("refused")
  }

  /// "401"; without a code, the words.
  var value: String { code.map { String($0) } ?? text ?? "no code" }

  init(_ event: LogEvent) {
    line = event.line
    at = event.at
    server = event.text("url", "server").map(ICEServer.init)
    let text = event.text("errorText", "error_text", "reason", "text")
    self.text = text
    code = event.integer("errorCode", "error_code", "code") ?? text.flatMap(Self.code)
    address = event.text("address") ?? event.text("hostCandidate", "host_candidate").map(Self.host)
  }

  /// The code that goes with a reason phrase (RFC 8489 §14.8, RFC 8656 §19), where the log has the phrase alone.
  private static func code(_ text: String) -> Int? {
    let phrases = [
      ("unauthorized", 401), ("forbidden", 403), ("stale nonce", 438), ("quota", 486),
      ("insufficient capacity", 508),
    ]
    let text = text.lowercased()
    return phrases.first { text.contains($0.0) }?.1
  }

  /// "[2001:db8::1]:1234", "192.0.2.1:1234": without the port.
  private static func host(_ text: String) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 else { return text }
    return String(text.prefix { $0 != ":" })
  }
}

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
    code = event.integer("errorCode", "error_code", "code")
    text = event.text("errorText", "error_text", "reason", "text")
    address = event.text("address") ?? event.text("hostCandidate", "host_candidate").map(Self.host)
  }

  /// "[2001:db8::1]:1234", "192.0.2.1:1234": without the port.
  private static func host(_ text: String) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 else { return text }
    return String(text.prefix { $0 != ":" })
  }
}

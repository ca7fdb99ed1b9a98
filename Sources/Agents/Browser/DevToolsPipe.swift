internal import LinuxIO
internal import Trace

/// The DevTools protocol over two pipes: JSON with a NUL byte behind each message.
final class DevToolsPipe {
  private static let commandLimit: Int64 = 5_000_000_000

  let output: Int32
  private let input: Int32
  private var reader = MessageReader(.zero)
  private var lastID: Int64 = 0
  /// What came without being asked for while an answer was waited for.
  private var events: [(method: String, params: JSONValue)] = []
  /// Added to every command once a page is attached to.
  var session: String?

  /// Owns both descriptors.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    Descriptor.makeNonBlocking(input)
    Descriptor.makeNonBlocking(output)
  }

  deinit {
    Descriptor.close(input)
    Descriptor.close(output)
  }

  /// Sends a command; returns the id that its answer will have.
  @discardableResult
  func send(_ method: String, _ params: [JSONMember] = []) throws(BrowserError) -> Int64 {
    lastID += 1
    var members = [
      JSONMember("id", .integer(lastID)), JSONMember("method", .string(method)),
      JSONMember("params", .object(params)),
    ]
    if let session { members.append(JSONMember("sessionId", .string(session))) }
    try sendAll(
      Array(JSONValue.object(members).line.utf8) + [0], to: input,
      until: monotonicNanoseconds() + Self.commandLimit)
    return lastID
  }

  /// Sends a command and waits for its result.
  func call(
    _ method: String, _ params: [JSONMember] = [], until deadline: Int64
  ) throws(BrowserError) -> JSONValue {
    let id = try send(method, params)
    while true {
      while let message = reader.next() {
        guard let value = take(message), value["id"]?.integerValue == id else { continue }
        if let error = value["error"] {
          throw BrowserError("\(method): \(error["message"]?.stringValue ?? "refused")")
        }
        return value["result"] ?? .null
      }
      let left = (deadline - monotonicNanoseconds()) / 1_000_000
      guard left > 0 else { throw .timedOut(method) }
      if !waitForInput([output], milliseconds: Int32(clamping: left)).isEmpty { try fill() }
    }
  }

  /// What came by now without being asked for.
  func takeEvents() throws(BrowserError) -> [(method: String, params: JSONValue)] {
    if !waitForInput([output], milliseconds: 0).isEmpty { try fill() }
    while let message = reader.next() { _ = take(message) }
    defer { events.removeAll() }
    return events
  }

  private func fill() throws(BrowserError) {
    guard reader.fill(from: output) else { throw BrowserError("the browser closed its pipe") }
  }

  /// Keeps an event; gives back an answer. What cannot be read is nothing that was asked for.
  private func take(_ message: String) -> JSONValue? {
    guard let value = try? JSONValue(parsing: message, roundingNumbers: true) else { return nil }
    guard let method = value["method"]?.stringValue else { return value }
    events.append((method, value["params"] ?? .null))
    return nil
  }
}

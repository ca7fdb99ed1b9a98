internal import LinuxIO
internal import Trace

/// Firefox's Marionette protocol: JSON arrays over TCP, each behind its length and a colon.
final class Marionette {
  private static let commandLimit = 5000  // ms

  let connection: TCPConnection
  private var reader = MessageReader(.length)
  private var lastID: Int64 = 0
  /// Answers that came while another was waited for.
  private var answers: [(id: Int64, answer: Result<JSONValue, BrowserError>)] = []

  init(port: UInt16, until deadline: Int64) throws(BrowserError) {
    do throws(SystemError) {
      connection = try TCPConnection(host: [127, 0, 0, 1], port: port, timeout: Self.commandLimit)
    } catch {
      throw BrowserError("Marionette: \(error)")
    }
    // The server speaks first.
    while reader.next() == nil { try wait(until: deadline, for: "Marionette's first words") }
  }

  /// Sends a command; returns the id that its answer will have.
  func send(_ command: String, _ params: [JSONMember] = []) throws(BrowserError) -> Int64 {
    lastID += 1
    let message = JSONValue.array([
      .integer(0), .integer(lastID), .string(command), .object(params),
    ]).line
    do throws(SystemError) {
      try connection.send(
        Array("\(message.utf8.count):\(message)".utf8), timeout: Self.commandLimit)
    } catch {
      throw BrowserError("\(command): \(error)")
    }
    return lastID
  }

  /// Sends a command and waits for its result.
  func call(
    _ command: String, _ params: [JSONMember] = [], until deadline: Int64
  ) throws(BrowserError) -> JSONValue {
    let id = try send(command, params)
    while true {
      if let answer = takeAnswer(to: id) { return try answer.get() }
      try wait(until: deadline, for: command)
    }
  }

  /// The answer to a command, where it has come.
  func takeAnswer(to id: Int64) -> Result<JSONValue, BrowserError>? {
    while let message = reader.next() {
      guard let value = try? JSONValue(parsing: message, roundingNumbers: true), let parts = value.arrayValue,
        parts.count == 4, let id = parts[1].integerValue
      else { continue }
      if case .null = parts[2] {
        answers.append((id, .success(parts[3]["value"] ?? parts[3])))
      } else {
        let words = parts[2]["message"]?.stringValue ?? parts[2].line
        answers.append((id, .failure(BrowserError("Marionette: \(words)"))))
      }
    }
    guard let index = answers.firstIndex(where: { $0.id == id }) else { return nil }
    return answers.remove(at: index).answer
  }

  /// Forgets answers that nobody will ask for: those before this id.
  func forgetAnswers(before id: Int64) { answers.removeAll { $0.id < id } }

  /// Takes what has come; does not wait.
  func fill() throws(BrowserError) {
    guard reader.fill(from: connection.descriptor) else {
      throw BrowserError("the browser closed its connection")
    }
  }

  private func wait(until deadline: Int64, for what: String) throws(BrowserError) {
    let left = (deadline - monotonicNanoseconds()) / 1_000_000
    guard left > 0 else { throw .timedOut(what) }
    if !waitForInput([connection.descriptor], milliseconds: Int32(clamping: left)).isEmpty {
      try fill()
    }
  }
}

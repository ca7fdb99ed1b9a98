public import Trace

/// One line of the protocol, either way (JSON-RPC 2.0; §4 requests, §4.1 notifications, §5 answers).
public enum AgentMessage: Hashable, Sendable {
  case request(id: Int64, AgentRequest)
  /// A request that has no name here: answer `AgentAnswer.unknownMethod`.
  case unknownRequest(id: Int64, method: String)
  /// A request whose parameters cannot be read: answer with what was expected.
  case unreadableRequest(id: Int64, method: String, AgentMessageError)
  /// `AgentAnswer(result:to:)` reads the result.
  case answer(id: Int64, JSONValue)
  case failure(id: Int64, code: Int64, message: String)
  case notice(AgentNotice)

  /// No line is longer, in bytes.
  public static let lineLimit = 16 << 20

  public init(line: String) throws(AgentMessageError) {
    guard line.utf8.count <= Self.lineLimit else {
      throw AgentMessageError(expected: "a line of at most \(Self.lineLimit >> 20) MiB")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: line, roundingNumbers: true)
    } catch {
      throw AgentMessageError(expected: "JSON: \(error.expected) at byte \(error.offset)")
    }
    guard case .object = json else { throw AgentMessageError(expected: "an object") }
    let fields = MessageFields(json)
    let parameters = fields.has("params") ? try fields.object("params") : MessageFields(.object([]))
    if let method = try fields.optionalString("method") {
      guard let id = try fields.optionalInteger("id") as Int64? else {
        self = .notice(try AgentNotice(method: method, parameters))
        return
      }
      do throws(AgentMessageError) {
        self =
          try AgentRequest(method: method, parameters).map { .request(id: id, $0) }
          ?? .unknownRequest(id: id, method: method)
      } catch {
        self = .unreadableRequest(id: id, method: method, error)
      }
      return
    }
    let id: Int64 = try fields.integer("id")
    if let error = try fields.optionalObject("error") {
      self = .failure(
        id: id, code: try error.optionalInteger("code") ?? AgentAnswer.commandFailed,
        message: try error.optionalString("message") ?? "no reason given")
    } else {
      self = .answer(id: id, json["result"] ?? .null)
    }
  }
}

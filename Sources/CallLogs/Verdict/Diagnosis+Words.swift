public import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

extension Diagnosis {
  /// For a terminal: cause, symptom, evidence, and the suspects that were cleared.
  public var text: String {
    let visible = Escaping.visible
    var text =
      "why     \(cause.id), at \(cause.stage.rawValue): \(visible(symptom.rawValue))\(peer.map { " (\(visible($0)))" } ?? "")\n"
    text += "        \(visible(sentence))\n"
    for item in evidence where item.text != sentence {
      text += "shown   \(visible(item.place))\(visible(item.text))\n"
    }
    for suspect in cleared {
      text += "cleared \(visible(suspect.name)): \(visible(suspect.clearedBy))\n"
    }
    return text
  }

  /// On one line, as a value of JSON.
  public var json: String { value.line }

  private var value: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return .object([
      JSONMember("cause", .string(cause.id)), JSONMember("stage", .string(cause.stage.rawValue)),
      JSONMember("symptom", .string(symptom.rawValue)), JSONMember("peer", text(peer)),
      JSONMember("mid", text(mid)), JSONMember("sentence", .string(sentence)),
      JSONMember("clause", .string(clause)), JSONMember("fix", .string(fix)),
      JSONMember("evidence", .array(evidence.map(\.value))),
      JSONMember(
        "cleared",
        .array(
          cleared.map {
            .object([
              JSONMember("suspect", .string($0.name)),
              JSONMember("because", .string($0.clearedBy)),
            ])
          })),
    ])
  }
}

extension Evidence {
  /// "ice.jsonl:7: "
  fileprivate var place: String {
    let file = file.map { file in line.map { "\(file):\($0): " } ?? "\(file): " } ?? ""
    let packet = packet.map { "packet \($0): " } ?? ""
    let time = at.map { "at \($0.milliseconds) ms: " } ?? ""
    return file + packet + time
  }

  fileprivate var value: JSONValue {
    func number(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
    return .object([
      JSONMember("text", .string(text)), JSONMember("file", file.map(JSONValue.string) ?? .null),
      JSONMember("line", number(line)), JSONMember("packet", number(packet)),
      JSONMember("at_ms", number(at?.milliseconds)),
      JSONMember(
        "counter",
        counter.map {
          .object([
            JSONMember("name", .string($0.name)), JSONMember("value", .decimal($0.value)),
          ])
        } ?? .null),
    ])
  }
}

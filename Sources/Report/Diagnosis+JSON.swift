public import Metrics
internal import SansIO
public import Trace

extension Diagnosis {
  /// As `report.json` has it; what is not known is null.
  public var json: JSONValue {
    .object([
      JSONMember("cause", .string(cause.id)), JSONMember("stage", .string(cause.stage.rawValue)),
      JSONMember("symptom", .string(symptom.rawValue)), JSONMember("peer", .text(peer)),
      JSONMember("mid", .text(mid)), JSONMember("sentence", .string(sentence)),
      JSONMember("evidence", .array(evidence.map(\.json))),
      JSONMember("cleared", .array(cleared.map(\.json))), JSONMember("clause", .string(clause)),
      JSONMember("fix", .string(fix)),
    ])
  }

  init(json: JSONValue) throws(ReportError) {
    let members = Members(json, of: "diagnosis")
    guard let cause = Cause.named(try members.string("cause")) else {
      throw .member("diagnosis.cause", expected: "the id of a cause")
    }
    guard let symptom = Symptom(rawValue: try members.string("symptom")) else {
      throw .member("diagnosis.symptom", expected: "a symptom")
    }
    self.init(
      cause, symptom: symptom, peer: try members.text("peer"), mid: try members.text("mid"),
      sentence: try members.string("sentence"),
      evidence: try members.array("evidence").map { json throws(ReportError) in
        try Evidence(json: json)
      },
      cleared: try members.array("cleared").map { json throws(ReportError) in
        try Suspect(json: json)
      },
      clause: try members.string("clause"), fix: try members.string("fix"))
  }
}

extension Diagnosis.Suspect {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("suspect", .string(name)), JSONMember("cleared_by", .string(clearedBy)),
    ])
  }

  fileprivate init(json: JSONValue) throws(ReportError) {
    let members = Members(json, of: "suspect")
    self.init(
      try members.string("suspect"), clearedBy: try members.string("cleared_by"))
  }
}

extension Evidence {
  /// `at` is in seconds since the run began.
  fileprivate var json: JSONValue {
    .object([
      JSONMember("text", .string(text)), JSONMember("file", .text(file)),
      JSONMember("line", .count(line)), JSONMember("packet", .count(packet)),
      JSONMember("at", at.map { .number(.seconds($0 - .start)) } ?? .null),
      JSONMember("counter", .text(counter?.name)),
      JSONMember("value", counter.map { .number($0.value) } ?? .null),
    ])
  }

  fileprivate init(json: JSONValue) throws(ReportError) {
    let members = Members(json, of: "evidence")
    let name = try members.text("counter")
    self.init(
      try members.string("text"), file: try members.text("file"),
      line: try members.count("line"), packet: try members.count("packet"),
      at: json["at"] == .null ? nil : .start + (try members.duration("at")),
      counter: try name.map { name throws(ReportError) in
        Counter(name: name, value: try members.number("value"))
      })
  }
}

extension JSONValue {
  /// Of what is counted from 1.
  fileprivate static func count(_ number: Int?) -> JSONValue {
    number.flatMap { $0 > 0 ? .integer(Int64($0)) : nil } ?? .null
  }
}

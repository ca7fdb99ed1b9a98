public import Metrics
internal import SansIO
public import Trace

extension CaseResult {
  /// One case as `report.json` has it; reading it back gives an equal value.
  ///
  /// `duration` is in seconds: three places, or nine where it is not whole milliseconds.
  public var json: JSONValue {
    var members = [
      JSONMember("name", .string(name)), JSONMember("file", .string(file)),
      JSONMember("world", .string(world)), JSONMember("seed", .seed(seed)),
      JSONMember("verdict", .string(verdict.rawValue)),
      JSONMember("warnings", .array(warnings.map { .string($0) })),
      JSONMember("reason", .text(reason)), JSONMember("duration", .number(.seconds(duration))),
      JSONMember("expectations", .array(expectations.map(\.json))),
      JSONMember("metrics", .array(metrics.map(\.json))),
    ]
    if let diagnosis { members.append(JSONMember("diagnosis", diagnosis.json)) }
    if attempt > 1 { members.append(JSONMember("attempt", .integer(Int64(attempt)))) }
    if !implementations.isEmpty {
      members.append(JSONMember("peers", .array(implementations.map(\.json))))
    }
    if let pairing { members.append(JSONMember("pairing", pairing.json)) }
    return .object(members)
  }

  /// Reads a case back, as a worker process sent it.
  public init(json: JSONValue) throws {
    let members = Members(json, of: "case")
    self.init(
      name: try members.string("name"), file: try members.string("file"),
      world: try members.string("world"), seed: try members.seed("seed"),
      verdict: try members.verdict("verdict"), warnings: try members.strings("warnings"),
      reason: try members.text("reason"), duration: try members.duration("duration"),
      expectations: try members.array("expectations").map(Judgement.init(json:)),
      metrics: try members.array("metrics").map(Measurement.init(json:)),
      diagnosis: try json["diagnosis"].map { json throws(ReportError) in
        try Diagnosis(json: json)
      },
      attempt: try members.attempt("attempt"),
      pairing: try json["pairing"].map { json throws(ReportError) in try Pairing(json: json) },
      implementations: try json["peers"] == nil
        ? []
        : members.array("peers").map { json throws(ReportError) in
          try PeerImplementation(json: json)
        }
    )
  }
}

extension PeerImplementation {
  fileprivate var json: JSONValue {
    var members = [
      JSONMember("peer", .string(peer)), JSONMember("implementation", .string(implementation)),
      JSONMember("version", .string(version)), JSONMember("level", .integer(Int64(level))),
      JSONMember("security", .text(security)),
    ]
    if let label { members.append(JSONMember("label", .string(label))) }
    return .object(members)
  }

  fileprivate init(json: JSONValue) throws(ReportError) {
    let members = Members(json, of: "peer")
    self.init(
      peer: try members.string("peer"), implementation: try members.string("implementation"),
      version: try members.string("version"), level: try members.attempt("level"),
      security: try members.text("security"),
      label: try json["label"] == nil ? nil : members.text("label"))
  }
}

extension Pairing {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("table", .string(table)), JSONMember("offerer", .string(offerer)),
      JSONMember("answerer", .string(answerer)),
    ])
  }

  fileprivate init(json: JSONValue) throws(ReportError) {
    let members = Members(json, of: "pairing")
    self.init(
      table: try members.string("table"), offerer: try members.string("offerer"),
      answerer: try members.string("answerer"))
  }
}

extension Judgement {
  fileprivate var json: JSONValue {
    var members = [
      JSONMember("name", .string(name)), JSONMember("subject", .string(subject)),
      JSONMember("limit", .string(limit)), JSONMember("measured", .text(measured)),
      JSONMember("unit", .string(unit)), JSONMember("verdict", .string(verdict.rawValue)),
      JSONMember("note", .text(note)),
    ]
    if let cause { members.append(JSONMember("cause", .string(cause))) }
    return .object(members)
  }

  fileprivate init(json: JSONValue) throws(ReportError) {
    let members = Members(json, of: "expectation")
    self.init(
      name: try members.string("name"), subject: try members.string("subject"),
      limit: try members.string("limit"), measured: try members.text("measured"),
      unit: try members.string("unit"), verdict: try members.verdict("verdict"),
      note: try members.text("note"), cause: try members.text("cause"))
  }
}

extension Measurement {
  fileprivate var json: JSONValue {
    var list = [
      JSONMember("name", .string(name)), JSONMember("subject", .string(subject)),
      JSONMember("value", .number(value)), JSONMember("unit", .string(unit)),
    ]
    if let interval {
      list.append(
        JSONMember(
          "interval", .array([.number(interval.lowerBound), .number(interval.upperBound)]))
      )
    }
    return .object(list)
  }

  fileprivate init(json: JSONValue) throws(ReportError) {
    let members = Members(json, of: "metric")
    self.init(
      name: try members.string("name"), subject: try members.string("subject"),
      value: try members.number("value"), unit: try members.string("unit"),
      interval: try members.interval("interval"))
  }
}

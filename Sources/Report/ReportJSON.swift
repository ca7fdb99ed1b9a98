public import Metrics
internal import Trace

/// The contents of `report.json`: the run and its cases in the order given, for programs.
public func reportJSON(_ run: RunInfo, _ results: [CaseResult]) -> String {
  var about = [
    JSONMember("seed", .seed(run.seed)), JSONMember("version", .string(run.version)),
  ]
  if let note = run.note { about.append(JSONMember("note", .string(note))) }
  var members = [JSONMember("run", .object(about))]
  let repetitions = Repetition.all(in: results)
  if !repetitions.isEmpty {
    members.append(JSONMember("repeated", .array(repetitions.map(\.json))))
  }
  members.append(JSONMember("cases", .array(results.map(\.json))))
  return JSONValue.object(members).document
}

extension Repetition {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("title", .string(title)), JSONMember("file", .string(file)),
      JSONMember("runs", .integer(Int64(runs))), JSONMember("failures", .integer(Int64(failures))),
      JSONMember("inconclusive", .integer(Int64(doubts))),
    ])
  }
}

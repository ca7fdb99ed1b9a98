public import Metrics
internal import Trace

/// The contents of `report.json`: the run and its cases in the order given, for programs.
public func reportJSON(_ run: RunInfo, _ results: [CaseResult]) -> String {
  var about = [
    JSONMember("seed", .seed(run.seed)), JSONMember("version", .string(run.version)),
  ]
  if let note = run.note { about.append(JSONMember("note", .string(note))) }
  return JSONValue.object([
    JSONMember("run", .object(about)), JSONMember("cases", .array(results.map(\.json))),
  ]).document
}

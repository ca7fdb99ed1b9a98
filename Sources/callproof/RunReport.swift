internal import LinuxIO
internal import Metrics
internal import Report
internal import Runner
internal import Trace

/// What the report of a run says of one of its cases, for who is given the folder of the case alone.
enum RunReport {
  private static let limitBytes = 64 << 20

  /// - Parameter path: of the trace: `RUN/cases/CASE/trace.jsonl`.
  /// - Returns: nil: there is no such report beside it, or it does not know the case.
  static func result(of header: TraceHeader, at path: String) -> CaseResult? {
    guard path != "-" else { return nil }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let report = folder.isEmpty ? "../../report.json" : "\(folder)/../../report.json"
    guard let bytes = try? readFile(report, atMost: limitBytes),
      let root = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
      let json = root["cases"]?.arrayValue?.first(where: { isSame($0, header) })
    else { return nil }
    return try? CaseResult(json: json)
  }

  private static func isSame(_ json: JSONValue, _ header: TraceHeader) -> Bool {
    let seed =
      json["seed"]?.stringValue ?? json["seed"]?.integerValue.map { String($0) }
    return json["name"]?.stringValue == header.name && json["world"]?.stringValue == header.world
      && seed == String(header.seed)
  }
}

public import SansIO
internal import Trace

/// What differs between equal runs by nature: `machine.json`, the only file of a report that may.
///
/// - Parameters:
///   - started: as a person reads it, with its time zone.
///   - details: what else is known of the machine: ("kernel", "6.1.0"), in the order to be written.
///   - cases: the wall time of each case.
public func machineJSON(
  host: String, started: String, wallSeconds: FixedDecimal, jobs: Int,
  details: [(name: String, value: String)] = [],
  cases: [(name: String, wallSeconds: FixedDecimal)] = []
) -> String {
  var members = [
    JSONMember("host", .string(host)), JSONMember("started", .string(started)),
    JSONMember("wall_seconds", .number(wallSeconds)), JSONMember("jobs", .integer(Int64(jobs))),
  ]
  members += details.map { JSONMember($0.name, .string($0.value)) }
  if !cases.isEmpty {
    let rows = cases.map { row in
      JSONValue.object([
        JSONMember("name", .string(row.name)), JSONMember("wall_seconds", .number(row.wallSeconds)),
      ])
    }
    members.append(JSONMember("cases", .array(rows)))
  }
  return JSONValue.object(members).document
}

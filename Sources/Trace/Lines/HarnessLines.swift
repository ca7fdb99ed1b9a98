internal import SansIO

extension HarnessEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    switch self {
    case .agent(let name, let version, let level):
      (
        "agent",
        [JSONMember("name", name), JSONMember("version", version), JSONMember("level", level)]
      )
    case .calibrated(let offset, let uncertainty, let roundTrips):
      (
        "calibrated",
        [
          JSONMember("offset", offset), JSONMember("within", uncertainty),
          JSONMember("roundTrips", roundTrips),
        ]
      )
    case .ended(let how): ("ended", [JSONMember("how", how)])
    case .processor(let passed, let running, let waiting):
      (
        "processor",
        [
          JSONMember("passed", passed), JSONMember("running", running),
          JSONMember("waiting", waiting),
        ]
      )
    case .emulator(let median, let p99, let maximum, let isRealTime, let device, let capture):
      (
        "emulator",
        [
          JSONMember("latenessMedian", median), JSONMember("latenessP99", p99),
          JSONMember("latenessMaximum", maximum), JSONMember("realTime", isRealTime),
          JSONMember("deviceDrops", device), JSONMember("captureDrops", capture),
        ]
      )
    case .outside(let server, let asked, let address, let sent, let received, let withheld):
      (
        "outside",
        [
          JSONMember("server", server), JSONMember("asked", asked), JSONMember("address", address),
          JSONMember("sent", sent), JSONMember("received", received),
          JSONMember("withheld", withheld),
        ]
      )
    case .kept(let reason, let packets):
      ("kept", [JSONMember("reason", reason), JSONMember("packets", packets)])
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    switch name {
    case "agent":
      self = .agent(
        name: try fields.string("name"), version: try fields.string("version"),
        level: try fields.integer("level"))
    case "calibrated":
      self = .calibrated(
        offset: try fields.duration("offset"), uncertainty: try fields.duration("within"),
        roundTrips: try fields.integer("roundTrips"))
    case "ended": self = .ended(try fields.string("how"))
    case "processor":
      self = .processor(
        passed: try fields.duration("passed"), running: try fields.duration("running"),
        waiting: try fields.duration("waiting"))
    case "emulator":
      self = .emulator(
        latenessMedian: try fields.duration("latenessMedian"),
        latenessP99: try fields.duration("latenessP99"),
        latenessMaximum: try fields.duration("latenessMaximum"),
        isRealTime: try fields.bool("realTime"), deviceDrops: try fields.integer("deviceDrops"),
        captureDrops: try fields.integer("captureDrops"))
    case "outside":
      self = .outside(
        server: try fields.string("server"), asked: try fields.string("asked"),
        address: try fields.string("address"), sent: try fields.integer("sent"),
        received: try fields.integer("received"), withheld: try fields.integer("withheld"))
    case "kept":
      self = .kept(
        reason: try fields.string("reason"), packets: try fields.integer("packets"))
    default: throw unknown(name)
    }
  }
}

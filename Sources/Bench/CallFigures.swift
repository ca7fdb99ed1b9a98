internal import CBench
internal import Call
internal import SansIO
internal import Scenario
internal import Simulation
internal import Trace

/// A simulated call of 60 s, both ways, with real codecs and crypto, beside its codecs alone.
struct CallFigures {
  private static let seconds = 60
  /// Of 30 a second both ways, less what starting and ending a call may cost.
  private static let leastPictures = 2 * 30 * (seconds - 2)

  private(set) var rows: [Row] = []
  /// Hash of the trace and the capture.
  private(set) var fingerprint = ""

  init() throws {
    let vp8 = try Self.scenario(codec: "VP8")
    let before = unsafe bench_memory_kilobytes("VmRSS:")
    var record = try Self.run(vp8)
    let peak = unsafe bench_memory_kilobytes("VmHWM:") - before
    fingerprint = Self.fingerprint(record)
    let seconds = Double(record.duration.nanoseconds) / 1e9
    let packets = record.trace.events.count { event in
      if case .packet(let packet) = event.kind, packet.fate == .sent { true } else { false }
    }

    var left: Int64 = 0
    let times = try Stopwatch.least(
      rounds: 2, warmsUp: false,
      [
        {
          record.capture = []
          record.trace.events = []
          let live = bench_live_bytes()
          _ = try Self.run(vp8)
          left = bench_live_bytes() - live
        }, { try CodecWork.perform(seconds: Self.seconds) },
      ])
    let own = times[0] - times[1]
    let h264 = try Self.scenario(codec: "H264/42e01f")
    let h264Time = try Stopwatch.nanoseconds { _ = try Self.run(h264) }

    let name = "call of \(Self.seconds) s, 640x360 VP8, Opus, both ways"
    rows = [
      Row("\(name): speed", seconds * 1e9 / times[0], "x real time"),
      Row("  CPU time", times[0] / 1e9, places: 2, "s"),
      Row(
        "  to its codecs, run alone", times[0] / times[1], places: 2, "ratio",
        goal: .atMost(1.25, places: 2)),
      Row("  beside codecs, for each packet sent", own / 1e3 / Double(packets), "us"),
      Row("  memory, most at any time", Double(peak) / 1024, "MiB"),
      Row("  memory left behind", Double(left) / 1024, "KiB", goal: .atMost(16, places: 0)),
      Row("the same with H.264: speed", seconds * 1e9 / h264Time, "x real time"),
    ]
  }

  /// Hash of the trace and the capture of the call.
  static func fingerprint() throws -> String { fingerprint(try run(try scenario(codec: "VP8"))) }

  private static func scenario(codec: String) throws -> Scenario {
    let text = """
      scenario: Bench
      peers:
        alice: {video: {codecs: [\(codec)]}}
        bob: {video: {codecs: [\(codec)]}}
      call:
        - alice dials bob
        - bob answers
        - connected within 5s
        - run for \(seconds)s
        - alice hangs up
      expect:
        - first frame: {bob: within 2s}
      """
    return try Scenario.parse(Array(text.utf8), file: "bench.yaml")[0]
  }

  /// Runs the call and makes sure that it was one.
  private static func run(_ scenario: Scenario) throws -> RunRecord {
    let record = try Simulation::Simulation.run(scenario, seed: Seed(7))
    let shown = record.trace.events.count { event in
      if case .media(.rendered) = event.kind { true } else { false }
    }
    guard shown >= leastPictures else {
      throw BenchError.noPictures(shown: shown, expected: leastPictures)
    }
    return record
  }

  /// FNV-1a.
  private static func fingerprint(_ record: RunRecord) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    add(record.trace.lines.utf8)
    add(record.capture)
    return String(hash, radix: 16)
  }
}

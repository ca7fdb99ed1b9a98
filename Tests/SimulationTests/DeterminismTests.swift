import Call
import SansIO
import TestSupport
import Testing
import Trace

@Suite("The same seed gives the same run")
struct DeterminismTests {
  private static let call = TestCall("repeatable") {
    $0.network = "{delay: 40ms, jitter: 10ms, loss: 8%, burst: 2, rate: 1Mbps}"
    $0.servers = "one: {stun: working}, gone: {stun: dead}"
    $0.bob.video = "codecs: [H264/42e01f]"
    $0.alice.more = "clock: {offset: 3s, drift: 40ppm}"
    $0.steps = ["run for 1500ms", "alice mutes audio", "run for 300ms", "bob hangs up"]
  }

  private static func run(seed: UInt64) throws -> RunRecord {
    var call = call
    call.seed = seed
    return try call.run().record
  }

  private static func compare(_ a: RunRecord, _ b: RunRecord, _ row: String, _ table: inout Table) {
    let (first, second) = (a.trace.lines, b.trace.lines)
    if first != second {
      let lines = zip(first.split(separator: "\n"), second.split(separator: "\n"))
      table.holds(false, "\(row): \(lines.first { $0 != $1 } ?? ("", "one is longer"))")
    }
    table.holds(a.capture == b.capture, "\(row): capture")
    table.holds(a.stills == b.stills && !a.stills.isEmpty, "\(row): stills")
    table.holds(a.keys == b.keys && a.keys.count == 2, "\(row): keys")
  }

  @Test("twice in a row, and on two threads at once")
  func sameSeed() async throws {
    var table = Table()
    let first = try Self.run(seed: 11)
    async let second = Task.detached { try Self.run(seed: 11) }.value
    async let third = Task.detached { try Self.run(seed: 11) }.value
    let other = Task.detached { try Self.run(seed: 12) }
    Self.compare(first, try await second, "second", &table)
    Self.compare(first, try await third, "third", &table)
    let different = try await other.value
    table.holds(first.capture != different.capture, "another seed gives another capture")
    table.holds(first.trace.events != different.trace.events, "another seed, another trace")
    table.holds(
      first.trace.events.contains {
        if case .packet(let packet) = $0.kind, case .dropped = packet.fate { true } else { false }
      }, "nothing was lost")
    table.equal(Outcome(first).script, "ended", "script")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

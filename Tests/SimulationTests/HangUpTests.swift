import SansIO
import Scenario
import Simulation
import TestSupport
import Testing

@Suite("Hanging up")
struct HangUpTests {
  @Test("at once after the answer: what was on its way is no failure")
  func atOnce() throws {
    var table = Table()
    for name in ["alice", "bob"] {
      for trickles in [true, false] {
        let ice = "{ice: {trickle: \(trickles)}, video: {size: 160x90, fps: 15}}"
        let text = """
          scenario: Hung up at once
          peers: {alice: \(ice), bob: \(ice)}
          call: [alice dials bob, bob answers, \(name) hangs up]
          """
        let scenario = try Scenario.parse(Array(text.utf8), file: "test.yaml")[0]
        let outcome = Outcome(try Simulation.run(scenario, seed: Seed(7), files: [:]))
        table.equal(outcome.script, "ended", "\(name), trickle \(trickles)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

import SansIO
import Scenario
import Simulation
import Trace
@main enum Main {
  static func main() throws {
    let text = """
scenario: Smoke
peers:
  alice: {}
  bob: {}
call:
  - alice dials bob
  - bob answers
  - connected within 5s
  - run for 5s
  - alice hangs up
expect:
  - first frame: {bob: within 2s}
"""
    let scenario = try Scenario.parse(Array(text.utf8), file: "smoke.yaml")[0]
    let clock = ContinuousClock()
    let start = clock.now
    let record = try Simulation.run(scenario, seed: Seed(7))
    print("wall", clock.now - start, "virtual", record.duration, "capture", record.capture.count, "stills", record.stills.count, "events", record.trace.events.count)
    for event in record.trace.events {
      switch event.kind {
      case .packet, .media(.captured), .media(.encoded), .media(.assembled), .media(.decoded), .media(.rendered), .media(.played), .media(.sample), .media(.markSent), .media(.markPlayed): continue
      default: print(event.json(peers: record.trace.header.peers).line.prefix(300))
      }
    }
    var counts: [String: Int] = [:]
    for event in record.trace.events {
      let line = event.json(peers: record.trace.header.peers)
      counts[(line["peer"]?.stringValue ?? line["link"]?.stringValue ?? "run") + " " + (line["event"]?.stringValue ?? "")  , default: 0] += 1
    }
    for (k, v) in counts.sorted(by: { $0.key < $1.key }) { print(k, v) }
  }
}

internal import SansIO
internal import Trace

/// How well the links of a live run kept their time, in the live world's own words.
struct EmulatorRecord: Sendable {
  /// How late packets left their links: median, 99th percentile, most.
  private(set) var lateness: [(name: String, value: Duration)] = []
  /// Packets that devices and captures lost; nil: not a live run.
  private(set) var drops: Int?

  /// Public servers and what was exchanged with them, in the order of the trace.
  private(set) var outside: [Outside] = []
  /// Packets that never came to a link, by reason, in the order of the trace.
  private(set) var kept: [(reason: String, packets: Int)] = []

  struct Outside: Sendable {
    var server: String
    /// "stun.example.org:3478, 192.0.2.1:3478".
    var place: String
    /// Datagrams.
    var sent: Int
    var received: Int
    var withheld: Int
  }

  mutating func add(_ event: HarnessEvent) {
    switch event {
    case .emulator(let median, let p99, let most, _, let deviceDrops, let captureDrops):
      lateness = [("p50", median), ("p99", p99), ("worst", most)].map {
        (name: $0.0, value: Limits.clamp($0.1))
      }
      drops = Limits.count(Limits.count(deviceDrops) + Limits.count(captureDrops))
    case .outside(let server, let asked, let address, let sent, let received, let withheld):
      outside.append(
        Outside(
          server: server, place: asked == address ? asked : "\(asked), \(address)",
          sent: Limits.count(sent), received: Limits.count(received),
          withheld: Limits.count(withheld)))
    case .kept(let reason, let packets): kept.append((reason, Limits.count(packets)))
    case .agent, .calibrated, .ended, .processor: break
    }
  }

  /// What somebody who reads the report must know: whether anything left the machine, and what never reached a link.
  var warnings: [String] {
    outside.map { server in
      "\(server.sent) datagrams left the machine for \(server.server) (\(server.place)), "
        + "\(server.received) came back"
        + (server.withheld > 0 ? ", \(server.withheld) were withheld" : "")
    }
      + kept.filter { !Self.isOrdinary($0.reason) }.map { reason, packets in
        let who = packets == 1 ? "a packet" : "\(packets) packets"
        return "\(who) came to no link (\(reason))"
      }
  }

  /// What every kernel and every browser sends of itself: to find neighbours, routers and names.
  private static func isOrdinary(_ reason: String) -> Bool {
    ["multicast", "link-local", "broadcast"].contains { reason.hasSuffix($0) }
  }
}

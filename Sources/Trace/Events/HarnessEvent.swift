/// What the live world says of its own means: processes, clocks, the emulator. A simulated run has none of these.
public enum HarnessEvent: Hashable, Sendable {
  /// What runs as this peer, in its own words; `level` as in the agent protocol.
  case agent(name: String, version: String, level: Int)
  /// What the agent's clock showed beyond the run's. Instants of its events are corrected by it already.
  case calibrated(offset: Duration, uncertainty: Duration, roundTrips: Int)
  /// How the agent's process came to its end: "exit code 0".
  case ended(String)
  /// Of the peer's thread that waited longest for a processor in the time that has `passed` until now: how long it ran, and how
  /// long it could have run and waited. It tells a peer that was starved from one that is slow.
  case processor(passed: Duration, running: Duration, waiting: Duration)
  /// How late packets left their links, and how many the machine lost: what tells overload from a bad network.
  case emulator(
    latenessMedian: Duration, latenessP99: Duration, latenessMaximum: Duration, isRealTime: Bool,
    deviceDrops: Int, captureDrops: Int)
  /// What left the machine for a public server and came back, in datagrams; `asked` is its place as the scenario names it.
  case outside(
    server: String, asked: String, address: String, sent: Int, received: Int, withheld: Int)
  /// Packets that peers sent and that never came to a link, for a reason such as "IPv6 multicast".
  case kept(reason: String, packets: Int)
}

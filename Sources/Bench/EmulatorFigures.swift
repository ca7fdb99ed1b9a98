internal import LinuxIO
internal import Live
internal import Netem
internal import SansIO
internal import Trace

/// Whether links between real kernels do what was asked: rate, delay, loss, and no loss of their own.
///
/// Two namespaces, a TUN device in each, the router between them; UDP of our own. Delays are libpcap's on both devices.
struct EmulatorFigures {
  private(set) var rows: [Row] = []

  private let sandbox: Sandbox
  private let alice: NetworkNamespace
  private let bob: NetworkNamespace

  /// The process must have one thread still: it enters a sandbox.
  init() throws {
    sandbox = try Sandbox.enter()
    alice = try sandbox.makeNetwork(NetworkPlan(ipv4: Self.v4(1), ipv6: Self.v6(1)))
    bob = try sandbox.makeNetwork(NetworkPlan(ipv4: Self.v4(2), ipv6: Self.v6(2)))
    try measureRates()
    if EmulatorTools.isInstalled { try measureByOthers() }
    try measureDelay(realTime: true)
    try measureDelay(realTime: false)
    try measureThroughput()
    try measureLoss()
    try measureCapture()
  }

  private static func v4(_ host: UInt8) -> [UInt8] { [10, 0, host, 1] }

  private static func v6(_ host: UInt8) -> [UInt8] {
    [0xfd, 0, 0, 0, 0, 0, 0, host, 0, 0, 0, 0, 0, 0, 0, 1]
  }

  // MARK: Rate

  private mutating func measureRates() throws {
    let rows: [(Int64, String, payload: Int, seconds: Int)] = [
      (64, "64 kbit/s", 200, 4), (1000, "1 Mbit/s", 1200, 2), (10_000, "10 Mbit/s", 1200, 2),
      (100_000, "100 Mbit/s", 1200, 2),
    ]
    for (kilobits, name, payload, seconds) in rows {
      var traffic = EmulatorTraffic(payloadByteCount: payload, packetsPerSecond: 0, count: 0)
      // Half more than passes, and a queue that lasts while the sender is kept from sending: there is always something to send.
      traffic.packetsPerSecond = Int(kilobits) * 1500 / 8 / traffic.ipByteCount
      traffic.count = traffic.packetsPerSecond * seconds
      let capture = try bob.openCapture(snapshotLength: 64)
      _ = try run(
        traffic, up: DirectionSettings(rate: .kilobits(kilobits), queue: .milliseconds(200)))
      let arrivals = try Self.instants(capture)
      guard arrivals.count > 10, let first = arrivals.values.min(), let last = arrivals.values.max()
      else { throw BenchError.wrongResult }
      let bits = Double((arrivals.count - 1) * traffic.ipByteCount * 8)
      let rate = bits / Double(last - first) * 1e6  // kbit/s
      let error = (rate / Double(kilobits) - 1) * 100
      self.rows.append(
        Row(
          "emulator, \(name): error of the rate", error.magnitude, places: 3, "%",
          goal: .atMost(1, places: 0)))
    }
  }

  /// When the kernel saw each packet of ours, by its number.
  private static func instants(_ capture: PacketCapture) throws -> [Int: Int64] {
    var seen: [Int: Int64] = [:]
    try unsafe capture.read { at, bytes, _ in
      guard bytes.count > 32, unsafe bytes[0] == 0x45, unsafe bytes[9] == 17 else { return }
      unsafe seen[EmulatorTraffic.number(bytes.dropFirst(28))] = at
    }
    return seen
  }

  /// 10 Mbit/s as iperf3 sees it.
  private mutating func measureByOthers() throws {
    let tools = EmulatorTools(sandbox: sandbox, client: alice, server: bob)
    let link = DirectionSettings(rate: .kilobits(10_000), queue: .packets(50))
    for ipv6 in [false, true] {
      let version = ipv6 ? "IPv6" : "IPv4"
      let headers = ipv6 ? 48.0 : 28
      let udp = try whileForwarding(plan(up: link)) {
        try tools.rate(ipv6: ipv6, udpKilobits: 15_000)
      }
      let error = (udp * (1200 + headers) / 1200 / 10_000 - 1) * 100
      let tcp = try whileForwarding(plan(up: link)) {
        try tools.rate(ipv6: ipv6, udpKilobits: nil)
      }
      rows += [
        Row(
          "iperf3, 10 Mbit/s, \(version): error of the rate, UDP", error.magnitude, places: 3, "%",
          goal: .atMost(1, places: 0)),
        Row("  payload by TCP", tcp / 1000, places: 2, "Mbit/s"),
      ]
    }
  }

  // MARK: Delay

  private mutating func measureDelay(realTime: Bool) throws {
    let asked = Int64(25_000_000)
    let traffic = EmulatorTraffic(payloadByteCount: 200, packetsPerSecond: 300, count: 900)
    let captures = [
      try alice.openCapture(snapshotLength: 64), try bob.openCapture(snapshotLength: 64),
    ]
    let (_, record) = try run(
      traffic, up: DirectionSettings(delay: .nanoseconds(asked)), realTime: realTime)
    let seen = try captures.map(Self.instants)
    let errors = seen[0].compactMap { number, sent in seen[1][number].map { $0 - sent - asked } }
      .sorted()
    guard errors.count == traffic.count else { throw BenchError.wrongResult }
    let name =
      realTime
      ? "emulator, 25 ms, SCHED_FIFO" + (record.isRealTime ? "" : " (not allowed here)")
      : "emulator, 25 ms, without SCHED_FIFO"
    func row(_ what: String, _ value: Int64, _ goal: Row.Goal) {
      rows.append(
        Row(
          "\(name): \(what)", Double(value) / 1e6, places: 3, "ms",
          goal: realTime ? goal : nil))
    }
    row("delay beyond, p50", errors[errors.count / 2], .atMost(0.5, places: 1))
    row("delay beyond, p99", errors[errors.count * 99 / 100], .atMost(1.5, places: 1))
  }

  // MARK: Throughput

  private mutating func measureThroughput() throws {
    let seconds = 5
    let rate = 200_000_000 / 8 / 1200
    let traffic = EmulatorTraffic(
      payloadByteCount: 1200, packetsPerSecond: rate, count: rate * seconds)
    let before = (try alice.statistics(), try bob.statistics())
    let start = monotonicNanoseconds()
    let (arrivals, record) = try run(traffic, up: .perfect)
    let took = Double((arrivals.last?.at ?? 0) - start) / 1e9
    let after = (try alice.statistics(), try bob.statistics())
    let tunDrops = after.0.sentDropped - before.0.sentDropped
    let reached = after.1.receivedPackets - before.1.receivedPackets
    rows += [
      Row(
        "emulator, 1200-byte UDP: sent and moved", Double(reached * 9600) / took / 1e6,
        places: 0, "Mbit/s"),
      Row(
        "  packets that did not arrive", Double(traffic.count - reached), places: 0,
        "of \(traffic.count)", goal: .atMost(0, places: 0)),
      Row("  of them dropped by TUN", Double(tunDrops), places: 0, ""),
      Row(
        "  late, p99", Double(record.lateness.p99.nanoseconds) / 1e6, places: 3, "ms"),
      Row(
        "  not taken by the receiver's socket", Double(reached - arrivals.count), places: 0, ""),
    ]
  }

  // MARK: Loss

  private mutating func measureLoss() throws {
    let kinds: [(String, Loss)] = [
      ("5 % loss", .uniform(0.05)),
      (
        "bursts of loss",
        .gilbertElliott(goodToBad: 0.01, badToGood: 0.25, lossInGood: 0, lossInBad: 1)
      ),
    ]
    for (name, loss) in kinds {
      let settings = DirectionSettings(delay: .milliseconds(5), loss: loss)
      let traffic = EmulatorTraffic(payloadByteCount: 100, packetsPerSecond: 2000, count: 5000)
      let (arrivals, _) = try run(traffic, up: settings)
      var link = Netem(settings: settings, seed: Seed(7), name: "alice up")
      let datagram = Datagram(
        source: SocketAddress(host: Self.v4(1), port: 1),
        destination: SocketAddress(host: Self.v4(2), port: 1),
        payload: [UInt8](repeating: 0, count: 100))
      for number in 0..<traffic.count { link.offer(datagram, tag: number, at: .start) }
      var expected: Set<Int> = []
      while let output = link.next(at: Instant(nanoseconds: 1_000_000_000)) {
        if case .deliver(_, let number, _) = output { expected.insert(number) }
      }
      let wrong = expected.symmetricDifference(arrivals.map(\.number)).count
      rows += [
        Row(
          "emulator, \(name): lost", Double(traffic.count - arrivals.count), places: 0,
          "of \(traffic.count)"),
        Row(
          "  packets whose fate is not that of a simulated run", Double(wrong), places: 0, "",
          goal: .atMost(0, places: 0)),
      ]
    }
  }

  // MARK: Capture

  private mutating func measureCapture() throws {
    let megabits = 40
    let rate = megabits * 1_000_000 / 8 / 1200
    let traffic = EmulatorTraffic(payloadByteCount: 1200, packetsPerSecond: rate, count: rate * 3)
    var plan = plan(up: DirectionSettings(delay: .milliseconds(25), loss: .uniform(0.02)))
    let before = try alice.statistics().sentDropped + bob.statistics().sentDropped
    let capture = try LiveCapture(
      origin: plan.origin, captures: [try alice.openCapture(), try bob.openCapture()])
    try capture.start()
    plan.interfaces[0].id = LinkID(index: 0)
    plan.interfaces[1].id = LinkID(index: 1)
    let (arrivals, record) = try run(traffic, plan)
    let drops = try alice.statistics().sentDropped + bob.statistics().sentDropped - before
    let merged = MergedCapture(
      router: record, capture: capture, epochUnixNanoseconds: 0, secrets: "", tunDrops: drops)
    let sent = merged.events.count { event in
      if case .packet(let packet) = event.kind { packet.fate == .sent } else { false }
    }

    guard sent >= traffic.count, arrivals.count + record.droppedCount == traffic.count else {
      throw BenchError.wrongResult
    }
    let overload = merged.overload
    rows += [
      Row(
        "emulator, \(megabits) Mbit/s with capture: packets missing in it",
        Double(overload.missingInCapture + overload.captureDrops), places: 0, "",
        goal: .atMost(0, places: 0)),
      Row(
        "  dropped by TUN", Double(overload.tunDrops), places: 0, "", goal: .atMost(0, places: 0)),
      Row(
        "  late from sending to arriving, p99", Double(overload.lateness.p99.nanoseconds) / 1e6,
        places: 3, "ms", goal: .atMost(2, places: 0)),
    ]
  }

  // MARK: One run

  /// Alice's uplink as given, all else perfect.
  private func plan(up: DirectionSettings) -> RouterPlan {
    RouterPlan(
      origin: monotonicNanoseconds(), seed: Seed(7),
      interfaces: [
        .init(
          name: "alice", tun: alice.tun, addresses: [Self.v4(1), Self.v6(1)],
          link: LinkSettings(up: up, down: .perfect), id: nil),
        .init(
          name: "bob", tun: bob.tun, addresses: [Self.v4(2), Self.v6(2)], link: .perfect, id: nil),
      ])
  }

  private func run(
    _ traffic: EmulatorTraffic, up: DirectionSettings, realTime: Bool = true
  ) throws -> ([EmulatorTraffic.Arrival], RouterRecord) {
    var plan = plan(up: up)
    plan.wantsRealTime = realTime
    return try run(traffic, plan)
  }

  private func run(
    _ traffic: EmulatorTraffic, _ plan: RouterPlan
  ) throws -> ([EmulatorTraffic.Arrival], RouterRecord) {
    let router = try Router(plan: plan)
    try router.start()
    let arrivals = try traffic.cross(from: alice, to: bob)
    return (arrivals, try router.stop())
  }

  private func whileForwarding<Result>(
    _ plan: RouterPlan, _ body: () throws -> Result
  ) throws -> Result {
    let router = try Router(plan: plan)
    try router.start()
    defer { _ = try? router.stop() }
    return try body()
  }
}

import LinuxIO
import TestSupport

// What a sandbox promises of its networks, and of the processors that those in them share.
extension Trials {
  /// Datagrams go there and back over both TUN devices, IPv4 and IPv6; captures see each of them.
  static func networks(_ sandbox: Sandbox, _ table: inout Table) throws {
    let household = try Household(sandbox)
    let captures = try household.networks.map { try $0.openCapture() }
    let echo = try sandbox.spawn(
      Household.spec(Household.own, ["echo"], in: household.networks[1], folder: "/dev/shm/bob"))
    let addresses = try household.read(echo, until: "\n")
    table.equal(addresses, "addresses 10.0.2.1 fd00:0:0:2:0:0:0:1\n", "addresses of bob")
    for host in ["10.0.2.1", "fd00:0:0:2:0:0:0:1"] {
      let answer = try household.run(
        Household.spec(Household.own, ["ask", host, "500"], in: household.networks[0]))
      table.equal(answer, "returned 500\n", "datagrams that came back from \(host)")
    }
    table.equal(household.forwarded, 2000, "packets forwarded")
    for (index, capture) in captures.enumerated() {
      var seen = 0
      var stamps: [Int64] = []
      let now = realtimeNanoseconds()
      let total = try unsafe capture.read { at, bytes, length in
        table.equal(bytes.count, length, "length of a captured packet")
        if unsafe bytes[0] >> 4 == 4 ? bytes[9] == 17 : bytes[6] == 17 { seen += 1 }
        stamps.append(at)
      }
      table.equal(seen, 2000, "datagrams captured at \(index)")
      table.holds(
        stamps.allSatisfy { $0 <= now && now - $0 < 60_000_000_000 }, "stamps at \(index)")
      let statistics = try capture.statistics()
      table.equal(statistics.received, total, "packets that capture \(index) counts")
      table.equal(statistics.dropped, 0, "packets dropped by capture \(index)")
      let counters = try household.networks[index].statistics()
      table.equal(counters.receivedPackets, 1000, "packets that device \(index) received")
      table.equal(counters.sentPackets, 1000, "packets device \(index) sent")
      table.equal(counters.sentDropped + counters.receivedDropped, 0, "packets dropped at \(index)")
    }
  }

  /// A namespace with IPv4 alone says nothing of its own accord; what nobody reads is dropped and counted.
  static func silence(_ sandbox: Sandbox, _ table: inout Table) throws {
    let household = try Household(sandbox, hasIPv6: false)
    let echo = try sandbox.spawn(Household.spec(Household.own, ["echo"], in: household.networks[1]))
    table.equal(try household.read(echo, until: "\n"), "addresses 10.0.2.1\n", "addresses")
    let socket = try household.networks[0].inside { () throws(SystemError) in
      try UDPSocket(host: [10, 0, 1, 1])
    }
    let tight = try household.networks[0].openCapture(bufferBytes: 256 << 10)
    let one = UDPDatagram(bytes: [1], host: [10, 0, 2, 1], port: 5000)
    table.equal(
      try socket.send([UDPDatagram](repeating: one, count: 1500)), 1500, "datagrams sent")
    var seen = 0
    _ = try unsafe tight.read { _, _, _ in seen += 1 }
    let missed = try tight.statistics().dropped
    table.equal(seen + missed, 1500, "packets that a tight capture saw or missed")
    table.holds(missed > 0, "a capture with little room misses some")
    let counters = try household.networks[0].statistics()
    table.equal(counters.sentDropped, 500, "dropped of 1500 with a queue of 1000")
    let other = try household.networks[1].statistics()
    table.equal(other.sentPackets, 0, "packets that nobody asked for")
  }

  /// An ordinary ping works without rights.
  static func ping(_ sandbox: Sandbox, _ table: inout Table) throws {
    let household = try Household(sandbox)
    for host in ["10.0.2.1", "fd00:0:0:2::1"] {
      let text = try household.run(
        Household.spec("/usr/bin/ping", ["-c", "3", "-i", "0.2", host], in: household.networks[0]))
      table.holds(text.contains("3 packets transmitted, 3 received"), "ping \(host): \(text)")
    }
  }

  /// Threads that want the same processor wait for it, and are counted where they run; those that stand behind all others are not.
  static func processors(_ sandbox: Sandbox, _ table: inout Table) throws {
    let household = try Household(sandbox)
    var counts = SchedulerCounts(household.networks)
    table.equal(counts.take(), [nil, nil], "networks without processes")
    let rivals = """
      one=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//'); taskset -pc $one $$ > /dev/null
      work() { i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; }
      (work; echo; exec sleep 1000) | (work; read line; echo done; exec sleep 1000)
      """
    let busy = try sandbox.spawn(Household.shell(rivals, in: household.networks[1]))
    table.equal(try household.read(busy, until: "done"), "done\n", "work")
    let shares = counts.take()
    table.equal(shares[0], nil, "the other network")
    table.holds((shares[1]?.waiting ?? 0) > 2_000_000, "waited: \(shares)")
    table.holds((shares[1]?.running ?? 0) > 20_000_000, "ran: \(shares)")
    let later = counts.take()
    table.holds((later[1]?.running ?? .max) < 20_000_000, "counted twice: \(later)")
    let patient = try sandbox.spawn(
      Household.spec("/usr/bin/nice", ["sh", "-c", rivals], in: household.networks[0]))
    table.equal(try household.read(patient, until: "done"), "done\n", "work that can wait")
    let patience = counts.take()
    table.holds((patience[0]?.running ?? 0) < 20_000_000, "work that can wait: \(patience)")
    for process in [busy, patient] { try process.kill() }
  }
}

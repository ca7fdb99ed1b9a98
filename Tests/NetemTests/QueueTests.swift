import Netem
import SansIO
import TestSupport
import Testing

@Suite("Queue, rate and delay, to the nanosecond")
struct QueueTests {
  @Test("packets leave at the rate and arrive after the delay")
  func rate() {
    var table = Table()
    // 1000 bytes at 800 kbit/s are 10 ms.
    var run = LinkRun(DirectionSettings(rate: .kilobits(800), delay: .milliseconds(5)))
    run.offer(3)
    run.wait()
    table.equal(run.arrivals.map(\.at), [15, 25, 35].map { $0 * millisecond }, "back to back")
    table.equal(run.arrivals.map(\.tag), [0, 1, 2], "order")

    run = LinkRun(DirectionSettings(rate: .kilobits(800), overheadBytesPerPacket: 250))
    run.offer(2, byteCount: 750, every: 50 * millisecond)
    run.wait()
    table.equal(run.arrivals.map(\.at), [10, 60].map { $0 * millisecond }, "overhead counts")

    // 8000 bits at 3 bit/s: 2666.67 s each; what is rounded up for one packet serves the next.
    run = LinkRun(DirectionSettings(rate: BitRate(bitsPerSecond: 3)))
    run.offer(3)
    run.wait()
    table.equal(
      run.arrivals.map(\.at), [2_666_666_666_667, 5_333_333_333_334, 8_000_000_000_000], "thirds")

    // No rounding adds up over 3000 packets: 3000 · 8000 bits at 7 Mbit/s.
    run = LinkRun(DirectionSettings(rate: .kilobits(7000)))
    run.offer(3000)
    run.wait()
    table.equal(run.arrivals.last?.at, 3_428_571_429, "long run")

    run = LinkRun(DirectionSettings(delay: .milliseconds(30)))
    run.offer(3, every: 7)
    run.wait()
    table.equal(run.arrivals.map { $0.at - 30 * millisecond }, [0, 7, 14], "no rate, delay alone")

    run = LinkRun(.perfect)
    run.offer(2, every: 3)
    table.equal(run.arrivals.map(\.at), [0, 3], "perfect: at once")
    table.equal(run.link.deadline, nil, "perfect: nothing left")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("tail drop by packets, bytes and milliseconds")
  func limits() {
    let rows: [(QueueLimit?, Int, [Int])] = [
      // Of 10 ms each; the one being sent counts.
      (.packets(3), 0, [0, 1, 2]),
      (.packets(0), 0, []),
      (.bytes(2999), 0, [0, 1]),
      (.bytes(3000), 0, [0, 1, 2]),
      (.milliseconds(0), 0, [0]),
      (.milliseconds(19), 0, [0, 1]),
      (.milliseconds(20), 0, [0, 1, 2]),
      (nil, 0, [0, 1, 2, 3, 4, 5]),
      // One offered each 5 ms: the first has gone, the second is half out.
      (.packets(1), 5, [0, 2, 4]),
      (.packets(2), 5, [0, 1, 2, 4]),
      (.milliseconds(5), 5, [0, 1, 3, 5]),
      (.milliseconds(4), 5, [0, 2, 4]),
    ]
    var table = Table()
    for (limit, interval, passed) in rows {
      var run = LinkRun(DirectionSettings(rate: .kilobits(800), queue: limit))
      run.offer(6, every: Int64(interval) * millisecond)
      run.wait()
      let row = "\(limit.map { "\($0)" } ?? "none") every \(interval) ms"
      table.equal(run.arrivals.map(\.tag), passed, row)
      table.equal(
        run.drops.map(\.reason), Array(repeating: "queue full", count: 6 - passed.count), row)
      table.equal(run.link.statistics.queueFull, 6 - passed.count, row)
    }
    // Without a rate nothing queues, so that nothing is dropped.
    var run = LinkRun(DirectionSettings(queue: .packets(1)))
    run.offer(6)
    table.equal(run.drops.count, 0, "no rate")
    // A queue without a limit has one all the same.
    run = LinkRun(DirectionSettings(rate: BitRate(bitsPerSecond: 0)))
    run.offer(10_050, byteCount: 28)
    table.equal(run.drops.count, 50, "implicit limit")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("only packets longer than the MTU are dropped, whatever the overhead")
  func mtu() {
    var run = LinkRun(DirectionSettings(mtu: 1200, overheadBytesPerPacket: 50))
    run.offer(1, byteCount: 1200)
    run.offer(1, byteCount: 1201)
    #expect(
      run.arrivals.map(\.tag) == [0] && run.drops.map(\.tag) == [1] && run.drops[0].reason == "MTU")
  }
}

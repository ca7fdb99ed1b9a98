import DTLS
import SansIO
import TestSupport
import Testing

@Suite("DTLS retransmission in virtual time")
struct RetransmissionTests {
  @Test("waits are exactly those of the timer, then it says that nobody answers")
  func waits() {
    let rows: [(RetransmissionTimer, Duration, [Int])] = [
      (.libwebrtc, .milliseconds(100), [200, 400, 800, 1600] + Array(repeating: 3000, count: 9)),
      (
        .libwebrtc, .milliseconds(2),
        [50, 100, 200, 400, 800, 1600] + Array(repeating: 3000, count: 7)
      ),
      (.libwebrtc, .milliseconds(1000), [2000] + Array(repeating: 3000, count: 12)),
      (.libwebrtc, .seconds(9), Array(repeating: 3000, count: 13)),
      (
        .openSSL, .milliseconds(100),
        [1000, 2000, 4000, 8000, 16000, 32000] + Array(repeating: 60000, count: 7)
      ),
    ]
    var table = Table()
    for (timer, roundTripTime, waits) in rows {
      var settings = HandshakePair.Settings(oneWayDelay: roundTripTime / 2)
      settings.client.timer = timer
      let pair = HandshakePair(settings)
      pair.arrivals = { _, _, _ in [] }
      pair.start()
      pair.run()
      var sum = 0
      let expected =
        [0]
        + waits.dropLast().map { wait in
          sum += wait
          return sum
        }
      let row = "\(timer), round trip \(roundTripTime)"
      table.equal(pair.sent.map { Int($0.at.nanoseconds / 1_000_000) }, expected, row)
      table.equal(Int(pair.now.nanoseconds / 1_000_000), sum + (waits.last ?? 0), row)
      table.equal(pair.failures[0], "no answer: the last flight was sent again 12 times", row)
      table.equal(pair.ends[0].deadline, nil, row)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a datagram shortly before the deadline does not bring it forward")
  func shortlyBefore() {
    let pair = HandshakePair()
    pair.arrivals = { _, _, _ in [] }
    pair.start()
    let record: [UInt8] = [20, 254, 253, 0, 0, 0, 0, 0, 0, 0, 9, 0, 1, 1]
    for nanoseconds: Int64 in [186_000_000, 199_000_000, 199_999_999] {
      pair.wait(until: Instant(nanoseconds: nanoseconds))
      pair.deliver(record, to: 0)
    }
    #expect(
      pair.sent.count == 1 && pair.ends[0].deadline == .start + .milliseconds(200), "\(pair.sent)")
  }

  @Test("a client that missed the last flight gets it again, twelve times over")
  func lastFlight() {
    var table = Table()
    for lost in 1...12 {
      let pair = HandshakePair()
      pair.arrivals = { from, index, _ in from == 1 && (1...lost).contains(index) ? [] : nil }
      pair.start()
      pair.run()
      let again = pair.events[1].count {
        if case .flight(1, _, retransmission: true) = $0 { true } else { false }
      }
      table.holds(pair.bothConnected, "\(lost) lost: \(pair.failures)")
      table.equal(again, lost, "\(lost) lost")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("handshakes at 50 ms one way, 400 seeds at each loss rate")
  func percentiles() {
    // (loss, limit of the 95th percentile in ms)
    let rows: [(Double, Int)] = [(0, 200), (0.1, 1000), (0.3, 12000)]
    var table = Table()
    for (loss, limit) in rows {
      var times: [Int] = []
      for seed in 0..<400 {
        let pair = HandshakePair(.init(seed: UInt64(seed), lossProbability: loss))
        pair.start()
        pair.run(until: \.isOver)
        if pair.bothConnected, let last = pair.connectedAt.compactMap(\.self).max() {
          times.append(Int(last.nanoseconds / 1_000_000))
        } else {
          table.holds(false, "loss \(loss), seed \(seed): \(pair.failures)")
        }
      }
      times.sort()
      let p50 = times[times.count / 2]
      let p95 = times[times.count * 95 / 100]
      print(
        "DTLS handshake at loss \(loss): p50 \(p50) ms, p95 \(p95) ms, max \(times.last ?? 0) ms")
      table.holds(p95 <= limit, "loss \(loss): p95 \(p95) ms")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

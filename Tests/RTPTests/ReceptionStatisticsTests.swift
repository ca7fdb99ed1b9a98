import RTP
import SansIO
import TestSupport
import Testing

@Suite("Reception statistics")
struct ReceptionStatisticsTests {
  @Test func reportBlocksCountLossAndJitter() {
    var table = Table()
    var statistics = ReceptionStatistics(ssrc: 7, clockRate: 90_000)
    table.equal(statistics.makeReportBlock(at: .start), nil, "nothing came")
    // 100 packets around the wrap, 20 ms apart; each tenth lost; a late one and a duplicate.
    for index in 0..<100 where index % 10 != 5 {
      statistics.received(
        sequenceNumber: UInt16(truncatingIfNeeded: 65500 + index),
        timestamp: UInt32(1800 * index), byteCount: 100,
        arrival: Instant(nanoseconds: Int64(index) * 20_000_000))
    }
    statistics.receivedSenderReport(
      ntp: 0x1111_2222_3333_4444, at: Instant(nanoseconds: 1_000_000_000))
    let now = Instant(nanoseconds: 2_500_000_000)
    let first = statistics.makeReportBlock(at: now)
    table.equal(first?.fractionLost, 25, "10 of 100, in 1/256")
    table.equal(first?.cumulativeLost, 10, "lost")
    table.equal(first?.extendedHighestSequence, 65599, "with a cycle")
    table.equal(first?.jitter, 0, "an even stream")
    table.equal(first?.lastSenderReport, 0x2222_3333, "middle bits")
    table.equal(first?.delaySinceLastSenderReport, 98304, "1.5 s")
    statistics.received(sequenceNumber: 65505, timestamp: 9000, arrival: now)
    statistics.received(sequenceNumber: 65505, timestamp: 9000, arrival: now)
    let second = statistics.makeReportBlock(at: now)
    table.equal(second?.fractionLost, 0, "nothing lost since")
    table.equal(second?.cumulativeLost, 8, "late and duplicate count")
    table.holds((second?.jitter ?? 0) > 0, "late packets are jitter")
    table.equal(statistics.receivedBytes, 9000, "bytes")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func jumpsAreBelievedTheSecondTime() {
    var table = Table()
    var statistics = ReceptionStatistics(ssrc: 7, clockRate: 48_000)
    func receive(_ sequence: UInt16) {
      statistics.received(sequenceNumber: sequence, timestamp: 0, arrival: .start)
    }
    for sequence in UInt16(0)..<10 { receive(sequence) }
    receive(30_000)
    table.equal(statistics.expectedCount, 10, "one stray packet")
    receive(10)
    receive(30_000)
    receive(30_001)
    receive(30_002)
    table.equal(statistics.expectedCount, 2, "a sender that began anew")
    table.equal(statistics.cumulativeLost, 0, "nothing lost by it")
    var generator = Seed(4).stream("numbers")
    for _ in 0..<2000 {
      statistics.received(
        sequenceNumber: UInt16(truncatingIfNeeded: generator.next()),
        timestamp: UInt32(truncatingIfNeeded: generator.next()),
        arrival: Instant(nanoseconds: Int64(generator.next() >> 2)))
      _ = statistics.makeReportBlock(at: .start)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

import Congestion
import SansIO
import TestSupport
import Testing

private func at(_ milliseconds: Int64) -> Instant {
  Instant(nanoseconds: milliseconds * 1_000_000)
}

@Suite("Pacer")
struct PacerTests {
  @Test func spreadsVideoAndLetsSoundPass() {
    var table = Table()
    // 400 kbps × 2.5: 1250 bytes take 10 ms.
    var pacer = Pacer(target: .kilobits(400), limitPackets: 6)
    table.equal(pacer.deadline, nil, "nothing waits")
    for id in 0..<3 {
      pacer.enqueue(PacedPacket(priority: .video, byteCount: 1250, id: id), at: at(5))
    }
    table.equal(pacer.deadline, at(5), "due at once")
    table.equal(pacer.next(at: at(5))?.id, 0, "first")
    table.equal(pacer.next(at: at(5))?.id, nil, "the second waits")
    table.equal(pacer.deadline, at(15), "10 ms")
    pacer.enqueue(PacedPacket(priority: .retransmission, byteCount: 1250, id: 10), at: at(6))
    pacer.enqueue(PacedPacket(priority: .audio, byteCount: 100, id: 20), at: at(7))
    table.equal(pacer.deadline, at(7), "sound is due")
    table.equal(pacer.next(at: at(7))?.id, 20, "sound passes")
    table.equal(pacer.next(at: at(7))?.id, nil, "nothing else does")
    table.equal(pacer.next(at: at(15))?.id, 10, "then the retransmission")
    table.equal(pacer.next(at: at(25))?.id, 1, "then video")
    pacer.target = .kilobits(200)
    table.equal(pacer.next(at: at(35))?.id, 2, "what was sent keeps its time")
    pacer.enqueue(PacedPacket(priority: .video, byteCount: 1250, id: 3), at: at(36))
    table.equal(pacer.deadline, at(55), "half the rate, twice the time")
    for id in 4..<9 {
      pacer.enqueue(PacedPacket(priority: .video, byteCount: 1250, id: id), at: at(36))
    }
    table.holds(
      !pacer.enqueue(PacedPacket(priority: .audio, byteCount: 1, id: 9), at: at(36)), "full")
    table.equal(pacer.queuedBytes, 7500, "bytes that wait")
    table.equal(pacer.removeAll().map(\.id), [3, 4, 5, 6, 7, 8], "emptied")
    table.equal(pacer.deadline, nil, "empty")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func longQueuesGoFaster() {
    var pacer = Pacer(target: .kilobits(10))
    for id in 0..<1000 {
      pacer.enqueue(PacedPacket(priority: .video, byteCount: 1250, id: id), at: .start)
    }
    var sent = 0
    for milliseconds in Int64(0)..<4000 {
      while pacer.next(at: at(milliseconds)) != nil { sent += 1 }
    }
    // The rest shrinks by e each 2 s.
    #expect((840...890).contains(sent), "\(sent) packets in 4 s")
  }
}

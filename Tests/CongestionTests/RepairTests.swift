import Congestion
import RTP
import SansIO
import TestSupport
import Testing

private func at(_ milliseconds: Int64) -> Instant {
  Instant(nanoseconds: milliseconds * 1_000_000)
}

@Suite("Loss repair")
struct RepairTests {
  @Test func historyAnswersRequests() {
    var table = Table()
    var history = RetransmissionHistory(
      capacity: 4, maximumAge: .seconds(1), roundTripTime: .milliseconds(50))
    for index in 0..<6 {
      let sequence = UInt16(truncatingIfNeeded: 65533 + index)
      history.sent(
        RTPPacket(
          payloadType: 96, sequenceNumber: sequence, timestamp: 0, ssrc: 1,
          payload: [UInt8(index)]), at: at(0))
    }
    let rows: [(sequence: UInt16, time: Int64, payload: [UInt8]?, name: String)] = [
      (65533, 10, nil, "pushed out by count"), (65535, 10, [2], "kept"),
      (65535, 59, nil, "asked again within the round trip"), (65535, 60, [2], "asked after it"),
      (9, 60, nil, "never sent"), (2, 1000, [5], "just young enough"), (1, 1001, nil, "too old"),
    ]
    for row in rows {
      table.equal(
        history.retransmit(row.sequence, at: at(row.time))?.payload, row.payload, row.name)
    }
    history.removeAll()
    table.equal(history.retransmit(2, at: at(100))?.payload, nil, "forgotten")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func asksForWhatIsMissing() {
    var table = Table()
    var requester = NACKRequester(roundTripTime: .milliseconds(40))
    requester.received(sequenceNumber: 65534, at: at(0))
    table.equal(requester.deadline, nil, "nothing is missing")
    requester.received(sequenceNumber: 2, at: at(10))
    table.equal(requester.deadline, at(10), "at once")
    table.equal(requester.due(at: at(10)), [65535, 0, 1], "across the wrap")
    table.equal(requester.due(at: at(49)), [], "an answer needs a round trip")
    requester.received(sequenceNumber: 0, at: at(49))
    table.equal(requester.due(at: at(50)), [65535, 1], "again")
    requester.clear(before: 1)
    table.equal(requester.due(at: at(90)), [1], "a key frame began at 1")
    var asked = 0
    for time in stride(from: Int64(100), to: 2000, by: 10) {
      asked += requester.due(at: at(time)).count
    }
    table.equal(asked, 7, "ten times in all")
    table.holds(requester.takeKeyFrameRequest(), "then only a key frame helps")
    table.holds(!requester.takeKeyFrameRequest(), "which is said once")
    table.equal(requester.gaveUpCount, 1, "one packet")
    table.equal(requester.deadline, nil, "nothing is left")
    requester.received(sequenceNumber: 1, at: at(2000))
    table.equal(requester.missingCount, 0, "late is late")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func doesNotAskForTooMuch() {
    var table = Table()
    var requester = NACKRequester()
    requester.received(sequenceNumber: 0, at: at(0))
    requester.received(sequenceNumber: 900, at: at(10))
    table.equal(requester.due(at: at(10)).count, 899, "a burst")
    requester.received(sequenceNumber: 1100, at: at(20))
    table.equal(requester.missingCount, 0, "more than a thousand")
    table.holds(requester.takeKeyFrameRequest(), "a key frame instead")
    requester.received(sequenceNumber: 1120, at: at(3000))
    table.equal(requester.missingCount, 0, "after an outage")
    table.holds(requester.takeKeyFrameRequest(), "a key frame instead")
    requester.received(sequenceNumber: 1125, at: at(6000))
    table.equal(requester.missingCount, 4, "a pause of the sender with little loss")
    requester.configuration.reorderingWait = .milliseconds(15)
    requester.received(sequenceNumber: 1127, at: at(6010))
    table.equal(requester.due(at: at(6010)).count, 4, "what may be reordered waits")
    requester.received(sequenceNumber: 1126, at: at(6020))
    table.equal(requester.missingCount, 4, "and came")
    var generator = Seed(6).stream("numbers")
    for round in 0..<3000 {
      requester.received(
        sequenceNumber: UInt16(truncatingIfNeeded: generator.next()), at: at(7000 + Int64(round)))
      _ = requester.due(at: at(7000 + Int64(round)))
      if requester.missingCount > 1000 { table.holds(false, "unbounded") }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

@Suite("Transport-wide feedback")
struct TransportFeedbackRecorderTests {
  @Test func reportsEachPacketOnce() {
    var table = Table()
    var recorder = TransportFeedbackRecorder(senderSSRC: 1, mediaSSRC: 2)
    table.equal(recorder.deadline, nil, "nothing came")
    let arrivals: [(sequence: UInt16, time: Int64)] = [
      (65534, 130), (0, 150), (65535, 152), (3, 190), (3, 191),
    ]
    for arrival in arrivals {
      recorder.received(transportSequence: arrival.sequence, at: at(arrival.time))
    }
    table.equal(recorder.deadline, at(230), "100 ms after the first")
    table.equal(recorder.feedback(at: at(229)).count, 0, "not yet")
    let first = recorder.feedback(at: at(230))
    table.equal(first.count, 1, "one message")
    table.equal(first.first?.baseSequenceNumber, 65534, "base")
    table.equal(first.first?.referenceTime, 2, "in 64 ms")
    table.equal(times(first), ["65534@130", "65535@152", "0@150", "3@190"], "arrivals")
    table.equal(first.first?.statuses.count, 6, "with two missing")
    table.equal(recorder.deadline, nil, "all told")
    // One of the missing comes late; then what follows.
    recorder.received(transportSequence: 1, at: at(240))
    recorder.received(transportSequence: 6, at: at(250))
    let second = recorder.feedback(at: at(330))
    table.equal(second.map(\.baseSequenceNumber), [1, 4], "back to the late one, then on")
    table.equal(second.map(\.statuses.count), [1, 3], "nothing twice")
    table.equal(second.map(\.feedbackCount), [1, 2], "counted")
    // A delta that does not fit, and a gap that is too long.
    recorder.interval = .seconds(30)
    recorder.received(transportSequence: 7, at: at(400))
    recorder.received(transportSequence: 8, at: at(10_400))
    recorder.received(transportSequence: 20_000, at: at(10_401))
    let third = recorder.feedback(at: at(40_000))
    table.equal(times(third), ["7@400", "8@10400", "20000@10401"], "in three messages")
    table.equal(third.map(\.baseSequenceNumber), [7, 8, 20_000], "bases")
    for message in first + second + third {
      let bytes = RTCPPacket.serialize([.transportFeedback(message)])
      table.equal(
        try? RTCPPacket.parseCompound(bytes), [.transportFeedback(message)], "on the wire")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func survivesAnyNumbers() {
    var recorder = TransportFeedbackRecorder(senderSSRC: 1, mediaSSRC: 2)
    var generator = Seed(7).stream("numbers")
    var reported = 0
    for round in 0..<10_000 {
      let now = at(Int64(round) * 3)
      recorder.received(
        transportSequence: UInt16(truncatingIfNeeded: generator.next()), at: now)
      for message in recorder.feedback(at: now) { reported += message.arrivals.count }
    }
    #expect(reported > 9000)
  }

  /// "sequence@milliseconds".
  private func times(_ messages: [TransportFeedback]) -> [String] {
    messages.flatMap { message in
      message.arrivals.map { arrival in
        let reference = Duration.milliseconds(64 * Int64(message.referenceTime))
        return "\(arrival.sequenceNumber)@\((reference + arrival.offset).milliseconds)"
      }
    }
  }
}

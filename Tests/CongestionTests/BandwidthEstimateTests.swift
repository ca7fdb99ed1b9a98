import Congestion
import RTP
import SansIO
import TestSupport
import Testing

@Suite("Bandwidth estimate, at the receiver and at the sender")
struct BandwidthEstimateTests {
  struct Row {
    var name: String
    var settings: Bottleneck.Settings
    /// Seconds after which the bounds hold.
    var converged = 6
    /// Percent of the link's rate.
    var utilisation: Int
    /// Milliseconds in the queue, 50 and 95 percent of the packets.
    var waits: (Int, Int)
    /// Packets that the full queue drops after convergence.
    var dropped = 0
  }

  static func rows() -> [Row] {
    func settings(_ change: (inout Bottleneck.Settings) -> Void) -> Bottleneck.Settings {
      var settings = Bottleneck.Settings()
      change(&settings)
      return settings
    }
    return [
      Row(name: "330 kbps", settings: settings { _ in }, utilisation: 75, waits: (60, 300)),
      Row(
        name: "330 kbps, begun at 1000", settings: settings { $0.start = .kilobits(1000) },
        converged: 8, utilisation: 75, waits: (60, 300)),
      Row(
        name: "780 kbps", settings: settings { $0.rate = .kilobits(780) },
        utilisation: 75, waits: (60, 300)),
      Row(
        name: "780 kbps, begun at 100",
        settings: settings {
          $0.rate = .kilobits(780)
          $0.start = .kilobits(100)
        }, converged: 8, utilisation: 75, waits: (60, 300)),
      Row(
        name: "330 kbps, 1 % loss", settings: settings { $0.lossPercent = 1 },
        utilisation: 70, waits: (60, 300)),
      Row(
        name: "780 kbps, 5 % loss",
        settings: settings {
          $0.rate = .kilobits(780)
          $0.lossPercent = 5
        }, utilisation: 60, waits: (60, 300)),
      Row(
        name: "780 kbps, 10 % loss",
        settings: settings {
          $0.rate = .kilobits(780)
          $0.lossPercent = 10
          $0.seconds = 60
        }, utilisation: 40, waits: (60, 300)),
      Row(
        name: "satellite, 1000 kbps and 300 ms each way",
        settings: settings {
          $0.rate = .kilobits(1000)
          $0.delay = 300
        }, converged: 10, utilisation: 70, waits: (60, 300)),
      Row(
        name: "satellite, 256 kbps and 300 ms each way",
        settings: settings {
          $0.rate = .kilobits(256)
          $0.delay = 300
        }, converged: 10, utilisation: 70, waits: (60, 300)),
      Row(
        name: "jitter of 20 ms",
        settings: settings {
          $0.rate = .kilobits(780)
          $0.jitter = 20
        }, utilisation: 70, waits: (60, 300)),
      Row(
        name: "short queue",
        settings: settings {
          $0.rate = .kilobits(256)
          $0.delay = 5
          $0.queuePackets = 10
        }, utilisation: 70, waits: (60, 300), dropped: 60),
      Row(
        name: "cut to a third after 10 s",
        settings: settings {
          $0.rate = .kilobits(780)
          $0.change = (10_000, .kilobits(260))
        }, converged: 16, utilisation: 70, waits: (60, 300)),
      Row(
        name: "threefold after 10 s",
        settings: settings {
          $0.rate = .kilobits(260)
          $0.change = (10_000, .kilobits(780))
          $0.seconds = 40
        }, converged: 22, utilisation: 70, waits: (60, 300)),
      Row(
        name: "blackout of 3 s",
        settings: settings { $0.blackout = 10_000..<13_000 },
        converged: 16, utilisation: 75, waits: (60, 300)),
      Row(
        name: "120 kbps and 400 ms each way",
        settings: settings {
          $0.rate = .kilobits(120)
          $0.delay = 400
          $0.framesPerSecond = 10
        }, converged: 14, utilisation: 60, waits: (60, 400)),
    ]
  }

  @Test("follows the link", arguments: Bottleneck.Feedback.allCases)
  func followsTheLink(feedback: Bottleneck.Feedback) {
    var table = Table()
    for row in Self.rows() {
      for seed: UInt64 in 1...(feedback == .remb ? 2 : 1) {
        var settings = row.settings
        settings.seed = seed
        settings.feedback = feedback
        var call = Bottleneck(settings)
        call.run()
        let range = row.converged..<settings.seconds
        let utilisation = call.utilisation(range)
        let waits = (call.wait(range, percent: 50), call.wait(range, percent: 95))
        let dropped = call.dropped(range)
        let finding =
          "\(row.name), seed \(seed): \(utilisation) % used, waits \(waits), \(dropped) dropped"
        let holds =
          utilisation >= row.utilisation && waits.0 <= row.waits.0 && waits.1 <= row.waits.1
          && dropped <= row.dropped
        if !holds { print(call.summary) }
        table.holds(holds, finding)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func tellsAtOnceWhenTheRateFalls() {
    var table = Table()
    var estimator = ReceiveBandwidthEstimator()
    table.equal(estimator.estimate, nil, "nothing came")
    table.equal(estimator.deadline, nil, "nothing to tell")
    func receive(_ milliseconds: Int, delay: Int) -> BitRate? {
      let sent = AbsSendTime(nanoseconds: Int64(milliseconds) * 1_000_000)
      let at = Instant(nanoseconds: Int64(milliseconds + delay) * 1_000_000)
      estimator.received(byteCount: 1250, sendTime: sent, at: at)
      return estimator.dueREMB(at: at)
    }
    table.equal(receive(0, delay: 50), .kilobits(300), "the first packet: where it starts")
    table.equal(
      estimator.deadline, Instant(nanoseconds: 1_050_000_000), "then each second")
    var rates: [Int64] = []
    var last = 0
    // 400 kbps arrive evenly, more and more late from 3 s on.
    for packet in 1..<160 {
      let sent = packet * 25
      let late = max(0, sent - 3000) / 2
      if let rate = receive(sent, delay: 50 + late) {
        if rate.bitsPerSecond >= (rates.last ?? 0) {
          table.holds(sent + late - last >= 200, "a rise after \(sent + late - last) ms")
        }
        last = sent + late
        rates.append(rate.bitsPerSecond)
      }
    }
    let most = rates.max() ?? 0
    table.holds((500_000...650_000).contains(most), "at most 1.5 × what comes: \(most)")
    table.holds((rates.last ?? 0) < 300_000, "a growing queue: \(rates)")
    table.holds(estimator.queueDelay > .milliseconds(150), "queue of \(estimator.queueDelay)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func survivesAnySendTime() {
    var estimator = ReceiveBandwidthEstimator()
    var generator = Seed(5).stream("send times")
    var now = Instant.start
    var least = Int64.max
    for _ in 0..<10_000 {
      let draw = generator.next()
      now = now + .microseconds(Int64(draw >> 50))
      if draw % 1000 == 0 { now = now + .seconds(40) }
      estimator.received(
        byteCount: Int(draw % 70_000),
        sendTime: AbsSendTime(value: UInt32(truncatingIfNeeded: draw >> 20)),
        at: now)
      estimator.noteLoss(fraction: draw % 7 == 0 ? .nan : draw.unitInterval)
      least = min(least, estimator.dueREMB(at: now)?.bitsPerSecond ?? least)
    }
    #expect(least >= 10_000)
  }

  @Test func survivesAnyTransportFeedback() throws {
    var estimator = SendBandwidthEstimator(start: .kilobits(300), maximum: .kilobits(2000))
    var generator = Seed(6).stream("reports")
    var table = Table()
    func report(base: UInt16, reference: UInt32, _ statuses: [TransportFeedback.Status])
      -> TransportFeedback
    {
      TransportFeedback(
        senderSSRC: 1, mediaSSRC: 2, baseSequenceNumber: base, referenceTime: reference,
        feedbackCount: 0, statuses: statuses)
    }
    table.equal(
      estimator.receive(report(base: 7, reference: 1, [.received(delta: 0)]), at: .start), nil,
      "nothing was sent")
    var now = Instant.start
    for step in 0..<5000 {
      let draw = generator.next()
      now = now + .microseconds(Int64(draw >> 52))
      estimator.sent(
        transportSequence: UInt16(truncatingIfNeeded: step * 3), byteCount: Int(draw % 1400),
        at: now)
      guard step % 8 == 0 else { continue }
      let statuses = (0..<Int(draw % 40) + 1).map { index -> TransportFeedback.Status in
        generator.next() % 3 == 0
          ? .notReceived : .received(delta: Int16(truncatingIfNeeded: generator.next()))
      }
      let base = UInt16(truncatingIfNeeded: step * 3) &- UInt16(draw % 64)
      let reference = UInt32(truncatingIfNeeded: draw >> 30)
      if let rate = estimator.receive(
        report(base: base, reference: reference, statuses), at: now)
      {
        table.holds((10_000...2_000_000).contains(rate.bitsPerSecond), "\(rate) at \(step)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

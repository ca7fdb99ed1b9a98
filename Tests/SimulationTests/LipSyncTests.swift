import SansIO
import TestSupport
import Testing
import Trace

@Suite("Sound and pictures stay together")
struct LipSyncTests {
  @Test("within ±45 ms whatever the peers' clocks do")
  func clocks() throws {
    var table = Table()
    for (alice, bob) in [
      ("", ""), ("clock: {offset: 5s, drift: 50ppm}", "clock: {offset: -3s, drift: -50ppm}"),
      ("clock: {drift: -500ppm}", "clock: {drift: 500ppm}"),
    ] {
      let outcome = try TestCall("clocks") {
        $0.alice.more = alice
        $0.bob.more = bob
        $0.network = "{delay: 40ms, jitter: 10ms}"
        $0.steps = ["run for 5s"]
      }.run()
      let row = "\(alice) / \(bob)"
      table.equal(outcome.script, "ended", row)
      for (sender, receiver) in [(TestCall.alice, TestCall.bob), (TestCall.bob, TestCall.alice)] {
        let pictures = outcome.rendered(receiver).compactMap { item in
          item.strip.map { (at: item.at, delay: item.at - $0.captured) }
        }
        let sent = Dictionary(
          outcome.marksSent(sender).map { ($0.mark, $0.at) }, uniquingKeysWith: { a, _ in a })
        let marks = outcome.marksPlayed(receiver).compactMap { mark in
          sent[mark.mark].map { (at: mark.at, delay: mark.at - $0) }
        }
        let offsets = Self.offsets(pictures, marks, since: .start + .seconds(2))
        table.holds(offsets.count > 8, "\(row): \(offsets.count) offsets")
        table.holds(
          offsets.allSatisfy { (.milliseconds(-45) ... .milliseconds(45)).contains($0) },
          "\(row), from peer \(sender.index): \(offsets)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("sound that takes longer on the way holds the pictures back")
  func lateSound() throws {
    var table = Table()
    for (audio, video) in [
      (Duration.milliseconds(150), Duration.zero), (.zero, .milliseconds(150)),
    ] {
      let pair = try AgentPair()
      pair.extraDelay = { peer, datagram in
        let bytes = datagram.payload
        guard peer == 0, bytes.count > 12, (128...191).contains(bytes[0]) else { return .zero }
        switch bytes[1] & 127 {
        case 111: return audio
        case 96, 97: return video
        default: return .zero
        }
      }
      pair.call()
      pair.run(for: .seconds(9))
      var pictures: [(at: Instant, delay: Duration)] = []
      var marks: [(at: Instant, delay: Duration)] = []
      var sent: [UInt32: Instant] = [:]
      for (at, event) in pair.media(0) {
        if case .markSent(_, let mark) = event { sent[mark] = at }
      }
      for (at, event) in pair.media(1) {
        switch event {
        case .rendered(_, let strip?, _, _): pictures.append((at, at - strip.captured))
        case .markPlayed(_, let mark): if let begin = sent[mark] { marks.append((at, at - begin)) }
        default: break
        }
      }
      let offsets = Self.offsets(pictures, marks, since: .start + .seconds(6))
      let row = "sound later by \(audio), pictures by \(video)"
      table.holds(offsets.count > 8, "\(row): \(offsets.count) offsets")
      table.holds(
        offsets.allSatisfy { (.milliseconds(-45) ... .milliseconds(45)).contains($0) },
        "\(row): \(offsets)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  /// By how much pictures come later than sound, at each mark.
  private static func offsets(
    _ pictures: [(at: Instant, delay: Duration)], _ marks: [(at: Instant, delay: Duration)],
    since begin: Instant
  ) -> [Duration] {
    marks.filter { $0.at >= begin }.compactMap { mark in
      pictures.last { $0.at <= mark.at }.map { $0.delay - mark.delay }
    }
  }
}

import SansIO
import TestSupport
import Trace

@testable import Metrics

/// What is wrong with a call that a test makes by hand.
extension SampleCall {
  /// Leaves out what matches, beside what is left out already.
  mutating func drop(_ matches: @escaping (TraceEvent) -> Bool) {
    let before = without
    without = { before($0) || matches($0) }
  }

  mutating func dropMedia(at peer: PeerID? = nil, mid: String? = nil) {
    drop { event in
      guard case .media(let media) = event.kind else { return false }
      if case .markSent = media { return false }
      if let peer, event.subject != .peer(peer) { return false }
      return mid == nil || media.mid == mid
    }
  }

  mutating func dropAllMedia() {
    drop { if case .media = $0.kind { true } else { false } }
  }

  mutating func dropKeys() {
    dropAllMedia()
    drop {
      switch $0.kind {
      case .dtls(.connected), .dtls(.fingerprint): true
      default: false
      }
    }
  }

  mutating func dropPairs() {
    dropKeys()
    drop {
      switch $0.kind {
      case .ice(.state), .ice(.selected), .ice(.checkSucceeded), .dtls: true
      default: false
      }
    }
  }

  mutating func dropAnswer() {
    dropPairs()
    drop {
      switch $0.kind {
      case .signalling(.applied(_, let description)), .signalling(.described(_, let description)):
        description.kind == .answer
      default: false
      }
    }
  }

  /// Bob's counters say that so many packets of the picture were lost around an instant.
  mutating func lose(_ count: Int, at ms: Int) {
    extra += [ms - 700, ms + 300].map {
      Samples.sample(
        $0, SampleCall.bob, "1", .received, packets: ($0 - 1400) / 20, lost: $0 < ms ? 0 : count)
    }
    drop { event in
      guard case .media(.sample(let sample)) = event.kind, sample.mid == "1" else { return false }
      return sample.lostPackets == 0 && event.at > SampleCall.at(ms - 100)
    }
  }

  /// For so long, in ms, nothing at all reaches bob, as his counters say.
  mutating func stopCounters(_ gap: Range<Int>) {
    drop { event in
      guard case .media(.sample) = event.kind, event.subject == .peer(Self.bob) else {
        return false
      }
      return gap.contains(event.at.milliseconds)
    }
    for ms in stride(from: gap.lowerBound, to: gap.upperBound, by: 400) {
      extra += ["0", "1"].map { Samples.sample(ms, Self.bob, $0, .received, packets: 180) }
    }
  }

  /// Bob's frames have these RTP timestamps, by the millisecond of their arrival.
  mutating func stamp(_ timestamp: (Int) -> UInt32) {
    drop { event in
      if case .media(.assembled) = event.kind { event.subject == .peer(Self.bob) } else { false }
    }
    extra += stride(from: 1480, to: hangUp, by: 40).map { ms in
      Self.event(
        ms, Self.bob,
        .media(
          .assembled(
            mid: "1", rtpTimestamp: timestamp(ms), byteCount: 900, keyFrame: ms == 1480)))
    }
  }
}

extension Instant {
  /// Since the start of the run.
  var milliseconds: Int { Int(nanoseconds / 1_000_000) }
}

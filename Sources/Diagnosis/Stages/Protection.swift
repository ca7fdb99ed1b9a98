internal import Metrics
internal import SansIO
internal import Trace

extension Examination {
  /// A few packets are refused in any call: late, repeated, from before the keys.
  private static let leastRefused = 20

  /// Packets that can be unprotected.
  func protection() -> BrokenLink? {
    for index in parties {
      let refused = analysis.peers[index].discards.filter { discard in
        discard.layer == "srtp"
          && !["no keys yet", "replayed", "tooOld"].contains(where: discard.reason.hasPrefix)
      }
      let count = refused.reduce(0) { $0 + $1.count }
      guard count >= Self.leastRefused, let first = refused.map(\.first).min(),
        let last = refused.map(\.last).max()
      else { continue }
      let evidence = Evidence(
        "\(name(index)) cannot unprotect packets: \(refused[0].reason)", at: first,
        counter: .init("packets refused by \(name(index))", count))
      let streams = analysis.peers[index].streams
      guard streams.contains(where: \.hasReceived) else {
        return BrokenLink(
          .srtpKeysWrong, symptom(of: index), peer: index,
          "\(name(index)) can unprotect none of the packets of \(farName(index)): \(counted(count, "packet")) refused from \(Words.seconds(first)) on.",
          [evidence])
      }
      // What worked before, and never again once the first was refused.
      guard let stopped = streams.first(where: { hasStopped($0, at: first, until: last) }) else {
        continue
      }
      return BrokenLink(
        .srtpRolloverWrong, .frozenPicture, peer: index, mid: stopped.mid,
        "Section \(stopped.mid) at \(name(index)) could be unprotected until \(Words.seconds(first)), and since then none of \(counted(count, "packet")).",
        [
          evidence,
          Evidence(
            "first packet of section \(stopped.mid) that could be unprotected",
            at: stopped.firstPacket),
        ])
    }
    return nil
  }

  /// Whether a section got packets before an instant and none between it and another.
  private func hasStopped(_ stream: StreamRecord, at: Instant, until end: Instant) -> Bool {
    guard let first = stream.firstPacket, first < at, end - at >= .seconds(1),
      let after = stream.received.first(where: { $0.at > at + .milliseconds(400) }),
      let last = stream.received.last(where: { $0.at <= end }), last.at > after.at
    else { return false }
    return after.value.packets == last.value.packets
  }
}

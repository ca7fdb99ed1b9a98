internal import Metrics
internal import SansIO
internal import Trace

extension Examination {
  /// Media of one kind that a peer agreed to receive.
  struct Expected: Hashable {
    var index: Int
    var kind: TrackKind
  }

  /// All that should be shown and heard.
  private var expected: [Expected] {
    parties.filter { !analysis.isRelay($0) }.flatMap { index in
      TrackKind.allCases.compactMap { kind in
        guard analysis.receives(kind, index), complaints.isWanted(.missing(kind), index) else {
          return nil
        }
        // Sound is known by its marks; of whom none are told, nothing can be missed.
        if kind == .audio, !sendsMarks(to: index) { return nil }
        return Expected(index: index, kind: kind)
      }
    }
  }

  private func sendsMarks(to index: Int) -> Bool {
    analysis.source(for: index).map { source in
      analysis.peers[source].streams.contains { !$0.marksSent.isEmpty }
    } ?? false
  }

  private func isThere(_ media: Expected) -> Bool {
    let numbers = analysis.numbers[media.index]
    return media.kind == .video
      ? !numbers.rendered.isEmpty : numbers.audio.map { !$0.marksPlayed.isEmpty } ?? false
  }

  /// What the user of a peer that misses something meets.
  func symptom(of index: Int) -> Symptom {
    let missing = expected.filter { !isThere($0) }
    let own = expected.filter { $0.index == index }
    let ownMissing = own.filter { missing.contains($0) }
    if missing.count == expected.count { return .noMedia }
    if ownMissing.count == own.count { return .oneWayMedia }
    if ownMissing.contains(where: { $0.kind == .video }) { return .blackPicture }
    return ownMissing.isEmpty ? .frozenPicture : .silence
  }

  /// Agreed media of which nothing was shown or heard: the link between sender and screen that broke.
  func missingMedia() -> BrokenLink? {
    // Pictures before sound: they are what is told more about.
    let missing = expected.filter { !isThere($0) }
    guard let media = missing.first(where: { $0.kind == .video }) ?? missing.first else {
      return nil
    }
    let stream = stream(media)
    return disagreement(media) ?? wrongPackets(media) ?? tooLargePackets(media) ?? notArrived(
      media, stream)
      ?? wrongFrames(media, stream) ?? notDecoded(media, stream) ?? notRendered(media, stream)
  }

  private func stream(_ media: Expected) -> StreamRecord? {
    let numbers = analysis.numbers[media.index]
    return media.kind == .video ? numbers.video : numbers.audio
  }

  /// The sender's side of it.
  func sentStream(_ kind: TrackKind, to index: Int) -> StreamRecord? {
    guard let far = far(index) else { return nil }
    return analysis.peers[far].streams.first { $0.kind == kind && !$0.sent.isEmpty }
      ?? analysis.peers[far].streams.first { $0.kind == kind }
  }

  func mid(_ media: Expected) -> String? {
    stream(media)?.mid
      ?? analysis.agreements.flatMap { $0.sections(of: media.kind) }.first { !$0.isRejected }?.mid
  }

  /// "The picture of alice at bob".
  func what(_ media: Expected) -> String {
    let noun = media.kind == .video ? "The picture" : "The sound"
    return "\(noun) of \(farName(media.index)) at \(name(media.index))"
  }

  /// What both ends count.
  func counters(_ media: Expected) -> [Evidence] {
    var evidence: [Evidence] = []
    if let far = far(media.index), let last = sentStream(media.kind, to: media.index)?.sent.last {
      evidence.append(
        Evidence(
          "\(media.kind.rawValue) that \(name(far)) sent", at: last.at,
          counter: .init("packets sent", last.value.packets)))
    }
    if let last = stream(media)?.received.last {
      evidence.append(
        Evidence(
          "\(media.kind.rawValue) that \(name(media.index)) received", at: last.at,
          counter: .init("packets received", last.value.packets)))
    } else {
      evidence.append(
        Evidence(
          "\(media.kind.rawValue) that \(name(media.index)) received: not reported"))
    }
    return evidence
  }
}

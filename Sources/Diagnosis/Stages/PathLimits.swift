internal import Metrics
internal import SansIO
internal import Trace

/// What a path does to all that runs over it, whatever the media: too small, too narrow, cut off for a while.
extension Examination {
  /// Packets that the links to a peer refused for their size, once there were keys.
  func tooLargePackets(to index: Int) -> [LinkRecord.Drop] {
    guard let far = far(index), let secured = analysis.peers[far].dtlsConnected else { return [] }
    return dropsOnWay(to: index).filter { $0.reason == "MTU" && $0.at >= secured }
  }

  /// All that the links between a peer and its far side lost on the way to it.
  func dropsOnWay(to index: Int) -> [LinkRecord.Drop] { drops(from: far(index), to: index) }

  /// All that the links of two peers lost on the way from one to the other; nil: one that is not known.
  func drops(from sender: Int?, to receiver: Int?) -> [LinkRecord.Drop] {
    analysis.links.indices.flatMap { link in
      analysis.links[link].drops.filter { drop in
        drop.number > 0 && link == (drop.direction == .up ? sender : receiver)
      }
    }
  }

  func evidence(ofTooLarge lost: [LinkRecord.Drop]) -> [Evidence] {
    lost.prefix(1).map { first in
      Evidence(
        "lost for its size: \(first.bytesOnWire) bytes", file: CaptureEvidence.file,
        packet: first.number, at: first.at, counter: .init("packets lost", lost.count))
    }
  }

  /// What says that a path carries less than is sent; nil: nothing.
  func narrowness(to index: Int, _ from: Instant, _ to: Instant) -> Evidence? {
    let lost = dropsOnWay(to: index).filter { from <= $0.at && $0.at <= to }
    let full = lost.filter { $0.reason == "queue full" }
    if full.count >= Self.leastPackets, full.count * 2 >= lost.count, let first = full.first {
      return Evidence(
        "the queue was full", file: CaptureEvidence.file, packet: first.number, at: first.at,
        counter: .init("packets lost", full.count))
    }
    // Loss by chance makes a sender slow down too.
    let received = analysis.numbers[index].video?.received.last?.value.packets ?? 0
    let byChance = dropsOnWay(to: index).count { $0.reason == "loss" }
    return byChance > received / Self.mostByChance ? nil : fallenTarget(to: index, from, to)
  }

  /// One packet in so many.
  private static let mostByChance = 50

  /// The lowest target rate of who sends to a peer, where it is far below the highest.
  func fallenTarget(to index: Int, _ from: Instant, _ to: Instant) -> Evidence? {
    let targets = analysis.source(for: index).flatMap { source in
      analysis.peers[source].streams.first { !$0.targets.isEmpty }?.targets
    }
    guard let targets, let most = targets.map(\.value).max(),
      let least = targets.filter({ from <= $0.at && $0.at <= to })
        .min(by: { ($0.value, $0.at) < ($1.value, $1.at) }),
      least.value.bitsPerSecond <= most.bitsPerSecond / Self.fallen
    else { return nil }
    return Evidence(
      "the target rate of \(farName(index)) fell to its lowest", at: least.at,
      counter: .init("target rate in kbps", Int(least.value.bitsPerSecond / 1000)))
  }

  /// A target rate that is so many times below its highest has fallen.
  private static let fallen: Int64 = 3
  static let leastPackets = 3

  /// A time in which nothing at all reached a peer, while its far side went on sending; nil: there was none.
  func outage(at index: Int, _ from: Instant, _ to: Instant) -> (length: Duration, sent: Int)? {
    guard let far = far(index) else { return nil }
    let streams = analysis.peers[index].streams.filter { !$0.received.isEmpty }
    let gaps = streams.map { silence($0, from, to) ?? .zero }
    guard let shortest = gaps.min(), shortest >= Self.leastOutage else { return nil }
    let counted = analysis.peers[far].streams.compactMap { stream in
      increase(stream.sent, from, to) { $0.packets }
    }
    let lost = dropsOnWay(to: index).count { from <= $0.at && $0.at <= to }
    let sent = max(lost, counted.reduce(0, +))
    return sent >= Self.leastSent ? (shortest, sent) : nil
  }

  private static let leastOutage = Duration.seconds(1)
  /// Sound alone makes fifty packets a second.
  private static let leastSent = 20
}

internal import SansIO
internal import Trace

extension Analysis {
  /// What the charts show, per peer: bit rates, A/V offset, frame rate.
  public var series: [Series] { peers.indices.flatMap { series($0) } }

  private func series(_ index: Int) -> [Series] {
    let name = peers[index].name
    let peer = numbers[index]
    var all: [Series] = []
    for kind in TrackKind.allCases {
      let rate = kind == .audio ? peer.audioRate : peer.videoRate
      add(
        "received bitrate", "\(name) \(kind.rawValue)", "kbps",
        rate?.buckets.map { .init(at: $0.at, value: .rounded($0.kbps, places: 1)) }, to: &all)
    }
    for stream in peers[index].streams where !stream.targets.isEmpty {
      // What the far side is sent, so that it can be drawn beside what it received.
      add(
        "target bitrate", "\(name) \(stream.kind?.rawValue ?? "section \(stream.mid)")", "kbps",
        stream.targets.map {
          .init(at: $0.at, value: .rounded(Double($0.value.bitsPerSecond) / 1000, places: 1))
        }, to: &all)
    }
    add(
      "av offset", name, "ms",
      peer.offset.points.map { .init(at: $0.at, value: .rounded($0.milliseconds, places: 1)) },
      to: &all)
    add("frame rate", "\(name) video", "fps", framesPerSecond(peer), to: &all)
    return all
  }

  private func add(
    _ name: String, _ subject: String, _ unit: String, _ points: [Series.Point]?,
    to all: inout [Series]
  ) {
    guard let points, !points.isEmpty else { return }
    all.append(Series(name: name, subject: subject, unit: unit, points: points))
  }

  /// Pictures shown in each whole second after the first one.
  private func framesPerSecond(_ peer: PeerNumbers) -> [Series.Point] {
    guard let first = peer.firstFrame else { return [] }
    var points: [Series.Point] = []
    var next = 0
    var begin = first
    while begin + .seconds(1) <= call.end, points.count < 100_000 {
      let end = begin + .seconds(1)
      var count = 0
      while next < peer.rendered.count, peer.rendered[next].at < end {
        count += 1
        next += 1
      }
      points.append(.init(at: begin, value: .count(count)))
      begin = end
    }
    return points
  }
}

internal import SansIO
internal import Trace

/// What a run says of one quantity at one peer.
enum Reading: Hashable, Sendable {
  case measured(Estimate, note: String? = nil)
  /// It could not be measured, and why; that is never zero.
  case absent(String)
}

extension Analysis {
  /// - Parameter index: of an existing peer.
  func reading(_ quantity: Quantity, of index: Int) -> Reading {
    let peer = numbers[index]
    switch quantity {
    case .connectionTime:
      return sinceZero(
        peer.connected, of: index, otherwise: "\(peers[index].name) was never connected")
    case .firstFrame:
      return sinceZero(peer.firstFrame, of: index, otherwise: Self.noFrame)
    case .freezeTotal, .freezeCount, .longestFreeze, .frameRate:
      guard let smoothness = peer.smoothness else { return .absent(Self.noFrame) }
      return reading(quantity, of: smoothness)
    case .avOffset(let statistic):
      let percent = statistic == .p50 ? 50 : statistic == .p95 ? 95 : 100
      guard let value = peer.offset.percentile(percent) else { return .absent(noOffset(peer)) }
      return .measured(
        Estimate(.rounded(value, places: 1)), note: "of \(peer.offset.settled.count) marks")
    case .avDrift:
      guard let drift = peer.offset.drift else { return .absent(noOffset(peer)) }
      return .measured(
        Estimate(
          drift.slope * 60, drift.lower * 60, drift.upper * 60, places: 1, narrowing: .slope,
          length: peer.offset.length), note: "of \(peer.offset.settled.count) marks")
    case .packetsLost(let kind):
      guard let loss = kind == .audio ? peer.audioLoss : peer.videoLoss else {
        return .absent(Self.noCount(kind, isPresent: stream(kind, peer)?.hasReceived))
      }
      return .measured(Estimate(.rounded(loss.afterRepair, places: 3)))
    case .bitRate(let kind):
      guard let rate = kind == .audio ? peer.audioRate : peer.videoRate else {
        return .absent(Self.noCount(kind, isPresent: stream(kind, peer)?.hasReceived))
      }
      guard let half = rate.halfWidth else {
        return .measured(Estimate(.rounded(rate.mean, places: 1)))
      }
      return .measured(
        Estimate(
          rate.mean, rate.mean - half, rate.mean + half, places: 1, narrowing: .mean,
          length: rate.length))
    case .psnr:
      guard let mean = peer.psnrMean else { return .absent(notCompared(peer)) }
      return .measured(Estimate(.rounded(mean, places: 2)))
    case .ssim:
      guard let mean = peer.ssimMean else { return .absent(notCompared(peer)) }
      return .measured(Estimate(.rounded(mean, places: 4)))
    case .marksLost:
      guard let marks = peer.marks else {
        return .absent("no mark was sent while both sides were connected")
      }
      return .measured(
        Estimate(.rounded(marks.percentLost, places: 2)),
        note: "\(marks.lost) of \(marks.sent) marks")
    }
  }

  static let noFrame = "no frame was rendered"

  private func notCompared(_ peer: PeerNumbers) -> String {
    peer.rendered.isEmpty ? Self.noFrame : "no picture could be compared with its original"
  }

  private func stream(_ kind: TrackKind, _ peer: PeerNumbers) -> StreamRecord? {
    kind == .audio ? peer.audio : peer.video
  }

  private static func noCount(_ kind: TrackKind, isPresent: Bool?) -> String {
    isPresent == true
      ? "the peer does not count packets of \(kind.rawValue)"
      : "no packets of \(kind.rawValue) were received"
  }

  private func sinceZero(_ at: Instant?, of index: Int, otherwise reason: String) -> Reading {
    guard let at else { return .absent(reason) }
    guard let zero = zero(of: index) else {
      return .absent("the call was never offered and accepted")
    }
    let doubt =
      peers[index].uncertainty + (farSide(of: index).map { peers[$0].uncertainty } ?? .zero)
    let note = doubt == .zero ? nil : "clocks are known to ± \(doubt.tenths) ms"
    return .measured(
      Estimate(.tenthsOfMilliseconds(at.nanoseconds - zero.nanoseconds)), note: note)
  }

  /// The later of offer created and call accepted, in the call of that peer.
  private func zero(of index: Int) -> Instant? {
    guard peers.count > 2, let far = farSide(of: index) else { return call.zero }
    let isCaller = peers[index].offerCreated != nil
    let (caller, callee) = isCaller ? (peers[index], peers[far]) : (peers[far], peers[index])
    guard let offered = caller.offerCreated, let accepted = callee.accepted(script) else {
      return nil
    }
    return max(offered, accepted)
  }

  private func reading(_ quantity: Quantity, of smoothness: Smoothness) -> Reading {
    switch quantity {
    case .freezeTotal: return .measured(Estimate(.tenthsOfMilliseconds(smoothness.freezeTotal)))
    case .freezeCount: return .measured(Estimate(.count(smoothness.freezes.count)))
    case .longestFreeze: return .measured(Estimate(.tenthsOfMilliseconds(smoothness.longestFreeze)))
    default:
      guard let rate = smoothness.frameRate else {
        return .absent("fewer than two frames were rendered")
      }
      return .measured(Estimate(.rounded(rate, places: 2)))
    }
  }

  private func noOffset(_ peer: PeerNumbers) -> String {
    if peer.rendered.isEmpty { return Self.noFrame }
    if peer.audio?.marksPlayed.isEmpty ?? true { return "no mark was heard" }
    if peer.offset.points.isEmpty {
      return "no mark that was heard could be matched with one that was sent and with a picture"
    }
    return "too few marks were heard \(AVOffset.settling.plain) after the first frame or later"
  }
}

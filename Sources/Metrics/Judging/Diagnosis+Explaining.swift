internal import Trace

extension Diagnosis {
  /// Whether what it names is why that expectation does not hold.
  func explains(_ expectation: Expectation, of analysis: Analysis) -> Bool {
    switch expectation {
    // What it is to be judged by.
    case .fails, .stepTimesOut: return false
    case .extmapAgrees: return symptom == .noCall || cause == .extmapLost
    case .codecs, .absent: return symptom == .noCall
    case .gatheringComplete, .gatheringTimedOut:
      return symptom == .noCall || cause.stage == .gathering
    case .fingerprintVerified: return symptom == .noCall || symptom == .noConnection
    case .silentWhileMuted(let peer):
      return concerns(peer, analysis) && (isOfCall || symptom == .silence)
    case .measured(let quantity, let peer, _):
      return concerns(peer, analysis) && explains(quantity)
    }
  }

  /// Nothing flows at all, or no more.
  private var isOfCall: Bool {
    switch symptom {
    case .noCall, .noConnection, .noMedia, .oneWayMedia, .callDropped: true
    case .blackPicture, .silence, .frozenPicture, .freezes, .lateFirstFrame, .apart, .unnoticed:
      false
    }
  }

  private func concerns(_ peer: PeerID, _ analysis: Analysis) -> Bool {
    switch symptom {
    case .noCall, .noConnection, .noMedia, .callDropped, .unnoticed: true
    case .blackPicture, .oneWayMedia, .silence, .frozenPicture, .freezes, .lateFirstFrame, .apart:
      analysis.peers.indices.contains(peer.index)
        && (self.peer == nil || self.peer == analysis.peers[peer.index].name)
    }
  }

  private func explains(_ quantity: Quantity) -> Bool {
    switch quantity {
    case .connectionTime:
      return symptom == .noCall || symptom == .noConnection || symptom == .lateFirstFrame
    case .firstFrame:
      return symptom == .blackPicture || symptom == .lateFirstFrame || breaksMedia
    case .freezeTotal, .freezeCount, .longestFreeze, .frameRate, .psnr, .ssim, .bitRate(.video):
      return symptom == .blackPicture || symptom == .freezes || symptom == .frozenPicture
        || isOfCall
    case .avOffset, .avDrift:
      return symptom == .apart || symptom == .blackPicture || symptom == .silence || isOfCall
    case .packetsLost(let kind):
      return isOfCall || symptom == (kind == .audio ? .silence : .blackPicture)
        || Cause.ofPath.contains(cause)
    case .bitRate(.audio), .marksLost: return symptom == .silence || isOfCall
    }
  }

  private var breaksMedia: Bool { isOfCall && symptom != .callDropped }
}

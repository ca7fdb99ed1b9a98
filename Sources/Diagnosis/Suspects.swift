internal import Metrics
internal import SansIO
internal import Trace

extension Examination {
  /// The links of the chain before one, the nearest first, as far as the trace says that they held.
  func suspects(before stage: CallStage, at peer: Int?) -> [Diagnosis.Suspect] {
    guard let index = peer.flatMap({ parties.contains($0) ? $0 : nil }) ?? parties.first else {
      return []
    }
    return CallStage.allCases.filter { $0 < stage }.reversed()
      .compactMap { acquittal(of: $0, at: index) }
  }

  /// What says that a link held; nil: it did not, or nobody tells.
  func acquittal(of stage: CallStage, at index: Int) -> Diagnosis.Suspect? {
    guard let words = proof(of: stage, at: index) else { return nil }
    return Diagnosis.Suspect(stage == .rtp ? "loss" : stage.rawValue, clearedBy: words)
  }

  private func proof(of stage: CallStage, at index: Int) -> String? {
    let peer = analysis.peers[index]
    switch stage {
    case .signalling:
      let answer = parties.compactMap { index in
        analysis.peers[index].applied.first {
          $0.side == .remote && $0.description.kind == .answer
        }
      }.first
      return answer.map { "the answer took effect at \(Words.seconds($0.at))" }
    case .agreement:
      guard !analysis.call.exchanges.isEmpty,
        !descriptions.findings.contains(where: { $0.severity == .error })
      else { return nil }
      return "offer and answer break no rule by an error"
    case .gathering:
      guard !peer.candidates.isEmpty else { return nil }
      let count = counted(peer.candidates.count, "candidate")
      let end = peer.gathering.first { $0.state == .complete }
      return
        "\(name(index)) gathered \(count)\(end.map { ", complete at \(Words.seconds($0.at))" } ?? "")"
    case .checks:
      guard let at = peer.firstSelected ?? peer.iceConnected else { return nil }
      return "\(name(index)) had a pair that works at \(Words.seconds(at))"
    case .dtls:
      guard let at = peer.dtlsConnected else { return nil }
      let how = peer.security.isEmpty ? "" : " with \(peer.security.joined(separator: ", "))"
      return "connected at \(Words.seconds(at))\(how)"
    case .srtp:
      guard let packets = received(index), packets > 0 else { return nil }
      return "\(counted(packets, "packet")) could be unprotected"
    case .rtp:
      guard let stream = analysis.numbers[index].video ?? analysis.numbers[index].audio,
        let last = stream.received.last?.value, !last.unknown.contains(.lost), last.packets > 0,
        last.lostPackets * 1000 <= last.packets
      else { return nil }
      return "\(last.lostPackets) of \(last.packets + last.lostPackets) packets lost after repair"
    case .depacketize:
      guard let stream = analysis.numbers[index].video, !stream.assembled.isEmpty else {
        return nil
      }
      return "\(counted(stream.assembled.count, "frame")) put together"
    case .decode:
      guard let stream = analysis.numbers[index].video, stream.decodedFrames > 0,
        stream.decodeFailures.isEmpty
      else { return nil }
      return "\(counted(stream.decodedFrames, "frame")) decoded, none failed"
    case .render:
      guard let smoothness = analysis.numbers[index].smoothness, smoothness.freezes.isEmpty else {
        return nil
      }
      return
        "\(counted(analysis.numbers[index].rendered.count, "picture")) shown, without a freeze"
    case .sync: return nil
    }
  }

  private func received(_ index: Int) -> Int? {
    let counts = analysis.peers[index].streams.compactMap { $0.received.last?.value.packets }
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }
}

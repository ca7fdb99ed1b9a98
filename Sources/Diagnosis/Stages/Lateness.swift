internal import Metrics
internal import SansIO
internal import Trace

extension Examination {
  /// Where nobody says what is too late.
  private static let patience = Duration.seconds(3)

  /// A call that comes up, and late.
  func lateness() -> BrokenLink? {
    for index in parties where complaints.include(.lateness, index) {
      let numbers = analysis.numbers[index]
      guard let zero = analysis.call.zero, let at = numbers.firstFrame ?? numbers.connected else {
        continue
      }
      if complaints.areOpen, at - zero < Self.patience { continue }
      let step = numbers.firstFrame == nil ? "was connected" : "showed its first picture"
      func slow() -> BrokenLink? {
        slowPath(
          index, .lateFirstFrame,
          "\(name(index)) \(step) \(Words.seconds(at - zero)) after the call was taken")
      }
      // A flight is sent again where it was lost, and where a round trip takes longer than its timer.
      if let link = lateGathering(index) ?? (hasLost ? nil : slow()) ?? repeatedHandshake(index)
        ?? lateKeyFrame(index) ?? slow()
      {
        return link
      }
    }
    return nil
  }

  /// A description that waited for the end of gathering, which waited for a server.
  private func lateGathering(_ concerned: Int) -> BrokenLink? {
    let sides = [concerned, far(concerned)].compactMap(\.self)
    for index in sides {
      let peer = analysis.peers[index]
      guard let began = peer.gathering.first(where: { $0.state == .gathering })?.at,
        let end = peer.gathering.first(where: { $0.state == .complete || $0.state == .timedOut }),
        end.at - began >= .milliseconds(500),
        let taken = farApplied(index), taken >= end.at
      else { continue }
      let waiting = end.waitingFor.joined(separator: ", ")
      let slow = peer.candidates.last.flatMap { $0.at - began >= .milliseconds(500) ? $0 : nil }
      guard end.state == .timedOut || slow != nil else { continue }
      let whom =
        end.state == .timedOut
        ? "it was given up waiting for \(waiting.isEmpty ? "what it does not name" : waiting)"
        : "\(slow?.server ?? "a server") answered after \(Words.seconds((slow?.at ?? began) - began))"
      return BrokenLink(
        .gatheringWaitsForServer, .lateFirstFrame, peer: concerned,
        "Gathering of \(name(index)) took \(Words.seconds(end.at - began)) (\(whom)), and its description was not sent before.",
        [
          Evidence("gathering of \(name(index)) began", at: began),
          Evidence(
            "gathering \(end.state.rawValue)\(waiting.isEmpty ? "" : ", waiting for \(waiting)")",
            at: end.at),
          Evidence("its description applied at \(farName(index))", at: taken),
        ])
    }
    return nil
  }

  private func farApplied(_ index: Int) -> Instant? {
    far(index).flatMap { far in analysis.peers[far].applied.first { $0.side == .remote }?.at }
  }

  private func repeatedHandshake(_ index: Int) -> BrokenLink? {
    let sides = [index, far(index)].compactMap(\.self)
    let repeated = sides.flatMap { analysis.peers[$0].flights.filter(\.isRetransmission) }
    guard let first = repeated.map(\.at).min(), let done = analysis.peers[index].dtlsConnected,
      let began = analysis.peers[index].flights.first?.at ?? analysis.peers[index].firstSelected,
      done - began >= .milliseconds(500)
    else { return nil }
    return BrokenLink(
      .handshakeRepeated, .lateFirstFrame, peer: index,
      "The handshake took \(Words.seconds(done - began)), since \(counted(repeated.count, "flight")) had to be sent again.",
      [
        Evidence(
          "first flight that was sent again", at: first,
          counter: .init("retransmissions", repeated.count)),
        Evidence("keys at \(name(index))", at: done),
      ] + drops(until: done).suffix(2))
  }

  private func lateKeyFrame(_ index: Int) -> BrokenLink? {
    guard let stream = analysis.numbers[index].video, let packet = stream.firstPacket,
      let keyFrame = stream.keyFrames.first, keyFrame - packet >= .milliseconds(500)
    else { return nil }
    let asked = stream.keyFrameRequests.filter { $0.at <= keyFrame }
    return BrokenLink(
      .keyFrameLate, .lateFirstFrame, peer: index, mid: stream.mid,
      "The first packet of the picture reached \(name(index)) at \(Words.seconds(packet)), and the first whole key frame only \(Words.seconds(keyFrame - packet)) later.",
      [
        Evidence("first packet of section \(stream.mid)", at: packet),
        Evidence(
          "first whole key frame", at: keyFrame,
          counter: .init("key frames requested", asked.count)),
      ])
  }
}

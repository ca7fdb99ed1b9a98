extension Flow {
  /// One flow from what several places of one capture saw of it: each thing from the place that knows it best.
  ///
  /// What was sent is told by the sender's place; streams, what is missing in them and what was asked for again by the
  /// receiver's; requests and their answers by the place of who asks.
  /// - Parameter flows: of the same endpoints in the same order; at least one.
  init(merging flows: [Flow]) {
    let ordered = Self.alongTheWay(flows)
    guard let near = ordered.first, let far = ordered.last, ordered.count > 1 else {
      self = flows[0]
      return
    }
    func senders(_ isForward: Bool) -> Flow { isForward ? near : far }
    func receivers(_ isForward: Bool) -> Flow { isForward ? far : near }
    // Handshakes and all that is not said below: from the place of the first endpoint.
    self = near
    for other in ordered.dropFirst() {
      firstNumber = min(firstNumber, other.firstNumber)
      firstTime = min(firstTime, other.firstTime)
      lastTime = max(lastTime, other.lastTime)
      for isForward in [true, false] {
        lastWord[isForward] = [lastWord[isForward], other.lastWord[isForward]]
          .compactMap(\.self).max { $0.time < $1.time }
      }
      others = max(others, other.others)
      channelData = max(channelData, other.channelData)
      learn(codecsOf: other)
    }
    places = ordered.flatMap(\.places)
    stun = STUNLog(forward: near.stun, backward: far.stun)
    rtcp = RTCPLog(forward: near.rtcp, backward: far.rtcp)
    wrongVersions = WrongVersionLog(forward: far.wrongVersions, backward: near.wrongVersions)
    streams = []
    for isForward in [true, false] {
      let (sender, receiver) = (senders(isForward), receivers(isForward))
      // A direction that the sender's place missed altogether is told by the receiver's.
      let source = sender.packets[isForward] > 0 ? sender : receiver
      packets[isForward] = source.packets[isForward]
      bytes[isForward] = source.bytes[isForward]
      notes[isForward] = source.notes[isForward]
      opened[isForward] = max(sender.opened[isForward], receiver.opened[isForward])
      lostDTLSFragments[isForward] = receiver.lostDTLSFragments[isForward]
      streams += Self.streams(isForward, sender, receiver)
      if sender.packets[isForward] > 0 {
        let here = sender.sightings[isForward]
        let there = receiver.sightings[isForward]
        passages[isForward] = Passage(
          here, there, SightingMatch(here, there), offset: 0, shift: 0, window: .min ... .max)
      }
    }
    streams.sort { ($0.firstNumber, $0.ssrc) < ($1.firstNumber, $1.ssrc) }
    sightings = BothWays([])
  }

  /// The streams of one direction as they arrived, and such of which nothing did.
  private static func streams(
    _ isForward: Bool, _ sender: Flow, _ receiver: Flow
  ) -> [StreamMeter] {
    var arrived = receiver.streams.filter { $0.isForward == isForward }
    for var sent in sender.streams where sent.isForward == isForward {
      if let index = arrived.firstIndex(where: { $0.ssrc == sent.ssrc }) {
        arrived[index].sent = sent.packets
      } else {
        sent.sent = sent.packets
        sent.isUnheard = true
        arrived.append(sent)
      }
    }
    return arrived
  }

  /// From the place of the first endpoint to that of the second: what the first sends passes them in this order.
  private static func alongTheWay(_ flows: [Flow]) -> [Flow] {
    guard let base = flows.first else { return [] }
    let ranked = flows.map { flow in (flow: flow, rank: distance(from: base, to: flow)) }
    return ranked.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    .map(\.element.flow)
  }

  /// How much later `other` sees what the first endpoint sends, and how much earlier what the second sends, in nanoseconds. Where
  /// no packet is seen at both, or no time passes between them, the interface that sent it is the nearer one.
  private static func distance(from base: Flow, to other: Flow) -> Double {
    let later = [true, false].map { isForward in
      let match = SightingMatch(base.sightings[isForward], other.sightings[isForward])
      return (match.meanDifference ?? 0) * (isForward ? 1 : -1)
    }
    let difference = later[0] + later[1]
    guard difference == 0 else { return difference }
    return 1e-3 * Double(side(other) - side(base))
  }

  /// -1: it is the first endpoint's interface that was captured here; 1: the second's; 0: unknown.
  private static func side(_ flow: Flow) -> Int {
    guard let place = flow.places.first else { return 0 }
    return (place.outbound[false] > 0 ? 1 : 0) - (place.outbound[true] > 0 ? 1 : 0)
  }
}

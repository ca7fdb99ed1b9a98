/// Two captures of one call, each with a clock of its own: what was lost between them, how long it took, what was overtaken.
public struct CaptureComparison: Sendable {
  /// One direction of a flow that both captures have.
  struct Way: Sendable {
    /// The sender and the receiver by the first capture, and by the second: an address translation changes them.
    var first: (sender: Endpoint, receiver: Endpoint)
    var second: (sender: Endpoint, receiver: Endpoint)
    /// Whether the packets pass the first capture first; nil: neither times nor interfaces tell.
    var isOutward: Bool?
    fileprivate var here: [Sighting]
    fileprivate var there: [Sighting]
    fileprivate var match: SightingMatch
    /// From the capture that is passed first; where that is unknown, from the first.
    fileprivate(set) var passage: Passage
  }

  /// What the clock of the second capture shows more than that of the first, in nanoseconds; nil: unknown, since packets of
  /// both directions are needed.
  public private(set) var clockOffset: Int64?
  /// It is right if the fastest packets of both directions took equally long; else it is at most so much wrong.
  public private(set) var clockUncertainty: Int64?
  private(set) var ways: [Way] = []
  /// Flows that only one of the captures has.
  private(set) var onlyInFirst: [Flow] = []
  private(set) var onlyInSecond: [Flow] = []

  /// Both dissectors must have been made to be compared, and be finished.
  public init(_ first: Dissector, _ second: Dissector) {
    let sides = FlowSides(first.flows, second.flows)
    onlyInFirst = sides.onlyInFirst
    onlyInSecond = sides.onlyInSecond
    ways = sides.ways
    for index in ways.indices { ways[index].isOutward = outward(index, sides) }
    estimateClock()
    let (firstTimes, secondTimes) = (first.times, second.times)
    for index in ways.indices {
      if ways[index].isOutward == nil, let clockOffset {
        let mean = ways[index].match.meanDifference ?? 0
        ways[index].isOutward = mean > Double(clockOffset)
      }
      pass(&ways[index], firstTimes, secondTimes)
    }
  }

  /// Packets there are late, packets back are early, by clocks of any offset: the direction with the greater difference leaves
  /// the first capture. Where there is one direction only, the interface that sent it tells.
  private func outward(_ index: Int, _ sides: FlowSides) -> Bool? {
    let way = ways[index]
    // The two directions of a flow stand side by side.
    let back = [index - 1, index + 1].first { other in
      ways.indices.contains(other) && sides.flowOfWay[other] == sides.flowOfWay[index]
    }
    if let back, let mean = way.match.meanDifference,
      let other = ways[back].match.meanDifference, mean != other
    {
      return mean > other
    }
    return sides.isSentByFirst[way.first.sender]
  }

  private mutating func estimateClock() {
    let there = ways.filter { $0.isOutward == true }.flatMap(\.match.pairs).map(\.difference).min()
    let back = ways.filter { $0.isOutward == false }.flatMap(\.match.pairs).map(\.difference).max()
    guard let there, let back else { return }
    clockOffset = back + (there - back) / 2
    clockUncertainty = max(0, there - back) / 2
  }

  private func pass(
    _ way: inout Way, _ firstTimes: ClosedRange<Int64>, _ secondTimes: ClosedRange<Int64>
  ) {
    // Without a known offset the fastest packet is taken to need no time, to see what lies outside the other capture.
    let shift = clockOffset ?? way.match.pairs.map(\.difference).min() ?? 0
    if way.isOutward == false {
      way.passage = Passage(
        way.there, way.here, way.match.reversed, offset: clockOffset.map { -$0 }, shift: -shift,
        window: firstTimes)
    } else {
      way.passage = Passage(
        way.here, way.there, way.match, offset: way.isOutward == nil ? nil : clockOffset,
        shift: shift, window: secondTimes)
    }
  }
}

extension CaptureComparison {
  /// Which flows of two captures are the same, told by the packets in them.
  fileprivate struct FlowSides {
    private(set) var ways: [Way] = []
    /// For each way, the index of its flow in the first capture.
    private(set) var flowOfWay: [Int] = []
    private(set) var onlyInFirst: [Flow] = []
    private(set) var onlyInSecond: [Flow] = []
    /// Whether the interface of the first capture, or that of the second, sent what comes from an endpoint.
    private(set) var isSentByFirst: [Endpoint: Bool] = [:]

    private struct Place: Hashable {
      var flow: Int
      var isForward: Bool
    }

    init(_ first: [Flow], _ second: [Flow]) {
      var placeOf: [UInt64: Place] = [:]
      for (index, flow) in second.enumerated() {
        for isForward in [true, false] {
          for sighting in flow.sightings[isForward] where placeOf[sighting.identity] == nil {
            placeOf[sighting.identity] = Place(flow: index, isForward: isForward)
          }
        }
      }
      var found: Set<Int> = []
      for (index, flow) in first.enumerated() {
        let count = ways.count
        for isForward in [true, false] {
          var hits: [Place: Int] = [:]
          for sighting in flow.sightings[isForward] {
            if let place = placeOf[sighting.identity] { hits[place, default: 0] += 1 }
          }
          let best = hits.max { a, b in
            (a.value, b.key.flow, a.key.isForward ? 1 : 0)
              < (b.value, a.key.flow, b.key.isForward ? 1 : 0)
          }
          // One packet of many may be alike by chance: a keep-alive is.
          guard let best, best.value * 20 >= flow.sightings[isForward].count else { continue }
          let other = second[best.key.flow]
          found.insert(best.key.flow)
          add(flow, isForward, index, other, best.key.isForward)
        }
        if ways.count == count { onlyInFirst.append(flow) }
      }
      onlyInSecond = second.indices.filter { !found.contains($0) }.map { second[$0] }
    }

    private mutating func add(
      _ flow: Flow, _ isForward: Bool, _ index: Int, _ other: Flow, _ isOtherForward: Bool
    ) {
      let (here, there) = (flow.sightings[isForward], other.sightings[isOtherForward])
      let sender = flow.sender(isForward)
      ways.append(
        Way(
          first: (sender, flow.sender(!isForward)),
          second: (other.sender(isOtherForward), other.sender(!isOtherForward)),
          isOutward: nil, here: here, there: there, match: SightingMatch(here, there),
          passage: Passage(lost: 0)))
      flowOfWay.append(index)
      let isSentHere = flow.places.contains { $0.outbound[isForward] > 0 }
      let isSentThere = other.places.contains { $0.outbound[isOtherForward] > 0 }
      if isSentHere != isSentThere { isSentByFirst[sender] = isSentHere }
    }
  }
}

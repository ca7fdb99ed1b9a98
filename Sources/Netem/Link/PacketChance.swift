internal import SansIO

/// The draws that decide what happens to a packet: a stream for each impairment, indexed by packet number.
struct PacketChance: Sendable {
  private let loss: SplitMix64
  private let lossChain: SplitMix64
  private let corruption: SplitMix64
  private let corruptionPlace: SplitMix64
  private let duplication: SplitMix64
  private let jitter: SplitMix64
  private let reordering: SplitMix64
  /// Of the Gilbert-Elliott chain; good whenever another kind of loss, or none, is set.
  private var isBad = false

  init(seed: Seed, name: String) {
    func stream(_ impairment: String) -> SplitMix64 { seed.stream("link \(name) \(impairment)") }
    loss = stream("loss")
    lossChain = stream("loss chain")
    corruption = stream("corruption")
    corruptionPlace = stream("corruption place")
    duplication = stream("duplication")
    jitter = stream("jitter")
    reordering = stream("reordering")
  }

  /// To be asked once for every packet offered, in order.
  mutating func loses(_ number: UInt64, _ kind: Loss?) -> Bool {
    switch kind {
    case nil:
      isBad = false
      return false
    case .uniform(let probability):
      isBad = false
      return happens(loss, number, probability)
    case .gilbertElliott(let goodToBad, let badToGood, let lossInGood, let lossInBad):
      if happens(lossChain, number, isBad ? badToGood : goodToBad) { isBad.toggle() }
      return happens(loss, number, isBad ? lossInBad : lossInGood)
    }
  }

  /// Which bit of the payload is flipped, counted from the first byte's highest; nil: none.
  func corruptedBit(of packet: LinkPacket, _ probability: Double) -> Int? {
    let bits = UInt64(packet.datagram.payload.count) * 8
    guard bits > 0, happens(corruption, packet.number, probability) else { return nil }
    return Int(corruptionPlace.draw(at: packet.number).multipliedFullWidth(by: bits).high)
  }

  func duplicates(_ number: UInt64, _ probability: Double) -> Bool {
    happens(duplication, number, probability)
  }

  func reorders(_ number: UInt64, _ probability: Double) -> Bool {
    happens(reordering, number, probability)
  }

  /// Nanoseconds to add to the delay; negative ones come early.
  func jitter(_ number: UInt64, _ kind: Jitter?) -> Int64 {
    guard let kind else { return 0 }
    let draw = jitter.draw(at: number)
    let factor =
      switch kind.distribution {
      case .uniform: 2 * draw.unitInterval - 1
      case .normal: Self.truncatedNormal(SplitMix64(state: draw))
      }
    let amount = Double(kind.amount.boundedNanoseconds)
    return Int64((amount * factor).rounded(.toNearestOrAwayFromZero))
  }

  /// A normal number of mean 0 and deviation 1 that lies within −3...3 (Box and Muller, 1958; drawn again outside).
  private static func truncatedNormal(_ generator: SplitMix64) -> Double {
    var generator = generator
    while true {
      let radius = (-2 * PortableMath.log(1 - generator.next().unitInterval)).squareRoot()
      let number = radius * PortableMath.cos(2 * PortableMath.pi * generator.next().unitInterval)
      if number.magnitude <= 3 { return number }
    }
  }

  private func happens(_ stream: SplitMix64, _ number: UInt64, _ probability: Double) -> Bool {
    probability > 0 && stream.draw(at: number).unitInterval < probability
  }
}

/// Which packets a link loses.
public enum Loss: Hashable, Sendable {
  /// Each packet alone, with that probability (0...1).
  case uniform(Double)
  /// Two states, good and bad, with a step of the chain before each packet offered (Gilbert 1960, Elliott 1963).
  ///
  /// The chain begins in the good state.
  case gilbertElliott(
    goodToBad: Double, badToGood: Double, lossInGood: Double, lossInBad: Double)

  /// Loss in bursts of a mean length: all is lost in the bad state, nothing in the good one.
  ///
  /// - Parameters:
  ///   - meanLoss: 0...1, the share of packets lost in the long run.
  ///   - meanBurst: packets lost in a row on average, at least 1.
  /// - Returns: nil where no chain has these means: a loss above one half cannot come in bursts
  ///   shorter than loss / (1 − loss), because the good state lasts at least one packet.
  public static func bursts(meanLoss: Double, meanBurst: Double) -> Loss? {
    guard (0...1).contains(meanLoss), meanBurst >= 1, meanBurst.isFinite else { return nil }
    guard meanLoss < 1 else { return .uniform(1) }
    // A stay in the bad state is geometric with mean 1 / badToGood; in equilibrium
    // meanLoss = goodToBad / (goodToBad + badToGood).
    let badToGood = 1 / meanBurst
    let goodToBad = meanLoss * badToGood / (1 - meanLoss)
    guard goodToBad <= 1 else { return nil }
    return .gilbertElliott(
      goodToBad: goodToBad, badToGood: badToGood, lossInGood: 0, lossInBad: 1)
  }

  /// The share of packets that is lost in the long run, 0...1.
  public var mean: Double {
    switch self {
    case .uniform(let probability): return probability
    case .gilbertElliott(let goodToBad, let badToGood, let lossInGood, let lossInBad):
      guard goodToBad + badToGood > 0 else { return lossInGood }
      let bad = goodToBad / (goodToBad + badToGood)
      return lossInGood * (1 - bad) + lossInBad * bad
    }
  }

  /// Packets lost in a row on average; nil where nothing, or everything, is lost, or the chain loses in both states.
  public var meanBurst: Double? {
    switch self {
    case .uniform(let probability):
      // A run of losses ends with the first packet that is not lost.
      return probability > 0 && probability < 1 ? 1 / (1 - probability) : nil
    case .gilbertElliott(let goodToBad, let badToGood, let lossInGood, let lossInBad):
      guard goodToBad > 0, badToGood > 0, lossInGood == 0, lossInBad > 0 else { return nil }
      // It goes on when the next packet meets the bad state again and is lost there.
      return 1 / (1 - (1 - badToGood) * lossInBad)
    }
  }
}

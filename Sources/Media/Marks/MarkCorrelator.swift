internal import SansIO

/// Compares sound at 8 kHz (sums of six samples) with what a mark sounds like there; integers throughout.
enum MarkCorrelator {
  static let chirpLength = MarkCode.chirpSamples / 6
  static let symbolLength = MarkCode.symbolSamples / 6
  static let markLength = MarkCode.markSamples / 6
  /// The middle of a symbol, away from its neighbours.
  private static let windowStart = 10
  private static let windowLength = 60
  /// The square of the least correlation coefficient that is a chirp, times 100: 0.55².
  private static let leastSquaredCorrelation = 30.0

  /// The chirp at 8 kHz, summed as the sound is, scaled down to 14 bits.
  private static let template: [Int32] = (0..<chirpLength).map { index in
    Int32((MarkCode.chirp[index * 6..<index * 6 + 6].reduce(0, +) / 4).rounded())
  }
  private static let templateEnergy = template.reduce(0.0) { $0 + Double($1) * Double($1) }

  /// Cosine, then sine, of each tone over the window, in 1/16384.
  private static let waves: [[Int32]] = MarkCode.tones.flatMap { frequency in
    [0, PortableMath.pi / 2].map { shift in
      (0..<windowLength).map { index in
        let angle = 2 * PortableMath.pi * frequency * Double(index) / 8000
        return Int32((16384 * PortableMath.cos(angle - shift)).rounded())
      }
    }
  }

  /// Where in `starts` the chirp begins; nil when none of them is one. `history` must hold a whole chirp after each.
  static func chirp(in history: [Int32], startingIn starts: Range<Int>) -> Int? {
    precondition(starts.lowerBound >= 0 && starts.upperBound + chirpLength <= history.count)
    return unsafe history.withUnsafeBufferPointer { history in
      unsafe template.withUnsafeBufferPointer { template in
        guard let sound = history.baseAddress, let chirp = template.baseAddress else {
          return nil
        }
        var best: (start: Int, product: Int64) = (starts.lowerBound, 0)
        for start in starts {
          let product = unsafe dot(sound + start, chirp, chirpLength)
          if product.magnitude > best.product.magnitude { best = (start, product) }
        }
        let energy = unsafe dot(sound + best.start, sound + best.start, chirpLength)
        let product = Double(best.product)
        let least = leastSquaredCorrelation / 100 * Double(energy) * templateEnergy
        return energy > 0 && product * product >= least ? best.start : nil
      }
    }
  }

  /// The number of the mark that begins at `start`; nil when a tone is unclear or the checksum does not hold.
  static func number(in history: [Int32], ofMarkAt start: Int) -> UInt32? {
    precondition(start >= 0 && start + markLength <= history.count)
    var symbols: [Int] = []
    for symbol in 0..<MarkCode.symbolCount {
      let offset = start + chirpLength + symbol * symbolLength + windowStart
      var best = (tone: 0, power: -1.0)
      var second = -1.0
      for tone in MarkCode.tones.indices {
        let power = power(of: tone, in: history, at: offset)
        if power > best.power {
          second = best.power
          best = (tone, power)
        } else if power > second {
          second = power
        }
      }
      // A tone that does not stand out was made up by a decoder, or is noise.
      guard best.power > 2 * second else { return nil }
      symbols.append(best.tone)
    }
    return MarkCode.number(spelled: symbols)
  }

  private static func power(of tone: Int, in history: [Int32], at offset: Int) -> Double {
    var power = 0.0
    for wave in [waves[2 * tone], waves[2 * tone + 1]] {
      unsafe wave.withUnsafeBufferPointer { wave in
        unsafe history.withUnsafeBufferPointer { history in
          guard let sound = history.baseAddress, let wave = wave.baseAddress else {
            return
          }
          let product = Double(unsafe dot(sound + offset, wave, windowLength))
          power += product * product
        }
      }
    }
    return power
  }

  private static func dot(_ a: UnsafePointer<Int32>, _ b: UnsafePointer<Int32>, _ count: Int)
    -> Int64
  {
    var sum: Int64 = 0
    var index = 0
    while index < count {
      sum = unsafe sum &+ Int64(truncatingIfNeeded: a[index]) &* Int64(truncatingIfNeeded: b[index])
      index = index &+ 1
    }
    return sum
  }
}

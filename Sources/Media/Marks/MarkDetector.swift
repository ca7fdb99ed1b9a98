/// A mark found in sound: its number, and where it begins, counted from the first sample pushed.
public struct DetectedMark: Hashable, Sendable {
  public var mark: UInt32
  public var sampleOffset: Int64

  public init(mark: UInt32, sampleOffset: Int64) {
    self.mark = mark
    self.sampleOffset = sampleOffset
  }
}

/// Finds the marks of `BeepSource` in sound that went through a codec and a network.
///
/// Sound is summed down to 8 kHz and cut into blocks of 5 ms. A block much louder than the one before its
/// neighbour may begin a mark; only there is the chirp searched for (cross-correlation) and the number read. A mark
/// is reported when it has been heard whole, 130-160 ms after it began; one with a damaged number is not reported.
public struct MarkDetector: Sendable {
  private static let decimation = 6
  /// At 8 kHz.
  private static let blockLength = 40
  private static let blockSamples = decimation * blockLength
  /// 15 ms before the start of a loud block and 10 ms after it.
  private static let searchBefore = 120
  private static let searchAfter = 80
  /// A block quieter than this begins no mark: 100 (−50 dBov) as energy of a block.
  private static let floor = Int64(blockLength) * 600 * 600
  /// How much is kept: two seconds.
  private static let historyLimit = 16000

  private let intervalSamples: Int64
  /// Samples that do not fill a block yet.
  private var waiting: [Int16] = []
  /// Sound at 8 kHz, each value the sum of six samples.
  private var history: [Int32] = []
  /// The energy of each block of `history`.
  private var energies: [Int64] = []
  /// How much sound at 8 kHz came before `history`.
  private var historyStart: Int64 = 0
  /// The block of `energies` to be looked at next.
  private var nextBlock = 0
  private var last: DetectedMark?

  /// - Parameter markInterval: the source's, which tells how many times the number wrapped around in a long pause.
  public init(markInterval: Duration = .milliseconds(250)) {
    intervalSamples = BeepSource.samples(in: markInterval)
  }

  /// Takes the next samples, of any count, and gives the marks that are complete with them.
  public mutating func push(_ samples: [Int16]) -> [DetectedMark] {
    let all = waiting.isEmpty ? samples : waiting + samples
    let whole = all.count / Self.blockSamples
    for block in 0..<whole { append(all, from: block * Self.blockSamples) }
    let rest = whole * Self.blockSamples
    waiting = rest == all.count ? [] : Array(all[rest...])
    var found: [DetectedMark] = []
    while let mark = scan() { found.append(mark) }
    trim()
    return found
  }

  /// Sums one block down.
  private mutating func append(_ samples: [Int16], from start: Int) {
    var energy: Int64 = 0
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      var sample = unsafe base + start
      for _ in 0..<Self.blockLength {
        var sum = unsafe Int32(truncatingIfNeeded: sample[0])
        sum = unsafe sum &+ Int32(truncatingIfNeeded: sample[1])
        sum = unsafe sum &+ Int32(truncatingIfNeeded: sample[2])
        sum = unsafe sum &+ Int32(truncatingIfNeeded: sample[3])
        sum = unsafe sum &+ Int32(truncatingIfNeeded: sample[4])
        sum = unsafe sum &+ Int32(truncatingIfNeeded: sample[5])
        unsafe sample += Self.decimation
        history.append(sum)
        energy = energy &+ Int64(truncatingIfNeeded: sum) &* Int64(truncatingIfNeeded: sum)
      }
    }
    energies.append(energy)
  }

  /// The next mark that is complete in `history`; nil when more sound is needed.
  private mutating func scan() -> DetectedMark? {
    while nextBlock < energies.count {
      guard isOnset(nextBlock) else {
        nextBlock += 1
        continue
      }
      let onset = nextBlock * Self.blockLength
      guard onset + Self.searchAfter + MarkCorrelator.markLength <= history.count else {
        return nil
      }
      let starts = max(0, onset - Self.searchBefore)..<onset + Self.searchAfter
      guard let start = MarkCorrelator.chirp(in: history, startingIn: starts),
        let number = MarkCorrelator.number(in: history, ofMarkAt: start)
      else {
        nextBlock += 1
        continue
      }
      nextBlock = (start + MarkCorrelator.markLength) / Self.blockLength
      let offset = (historyStart + Int64(start)) * Int64(Self.decimation)
      let mark = DetectedMark(mark: unwrapped(number, at: offset), sampleOffset: offset)
      last = mark
      return mark
    }
    return nil
  }

  private func isOnset(_ block: Int) -> Bool {
    let energy = energies[block]
    guard energy > Self.floor else { return false }
    return block < 2 || energy > 4 &* energies[block - 2]
  }

  /// The number nearest to what the time since the last mark suggests.
  private func unwrapped(_ number: UInt32, at offset: Int64) -> UInt32 {
    guard let last else { return number }
    let modulus = Int64(MarkCode.modulus)
    let passed = (offset - last.sampleOffset + intervalSamples / 2) / intervalSamples
    let expected = Int64(last.mark) + passed
    var candidate = expected - expected % modulus + Int64(number)
    if candidate - expected > modulus / 2 { candidate -= modulus }
    if expected - candidate > modulus / 2 { candidate += modulus }
    return candidate < 0 ? number : UInt32(truncatingIfNeeded: candidate)
  }

  /// Forgets sound that no search will reach any more.
  private mutating func trim() {
    guard history.count > Self.historyLimit else { return }
    let keep = Self.searchBefore / Self.blockLength + 2
    let blocks = max(0, nextBlock - keep)
    history.removeFirst(blocks * Self.blockLength)
    energies.removeFirst(blocks)
    nextBlock -= blocks
    historyStart += Int64(blocks * Self.blockLength)
  }
}

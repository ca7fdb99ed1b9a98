/// Sound with marks that name their instant: mark n begins exactly n intervals after the source's clock began.
public struct BeepSource: AudioSource, Sendable {
  /// In samples.
  public let intervalSamples: Int64
  /// The last mark that was asked for, with the pause after it.
  private var cached: (mark: Int64, sound: [Int16]) = (-1, [])

  /// - Parameter markInterval: in whole milliseconds, at least 160 and at most 1000; other values are moved there.
  public init(markInterval: Duration = .milliseconds(250)) {
    intervalSamples = Self.samples(in: markInterval)
  }

  static func samples(in markInterval: Duration) -> Int64 {
    let (seconds, attoseconds) = markInterval.components
    let milliseconds =
      seconds >= 1 ? 1000 : max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    return max(160, milliseconds) * 48
  }

  /// The first mark that begins at this sample or later, and where.
  public func mark(atOrAfter index: Int64) -> (mark: UInt32, index: Int64) {
    let mark = (max(0, index) + intervalSamples - 1) / intervalSamples
    return (UInt32(truncatingIfNeeded: mark), mark * intervalSamples)
  }

  public mutating func samples(from index: Int64, count: Int) -> [Int16] {
    let mark = index / intervalSamples
    let offset = index % intervalSamples
    let sound = sound(of: mark)
    if Int(offset) + count <= sound.count { return looped(sound, from: offset, count: count) }
    let first = min(count, sound.count - Int(offset))
    return looped(sound, from: offset, count: first)
      + samples(from: index + Int64(first), count: count - first)
  }

  private mutating func sound(of mark: Int64) -> [Int16] {
    if cached.mark == mark { return cached.sound }
    var sound: [Int16] = []
    sound.reserveCapacity(Int(intervalSamples))
    sound += MarkCode.chirpSound
    for symbol in MarkCode.symbols(of: UInt32(truncatingIfNeeded: mark)) {
      sound += MarkCode.toneSounds[symbol]
    }
    sound += looped(MarkCode.pause, from: 0, count: Int(intervalSamples) - sound.count)
    cached = (mark, sound)
    return sound
  }
}

internal import SansIO

/// What a mark sounds like: a rising chirp that gives its instant, then eleven tones that spell its number.
///
/// ```
/// 0 ms        20 ms      30 ms            130 ms                    250 ms
/// | chirp     | tone 0   | tone 1 … 10    | pilot only              | next mark
///  300-1500 Hz  two bits each: number (14 bits), CRC-8
/// ```
/// A chirp correlates with itself in one place only, so that its start is known to a fraction of a millisecond even
/// after a speech codec. A quiet pilot tone runs throughout, so that the pause between marks is not silence.
/// All of it lies where voices do: Opus in its hybrid mode distorts higher tones beyond use at 32 kbit/s.
enum MarkCode {
  /// The number is sent modulo this: 68 minutes of marks.
  static let modulus: UInt32 = 1 << 14
  static let symbolCount = 11
  static let chirpSamples = 960
  static let symbolSamples = 480
  static let markSamples = chirpSamples + symbolCount * symbolSamples
  /// Whole periods in a symbol, so that tones follow each other without a jump.
  static let tones: [Double] = [400, 700, 1000, 1300]

  private static let amplitude = 8000.0
  private static let pilotAmplitude = 250.0
  private static let pilotPeriod = 240  // 200 Hz; a symbol is two of them, a chirp four

  /// The tone of each symbol: number and checksum, two bits each, most significant first.
  static func symbols(of mark: UInt32) -> [Int] {
    let number = mark % modulus
    let word = number << 8 | UInt32(checksum(number))
    return (0..<symbolCount).map { Int(word >> UInt32(2 * (symbolCount - 1 - $0)) & 3) }
  }

  /// The number that these symbols spell; nil when the checksum does not hold.
  static func number(spelled symbols: [Int]) -> UInt32? {
    let word = symbols.reduce(UInt32(0)) { $0 << 2 | UInt32($1 & 3) }
    let number = word >> 8
    return UInt8(truncatingIfNeeded: word) == checksum(number) ? number : nil
  }

  private static func checksum(_ number: UInt32) -> UInt8 {
    Checksum.crc8([UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)])
  }

  /// The chirp without pilot, faded in and out over 2 ms.
  static let chirp: [Double] = (0..<chirpSamples).map { index in
    let t = Double(index) / 48000
    // The frequency rises by 1200 Hz in 20 ms; its integral is the phase.
    let phase = 2 * PortableMath.pi * (300 * t + 30000 * t * t)
    let edge = min(1, Double(min(index, chirpSamples - 1 - index)) / 96)
    let gain = 0.5 - 0.5 * PortableMath.cos(PortableMath.pi * edge)
    return amplitude * gain * PortableMath.sin(phase)
  }

  /// Chirp, tones and pause as they are sent, pilot included.
  static let chirpSound = withPilot(chirp)
  static let toneSounds = tones.map { frequency in
    withPilot(
      (0..<symbolSamples).map {
        amplitude * PortableMath.sin(2 * PortableMath.pi * frequency * Double($0) / 48000)
      })
  }
  static let pause = withPilot([Double](repeating: 0, count: 48000))

  private static func withPilot(_ sound: [Double]) -> [Int16] {
    let pilot = (0..<pilotPeriod).map {
      pilotAmplitude * PortableMath.sin(2 * PortableMath.pi * Double($0) / Double(pilotPeriod))
    }
    return sound.indices.map {
      Int16((sound[$0] + pilot[$0 % pilotPeriod]).rounded(.toNearestOrAwayFromZero))
    }
  }
}

/// A recording in WAV, played in a loop: mixed to one channel and brought to 48 kHz when it is read.
///
/// Integers of 8, 16, 24 and 32 bits and floats of 32 bits, up to 8 channels, 8-192 kHz.
public struct WAVSource: AudioSource, Sendable {
  private let sound: [Int16]

  public init(parsing bytes: [UInt8]) throws(MediaError) {
    let (format, data) = try WAVFormat.parse(bytes)
    let mono = format.mono(bytes, in: data)
    guard !mono.isEmpty else { throw .noSamples }
    sound = Self.resampled(mono, from: format.sampleRate)
  }

  /// Samples in the recording at 48 kHz.
  public var count: Int { sound.count }

  public func samples(from index: Int64, count: Int) -> [Int16] {
    looped(sound, from: index, count: count)
  }

  /// Cubic interpolation upwards (Catmull-Rom), the mean of what a sample covers downwards.
  private static func resampled(_ input: [Int16], from rate: Int) -> [Int16] {
    if rate == 48000 { return input }
    let count = max(1, Int(Int64(input.count) * 48000 / Int64(rate)))
    let end = input.count - 1
    return (0..<count).map { index in
      let (position, rest) = (index * rate).quotientAndRemainder(dividingBy: 48000)
      guard rate < 48000 else {
        let stop = max(position + 1, min(input.count, (index + 1) * rate / 48000))
        let sum = input[min(position, end)..<min(stop, input.count)].reduce(0) { $0 + Int($1) }
        return Int16(sum / max(1, min(stop, input.count) - min(position, end)))
      }
      let a = Double(input[max(0, position - 1)])
      let b = Double(input[min(position, end)])
      let c = Double(input[min(position + 1, end)])
      let d = Double(input[min(position + 2, end)])
      let t = Double(rest) / 48000
      let cubic = t * (3 * (b - c) + d - a)
      let value = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + cubic))
      return Int16(max(-32768, min(32767, value.rounded(.toNearestOrAwayFromZero))))
    }
  }
}

/// The `fmt ` chunk of a WAV file.
struct WAVFormat: Hashable {
  enum Encoding: Hashable { case integer, float }
  var encoding: Encoding
  var channels: Int
  var sampleRate: Int
  var bytesPerSample: Int

  /// The format, and where the samples lie.
  static func parse(_ bytes: [UInt8]) throws(MediaError) -> (WAVFormat, Range<Int>) {
    guard bytes.count >= 12, bytes.starts(with: "RIFF".utf8),
      bytes[8..<12].elementsEqual("WAVE".utf8)
    else { throw .notWAV }
    var format: WAVFormat?
    var offset = 12
    while bytes.count - offset >= 8 {
      let name = bytes[offset..<offset + 4]
      let start = offset + 8
      var size = little(bytes, offset + 4, 4)
      // Programs that write to a pipe cannot know the size.
      if size == 0xffff_ffff { size = bytes.count - start }
      guard size <= bytes.count - start else {
        throw .truncated(offset: offset, needed: size, available: bytes.count - start)
      }
      if name.elementsEqual("fmt ".utf8) {
        format = try WAVFormat(bytes, in: start..<start + size)
      } else if name.elementsEqual("data".utf8) {
        guard let format else { throw .noSamples }
        return (format, start..<start + size)
      }
      offset = start + size + size % 2
    }
    throw .noSamples
  }

  private init(_ bytes: [UInt8], in range: Range<Int>) throws(MediaError) {
    guard range.count >= 16 else {
      throw .truncated(offset: range.lowerBound, needed: 16, available: range.count)
    }
    let start = range.lowerBound
    var tag = Self.little(bytes, start, 2)
    channels = Self.little(bytes, start + 2, 2)
    sampleRate = Self.little(bytes, start + 4, 4)
    let bits = Self.little(bytes, start + 14, 2)
    // WAVE_FORMAT_EXTENSIBLE: the tag proper begins the sub-format.
    if tag == 0xfffe && range.count >= 26 { tag = Self.little(bytes, start + 24, 2) }
    switch (tag, bits) {
    case (1, 8), (1, 16), (1, 24), (1, 32): encoding = .integer
    case (3, 32): encoding = .float
    default:
      throw .wavFormat(tag: tag, bits: bits, channels: channels, sampleRate: sampleRate)
    }
    bytesPerSample = bits / 8
    guard (1...8).contains(channels), (8000...192_000).contains(sampleRate) else {
      throw .wavFormat(tag: tag, bits: bits, channels: channels, sampleRate: sampleRate)
    }
  }

  /// The mean of all channels, one value for each whole group of samples.
  func mono(_ bytes: [UInt8], in range: Range<Int>) -> [Int16] {
    let group = channels * bytesPerSample
    return (0..<range.count / group).map { index in
      let start = range.lowerBound + index * group
      var sum = 0
      for channel in 0..<channels { sum += sample(bytes, start + channel * bytesPerSample) }
      return Int16(sum / channels)
    }
  }

  /// One sample as 16 bits.
  private func sample(_ bytes: [UInt8], _ offset: Int) -> Int {
    switch (encoding, bytesPerSample) {
    case (.float, _):
      let value = Float(bitPattern: UInt32(Self.little(bytes, offset, 4)))
      guard value.isFinite else { return 0 }
      return Int(max(-32768, min(32767, (value * 32768).rounded(.toNearestOrAwayFromZero))))
    case (.integer, 1):
      return (Int(bytes[offset]) - 128) << 8  // eight bits are unsigned
    case (.integer, let count):
      // The upper two bytes.
      return Int(Int16(truncatingIfNeeded: Self.little(bytes, offset + count - 2, 2)))
    }
  }

  private static func little(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }
}

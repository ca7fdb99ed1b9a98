internal import SansIO

/// Where sound comes from: 48 kHz, one channel. The same index gives the same sample, always.
public protocol AudioSource {
  /// Always 48000.
  var sampleRate: Int { get }

  /// `count` samples from the source's own sample clock, which began at 0.
  mutating func samples(from index: Int64, count: Int) -> [Int16]
}

extension AudioSource {
  public var sampleRate: Int { 48000 }
}

/// Silence: what a muted microphone sends.
public struct SilenceSource: AudioSource, Sendable {
  public init() {}

  public func samples(from index: Int64, count: Int) -> [Int16] {
    [Int16](repeating: 0, count: count)
  }
}

/// How loud some samples are: −127...0 dBov, RFC 6464 §3; 0 is a square wave of full scale, silence is −127.
public func level(_ samples: [Int16]) -> Int {
  guard !samples.isEmpty else { return -127 }
  let energy = unsafe samples.withUnsafeBufferPointer { samples in
    var sum = 0
    var index = 0
    while index < samples.count {
      let sample = Int(truncatingIfNeeded: unsafe samples[index])
      sum = sum &+ sample &* sample
      index = index &+ 1
    }
    return sum
  }
  guard energy > 0 else { return -127 }
  let mean = Double(energy) / Double(samples.count) / 1_073_741_824  // 32768²
  let decibels = 10 * PortableMath.log10(mean)
  return max(-127, min(0, Int(decibels.rounded(.toNearestOrAwayFromZero))))
}

/// A part of looped sound, copied piece by piece.
func looped(_ loop: [Int16], from index: Int64, count: Int) -> [Int16] {
  precondition(!loop.isEmpty && index >= 0 && count >= 0)
  return unsafe [Int16](unsafeUninitializedCapacity: count) { target, initialized in
    unsafe loop.withUnsafeBufferPointer { loop in
      guard let to = target.baseAddress, let from = loop.baseAddress else { return }
      var offset = Int(index % Int64(loop.count))
      while initialized < count {
        let piece = min(count - initialized, loop.count - offset)
        unsafe (to + initialized).initialize(from: from + offset, count: piece)
        initialized += piece
        offset = 0
      }
    }
  }
}

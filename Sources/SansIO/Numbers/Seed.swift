/// The run's one source of chance.
///
/// Every user draws from its own named stream, so that adding a peer, or a draw in one of them, moves nothing elsewhere.
public struct Seed: Hashable, Sendable {
  public let value: UInt64

  public init(_ value: UInt64) { self.value = value }

  /// The stream of that name: "link alice up loss", "peer bob ice".
  public func stream(_ name: String) -> SplitMix64 {
    // FNV-1a over the name, begun from the seed.
    SplitMix64(
      state: name.utf8.reduce(value ^ 0xcbf2_9ce4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      })
  }
}

/// A small generator with 64 bits of state (Steele, Lea and Flood, 2014); every state is a good seed.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  var state: UInt64

  public init(state: UInt64) { self.state = state }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return Self.mix(state)
  }

  /// The `index`-th draw of this stream (0 is the first), without drawing the ones before it.
  public func draw(at index: UInt64) -> UInt64 {
    Self.mix(state &+ 0x9e37_79b9_7f4a_7c15 &* (index &+ 1))
  }

  /// A generator whose draws are independent of this one's, for a user inside this user.
  public mutating func split() -> SplitMix64 { SplitMix64(state: next()) }

  /// `count` random bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      var word = next()
      for _ in 0..<min(8, count - result.count) {
        result.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    return result
  }

  private static func mix(_ state: UInt64) -> UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

extension UInt64 {
  /// This draw as a number in 0..<1, with the 53 bits that a `Double` holds.
  public var unitInterval: Double { Double(self >> 11) / 9_007_199_254_740_992 }
}

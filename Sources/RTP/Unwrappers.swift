/// Turns 16-bit sequence numbers into numbers that do not wrap, each nearest to the one before.
public struct SequenceUnwrapper: Hashable, Sendable {
  /// What was returned last.
  public private(set) var last: Int64?

  public init() {}

  public mutating func unwrap(_ value: UInt16) -> Int64 {
    let result = peek(value)
    last = result
    return result
  }

  /// What `unwrap` would return, without remembering it.
  public func peek(_ value: UInt16) -> Int64 {
    guard let last else { return Int64(value) }
    return last + Int64(Int16(bitPattern: value &- UInt16(truncatingIfNeeded: last)))
  }
}

/// Turns 32-bit RTP timestamps into numbers that do not wrap, each nearest to the one before.
public struct TimestampUnwrapper: Hashable, Sendable {
  /// What was returned last.
  public private(set) var last: Int64?

  public init() {}

  public mutating func unwrap(_ value: UInt32) -> Int64 {
    let result = peek(value)
    last = result
    return result
  }

  /// What `unwrap` would return, without remembering it.
  public func peek(_ value: UInt32) -> Int64 {
    guard let last else { return Int64(value) }
    return last + Int64(Int32(bitPattern: value &- UInt32(truncatingIfNeeded: last)))
  }
}

public import SansIO

/// The 96 bits that pair a response with its request (RFC 8489 §5).
public struct TransactionID: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt32

  public init(high: UInt64, low: UInt32) {
    self.high = high
    self.low = low
  }

  /// Draws a new one.
  public init(using generator: inout SplitMix64) {
    self.init(high: generator.next(), low: UInt32(truncatingIfNeeded: generator.next()))
  }

  /// Twelve bytes in wire order; nil for another count.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 12 else { return nil }
    var high: UInt64 = 0
    for byte in bytes[0..<8] { high = high << 8 | UInt64(byte) }
    var low: UInt32 = 0
    for byte in bytes[8..<12] { low = low << 8 | UInt32(byte) }
    self.init(high: high, low: low)
  }

  /// Twelve bytes in wire order.
  public var bytes: [UInt8] {
    var writer = ByteWriter(reserving: 12)
    writer.uint64(high)
    writer.uint32(low)
    return writer.bytes
  }
}

extension TransactionID: CustomStringConvertible {
  public var description: String { hexadecimal(bytes) }
}

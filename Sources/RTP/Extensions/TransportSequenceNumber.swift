/// A number that counts every packet of a transport, all streams together (draft-holmer-rmcat-transport-wide-cc-extensions-01 §2).
public struct TransportSequenceNumber: Hashable, Sendable {
  public var value: UInt16

  public init(value: UInt16) { self.value = value }

  /// Reads the first two bytes; version 2 of the extension adds two for a feedback request, which are passed over.
  public init?(_ data: some Collection<UInt8>) {
    guard data.count == 2 || data.count == 4 else { return nil }
    value = data.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  public var data: [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
}

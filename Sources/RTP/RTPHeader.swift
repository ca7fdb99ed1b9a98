/// The header of an RTP packet (RFC 3550 §5.1), read in place: fixed fields and offsets, no allocation.
///
/// ```
///  0                   1                   2                   3
///  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
/// |V=2|P|X|  CC   |M|     PT      |       sequence number         |
/// |                           timestamp                           |
/// |                             SSRC                              |
/// |                        CSRC, 0 to 15                          |
/// |   profile of the extension    |     its length in words       |
/// ```
public struct RTPHeader: Hashable, Sendable {
  public let marker: Bool
  public let payloadType: UInt8
  public let sequenceNumber: UInt16
  public let timestamp: UInt32
  public let ssrc: UInt32
  /// 0...15; the first one is at byte 12.
  public let csrcCount: Int
  /// "Defined by profile" of the extension; nil without one.
  public let extensionProfile: UInt16?
  /// The bytes behind the extension's own four; empty without one.
  public let extensionRange: Range<Int>
  /// The payload, without padding.
  public let payloadRange: Range<Int>
  /// Padding bytes at the end, the count byte included; 0 without the padding bit.
  public let paddingCount: Int

  public init(parsing packet: [UInt8]) throws(RTPError) {
    try self.init(parsing: packet.span)
  }

  public init(parsing packet: borrowing Span<UInt8>) throws(RTPError) {
    let count = packet.count
    guard count >= 12 else { throw .headerTruncated(byteCount: count) }
    // Wide loads, each checked against the end of the span: 12 bytes are there.
    let raw = unsafe packet.bytes
    let head = UInt64(bigEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self))
    let first = UInt8(truncatingIfNeeded: head >> 56)
    guard first >> 6 == 2 else { throw .version(first >> 6) }
    marker = head & 0x80_0000_0000_0000 != 0
    payloadType = UInt8(truncatingIfNeeded: head >> 48) & 0x7f
    sequenceNumber = UInt16(truncatingIfNeeded: head >> 32)
    timestamp = UInt32(truncatingIfNeeded: head)
    ssrc = UInt32(bigEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt32.self))
    csrcCount = Int(first & 0x0f)

    var offset = 12 &+ 4 &* csrcCount
    guard offset <= count else {
      throw .fieldOverrun(offset: 12, needed: 4 * csrcCount, available: count - 12)
    }
    if first & 0x10 != 0 {
      guard offset &+ 4 <= count else {
        throw .fieldOverrun(offset: offset, needed: 4, available: count - offset)
      }
      let word = UInt32(
        bigEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
      extensionProfile = UInt16(truncatingIfNeeded: word >> 16)
      let length = 4 &* Int(word & 0xffff)
      offset &+= 4
      guard offset &+ length <= count else {
        throw .fieldOverrun(offset: offset, needed: length, available: count - offset)
      }
      extensionRange = offset..<offset &+ length
      offset &+= length
    } else {
      extensionProfile = nil
      extensionRange = offset..<offset
    }
    if first & 0x20 != 0 {
      // RFC 3550 §5.1: the last byte counts the padding, itself included, so it is never 0.
      let padding = offset < count ? Int(packet[count - 1]) : 0
      guard padding > 0, padding <= count - offset else {
        throw .padding(count: padding, available: count - offset)
      }
      paddingCount = padding
    } else {
      paddingCount = 0
    }
    payloadRange = offset..<count - paddingCount
  }

  /// Where the value of the first extension element with this id lies in the packet that was parsed; nil: not there.
  @inlinable
  public func extensionValue(id: UInt8, in packet: [UInt8]) -> Range<Int>? {
    extensionValue(id: id, in: packet.span)
  }

  /// Where the value of the first extension element with this id lies in the packet that was parsed; nil: not there.
  ///
  /// Inlinable, and a loop of its own beside `HeaderExtensionElements`: measured twice as fast as a call.
  @inlinable
  public func extensionValue(id: UInt8, in packet: borrowing Span<UInt8>) -> Range<Int>? {
    guard extensionProfile == 0xbede else { return twoByteValue(id: id, in: packet) }
    var offset = extensionRange.lowerBound
    let end = min(extensionRange.upperBound, packet.count)
    while offset < end {
      let byte = unsafe packet[unchecked: offset]  // below `end`, which is within the packet
      offset &+= 1
      if byte == 0 { continue }  // padding
      let found = byte >> 4
      // RFC 8285 §4.2: id 15, and id 0 with a length, end the extension at that point.
      if found == 0 || found == 15 { return nil }
      let next = offset &+ Int(byte & 15) &+ 1
      if found == id { return next <= end ? offset..<next : nil }
      offset = next
    }
    return nil
  }

  @usableFromInline
  func twoByteValue(id: UInt8, in packet: borrowing Span<UInt8>) -> Range<Int>? {
    guard let extensionProfile, extensionRange.upperBound <= packet.count else { return nil }
    var elements = HeaderExtensionElements(profile: extensionProfile, range: extensionRange)
    while let element = elements.next(in: packet) {
      if element.id == id {
        return element.range.upperBound <= extensionRange.upperBound ? element.range : nil
      }
    }
    return nil
  }
}

/// Four bytes at an offset that the caller checked.
@inline(__always)
func bigEndian32(_ bytes: borrowing Span<UInt8>, _ offset: Int) -> UInt32 {
  UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
    | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
}

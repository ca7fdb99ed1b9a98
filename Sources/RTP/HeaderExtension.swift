/// One element of a header extension (RFC 8285): a negotiated local id and its value.
public struct HeaderExtension: Hashable, Sendable {
  /// 1...14 in the one-byte form, 1...255 in the two-byte form.
  public var id: UInt8
  /// 1...16 bytes in the one-byte form, 0...255 in the two-byte form.
  public var data: [UInt8]

  public init(id: UInt8, data: [UInt8]) {
    self.id = id
    self.data = data
  }

  /// Whether the one-byte form can carry it (RFC 8285 §4.2).
  var fitsOneByteForm: Bool { (1...14).contains(id) && (1...16).contains(data.count) }
}

/// A header extension that is not RFC 8285's: kept as it came (RFC 3550 §5.3.1).
public struct OpaqueHeaderExtension: Hashable, Sendable {
  public var profile: UInt16
  /// Whole words; what does not fill one is written with zeros behind it.
  public var data: [UInt8]

  public init(profile: UInt16, data: [UInt8]) {
    self.profile = profile
    self.data = data
  }
}

/// The profile that announces the one-byte form (RFC 8285 §4.2).
let oneByteProfile: UInt16 = 0xbede
/// The profile that announces the two-byte form; its low four bits are free (RFC 8285 §4.3).
let twoByteProfile: UInt16 = 0x1000

/// Steps through the elements of an RFC 8285 extension without allocating.
struct HeaderExtensionElements {
  private let isTwoByte: Bool
  private var offset: Int
  private let end: Int

  /// A profile that is not RFC 8285's has no elements.
  init(profile: UInt16, range: Range<Int>) {
    isTwoByte = profile & 0xfff0 == twoByteProfile
    offset = range.lowerBound
    end = isTwoByte || profile == oneByteProfile ? range.upperBound : offset
  }

  /// The next element; the range of one that is cut off goes past the end of the extension, and is the last.
  @inline(__always)
  mutating func next(in packet: borrowing Span<UInt8>) -> (id: UInt8, range: Range<Int>)? {
    while offset < end {
      let byte = packet[offset]
      if byte == 0 {  // padding, in both forms
        offset &+= 1
        continue
      }
      let id: UInt8
      let start: Int
      let length: Int
      if isTwoByte {
        id = byte
        start = offset &+ 2
        length = start <= end ? Int(packet[offset &+ 1]) : 0
      } else {
        id = byte >> 4
        // RFC 8285 §4.2: id 15, and id 0 with a length, end the extension at that point.
        guard id != 0, id != 15 else { return nil }
        start = offset &+ 1
        length = Int(byte & 0x0f) &+ 1
      }
      offset = start &+ length
      return (id, start..<offset)
    }
    return nil
  }
}

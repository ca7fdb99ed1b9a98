/// Where the IP packet begins in a captured frame.
public enum LinkLayer {
  public enum Refusal: Error, Hashable, Sendable {
    /// ARP, LLDP, …
    case notIP
    case cut
    case unknownLinkType(UInt32)
  }

  /// The link type of Linux cooked captures whose header does not name the interface.
  public static let cookedVersion1: UInt32 = 113

  public static func ipStart(
    _ bytes: Span<UInt8>, linkType: UInt32
  ) throws(Refusal) -> Int {
    switch linkType {
    case 1: try behindType(bytes, at: 12)  // Ethernet
    case 113: try behindType(bytes, at: 14)  // Linux cooked, v1
    case 276:  // Linux cooked, v2: the type comes first
      try start(bytes, at: 20, type: try type(bytes, at: 0))
    case 0, 108: try checked(bytes, at: 4)  // BSD loopback: an address family of either byte order
    case 12, 14, 101, 228, 229: try checked(bytes, at: 0)  // raw IP
    default: throw .unknownLinkType(linkType)
    }
  }

  /// What a capture of all interfaces (`-i any`) notes of each packet: Linux cooked headers.
  public struct Cooked: Hashable, Sendable {
    /// The kernel's number of the interface; version 1 of the header has none.
    public var interfaceIndex: UInt32?
    public var isOutbound: Bool
  }

  public static func cooked(_ bytes: Span<UInt8>, linkType: UInt32) -> Cooked? {
    // PACKET_OUTGOING is 4.
    switch linkType {
    case 113 where bytes.count >= 2:
      return Cooked(interfaceIndex: nil, isOutbound: bytes[0] == 0 && bytes[1] == 4)
    case 276 where bytes.count >= 11:
      let index = (4..<8).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[$1]) }
      return Cooked(interfaceIndex: index, isOutbound: bytes[10] == 4)
    default: return nil
    }
  }

  private static func type(_ bytes: Span<UInt8>, at offset: Int) throws(Refusal) -> UInt16 {
    guard offset + 2 <= bytes.count else { throw .cut }
    return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
  }

  private static func behindType(_ bytes: Span<UInt8>, at offset: Int) throws(Refusal) -> Int {
    try start(bytes, at: offset + 2, type: try type(bytes, at: offset))
  }

  /// Steps over VLAN tags (IEEE 802.1Q, 802.1ad): two bytes, and the next type.
  private static func start(
    _ bytes: Span<UInt8>, at offset: Int, type first: UInt16
  ) throws(Refusal) -> Int {
    var (offset, current) = (offset, first)
    var tags = 0
    while current == 0x8100 || current == 0x88a8 || current == 0x9100, tags < 4 {
      current = try type(bytes, at: offset + 2)
      offset += 4
      tags += 1
    }
    guard current == 0x0800 || current == 0x86dd else { throw .notIP }
    return try checked(bytes, at: offset)
  }

  private static func checked(_ bytes: Span<UInt8>, at offset: Int) throws(Refusal) -> Int {
    guard offset < bytes.count else { throw .cut }
    let version = bytes[offset] >> 4
    guard version == 4 || version == 6 else { throw .notIP }
    return offset
  }
}

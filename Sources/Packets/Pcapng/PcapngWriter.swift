/// Writes a capture in the pcapng format (draft-ietf-opsawg-pcapng-03): one section, little-endian, times in nanoseconds.
///
/// Says nothing of the machine it was written on, so that the same packets give the same bytes. Every block has this shape, and
/// its body is padded to four bytes (§3.1):
/// ```
/// | type (32) | total length (32) | body ... | options ... | total length (32) |
/// ```
public struct PcapngWriter: Sendable {
  /// What a captured packet begins with (the numbers of tcpdump.org's list of link types).
  public enum LinkType: UInt16, Sendable {
    /// An IPv4 or IPv6 header, told apart by its version.
    case rawIP = 101
  }

  /// Seen from the interface.
  public enum Direction: UInt32, Sendable {
    case inbound = 1
    case outbound = 2
  }

  /// The capture as far as it has been written; always a whole file.
  public var bytes: [UInt8] { output.bytes }
  public private(set) var interfaceCount = 0
  /// Packets written; tools count them from 1.
  public private(set) var packetCount = 0

  private var output: LittleEndianWriter

  /// - Parameters:
  ///   - application: what wrote the file (shb_userappl).
  ///   - capacity: how many bytes the file will have, about; saves copies.
  public init(application: String = "callproof", reserving capacity: Int = 0) {
    output = LittleEndianWriter(reserving: capacity)
    block(0x0a0d_0d0a) {  // section header, §4.1
      $0.uint32(0x1a2b_3c4d)
      $0.uint16(1)
      $0.uint16(0)
      $0.uint64(.max)  // the section's length is not known
      $0.option(4, application)
      $0.endOfOptions()
    }
  }

  /// Adds an interface; its number is what `packet` wants.
  public mutating func interface(
    name: String, linkType: LinkType = .rawIP, description: String? = nil
  ) -> Int {
    block(1) {  // interface description, §4.2
      $0.uint16(linkType.rawValue)
      $0.uint16(0)
      $0.uint32(262_144)  // packets are kept whole; some readers take 0 for nothing
      $0.option(2, name)
      if let description { $0.option(3, description) }
      $0.option(9, [9])  // if_tsresol: units of 10⁻⁹ s
      $0.endOfOptions()
    }
    interfaceCount += 1
    return interfaceCount - 1
  }

  /// Adds a packet.
  ///
  /// - Parameters:
  ///   - interface: a number that `interface` returned.
  ///   - time: since 1970-01-01T00:00:00Z.
  ///   - originalByteCount: how long the packet was, where the capture cut it.
  ///   - comment: for the reader of the capture: why the packet was dropped.
  public mutating func packet(
    interface: Int, at time: Int64, bytes: ArraySlice<UInt8>, originalByteCount: Int? = nil,
    direction: Direction, comment: String? = nil
  ) {
    precondition((0..<interfaceCount).contains(interface))
    block(6) {  // enhanced packet, §4.3
      $0.uint32(UInt32(interface))
      $0.uint32(UInt32(truncatingIfNeeded: time >> 32))
      $0.uint32(UInt32(truncatingIfNeeded: time))
      $0.uint32(UInt32(truncatingIfNeeded: bytes.count))
      $0.uint32(UInt32(truncatingIfNeeded: max(originalByteCount ?? 0, bytes.count)))
      $0.padded(bytes)
      if let comment { $0.option(1, comment) }
      $0.uint16(2)  // epb_flags
      $0.uint16(4)
      $0.uint32(direction.rawValue)
      $0.endOfOptions()
    }
    packetCount += 1
  }

  /// Adds a whole packet.
  public mutating func packet(
    interface: Int, at time: Int64, bytes: [UInt8], direction: Direction, comment: String? = nil
  ) {
    packet(
      interface: interface, at: time, bytes: bytes[...], direction: direction, comment: comment)
  }

  /// Adds what the capture of an interface counted, up to `time`.
  ///
  /// - Parameters:
  ///   - received: packets that came to the capture (isb_ifrecv), those dropped included.
  ///   - droppedByInterface: isb_ifdrop.
  ///   - droppedByCapture: packets for which the capture had no room (isb_osdrop).
  public mutating func statistics(
    interface: Int, at time: Int64, received: Int, droppedByInterface: Int, droppedByCapture: Int
  ) {
    precondition((0..<interfaceCount).contains(interface))
    block(5) {  // interface statistics, §4.6
      $0.uint32(UInt32(interface))
      $0.uint32(UInt32(truncatingIfNeeded: time >> 32))
      $0.uint32(UInt32(truncatingIfNeeded: time))
      $0.option(4, UInt64(clamping: received))
      $0.option(5, UInt64(clamping: droppedByInterface))
      $0.option(7, UInt64(clamping: droppedByCapture))
      $0.endOfOptions()
    }
  }

  /// Adds TLS secrets, as lines of the NSS key log format; they serve the packets behind them.
  ///
  /// A reader that goes through the file once needs them before the first packet that they decrypt.
  public mutating func secrets(_ keyLog: String) {
    block(10) {  // decryption secrets, §4.7
      $0.uint32(0x544c_534b)  // TLS key log
      $0.uint32(UInt32(truncatingIfNeeded: keyLog.utf8.count))
      $0.padded(keyLog.utf8)
    }
  }

  private mutating func block(_ type: UInt32, _ body: (inout LittleEndianWriter) -> Void) {
    let start = output.bytes.count
    output.uint32(type)
    output.uint32(0)
    body(&output)
    let byteCount = UInt32(truncatingIfNeeded: output.bytes.count - start + 4)
    output.uint32(byteCount)
    output.patch(uint32: byteCount, at: start + 4)
  }
}

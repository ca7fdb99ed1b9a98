/// A packet as a capture file holds it.
public struct CapturedPacket: Hashable, Sendable {
  /// From 1, as tools count.
  public var number: Int
  /// Nanoseconds since 1970; 0 where the file does not say (simple packets).
  public var time: Int64
  /// What it begins with (the numbers of tcpdump.org's list of link types).
  public var linkType: UInt32
  public var bytes: [UInt8]
  /// How long it was on the link; more than `bytes` where the capture cut it.
  public var originalByteCount: Int
  /// Index among the interfaces of the file.
  public var interface: Int
  /// Whether the interface sent it; nil where the file does not say (epb_flags).
  public var isOutbound: Bool?
  /// What was noted of it (opt_comment): in captures of our own, why it was dropped.
  public var comment: String?

  public init(
    number: Int, time: Int64, linkType: UInt32, bytes: [UInt8], originalByteCount: Int,
    interface: Int = 0, isOutbound: Bool? = nil, comment: String? = nil
  ) {
    self.number = number
    self.time = time
    self.linkType = linkType
    self.bytes = bytes
    self.originalByteCount = originalByteCount
    self.interface = interface
    self.isOutbound = isOutbound
    self.comment = comment
  }

  public var isCut: Bool { originalByteCount > bytes.count }
}

/// Why a capture cannot be read, or not further; offsets count from the start of the file.
public enum CaptureFault: Error, Hashable, Sendable {
  case notACapture(firstBytes: [UInt8])
  /// A block or packet that is longer than any real one, or shorter than its header.
  case length(offset: Int, found: Int)
  /// The two lengths of a pcapng block differ (§3.1).
  case lengthsDiffer(offset: Int, first: Int, last: Int)
  /// A field reaches past the end of its block.
  case overrun(offset: Int)
  case byteOrder(offset: Int)
  case unknownInterface(offset: Int, Int)
  /// The file ends inside a packet.
  case cut(offset: Int, missing: Int)
}

extension CaptureFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notACapture(let first):
      first.isEmpty
        ? "the file is empty; expected a pcap or pcapng capture"
        : "no pcap or pcapng capture: it begins with the bytes \(first.map { String($0, radix: 16) }.joined(separator: " "))"
    case .length(let offset, let found): "a length of \(found) at byte \(offset) is impossible"
    case .lengthsDiffer(let offset, let first, let last):
      "the block at byte \(offset) says \(first) bytes at its start and \(last) at its end"
    case .overrun(let offset): "a field of the block at byte \(offset) reaches past its end"
    case .byteOrder(let offset): "the section at byte \(offset) has no byte order"
    case .unknownInterface(let offset, let number):
      "the block at byte \(offset) names interface \(number), which the section does not describe"
    case .cut(let offset, let missing):
      "the file ends inside the packet at byte \(offset); at least \(missing) bytes are missing"
    }
  }
}

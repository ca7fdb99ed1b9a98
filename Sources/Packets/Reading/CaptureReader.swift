/// Reads pcap and pcapng captures as they come, piece by piece; holds one block at a time.
///
/// Classic pcap (draft-ietf-opsawg-pcap-04): microseconds and nanoseconds, both byte orders. pcapng
/// (draft-ietf-opsawg-pcapng-03): several sections and interfaces, enhanced, simple and old packets, secrets.
public struct CaptureReader: Sendable {
  /// No packet of a real capture is longer; some writers allow 256 KiB.
  static let limitBytes = 16 << 20
  /// Of decryption secrets in all.
  static let limitSecretBytes = 1 << 20

  public enum Format: String, Sendable { case pcap, pcapng }

  enum State: Hashable, Sendable {
    case start
    case classic(ClassicPcap)
    case pcapng(PcapngSection)
  }

  public private(set) var packetCount = 0
  /// NSS key log lines of decryption secrets blocks (§4.7).
  public internal(set) var secrets: [UInt8] = []
  /// Of all sections, in the order of the file.
  public private(set) var interfaces: [CapturedInterface] = []
  public var format: Format? {
    switch state {
    case .start: nil
    case .classic: .pcap
    case .pcapng: .pcapng
    }
  }

  private var buffer: [UInt8] = []
  private var position = 0
  /// Of `buffer[0]` in the file.
  private var origin = 0
  private var state = State.start
  /// What the next block lacks, as far as is known.
  private var needed = 4

  public init() {}

  /// Whether a file that starts with these bytes, four or more, is a capture.
  public static func isCapture(_ start: [UInt8]) -> Bool {
    start.count >= 4
      && (ClassicPcap.isOne(start, at: 0)
        || LittleReader(start, at: 0).uint32(0) == PcapngSection.headerType)
  }

  /// Adds what follows in the file.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if position > 0 {
      buffer.removeSubrange(0..<position)
      origin += position
      position = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next packet; nil: more of the file is needed.
  public mutating func next() throws(CaptureFault) -> CapturedPacket? {
    while true {
      switch state {
      case .start:
        guard has(4) else { return nil }
        try begin()
        if case .start = state { return nil }
      case .classic(let format):
        guard has(format.headerByteCount) else { return nil }
        let header = LittleReader(buffer, at: position, isBig: format.isBigEndian)
        let captured = Int(header.uint32(8))
        guard captured <= Self.limitBytes else {
          throw .length(offset: origin + position, found: captured)
        }
        guard has(format.headerByteCount + captured) else { return nil }
        let start = position + format.headerByteCount
        packetCount += 1
        let packet = CapturedPacket(
          number: packetCount, time: format.time(header.uint32(0), header.uint32(4)),
          linkType: format.linkType, bytes: Array(buffer[start..<start + captured]),
          originalByteCount: max(captured, Int(header.uint32(12))))
        position = start + captured
        return packet
      case .pcapng(var section):
        guard has(8) else { return nil }
        // A section header's type reads the same both ways, and its own byte order holds for its length.
        if LittleReader(buffer, at: position).uint32(0) == PcapngSection.headerType {
          guard has(12) else { return nil }
          guard let isBig = PcapngSection.isBigEndian(buffer, at: position) else {
            throw .byteOrder(offset: origin + position)
          }
          section = PcapngSection(isBigEndian: isBig, interfacesBefore: interfaces.count)
          state = .pcapng(section)
        }
        let header = LittleReader(buffer, at: position, isBig: section.isBigEndian)
        let length = Int(header.uint32(4))
        guard length >= 12, length % 4 == 0, length <= Self.limitBytes else {
          throw .length(offset: origin + position, found: length)
        }
        guard has(length) else { return nil }
        let last = Int(header.uint32(length - 4))
        guard last == length else {
          throw .lengthsDiffer(offset: origin + position, first: length, last: last)
        }
        let block = position..<position + length
        let offset = origin + position
        position += length
        // While the section changes, nobody else holds it: its interfaces are not copied for each new one.
        state = .start
        defer { state = .pcapng(section) }
        if var packet = try section.read(
          buffer, block, offset: offset, secrets: &secrets, described: &interfaces)
        {
          packetCount += 1
          packet.number = packetCount
          return packet
        }
      }
    }
  }

  /// What is wrong with the end of the file; nil when it ends between two packets.
  public func end() -> CaptureFault? {
    if case .start = state { return .notACapture(firstBytes: Array(buffer.prefix(4))) }
    let left = buffer.count - position
    return left == 0 ? nil : .cut(offset: origin + position, missing: max(1, needed - left))
  }

  private mutating func has(_ count: Int) -> Bool {
    needed = count
    return buffer.count - position >= count
  }

  private mutating func begin() throws(CaptureFault) {
    if LittleReader(buffer, at: position).uint32(0) == PcapngSection.headerType {
      guard has(12) else { return }
      guard let isBig = PcapngSection.isBigEndian(buffer, at: position) else {
        throw .byteOrder(offset: 0)
      }
      state = .pcapng(PcapngSection(isBigEndian: isBig, interfacesBefore: 0))
      return
    }
    guard ClassicPcap.isOne(buffer, at: position) else {
      throw .notACapture(firstBytes: Array(buffer[position..<position + 4]))
    }
    guard has(ClassicPcap.fileHeaderByteCount) else { return }
    state = .classic(ClassicPcap(buffer, at: position))
    interfaces = [CapturedInterface()]
    position += ClassicPcap.fileHeaderByteCount
  }
}

/// Reads fields in the byte order of a file; the caller has checked that they are there.
struct LittleReader {
  private let bytes: [UInt8]
  private let start: Int
  private let isBig: Bool

  init(_ bytes: [UInt8], at start: Int, isBig: Bool = false) {
    self.bytes = bytes
    self.start = start
    self.isBig = isBig
  }

  func uint16(_ offset: Int) -> UInt16 {
    let (a, b) = (UInt16(bytes[start + offset]), UInt16(bytes[start + offset + 1]))
    return isBig ? a << 8 | b : b << 8 | a
  }

  func uint32(_ offset: Int) -> UInt32 {
    let (a, b) = (UInt32(uint16(offset)), UInt32(uint16(offset + 2)))
    return isBig ? a << 16 | b : b << 16 | a
  }
}

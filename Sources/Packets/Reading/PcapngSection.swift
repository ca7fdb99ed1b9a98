/// A section of a pcapng file as far as it has been read: its byte order and its interfaces.
struct PcapngSection: Hashable, Sendable {
  static let headerType: UInt32 = 0x0a0d_0d0a
  private static let interfaceLimit = 65_536

  struct Interface: Hashable, Sendable {
    var linkType: UInt32
    var snapLength: Int
    var resolution: UInt8 = 6
    var offsetSeconds: Int64 = 0
  }

  let isBigEndian: Bool
  /// Interfaces of the sections before this one.
  private let interfacesBefore: Int
  private var interfaces: [Interface] = []

  init(isBigEndian: Bool, interfacesBefore: Int) {
    self.isBigEndian = isBigEndian
    self.interfacesBefore = interfacesBefore
  }

  /// The byte order of a section header block (§4.1), of which 12 bytes must be there.
  static func isBigEndian(_ bytes: [UInt8], at start: Int) -> Bool? {
    switch LittleReader(bytes, at: start).uint32(8) {
    case 0x1a2b_3c4d: false
    case 0x4d3c_2b1a: true
    default: nil
    }
  }

  /// Reads one whole block; a packet comes out without its number.
  mutating func read(
    _ bytes: [UInt8], _ range: Range<Int>, offset: Int, secrets: inout [UInt8],
    described: inout [CapturedInterface]
  ) throws(CaptureFault) -> CapturedPacket? {
    let block = Block(
      bytes: bytes, range: range, offset: offset,
      reader: LittleReader(bytes, at: range.lowerBound, isBig: isBigEndian))
    switch block.reader.uint32(0) {
    case 1: try describe(block, &described)
    case 6: return try enhancedPacket(block)
    case 3: return try simplePacket(block)
    case 2: return try obsoletePacket(block)
    case 10: try keepSecrets(block, &secrets)
    default: break  // names, statistics, comments of others
    }
    return nil
  }

  // MARK: Packets

  /// Enhanced packet (§4.3).
  private func enhancedPacket(_ block: Block) throws(CaptureFault) -> CapturedPacket {
    try block.require(28)
    let captured = Int(block.reader.uint32(20))
    var result = try packet(
      block, interface: Int(block.reader.uint32(8)), time: (12, 16), captured: captured,
      original: Int(block.reader.uint32(24)), at: 28)
    block.options(from: 28 + (captured + 3) & ~3) { code, value in
      switch code {
      case 1 where result.comment == nil: result.comment = block.text(value)
      case 2 where value.count == 4:  // epb_flags: the lowest two bits are the direction
        let flags = LittleReader(block.bytes, at: value.lowerBound, isBig: isBigEndian).uint32(0)
        result.isOutbound = flags & 3 == 2 ? true : flags & 3 == 1 ? false : nil
      default: break
      }
    }
    return result
  }

  /// Simple packet (§4.4): of the first interface, without a time.
  private func simplePacket(_ block: Block) throws(CaptureFault) -> CapturedPacket {
    try block.require(12)
    let original = Int(block.reader.uint32(8))
    guard let first = interfaces.first else {
      throw .unknownInterface(offset: block.offset, 0)
    }
    let room = block.range.count - 16
    let limit = first.snapLength == 0 ? room : min(room, first.snapLength)
    return try packet(
      block, interface: 0, time: nil, captured: min(original, limit), original: original, at: 12)
  }

  /// Packet, obsolete (appendix A).
  private func obsoletePacket(_ block: Block) throws(CaptureFault) -> CapturedPacket {
    try block.require(28)
    return try packet(
      block, interface: Int(block.reader.uint16(8)), time: (12, 16),
      captured: Int(block.reader.uint32(20)), original: Int(block.reader.uint32(24)), at: 28)
  }

  /// - Parameters:
  ///   - time: where the two halves of its time stand.
  ///   - start: where its bytes begin.
  private func packet(
    _ block: Block, interface number: Int, time: (high: Int, low: Int)?, captured: Int,
    original: Int, at start: Int
  ) throws(CaptureFault) -> CapturedPacket {
    guard interfaces.indices.contains(number) else {
      throw .unknownInterface(offset: block.offset, number)
    }
    try block.require(start + captured)
    let begin = block.range.lowerBound + start
    let units = time.map { halves in
      UInt64(block.reader.uint32(halves.high)) << 32 | UInt64(block.reader.uint32(halves.low))
    }
    return CapturedPacket(
      number: 0, time: units.map(interfaces[number].time) ?? 0,
      linkType: interfaces[number].linkType, bytes: Array(block.bytes[begin..<begin + captured]),
      originalByteCount: max(captured, original), interface: interfacesBefore + number)
  }

  // MARK: What packets need

  /// Decryption secrets (§4.7), those of TLS.
  private func keepSecrets(_ block: Block, _ secrets: inout [UInt8]) throws(CaptureFault) {
    try block.require(16)
    let count = Int(block.reader.uint32(12))
    try block.require(16 + count)
    guard block.reader.uint32(8) == 0x544c_534b,
      secrets.count + count <= CaptureReader.limitSecretBytes
    else { return }
    let begin = block.range.lowerBound + 16
    secrets += block.bytes[begin..<begin + count] + [10]
  }

  /// Interface description (§4.2).
  private mutating func describe(
    _ block: Block, _ described: inout [CapturedInterface]
  ) throws(CaptureFault) {
    try block.require(16)
    guard described.count < Self.interfaceLimit else {
      throw .unknownInterface(offset: block.offset, interfaces.count)
    }
    var names = CapturedInterface()
    var result = Interface(
      linkType: UInt32(block.reader.uint16(8)), snapLength: Int(block.reader.uint32(12)))
    block.options(from: 16) { code, value in
      switch (code, value.count) {
      case (2, _): names.name = block.text(value)
      case (3, _): names.description = block.text(value)
      case (9, 1): result.resolution = block.bytes[value.lowerBound]
      case (14, 8):
        let number = LittleReader(block.bytes, at: value.lowerBound, isBig: isBigEndian)
        let (a, b) = (UInt64(number.uint32(0)), UInt64(number.uint32(4)))
        result.offsetSeconds = Int64(bitPattern: isBigEndian ? a << 32 | b : b << 32 | a)
      default: break
      }
    }
    interfaces.append(result)
    described.append(names)
  }
}

extension PcapngSection {
  /// One whole block, and where it lies.
  private struct Block {
    let bytes: [UInt8]
    let range: Range<Int>
    /// In the file, for faults.
    let offset: Int
    /// Counts from the block's beginning.
    let reader: LittleReader

    func require(_ count: Int) throws(CaptureFault) {
      // The last four bytes are the length again.
      guard count <= range.count - 4 else { throw .overrun(offset: offset) }
    }

    /// Options (§3.5): the code of each, and where its value lies; those that do not fit are left.
    func options(from start: Int, _ take: (UInt16, Range<Int>) -> Void) {
      var position = start
      while position + 4 <= range.count - 4 {
        let (code, length) = (reader.uint16(position), Int(reader.uint16(position + 2)))
        guard code != 0, position + 4 + length <= range.count - 4 else { return }
        let begin = range.lowerBound + position + 4
        take(code, begin..<begin + length)
        position += 4 + (length + 3) & ~3
      }
    }

    /// Cut to what a line has room for.
    func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range].prefix(200), as: UTF8.self)
    }
  }
}

extension PcapngSection.Interface {
  /// Nanoseconds since 1970 (if_tsresol, if_tsoffset); what no clock says is cut to the limits.
  func time(_ units: UInt64) -> Int64 {
    let exponent = Int(resolution & 0x7f)
    var seconds: UInt64
    var rest: UInt64
    if resolution & 0x80 != 0 {
      seconds = exponent < 64 ? units >> UInt64(exponent) : 0
      let fraction = exponent < 64 ? units & (1 << UInt64(exponent) &- 1) : 0
      let product = fraction.multipliedFullWidth(by: 1_000_000_000)
      rest =
        exponent == 0
        ? 0 : product.high << UInt64(64 - min(64, exponent)) | product.low >> UInt64(exponent)
      if exponent >= 64 { rest = 0 }
    } else {
      let scale = (0..<min(exponent, 19)).reduce(UInt64(1)) { value, _ in value * 10 }
      seconds = units / scale
      let (high, low) = (units % scale).multipliedFullWidth(by: 1_000_000_000)
      rest = scale.dividingFullWidth((high, low)).quotient
    }
    // No clock shows a time before 1970, or one that a classic file could not hold.
    let limit: Int64 = 1 << 32
    if seconds > UInt64(limit) { (seconds, rest) = (UInt64(limit), 0) }
    let total = Int64(seconds).addingReportingOverflow(offsetSeconds)
    let whole = total.overflow ? 0 : max(0, min(limit, total.partialValue))
    return whole * 1_000_000_000 + Int64(rest)
  }
}

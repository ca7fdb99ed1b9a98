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
    _ bytes: [UInt8], _ block: Range<Int>, offset: Int, secrets: inout [UInt8],
    described: inout [CapturedInterface]
  ) throws(CaptureFault) -> CapturedPacket? {
    let reader = LittleReader(bytes, at: block.lowerBound, isBig: isBigEndian)
    func require(_ count: Int) throws(CaptureFault) {
      // The last four bytes are the length again.
      guard count <= block.count - 4 else { throw .overrun(offset: offset) }
    }
    func packet(
      _ number: Int, high: UInt32, low: UInt32, captured: Int, original: Int, at start: Int
    ) throws(CaptureFault) -> CapturedPacket {
      guard interfaces.indices.contains(number) else {
        throw .unknownInterface(offset: offset, number)
      }
      try require(start + captured)
      let begin = block.lowerBound + start
      return CapturedPacket(
        number: 0, time: interfaces[number].time(UInt64(high) << 32 | UInt64(low)),
        linkType: interfaces[number].linkType, bytes: Array(bytes[begin..<begin + captured]),
        originalByteCount: max(captured, original), interface: interfacesBefore + number)
    }
    switch reader.uint32(0) {
    case 1:  // interface description, §4.2
      try require(16)
      guard described.count < Self.interfaceLimit else {
        throw .unknownInterface(offset: offset, interfaces.count)
      }
      var names = CapturedInterface()
      interfaces.append(interface(reader, bytes, block, &names))
      described.append(names)
    case 6:  // enhanced packet, §4.3
      try require(28)
      let captured = Int(reader.uint32(20))
      var result = try packet(
        Int(reader.uint32(8)), high: reader.uint32(12), low: reader.uint32(16),
        captured: captured, original: Int(reader.uint32(24)), at: 28)
      options(reader, block, from: 28 + (captured + 3) & ~3) { code, value in
        switch code {
        case 1 where result.comment == nil: result.comment = Self.text(bytes, value)
        case 2 where value.count == 4:  // epb_flags: the lowest two bits are the direction
          let flags = LittleReader(bytes, at: value.lowerBound, isBig: isBigEndian).uint32(0) & 3
          result.isOutbound = flags == 2 ? true : flags == 1 ? false : nil
        default: break
        }
      }
      return result
    case 3:  // simple packet, §4.4: of the first interface, without a time
      try require(12)
      let original = Int(reader.uint32(8))
      guard let first = interfaces.first else {
        throw .unknownInterface(offset: offset, 0)
      }
      let room = block.count - 16
      let limit = first.snapLength == 0 ? room : min(room, first.snapLength)
      var result = try packet(
        0, high: 0, low: 0, captured: min(original, limit), original: original, at: 12)
      result.time = 0
      return result
    case 2:  // packet, obsolete (appendix A)
      try require(28)
      return try packet(
        Int(reader.uint16(8)), high: reader.uint32(12), low: reader.uint32(16),
        captured: Int(reader.uint32(20)), original: Int(reader.uint32(24)), at: 28)
    case 10:  // decryption secrets, §4.7
      try require(16)
      let count = Int(reader.uint32(12))
      try require(16 + count)
      guard reader.uint32(8) == 0x544c_534b,
        secrets.count + count <= CaptureReader.limitSecretBytes
      else { break }
      let begin = block.lowerBound + 16
      secrets += bytes[begin..<begin + count] + [10]
    default: break  // names, statistics, comments of others
    }
    return nil
  }

  private func interface(
    _ reader: LittleReader, _ bytes: [UInt8], _ block: Range<Int>, _ names: inout CapturedInterface
  ) -> Interface {
    var result = Interface(
      linkType: UInt32(reader.uint16(8)), snapLength: Int(reader.uint32(12)))
    options(reader, block, from: 16) { code, value in
      switch (code, value.count) {
      case (2, _): names.name = Self.text(bytes, value)
      case (3, _): names.description = Self.text(bytes, value)
      case (9, 1): result.resolution = bytes[value.lowerBound]
      case (14, 8):
        let number = LittleReader(bytes, at: value.lowerBound, isBig: isBigEndian)
        let (a, b) = (UInt64(number.uint32(0)), UInt64(number.uint32(4)))
        result.offsetSeconds = Int64(bitPattern: isBigEndian ? a << 32 | b : b << 32 | a)
      default: break
      }
    }
    return result
  }

  /// Options (§3.5): the code of each, and where its value lies; those that do not fit are left.
  private func options(
    _ reader: LittleReader, _ block: Range<Int>, from start: Int,
    _ take: (UInt16, Range<Int>) -> Void
  ) {
    var offset = start
    while offset + 4 <= block.count - 4 {
      let (code, length) = (reader.uint16(offset), Int(reader.uint16(offset + 2)))
      guard code != 0, offset + 4 + length <= block.count - 4 else { return }
      let begin = block.lowerBound + offset + 4
      take(code, begin..<begin + length)
      offset += 4 + (length + 3) & ~3
    }
  }

  /// Cut to what a line has room for.
  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range].prefix(200), as: UTF8.self)
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

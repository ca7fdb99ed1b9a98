/// What the header of a classic pcap file says (draft-ietf-opsawg-pcap-04 §4).
struct ClassicPcap: Hashable, Sendable {
  static let fileHeaderByteCount = 24

  let isBigEndian: Bool
  let linkType: UInt32
  /// 16; an old variant of Linux has 8 bytes more.
  let headerByteCount: Int
  private let nanosecondsPerUnit: Int64

  /// The magic numbers of microseconds, nanoseconds and that variant.
  private static let magics: [UInt32] = [0xa1b2_c3d4, 0xa1b2_3c4d, 0xa1b2_cd34]

  static func isOne(_ bytes: [UInt8], at start: Int) -> Bool {
    let little = LittleReader(bytes, at: start).uint32(0)
    return magics.contains(little) || magics.contains(little.byteSwapped)
  }

  /// The bytes must be there, and `isOne`.
  init(_ bytes: [UInt8], at start: Int) {
    let little = LittleReader(bytes, at: start).uint32(0)
    isBigEndian = !Self.magics.contains(little)
    let magic = isBigEndian ? little.byteSwapped : little
    nanosecondsPerUnit = magic == Self.magics[1] ? 1 : 1000
    headerByteCount = magic == Self.magics[2] ? 24 : 16
    // The upper bits say whether frames end with a checksum.
    linkType = LittleReader(bytes, at: start, isBig: isBigEndian).uint32(20) & 0xffff
  }

  func time(_ seconds: UInt32, _ fraction: UInt32) -> Int64 {
    Int64(seconds) * 1_000_000_000 + Int64(fraction) * nanosecondsPerUnit
  }
}

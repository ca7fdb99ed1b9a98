/// Checksums of the strip and of the marks.
enum Checksum {
  /// CRC-32 as in IEEE 802.3 (reflected polynomial 0xEDB88320), bit by bit: it runs over ten bytes.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xffff_ffff
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }

  /// CRC-8 with polynomial 0x07, begun from 0x5A so that an unchanging tone is no valid mark.
  static func crc8(_ bytes: [UInt8]) -> UInt8 {
    var crc: UInt8 = 0x5a
    for byte in bytes {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x07 : crc << 1 }
    }
    return crc
  }
}

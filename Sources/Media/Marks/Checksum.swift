/// The checksum of the marks.
enum Checksum {
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

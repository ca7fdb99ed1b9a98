/// CRC-32 as in IEEE 802.3 and ITU-T V.42 (reflected polynomial 0xEDB88320): STUN's FINGERPRINT and the strip use it.
public enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb8_8320
    }
  }

  public static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = table
    var value: UInt32 = 0xffff_ffff
    for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
    return ~value
  }
}

/// A number that stands for a packet's bytes, by which what the router read is found in the capture again.
enum PacketDigest {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    // Eight bytes at a time, mixed as in FNV-1a with a rotation; against accident, not against malice.
    var hash = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
      index = index &+ 8
    }
    while index < bytes.count {
      hash = unsafe (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
      index = index &+ 1
    }
    return hash ^ hash >> 32
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe of($0) }
  }
}

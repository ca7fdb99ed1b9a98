/// SHA-1 (RFC 3174): good enough for STUN's integrity, and for nothing else.
enum SHA1 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) =
      (0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0)
    var padded = message
    padded.append(0x80)
    padded += [UInt8](repeating: 0, count: (55 - message.count) & 63)
    let bitCount = UInt64(message.count) &* 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    var schedule = [UInt32](repeating: 0, count: 80)
    for block in stride(from: 0, to: padded.count, by: 64) {
      compress(padded, at: block, &schedule, &state)
    }
    var digest: [UInt8] = []
    digest.reserveCapacity(20)
    for word in [state.0, state.1, state.2, state.3, state.4] {
      for shift: UInt32 in [24, 16, 8, 0] {
        digest.append(UInt8(truncatingIfNeeded: word &>> shift))
      }
    }
    return digest
  }

  private static func compress(
    _ bytes: [UInt8], at block: Int, _ w: inout [UInt32],
    _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    var offset = block
    var t = 0
    while t < 16 {
      w[t] =
        UInt32(bytes[offset]) &<< 24 | UInt32(bytes[offset &+ 1]) &<< 16
        | UInt32(bytes[offset &+ 2]) &<< 8 | UInt32(bytes[offset &+ 3])
      offset &+= 4
      t &+= 1
    }
    while t < 80 {
      let word = w[t &- 3] ^ w[t &- 8] ^ w[t &- 14] ^ w[t &- 16]
      w[t] = word &<< 1 | word &>> 31
      t &+= 1
    }
    var (a, b, c, d, e) = state
    t = 0
    while t < 80 {
      let f: UInt32
      let k: UInt32
      if t < 20 {
        f = (b & c) | (~b & d)
        k = 0x5a82_7999
      } else if t < 40 {
        f = b ^ c ^ d
        k = 0x6ed9_eba1
      } else if t < 60 {
        f = (b & c) | (b & d) | (c & d)
        k = 0x8f1b_bcdc
      } else {
        f = b ^ c ^ d
        k = 0xca62_c1d6
      }
      let next = (a &<< 5 | a &>> 27) &+ f &+ e &+ w[t] &+ k
      e = d
      d = c
      c = b &<< 30 | b &>> 2
      b = a
      a = next
      t &+= 1
    }
    state.0 = state.0 &+ a
    state.1 = state.1 &+ b
    state.2 = state.2 &+ c
    state.3 = state.3 &+ d
    state.4 = state.4 &+ e
  }
}

/// AES, AES-CM, AES-GCM, SHA-1 and SRTP itself, written a second time and as plainly as the texts have them.
///
/// libsrtp takes master keys only, while the RFCs give session keys. So the texts' vectors are held against this,
/// and then libsrtp against this, packet by packet.
enum Reference {
  // MARK: AES (FIPS 197)

  private static let sbox: [UInt8] = {
    var box = [UInt8](repeating: 0, count: 256)
    var p: UInt8 = 1
    var q: UInt8 = 1
    repeat {
      p = p ^ (p << 1) ^ (p & 0x80 != 0 ? 0x1b : 0)  // times 3
      q ^= q << 1
      q ^= q << 2
      q ^= q << 4
      if q & 0x80 != 0 { q ^= 0x09 }  // divided by 3
      func rotated(_ n: UInt8) -> UInt8 { q << n | q >> (8 - n) }
      box[Int(p)] = q ^ rotated(1) ^ rotated(2) ^ rotated(3) ^ rotated(4) ^ 0x63
    } while p != 1
    box[0] = 0x63
    return box
  }()

  struct AES {
    private var roundKeys: [UInt8]

    init(_ key: [UInt8]) {
      roundKeys = key
      let words = key.count / 4
      var constant: UInt8 = 1
      for index in words..<4 * (words + 7) {
        var word = Array(roundKeys[4 * index - 4..<4 * index])
        if index % words == 0 {
          word = [word[1], word[2], word[3], word[0]].map { sbox[Int($0)] }
          word[0] ^= constant
          constant = times2(constant)
        } else if words > 6, index % words == 4 {
          word = word.map { sbox[Int($0)] }
        }
        for offset in 0..<4 {
          roundKeys.append(roundKeys[4 * (index - words) + offset] ^ word[offset])
        }
      }
    }

    func encrypt(_ block: [UInt8]) -> [UInt8] {
      let rounds = roundKeys.count / 16 - 1
      var state = xor(block, roundKeys[0..<16])
      for round in 1...rounds {
        let substituted = (0..<16).map { sbox[Int(state[($0 + 4 * ($0 % 4)) % 16])] }
        state = round == rounds ? substituted : mixed(substituted)
        state = xor(state, roundKeys[16 * round..<16 * round + 16])
      }
      return state
    }

    private func mixed(_ s: [UInt8]) -> [UInt8] {
      (0..<16).map { index in
        let column = index / 4 * 4
        let row = index % 4
        let a = s[column + row]
        let b = s[column + (row + 1) % 4]
        return times2(a) ^ times2(b) ^ b ^ s[column + (row + 2) % 4] ^ s[column + (row + 3) % 4]
      }
    }
  }

  private static func times2(_ x: UInt8) -> UInt8 { x << 1 ^ (x & 0x80 != 0 ? 0x1b : 0) }

  static func xor(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> [UInt8] {
    zip(a, b).map { $0 ^ $1 }
  }

  // MARK: AES-CM and its key derivation (RFC 3711 §4.1.1, §4.3)

  /// Key stream from block `first` on.
  static func keystream(_ aes: AES, iv: [UInt8], byteCount: Int, first: Int = 0) -> [UInt8] {
    var result: [UInt8] = []
    var block = first
    while result.count < byteCount {
      var counter = iv
      counter[14] ^= UInt8(truncatingIfNeeded: block >> 8)
      counter[15] ^= UInt8(truncatingIfNeeded: block)
      result += aes.encrypt(counter)
      block += 1
    }
    return Array(result.prefix(byteCount))
  }

  /// A session key, by its label, with a key derivation rate of 0.
  static func derive(_ masterKey: [UInt8], _ salt: [UInt8], label: UInt8, byteCount: Int) -> [UInt8]
  {
    var iv = salt + [UInt8](repeating: 0, count: 16 - salt.count)
    iv[7] ^= label
    return keystream(AES(masterKey), iv: iv, byteCount: byteCount)
  }

  // MARK: GCM (NIST SP 800-38D)

  static func gcm(_ key: [UInt8], iv: [UInt8], plain: [UInt8], authenticated: [UInt8]) -> [UInt8] {
    let aes = AES(key)
    let first = iv + [0, 0, 0, 1]
    let cipher =
      plain.isEmpty
      ? [] : xor(plain, keystreamGCM(aes, iv: iv, byteCount: plain.count))
    let hash = ghash(aes.encrypt([UInt8](repeating: 0, count: 16)), authenticated, cipher)
    return cipher + xor(hash, aes.encrypt(first))
  }

  private static func keystreamGCM(_ aes: AES, iv: [UInt8], byteCount: Int) -> [UInt8] {
    var result: [UInt8] = []
    var block: UInt32 = 2
    while result.count < byteCount {
      result += aes.encrypt(iv + bigEndian(block))
      block += 1
    }
    return Array(result.prefix(byteCount))
  }

  private static func ghash(_ h: [UInt8], _ authenticated: [UInt8], _ cipher: [UInt8]) -> [UInt8] {
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)
    }
    let lengths =
      [0, 0, 0, 0] + bigEndian(UInt32(authenticated.count * 8)) + [0, 0, 0, 0]
      + bigEndian(UInt32(cipher.count * 8))
    let input = padded(authenticated) + padded(cipher) + lengths
    let key = number(h)
    var y: UInt128 = 0
    for start in stride(from: 0, to: input.count, by: 16) {
      y = product(y ^ number(Array(input[start..<start + 16])), key)
    }
    return (0..<16).map { UInt8(truncatingIfNeeded: y >> (120 - 8 * UInt128($0))) }
  }

  private static func number(_ bytes: [UInt8]) -> UInt128 {
    bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }

  private static func product(_ x: UInt128, _ y: UInt128) -> UInt128 {
    var z: UInt128 = 0
    var v = y
    for bit in 0..<128 {
      if x >> (127 - UInt128(bit)) & 1 == 1 { z ^= v }
      v = v & 1 == 1 ? v >> 1 ^ (0xe1 << 120) : v >> 1
    }
    return z
  }

  static func bigEndian(_ x: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: x >> $0) }
  }

  // MARK: HMAC-SHA1 (RFC 2104, FIPS 180-4)

  static func hmacSHA1(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
    return sha1(padded.map { $0 ^ 0x5c } + sha1(padded.map { $0 ^ 0x36 } + message))
  }

  static func sha1(_ message: [UInt8]) -> [UInt8] {
    var h: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var input = message + [0x80]
    while input.count % 64 != 56 { input.append(0) }
    input += [0, 0, 0, 0] + bigEndian(UInt32(message.count * 8))
    func left(_ x: UInt32, _ n: UInt32) -> UInt32 { x << n | x >> (32 - n) }
    for start in stride(from: 0, to: input.count, by: 64) {
      var w = (0..<16).map { i in
        input[start + 4 * i..<start + 4 * i + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for i in 16..<80 { w.append(left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1)) }
      var s = h
      for i in 0..<80 {
        let (f, k): (UInt32, UInt32) =
          switch i / 20 {
          case 0: (s[1] & s[2] | ~s[1] & s[3], 0x5a82_7999)
          case 1: (s[1] ^ s[2] ^ s[3], 0x6ed9_eba1)
          case 2: (s[1] & s[2] | s[1] & s[3] | s[2] & s[3], 0x8f1b_bcdc)
          default: (s[1] ^ s[2] ^ s[3], 0xca62_c1d6)
          }
        let sum = left(s[0], 5) &+ f &+ s[4] &+ k &+ w[i]
        s = [sum, s[0], left(s[1], 30), s[2], s[3]]
      }
      h = zip(h, s).map { $0 &+ $1 }
    }
    return h.flatMap(bigEndian)
  }
}

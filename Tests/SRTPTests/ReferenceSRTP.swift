/// SRTP and SRTCP from session keys, as RFC 3711 and RFC 7714 have them.
struct ReferenceSRTP {
  var isGCM: Bool
  var key: [UInt8]
  var salt: [UInt8]
  var authenticationKey: [UInt8]

  /// Session keys from master keys (RFC 3711 §4.3, RFC 7714 §11); labels 0 to 2 are SRTP's, 3 to 5 SRTCP's.
  init(isGCM: Bool, keyingMaterial: [UInt8], rtcp: Bool) {
    self.isGCM = isGCM
    // The salt is 14 bytes, with GCM 12.
    let keyByteCount = keyingMaterial.count - (isGCM ? 12 : 14)
    let master = Array(keyingMaterial[..<keyByteCount])
    let masterSalt = Array(keyingMaterial[keyByteCount...])
    let label: UInt8 = rtcp ? 3 : 0
    key = Reference.derive(master, masterSalt, label: label, byteCount: keyByteCount)
    authenticationKey = Reference.derive(master, masterSalt, label: label + 1, byteCount: 20)
    salt = Reference.derive(master, masterSalt, label: label + 2, byteCount: masterSalt.count)
  }

  init(isGCM: Bool, key: [UInt8], salt: [UInt8], authenticationKey: [UInt8] = []) {
    self.isGCM = isGCM
    self.key = key
    self.salt = salt
    self.authenticationKey = authenticationKey
  }

  /// The header must be the fixed 12 bytes.
  func protectRTP(_ packet: [UInt8], roc: UInt32) -> [UInt8] {
    let header = Array(packet[..<12])
    let payload = Array(packet[12...])
    let counter = Reference.bigEndian(roc)
    if isGCM {  // RFC 7714 §8.1
      let iv = Reference.xor([0, 0] + packet[8..<12] + counter + packet[2..<4], salt)
      return header + Reference.gcm(key, iv: iv, plain: payload, authenticated: header)
    }
    let index = counter + packet[2..<4]
    let encrypted = header + counterMode(payload, ssrc: Array(packet[8..<12]), index: index)
    return encrypted + Reference.hmacSHA1(authenticationKey, encrypted + counter).prefix(10)
  }

  func protectRTCP(_ packet: [UInt8], index: UInt32) -> [UInt8] {
    let header = Array(packet[..<8])
    let payload = Array(packet[8...])
    let trailer = Reference.bigEndian(index | 0x8000_0000)  // E: encrypted
    if isGCM {  // RFC 7714 §9.1
      let iv = Reference.xor([0, 0] + packet[4..<8] + [0, 0] + Reference.bigEndian(index), salt)
      let sealed = Reference.gcm(key, iv: iv, plain: payload, authenticated: header + trailer)
      return header + sealed + trailer
    }
    let wide = [0, 0] + Reference.bigEndian(index)
    let encrypted = header + counterMode(payload, ssrc: Array(packet[4..<8]), index: wide) + trailer
    return encrypted + Reference.hmacSHA1(authenticationKey, encrypted).prefix(10)
  }

  /// RFC 3711 §4.1.1: IV = (salt · 2^16) ⊕ (SSRC · 2^64) ⊕ (index · 2^16).
  private func counterMode(_ payload: [UInt8], ssrc: [UInt8], index: [UInt8]) -> [UInt8] {
    let iv = Reference.xor([0, 0, 0, 0] + ssrc + index + [0, 0], salt + [0, 0])
    return Reference.xor(
      payload,
      Reference.keystream(Reference.AES(key), iv: iv, byteCount: payload.count))
  }
}

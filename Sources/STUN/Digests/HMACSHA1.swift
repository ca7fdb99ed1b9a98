/// HMAC-SHA1 (RFC 2104), the code of MESSAGE-INTEGRITY.
enum HMACSHA1 {
  static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let key = key.count > 64 ? SHA1.digest(of: key) : key
    var inner = [UInt8](repeating: 0x36, count: 64)
    var outer = [UInt8](repeating: 0x5c, count: 64)
    for index in key.indices {
      inner[index] ^= key[index]
      outer[index] ^= key[index]
    }
    inner += message
    outer += SHA1.digest(of: inner)
    return SHA1.digest(of: outer)
  }
}

private let alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// What each byte stands for as a digit; 255: it is none.
private let digits: [UInt8] = {
  var table = [UInt8](repeating: 255, count: 256)
  for (digit, character) in alphabet.enumerated() { table[Int(character)] = UInt8(digit) }
  return table
}()

/// Bytes as RFC 4648 §4 writes them, padded.
public func base64(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var start = 0
  while start < bytes.count {
    let count = min(3, bytes.count - start)
    var group = 0
    for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[start + offset]) : 0) }
    for digit in 0..<4 {
      text.append(digit <= count ? alphabet[group >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
    }
    start += 3
  }
  return String(decoding: text, as: UTF8.self)
}

/// The bytes that base64 stands for, padded or not; nil for another character or a length that none has.
public func bytes(base64 text: String) -> [UInt8]? {
  var characters = Array(text.utf8)
  while characters.last == UInt8(ascii: "="), characters.count % 4 != 1 { characters.removeLast() }
  guard characters.count % 4 != 1 else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(characters.count / 4 * 3 + 2)
  var group: UInt32 = 0
  var bits = 0
  for character in characters {
    let digit = digits[Int(character)]
    guard digit < 64 else { return nil }
    group = group << 6 | UInt32(digit)
    bits += 6
    if bits >= 8 {
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
    }
  }
  return bytes
}

private let lowerDigits = Array("0123456789abcdef".utf8)
private let upperDigits = Array("0123456789ABCDEF".utf8)

/// Lower-case hexadecimal digits, two a byte.
public func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var text: [UInt8] = []
  for byte in bytes {
    text.append(lowerDigits[Int(byte >> 4)])
    text.append(lowerDigits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// Upper-case hexadecimal digits with colons, as a fingerprint is written: "AB:CD" (RFC 8122 §5).
public func colonHexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var text: [UInt8] = []
  for byte in bytes {
    if !text.isEmpty { text.append(UInt8(ascii: ":")) }
    text.append(upperDigits[Int(byte >> 4)])
    text.append(upperDigits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// What one hexadecimal digit of either case stands for; nil for another character.
@inlinable
public func hexadecimalDigit(_ character: UInt8) -> UInt8? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The bytes that hexadecimal digits stand for; nil for an odd count or another character.
public func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? {
  var result: [UInt8] = []
  var high: UInt8?
  for character in text.utf8 {
    guard let digit = hexadecimalDigit(character) else { return nil }
    if let first = high {
      result.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return high == nil ? result : nil
}

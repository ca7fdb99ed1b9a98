/// Bytes as RFC 4648 §4 writes them, padded.
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var start = 0
  while start < bytes.count {
    let count = min(3, bytes.count - start)
    var group = 0
    for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[start + offset]) : 0) }
    for digit in 0..<4 {
      text.append(
        digit <= count ? alphabet[group >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
    }
    start += 3
  }
  return String(decoding: text, as: UTF8.self)
}

internal import SansIO

/// Ways in which pages, shells and chats wrap a whole text.
enum TextEncoding {
  /// UTF-16 with its mark, as some shells write files, as UTF-8; all else as it is.
  static func withoutUTF16(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xff, 0xfe])
    guard isLittle || bytes.starts(with: [0xfe, 0xff]) else { return bytes }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The text inside percent signs or base64; nil where there is neither.
  static func decoded(_ bytes: [UInt8]) -> [UInt8]? { percent(bytes) ?? base64(bytes) }

  /// What a query or a form holds (RFC 3986 §2.1); its spaces may be plus signs.
  private static func percent(_ bytes: [UInt8]) -> [UInt8]? {
    let marks = ["v=0%0", "v%3D0%0", "v%3d0%0"]
    guard marks.contains(where: { EmbeddedScanner.contains(bytes, $0) }) else { return nil }
    let hasSpaces = EmbeddedScanner.contains(bytes, "%20")
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexadecimalDigit(bytes[index + 1]), let low = hexadecimalDigit(bytes[index + 2])
      {
        text.append(high << 4 | low)
        index += 3
        continue
      }
      // What stands behind the value is of the query.
      if byte == UInt8(ascii: "&") {
        text.append(10)
      } else {
        text.append(byte == UInt8(ascii: "+") && !hasSpaces ? 32 : byte)
      }
      index += 1
    }
    return text
  }

  /// JSON or a description in base64, as chats and consoles carry it; the first there is.
  private static func base64(_ bytes: [UInt8]) -> [UInt8]? {
    let starts = ["eyJ", "ewo", "dj0w"].map { Array($0.utf8) }
    for word in bytes.split(whereSeparator: { !isBase64($0) }) where word.count >= 100 {
      guard starts.contains(where: { word.starts(with: $0) }),
        let text = SansIO.bytes(base64: String(decoding: word, as: UTF8.self)),
        EmbeddedScanner.contains(text, "v=0")
      else { continue }
      return text
    }
    return nil
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static let entities: [(name: String, byte: UInt8)] = [
    ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
    ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
  ]

  /// Text from a page, its `&amp;`, `&#47;` and `&#x2F;` read.
  static func withoutEntities(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "&"), let (byte, end) = entity(bytes[(index + 1)...]) {
        text.append(byte)
        index = end
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return text
  }

  /// The one that a text begins with, and where the text goes on.
  private static func entity(_ text: ArraySlice<UInt8>) -> (byte: UInt8, end: Int)? {
    let name = text.prefix(6)
    guard let end = name.firstIndex(of: UInt8(ascii: ";")),
      let byte = entity(String(decoding: name[..<end], as: UTF8.self))
    else { return nil }
    return (byte, end + 1)
  }

  private static func entity(_ name: String) -> UInt8? {
    guard name.hasPrefix("#") else { return entities.first { $0.name == name }?.byte }
    let number = name.dropFirst()
    let isHex = number.first == "x" || number.first == "X"
    return (isHex ? UInt8(number.dropFirst(), radix: 16) : UInt8(number)).flatMap {
      $0 < 128 ? $0 : nil
    }
  }
}

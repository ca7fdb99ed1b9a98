/// What stands between the lines of a description that somebody pasted: a line end and what a log, a page or a program put
/// around it.
///
/// It is read off between `v=0` and `o=`. Its digits and spaces may differ from line to line, as times, line numbers and
/// indents do; all else is the same each time.
struct LineSeparator {
  private enum Part: Hashable {
    case digits, spaces
    case byte(UInt8)
  }

  private let parts: [Part]
  /// Lines of the file from one line of the description to the next; 0 where all of it stands in one line.
  let lineCount: Int
  /// The beginning of the separator, which the last line has, too: a quote, the sign of a line end.
  private let head: [UInt8]

  private static let limitBytes = 200
  /// A longer line has no end of this kind.
  private static let limitLineBytes = 4096
  private static let types = Array("vosiuepcbtrzkam".utf8)

  /// - Parameter end: behind `v=0`.
  /// - Returns: nil where lines end as in a file, or by escapes alone: others read those.
  init?(_ bytes: [UInt8], at end: Int) {
    let window = bytes[end..<min(end + Self.limitBytes, bytes.count)]
    guard let origin = Self.origin(window) else { return nil }
    let text = bytes[end..<origin]
    let lineEnd = text.firstIndex(of: 10)
    let tail = text[..<(lineEnd ?? origin)]
    lineCount = text.count { $0 == 10 }
    let isPlain = lineCount == 1 && text.allSatisfy { $0 == 10 || $0 == 13 }
    let isEscaped = lineCount == 0 && text.first == UInt8(ascii: "\\")
    guard !isPlain, !isEscaped, Self.isLineEnd(tail) else { return nil }
    parts = Self.parts(text)
    let sign = tail.drop { Self.isSpace($0) || $0 == 13 }
    let isQuote = sign.first.map { [UInt8](#""'`"#.utf8).contains($0) } ?? false
    head = Array(sign.prefix(isQuote ? 1 : 2))
  }

  /// Where `o=` begins that no letter stands before.
  private static func origin(_ window: ArraySlice<UInt8>) -> Int? {
    window.indices.dropFirst().first { index in
      index + 1 < window.endIndex && window[index] == UInt8(ascii: "o")
        && window[index + 1] == UInt8(ascii: "=")
        && !isLetter(window[index - 1])
    }
  }

  private static let signs = [
    #"\r"#, #"\n"#, "u000d", "u000a", "<br", "&#xd;", "&#xa;", "&#13;", "&#10;", "#015", "#012",
    "^m",
  ].map { Array($0.utf8) }

  /// Signs of line ends, punctuation and spaces, and no other word.
  private static func isLineEnd(_ tail: ArraySlice<UInt8>) -> Bool {
    let lower = tail.map { (65...90).contains($0) ? $0 + 32 : $0 }
    var index = 0
    while index < lower.count {
      if let sign = signs.first(where: { lower[index...].starts(with: $0) }) {
        index += sign.count
      } else if isWord(lower[index]) {
        return false
      } else {
        index += 1
      }
    }
    return true
  }

  private static func parts(_ text: ArraySlice<UInt8>) -> [Part] {
    var parts: [Part] = []
    for byte in text {
      let part: Part = isDigit(byte) ? .digits : isSpace(byte) ? .spaces : .byte(byte)
      if case .byte = part { parts.append(part) } else if parts.last != part { parts.append(part) }
    }
    return parts
  }

  /// The description whose `v=` stands at `start`, with CRLF behind each line.
  func description(in bytes: [UInt8], from start: Int) -> (text: [UInt8], lines: Int, end: Int) {
    var text: [UInt8] = []
    var (line, index, count) = (start, start + 2, 0)
    while index < bytes.count, bytes[index] != 10 || parts.contains(.byte(10)) {
      if let next = nextLine(bytes, behind: index) {
        text += bytes[line..<index] + [13, 10]
        count += 1
        if bytes[next...].starts(with: "v=0".utf8) { return (text, count, index) }
        (line, index) = (next, next + 2)
      } else if bytes[index] == 10 || index - line > Self.limitLineBytes {
        break
      } else {
        index += 1
      }
    }
    text += last(bytes[line..<index]) + [13, 10]
    return (text, count + 1, index)
  }

  /// Where the next line begins; nil where no separator stands at `index`, or no line behind it.
  private func nextLine(_ bytes: [UInt8], behind index: Int) -> Int? {
    // In a run of spaces once: at its first.
    if parts.first == .spaces, Self.isSpace(bytes[index - 1]) { return nil }
    var (here, isBehindLineEnd) = (index, false)
    for part in parts {
      let first = here
      switch part {
      case .digits:
        while here < bytes.count, Self.isDigit(bytes[here]) { here += 1 }
        if here == first { return nil }
      case .spaces:
        while here < bytes.count, Self.isSpace(bytes[here]) { here += 1 }
        // Numbers of more digits have less before them.
        if here == first, !isBehindLineEnd { return nil }
      case .byte(let byte):
        guard here < bytes.count, bytes[here] == byte else { return nil }
        here += 1
        if byte == 10 { isBehindLineEnd = true }
      }
    }
    guard here + 1 < bytes.count, bytes[here + 1] == UInt8(ascii: "="),
      Self.types.contains(bytes[here])
    else { return nil }
    return here
  }

  /// Without what closes the text: the separator's head, a quote, a tag.
  private func last(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    let closers = lineCount == 0 ? #""'`<"#.utf8.map { [$0] } : []
    for closer in [head] + closers where !closer.isEmpty {
      guard line.count > closer.count else { break }
      let cut = line.indices.dropFirst(2).first { line[$0...].starts(with: closer) }
      if let cut { line = line[..<cut] }
    }
    while let byte = line.last, Self.isSpace(byte) || byte == 13 { line = line.dropLast() }
    return line
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
}

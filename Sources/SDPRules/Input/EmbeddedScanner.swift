internal import SansIO

/// Descriptions inside other text.
struct EmbeddedScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 0
  private var connection = 0
  /// A dump of chrome://webrtc-internals tells each description several times.
  private let isDump: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isDump = Self.contains(bytes, "\"updateLog\"") || Self.contains(bytes, "\"PeerConnections\"")
  }

  mutating func descriptions() -> [DescriptionSource] {
    var found: [DescriptionSource] = []
    // A text that begins over and over and never goes on is no log.
    var attempts = 0
    while attempts < 10_000, let start = nextStart() {
      attempts += 1
      guard let (text, end, stride) = text(at: start) else {
        advance(to: start + 3)
        continue
      }
      let kind = kind(around: start..<end)
      let isWanted = !isDump || isSetter(before: start, after: end)
      if isWanted, text.count > 8 {
        advance(to: start)
        found.append(
          DescriptionSource(
            bytes: TextEncoding.withoutEntities(text), kind: kind,
            lineOffset: stride > 0 ? line : 0, lineStride: max(1, stride),
            connection: isDump ? connection : 0))
      }
      advance(to: max(end, start + 3))
      if found.count >= InputReader.limitDescriptions { break }
    }
    // What is set twice over (by a retry of the page) counts once.
    var unique: [DescriptionSource] = []
    for source in found
    where unique.last?.bytes != source.bytes || unique.last?.connection != source.connection {
      unique.append(source)
    }
    return unique
  }

  /// The text that begins at `start`, where it ends, and the lines of the file to each of its lines; 0 where all is one.
  private func text(at start: Int) -> (text: [UInt8], end: Int, stride: Int)? {
    let escape = escapeLength(at: start + 3)
    let separator = LineSeparator(bytes, at: start + 3)
    let found = separator?.description(in: bytes, from: start)
    // Carriage returns alone: read as lines it would be all that follows, for each description again.
    if escape == 0, separator?.lineCount == 0, let found, found.lines >= Self.leastLines {
      return (found.text, found.end, 0)
    }
    let plain = escape == 0 ? plain(start) : nil
    let joined = escape.flatMap { $0 > 0 ? strings(start, $0) : nil }
    if let separator, let found {
      let other = plain?.text ?? joined?.text ?? []
      if found.lines >= max(Self.leastLines, other.count { $0 == 10 }) {
        return (found.text, found.end, separator.lineCount)
      }
    }
    if let plain { return (closed(plain.text, start), plain.end, 1) }
    return joined.map { ($0.text, $0.end, 0) }
  }

  /// A string with escapes, and those that a program joins to it.
  private func strings(_ start: Int, _ escape: Int) -> (text: [UInt8], end: Int) {
    var (text, end) = escaped(start, escape)
    while escape == 1, let next = joinedString(end) {
      let more = escaped(next, escape)
      text += more.text
      end = more.end
    }
    return (text, end)
  }

  /// Where the text of the string begins that is joined to the one whose quote stands at `end`.
  private func joinedString(_ end: Int) -> Int? {
    guard end < bytes.count, isQuote(bytes[end]) else { return nil }
    let next = bytes[(end + 1)...].firstIndex { !" \t\r\n+\\.&$@".utf8.contains($0) }
    guard let next, next > end + 1, isQuote(bytes[next]) else { return nil }
    return next + 1
  }

  private func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// So many lines say that what stands between the first two stands between all.
  static let leastLines = 4

  /// Without the sign that closes what was opened before `start`, and what stands behind it in the last line.
  private func closed(_ text: [UInt8], _ start: Int) -> [UInt8] {
    guard start > 0, "`'\"<".utf8.contains(bytes[start - 1]) else { return text }
    let closer = bytes[start - 1] == UInt8(ascii: "<") ? UInt8(ascii: ">") : bytes[start - 1]
    let lineStart = (text.dropLast().lastIndex(of: 10) ?? -1) + 1
    guard let end = text[lineStart...].firstIndex(of: closer) else { return text }
    return text[..<end] + (text[..<lineStart].suffix(2) == [13, 10] ? [13, 10] : [10])
  }

  private mutating func nextStart() -> Int? {
    var index = position
    while index + 3 <= bytes.count {
      if bytes[index] == UInt8(ascii: "v"), bytes[index + 1] == UInt8(ascii: "="),
        bytes[index + 2] == UInt8(ascii: "0")
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Counts lines and connections on the way.
  private mutating func advance(to end: Int) {
    let mark = Array("\"updateLog\"".utf8)
    while position < min(end, bytes.count) {
      if bytes[position] == 10 { line += 1 }
      if isDump, bytes[position] == mark[0], position + mark.count <= bytes.count,
        bytes[position..<position + mark.count].elementsEqual(mark)
      {
        connection += 1
      }
      position += 1
    }
  }

  /// How many backslashes stand before the `r`, `n` or `u000d` of the line end: 0 for a real one, nil for none.
  private func escapeLength(at index: Int) -> Int? {
    var index = index
    var count = 0
    while index < bytes.count, bytes[index] == UInt8(ascii: "\\") {
      (index, count) = (index + 1, count + 1)
    }
    guard index < bytes.count else { return nil }
    if count == 0 { return bytes[index] == 10 || bytes[index] == 13 ? 0 : nil }
    return "rnu".utf8.contains(bytes[index]) ? count : nil
  }

  /// Lines of a log, each perhaps behind a prefix as long as the first one's.
  private func plain(_ start: Int) -> (text: [UInt8], end: Int) {
    let lineStart = (bytes[..<start].lastIndex(of: 10) ?? -1) + 1
    let column = start - lineStart
    var text: [UInt8] = []
    var (line, index) = (start, start)
    while index < bytes.count {
      let end = bytes[index...].firstIndex(of: 10) ?? bytes.count
      let next = min(end + 1, bytes.count)
      guard end > index + 1, bytes[index + 1] == UInt8(ascii: "="),
        bytes[index] >= UInt8(ascii: "a"), bytes[index] <= UInt8(ascii: "z")
      else { return (text, index) }
      if !text.isEmpty, bytes[index...].starts(with: "v=0".utf8) { return (text, line) }
      text += bytes[index..<next]
      if next + column >= bytes.count || end == bytes.count { return (text, next) }
      // A line without the prefix is one of another kind, or one whose prefix is missing.
      let here = next + column
      let isPrefixed =
        here + 1 < bytes.count && !bytes[next..<here].contains(10)
        && bytes[here + 1] == UInt8(ascii: "=")
      (line, index) = (next, isPrefixed ? here : next)
    }
    return (text, index)
  }

  /// A string whose line ends are escaped by `length` backslashes; ends at its quote or at a real line end.
  private func escaped(_ start: Int, _ length: Int) -> (text: [UInt8], end: Int) {
    var text: [UInt8] = []
    var index = start
    let before = bytes[..<start].dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    let opening = start > 0 && bytes[start - 1] == UInt8(ascii: "\"") ? before : nil
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 10 || byte == 13 {
        guard opening != nil, let next = wrapped(index, length) else { break }
        index = next
        continue
      }
      if byte == UInt8(ascii: "\"") || (byte == UInt8(ascii: "'") && length == 1) { break }
      if byte == UInt8(ascii: "&"), bytes[index...].starts(with: "&quot;".utf8) { break }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        index += 1
        continue
      }
      var count = 0
      while index + count < bytes.count, bytes[index + count] == UInt8(ascii: "\\") { count += 1 }
      let after = index + count
      guard after < bytes.count else { return (text, after) }
      // A quote that is escaped less often than the line ends, or as the first one, closes the string.
      if count < length || count == opening, bytes[after] == UInt8(ascii: "\"") {
        return (text, index)
      }
      index = after + 1
      switch bytes[after] {
      case UInt8(ascii: "r"): text.append(13)
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "t"): text.append(9)
      case 10, 13:  // the string goes on in the next line
        if bytes[after] == 13, index < bytes.count, bytes[index] == 10 { index += 1 }
      case UInt8(ascii: "u"):
        let digits = bytes[index..<min(index + 4, bytes.count)]
        if digits.count == 4, digits.allSatisfy({ hexadecimalDigit($0) != nil }),
          let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(value)
        {
          text += Array(String(Character(scalar)).utf8)
          index += 4
        }
      default: text.append(bytes[after])
      }
    }
    return (text, index)
  }

  /// Where a string goes on that was cut at a width; nil where the next line has no escaped line end before a quote.
  private func wrapped(_ lineEnd: Int, _ length: Int) -> Int? {
    guard let next = bytes[lineEnd...].firstIndex(where: { $0 != 10 && $0 != 13 }) else {
      return nil
    }
    var index = next
    while index < bytes.count, bytes[index] != 10, !isQuote(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\\") {
        return escapeLength(at: index) == length ? next : nil
      }
      index += 1
    }
    return nil
  }

  /// "offer" or "answer" just before or after the text.
  private func kind(around range: Range<Int>) -> DescriptionSource.Kind? {
    let before = bytes[max(0, range.lowerBound - 60)..<range.lowerBound]
    let after = bytes[min(range.upperBound, bytes.count)..<min(range.upperBound + 60, bytes.count)]
    let words = [
      ("pranswer", DescriptionSource.Kind.pranswer), ("answer", .answer), ("offer", .offer),
    ]
    // The last word before it, unless a description ends between.
    let last = words.compactMap { word, kind in
      Self.lastIndex(of: word, in: before).map { ($0, kind) }
    }.max { a, b in a.0 < b.0 }
    if let last {
      // "pranswer" ends in "answer".
      return Self.lastIndex(of: "pranswer", in: before).map { $0 + 2 == last.0 } == true
        ? .pranswer : last.1
    }
    guard Self.contains(Array(after), "type") else { return nil }
    return words.first { Self.contains(Array(after), $0.0) }?.1
  }

  /// setLocalDescription and setRemoteDescription, not their results and not createOffer.
  private func isSetter(before start: Int, after end: Int) -> Bool {
    let before = bytes[max(0, start - 240)..<start]
    let after = bytes[min(end, bytes.count)..<min(end + 240, bytes.count)]
    for word in ["setLocalDescription\"", "setRemoteDescription\""] {
      if Self.lastIndex(of: word, in: before) != nil { return true }
    }
    // Keys in the other order: the type stands behind the value.
    return Self.lastIndex(of: "\"type\"", in: before) == nil
      && (Self.contains(Array(after), "setLocalDescription\"")
        || Self.contains(Array(after), "setRemoteDescription\""))
  }

  static func contains(_ bytes: [UInt8], _ word: String) -> Bool {
    lastIndex(of: word, in: bytes[...]) != nil
  }

  private static func lastIndex(of word: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return nil }
    var index = bytes.endIndex - word.count
    while index >= bytes.startIndex {
      if bytes[index] == word[0], bytes[index..<index + word.count].elementsEqual(word) {
        return index
      }
      index -= 1
    }
    return nil
  }
}

/// Reads a session description line by line (RFC 8866 §5 and §9).
///
/// `v=`, `o=`, `s=` stand first and a `t=` must follow before the first `m=`. The order of the other lines is kept but
/// not judged, unknown types are kept, and an attribute that its specification does not allow stays `.other`.
struct DescriptionParser {
  /// Far above any description met in the field; lines are addressed with 32 bits.
  static let limitBytes = 16 << 20
  static let limitLines = 20_000

  private let bytes: [UInt8]
  /// Goes from line to line: one for each of them would count references to the bytes.
  private var scanner: Scanner
  private var position = 0
  private var number = 0

  /// The finished sections; the last one's lines are still in `lines`.
  private var media: [MediaSection] = []
  private var sessionLines: [DescriptionLine] = []
  /// Of the session before the first `m=`, of the last section behind it.
  private var lines: [DescriptionLine] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scanner = Scanner(bytes, 0..<0)
  }

  mutating func parse() throws(SDPError) -> SessionDescription {
    guard bytes.count <= Self.limitBytes else {
      throw SDPError(found: "\(bytes.count) bytes", expected: "at most \(Self.limitBytes) bytes")
    }
    // RFC 8866 §5.1: there is no minor version.
    let version = try head("v", "v=0")
    guard version.count == 1, bytes[version.lowerBound] == UInt8(ascii: "0") else {
      throw failure(version, "v=0")
    }
    let originRange = try head("o", Expected.origin)
    scanner.enter(originRange)
    guard let origin = Origin(&scanner) else { throw failure(originRange, Expected.origin) }
    let nameRange = try head("s", "s=<session name>, or s=- for none")
    let name = String(decoding: bytes[nameRange], as: UTF8.self)

    while let line = try nextLine() {
      guard number <= Self.limitLines else {
        throw SDPError(
          line: number, found: text(line), expected: "at most \(Self.limitLines) lines")
      }
      try take(line)
    }
    endSection()
    guard hasTiming else {
      throw SDPError(line: number + 1, found: "the end of the description", expected: "t=0 0")
    }
    return SessionDescription(
      origin: origin, name: name, lines: sessionLines, media: media,
      sourceText: SourceText(bytes: bytes))
  }

  private var hasTiming: Bool {
    sessionLines.contains { if case .timing = $0.content { true } else { false } }
  }

  /// The value of the next line, which must be of that type.
  private mutating func head(_ type: Unicode.Scalar, _ expected: String) throws(SDPError) -> Range<
    Int
  > {
    guard let line = try nextLine() else {
      throw SDPError(
        line: number + 1, found: "the end of the description", expected: expected)
    }
    guard bytes[line.lowerBound] == UInt8(ascii: type) else {
      throw SDPError(line: number, found: text(line), expected: expected)
    }
    return line.lowerBound + 2..<line.upperBound
  }

  private mutating func take(_ line: Range<Int>) throws(SDPError) {
    let value = line.lowerBound + 2..<line.upperBound
    let source = SourceLine(
      number: number, start: UInt32(line.lowerBound), end: UInt32(line.upperBound))
    scanner.enter(value)
    switch bytes[line.lowerBound] {
    case UInt8(ascii: "a"):
      append(.attribute(Attribute(&scanner)), source)
    case UInt8(ascii: "m"):
      guard let section = MediaSection(&scanner, source: source) else {
        throw failure(value, MediaSection.form)
      }
      endSection()
      if media.isEmpty, !hasTiming {
        throw SDPError(line: number, found: text(line), expected: "t=0 0 before the first m= line")
      }
      media.append(section)
    case UInt8(ascii: "c"):
      guard let data = ConnectionData(&scanner) else { throw failure(value, Expected.connection) }
      append(.connection(data), source)
    case UInt8(ascii: "b"):
      guard let bandwidth = Bandwidth(&scanner) else { throw failure(value, Expected.bandwidth) }
      append(.bandwidth(bandwidth), source)
    case UInt8(ascii: "t"):
      guard let timing = Timing(&scanner) else { throw failure(value, Expected.timing) }
      append(.timing(timing), source)
    case UInt8(ascii: "v"), UInt8(ascii: "o"), UInt8(ascii: "s"):
      throw SDPError(
        line: number, found: text(line), expected: "this line once, at the head of the description")
    default:
      append(
        .other(
          type: String(decoding: bytes[line.lowerBound...line.lowerBound], as: UTF8.self),
          text: String(decoding: bytes[value], as: UTF8.self)), source)
    }
  }

  private mutating func append(_ content: consuming DescriptionLine.Content, _ source: SourceLine) {
    lines.append(DescriptionLine(content, source: source))
  }

  /// Gives the lines that were read to what they belong to.
  private mutating func endSection() {
    if media.isEmpty { sessionLines = lines } else { media[media.count - 1].lines = lines }
    lines = []
  }

  /// The next line without its end (CRLF, or LF as RFC 8866 §5 lets a parser accept); nil after the last.
  private mutating func nextLine() throws(SDPError) -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = bytes.firstIndex(of: .lineFeed, from: start)
    position = min(end + 1, bytes.count)
    if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
    number += 1
    if start == end, isBlankFromHere { return nil }
    guard end >= start + 2, bytes[start + 1] == .equals, bytes[start] > .space, bytes[start] < 127
    else {
      throw SDPError(line: number, found: text(start..<end), expected: "<type>=<value>")
    }
    return start..<end
  }

  /// Blank lines at the end come from copying; between lines they are an error.
  private var isBlankFromHere: Bool {
    bytes[position...].allSatisfy { $0 == .lineFeed || $0 == .carriageReturn }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The line whose value is `range` is wrong.
  private func failure(_ range: Range<Int>, _ expected: String) -> SDPError {
    SDPError(line: number, found: text(range.lowerBound - 2..<range.upperBound), expected: expected)
  }

  private enum Expected {
    static let origin =
      "o=<username> <session id> <session version> <network type> <address type> <address>"
    static let connection = "c=<network type> <address type> <address>"
    static let bandwidth = "b=<modifier>:<number>"
    static let timing = "t=<start> <stop>"
  }
}

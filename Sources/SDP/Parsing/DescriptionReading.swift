/// A text read as far as it can be: what it describes, its lines, and every fault on the way.
///
/// `SessionDescription(parsing:)` stops at the first fault. This reads on, so that a tool can name all of them: a faulty
/// line is left out, a faulty `m=` line opens a section all the same.
public struct DescriptionReading: Sendable {
  public private(set) var description: SessionDescription
  public private(set) var lines: [RawLine] = []
  public private(set) var faults: [DescriptionFault] = []
  /// Sections whose `m=` line could not be read.
  public private(set) var unreadableSections: Set<Int> = []
  private let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    description = SessionDescription(
      origin: Origin(sessionID: "0", sessionVersion: "0"), name: "-", lines: [], media: [],
      sourceText: SourceText(bytes: bytes))
    // Blank lines at the end come from copying.
    let end = (bytes.lastIndex { $0 != .lineFeed && $0 != .carriageReturn } ?? -1) + 1
    var position = 0
    var seen: Set<UInt8> = []
    // Beyond those nothing is a description; `SessionDescription(parsing:)` refuses it.
    while position < bytes.count, lines.count < DescriptionParser.limitLines {
      let line = nextLine(&position)
      if line.range.isEmpty, position >= end { break }
      take(line, &seen)
    }
    for (type, expected) in Self.required where !seen.contains(type) {
      faults.append(
        DescriptionFault(
          kind: .missing, line: nil, section: nil,
          text: String(decoding: [type, .equals], as: UTF8.self), expected: expected))
    }
  }

  /// A line as it stands, without its line end.
  public func text(of line: RawLine) -> String { text(line.range) }

  /// The line of that number as it stands; empty when there is none.
  public func text(line number: Int) -> String {
    lines.indices.contains(number - 1) ? text(lines[number - 1].range) : ""
  }

  /// Who has seen so many needs no more.
  private static let limitFaults = 1000
  private static let required: [(type: UInt8, expected: String)] = [
    (UInt8(ascii: "v"), "v=0"), (UInt8(ascii: "o"), originForm),
    (UInt8(ascii: "s"), "s=-"), (UInt8(ascii: "t"), "t=0 0"),
  ]
  private static let originForm = "o=- <session id> <session version> IN IP4 127.0.0.1"

  private func nextLine(_ position: inout Int) -> RawLine {
    let start = position
    position = bytes.firstIndex(of: .lineFeed, from: start)
    var end = position
    var ending = RawLine.Ending.none
    let hasLineFeed = position < bytes.count
    if hasLineFeed {
      position += 1
      ending = .lf
    }
    // The last line may have lost half of its end.
    if end > start, bytes[end - 1] == .carriageReturn {
      end -= 1
      if hasLineFeed { ending = .crlf }
    }
    let hasType =
      end >= start + 2 && bytes[start + 1] == .equals && bytes[start] > .space
      && bytes[start] < 127
    return RawLine(
      number: lines.count + 1, range: start..<end, ending: ending,
      type: hasType ? bytes[start] : nil, section: nil)
  }

  private mutating func take(_ raw: RawLine, _ seen: inout Set<UInt8>) {
    var line = raw
    let value = min(line.range.lowerBound + 2, line.range.upperBound)..<line.range.upperBound
    if line.type == UInt8(ascii: "m") { openSection(line, value) }
    line.section = description.media.isEmpty ? nil : description.media.count - 1
    lines.append(line)
    guard let type = line.type else {
      fault(.noType, line, "<type>=<value>")
      return
    }
    let isRepeated = !seen.insert(type).inserted
    var scanner = Scanner(bytes, value)
    switch type {
    case UInt8(ascii: "m"): break
    case UInt8(ascii: "v"), UInt8(ascii: "o"), UInt8(ascii: "s"):
      if isRepeated || line.section != nil {
        fault(.misplaced, line, "this line once, at the head of the description")
      } else {
        takeHead(type, line, value)
      }
    case UInt8(ascii: "a"): append(.attribute(Attribute(&scanner)), line)
    case UInt8(ascii: "c"):
      append(
        ConnectionData(&scanner).map { .connection($0) }, .connection, line,
        "c=<network type> <address type> <address>")
    case UInt8(ascii: "b"):
      append(
        Bandwidth(&scanner).map { .bandwidth($0) }, .bandwidth, line, "b=<modifier>:<number>")
    case UInt8(ascii: "t"):
      append(Timing(&scanner).map { .timing($0) }, .timing, line, "t=<start> <stop>")
    default:
      append(
        .other(type: text(line.range.lowerBound..<value.lowerBound - 1), text: text(value)), line)
    }
  }

  private mutating func takeHead(_ type: UInt8, _ line: RawLine, _ value: Range<Int>) {
    switch type {
    case UInt8(ascii: "o"):
      var scanner = Scanner(bytes, value)
      if let origin = Origin(&scanner) {
        description.origin = origin
      } else {
        fault(.origin, line, Self.originForm)
      }
    case UInt8(ascii: "s"): description.name = text(value)
    default:
      // RFC 8866 §5.1: there is no other version.
      if bytes[value] != [UInt8(ascii: "0")] { fault(.version, line, "v=0") }
    }
  }

  private mutating func openSection(_ line: RawLine, _ value: Range<Int>) {
    let source = SourceLine(
      number: line.number, start: UInt32(clamping: line.range.lowerBound),
      end: UInt32(clamping: line.range.upperBound))
    var scanner = Scanner(bytes, value)
    if let section = MediaSection(&scanner, source: source) {
      description.media.append(section)
      return
    }
    var rest = Scanner(bytes, value)
    let (kind, _, name) = (rest.word(), rest.word(), rest.word())
    var section = MediaSection(
      kind: MediaKind(kind ?? ""), port: 9, protocol: name ?? "", formats: rest.words() ?? [])
    section.source = source
    unreadableSections.insert(description.media.count)
    description.media.append(section)
    var numbered = line
    numbered.section = description.media.count - 1
    fault(.media, numbered, MediaSection.form)
  }

  private mutating func append(
    _ content: DescriptionLine.Content?, _ kind: DescriptionFault.Kind, _ line: RawLine,
    _ expected: String
  ) {
    if let content { append(content, line) } else { fault(kind, line, expected) }
  }

  private mutating func append(_ content: DescriptionLine.Content, _ line: RawLine) {
    let source = SourceLine(
      number: line.number, start: UInt32(clamping: line.range.lowerBound),
      end: UInt32(clamping: line.range.upperBound))
    let parsed = DescriptionLine(content, source: source)
    if description.media.isEmpty {
      description.lines.append(parsed)
    } else {
      description.media[description.media.count - 1].lines.append(parsed)
    }
  }

  private mutating func fault(
    _ kind: DescriptionFault.Kind, _ line: RawLine, _ expected: String
  ) {
    guard faults.count < Self.limitFaults else { return }
    faults.append(
      DescriptionFault(
        kind: kind, line: line.number, section: line.section, text: text(line.range),
        expected: expected))
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// Finds descriptions and trickled candidates in what people have.
///
/// A raw description is taken whole. In anything else (JSON, arrays of it, escaped text, a log, a webrtc-internals dump)
/// a description begins at `v=0` with a line end behind it, and the way that line end is written says how often the text
/// was escaped. One pass, no nesting: depth costs nothing.
public enum InputReader {
  /// Above that nothing is read: no description or log that a person sends is so large.
  public static let limitBytes = 16 << 20
  /// Of a dump of webrtc-internals, which holds the statistics of a whole call.
  public static let limitDumpBytes = 64 << 20
  /// How much of an input tells whether it is one.
  public static let startByteCount = 64 << 10

  /// How many bytes are read of an input that begins so.
  public static func limitBytes(start: [UInt8]) -> Int {
    let start = Array(start.prefix(startByteCount))
    let isDump =
      start.first { $0 > 32 } == UInt8(ascii: "{")
      && ["\"PeerConnections\"", "\"getUserMedia\"", "\"UserAgent\""].contains {
        EmbeddedScanner.contains(start, $0)
      }
    return isDump ? limitDumpBytes : limitBytes
  }

  /// Of one input.
  static let limitDescriptions = 1000

  /// - Parameter limit: nil: what `limitBytes(start:)` says.
  public static func read(
    _ bytes: [UInt8], atMost limit: Int? = nil
  ) throws(InputFault) -> InputContents {
    let limit = limit ?? limitBytes(start: bytes)
    guard bytes.count <= limit else {
      throw InputFault(description: "the input has \(bytes.count) bytes; at most \(limit) are read")
    }
    let bytes = TextEncoding.withoutUTF16(bytes)
    guard let first = bytes.firstIndex(where: { $0 > 32 }) else {
      throw InputFault(description: "the input is empty; expected a session description")
    }
    if isRaw(bytes, first) {
      if let spread = spread(bytes, first) { return InputContents(descriptions: spread) }
      return InputContents(descriptions: try split(unindented(bytes, first)))
    }
    var contents = InputContents()
    var scanner = EmbeddedScanner(bytes)
    contents.descriptions = scanner.descriptions()
    if contents.descriptions.isEmpty, let inner = TextEncoding.decoded(bytes) {
      var scanner = EmbeddedScanner(inner)
      contents.descriptions = scanner.descriptions()
    }
    // A description without its first line has candidates too, and is no list of them.
    if contents.descriptions.isEmpty, hasSection(bytes), looksLikeLines(bytes, first) {
      return InputContents(descriptions: [DescriptionSource(bytes: bytes)])
    }
    if contents.descriptions.isEmpty { contents.candidates = CandidateLines.read(bytes) }
    if contents.descriptions.isEmpty, contents.candidates.isEmpty {
      // Damaged beyond its first line: let the rules say what is wrong.
      if looksLikeLines(bytes, first) {
        contents.descriptions = [DescriptionSource(bytes: bytes)]
      } else {
        throw InputFault(
          description:
            "no session description found; expected text that begins with v=0, JSON with type and sdp, a log or a webrtc-internals dump that holds one"
        )
      }
    }
    return contents
  }

  private static func isRaw(_ bytes: [UInt8], _ first: Int) -> Bool {
    guard first + 2 < bytes.count, bytes[first] == UInt8(ascii: "v"),
      bytes[first + 1] == UInt8(ascii: "=")
    else { return false }
    // "v=0\r\no=…" with the escapes in it is no raw text.
    let line = bytes[first...].prefix { $0 != 10 && $0 != 13 }
    return !line.contains(UInt8(ascii: "\\"))
  }

  /// Of a text whose first lines are not parted by a mere line end: pasted with indents, empty lines or tags.
  private static func spread(_ bytes: [UInt8], _ first: Int) -> [DescriptionSource]? {
    guard let separator = LineSeparator(bytes, at: first + 3),
      separator.description(in: bytes, from: first).lines >= EmbeddedScanner.leastLines
    else { return nil }
    var scanner = EmbeddedScanner(bytes)
    let found = scanner.descriptions()
    return found.isEmpty ? nil : found
  }

  /// Without the spaces before the first line; empty lines before it stay, for parsers refuse them.
  private static func unindented(_ bytes: [UInt8], _ first: Int) -> [UInt8] {
    let lineStart = (bytes[..<first].lastIndex(of: 10) ?? -1) + 1
    return Array(bytes[..<lineStart] + bytes[first...])
  }

  private static func hasSection(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: 10).contains { $0.starts(with: "m=".utf8) }
  }

  /// Most of the first lines are `<letter>=`.
  private static func looksLikeLines(_ bytes: [UInt8], _ first: Int) -> Bool {
    let lines = bytes[first...].prefix(4096).split(separator: 10).prefix(8)
    let good = lines.count { $0.count > 2 && $0[$0.startIndex + 1] == UInt8(ascii: "=") }
    return good * 2 > lines.count
  }

  /// Several descriptions in one text: each begins at a line `v=`.
  private static func split(_ bytes: [UInt8]) throws(InputFault) -> [DescriptionSource] {
    var starts: [(index: Int, line: Int)] = []
    var (line, index) = (0, 0)
    while index < bytes.count {
      let end = bytes[index...].firstIndex(of: 10) ?? bytes.count
      let text = bytes[index..<end]
      if text.starts(with: "v=0".utf8), text.count <= 4 { starts.append((index, line)) }
      (line, index) = (line + 1, end + 1)
    }
    guard starts.count <= limitDescriptions else {
      throw InputFault(
        description:
          "the input has \(starts.count) lines v=0; at most \(limitDescriptions) descriptions are read"
      )
    }
    guard starts.count > 1 else { return [DescriptionSource(bytes: bytes)] }
    return starts.indices.map { number in
      let begin = number == 0 ? 0 : starts[number].index
      let end = number + 1 < starts.count ? starts[number + 1].index : bytes.count
      return DescriptionSource(
        bytes: Array(bytes[begin..<end]), lineOffset: number == 0 ? 0 : starts[number].line)
    }
  }
}

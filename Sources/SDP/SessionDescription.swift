/// The bytes a description was read from; never part of equality.
struct SourceText: Hashable, Sendable {
  var bytes: [UInt8] = []

  static func == (_: Self, _: Self) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

/// One session description: session-level lines, then a section for each `m=` line (RFC 8866).
///
/// The order of all lines is kept. Equality compares values and order, not line numbers and not line ends.
public struct SessionDescription: Hashable, Sendable, AttributeCarrier {
  public var origin: Origin
  public var name: String
  /// The session-level lines after `s=`, in order.
  public var lines: [DescriptionLine]
  public var media: [MediaSection]
  private let sourceText: SourceText

  public init(
    origin: Origin, name: String = "-", lines: [DescriptionLine] = [.init(.timing(Timing()))],
    media: [MediaSection] = []
  ) {
    self.init(
      origin: origin, name: name, lines: lines, media: media, sourceText: SourceText())
  }

  init(
    origin: Origin, name: String, lines: [DescriptionLine], media: [MediaSection],
    sourceText: SourceText
  ) {
    self.origin = origin
    self.name = name
    self.lines = lines
    self.media = media
    self.sourceText = sourceText
  }

  /// Reads a description with CRLF or LF line ends.
  public init(parsing text: String) throws(SDPError) {
    try self.init(parsing: Array(text.utf8))
  }

  public init(parsing bytes: [UInt8]) throws(SDPError) {
    var parser = DescriptionParser(bytes)
    self = try parser.parse()
  }

  /// The description with CRLF line ends.
  public func serialized() -> String {
    var text = "v=0\r\no=\(origin.value)\r\ns=\(name)\r\n"
    for line in lines { line.write(to: &text) }
    for section in media { section.write(to: &text) }
    return text
  }

  /// The bytes this was read from; empty when it was made.
  public var sourceBytes: [UInt8] { sourceText.bytes }

  /// A line exactly as it stood in the text this was read from, without its line end; nil when it was made.
  public func sourceText(of line: SourceLine) -> String? {
    let range = Int(line.start)..<Int(max(line.start, line.end))
    guard line.number > 0, range.upperBound <= sourceText.bytes.count else { return nil }
    return String(decoding: sourceText.bytes[range], as: UTF8.self)
  }

  public var timings: [Timing] {
    lines.compactMap { if case .timing(let timing) = $0.content { timing } else { nil } }
  }

  /// The mids of each BUNDLE group (RFC 9143 §7.1), in the order of the lines.
  public var bundleGroups: [[String]] {
    groups.filter { $0.semantics == "BUNDLE" }.map(\.mids)
  }

  public func section(mid: String) -> MediaSection? { media.first { $0.mid == mid } }

  /// Attributes of a known name whose value their specification does not allow, with their lines.
  public var malformedAttributes: [SDPError] {
    (lines + media.flatMap(\.lines)).compactMap { line in
      guard let attribute = line.attribute, let expected = attribute.expectedForm else {
        return nil
      }
      return SDPError(
        line: line.source.number == 0 ? nil : line.source.number, found: "a=\(attribute.text)",
        expected: expected)
    }
  }
}

extension DescriptionLine {
  func write(to text: inout String) {
    text += self.text
    text += "\r\n"
  }
}

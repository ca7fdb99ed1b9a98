/// The first word of an `m=` line.
public enum MediaKind: Hashable, Sendable {
  case audio, video, application
  case other(String)

  public init(_ text: String) {
    switch text {
    case "audio": self = .audio
    case "video": self = .video
    case "application": self = .application
    default: self = .other(text)
    }
  }

  public var text: String {
    switch self {
    case .audio: "audio"
    case .video: "video"
    case .application: "application"
    case .other(let text): text
    }
  }
}

extension MediaKind: CustomStringConvertible {
  public var description: String { text }
}

/// One `m=` line and the lines that belong to it (RFC 8866 §5.14).
public struct MediaSection: Hashable, Sendable, AttributeCarrier {
  public var kind: MediaKind
  public var port: UInt16
  /// How many ports, where the line says so ("49170/2").
  public var portCount: Int?
  public var `protocol`: String
  /// Payload types, or whatever the protocol calls a format.
  public var formats: [String]
  public var lines: [DescriptionLine]
  /// Where the `m=` line itself stood.
  public var source: SourceLine

  public init(
    kind: MediaKind, port: UInt16, protocol: String, formats: [String],
    lines: [DescriptionLine] = []
  ) {
    self.kind = kind
    self.port = port
    self.protocol = `protocol`
    self.formats = formats
    self.lines = lines
    source = .none
  }

  /// What a reader expects of an `m=` line.
  static let form =
    "m=<media> <port> <protocol> <format> …, with at most \(Scanner.limitWords) formats"

  init?(_ scanner: inout Scanner, source: SourceLine) {
    guard let kind = scanner.word(), scanner.take(.space), let port: UInt16 = scanner.digits()
    else { return nil }
    var count: Int?
    if scanner.take(.slash) {
      guard let value: Int = scanner.digits() else { return nil }
      count = value
    }
    guard scanner.next == .space, let name = scanner.word() else { return nil }
    guard let formats = scanner.words(), !formats.isEmpty else { return nil }
    self.init(kind: MediaKind(kind), port: port, protocol: name, formats: formats)
    portCount = count
    self.source = source
  }

  /// Port zero rejects a section (RFC 3264 §6), unless it is only to be bundled (RFC 9143 §6).
  public var isRejected: Bool { port == 0 && !bundleOnly }

  /// The `m=` line as it is written, without its line end.
  public var mediaLine: String {
    let count = portCount.map { "/\($0)" } ?? ""
    return "m=\(kind.text) \(port)\(count) \(`protocol`) \(formats.joined(separator: " "))"
  }

  func write(to text: inout String) {
    text += mediaLine
    text += "\r\n"
    for line in lines { line.write(to: &text) }
  }
}

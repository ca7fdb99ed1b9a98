/// The number under which a header extension travels (RFC 8285 §5).
public struct ExtensionMap: Hashable, Sendable {
  /// 1...14 fit one-byte headers, 1...255 two-byte headers; 4096...4351 ask the answerer to choose (RFC 8285 §7).
  public var id: UInt16
  public var direction: Direction?
  public var uri: String
  public var attributes: String?

  public init(id: UInt16, direction: Direction? = nil, uri: String, attributes: String? = nil) {
    self.id = id
    self.direction = direction
    self.uri = uri
    self.attributes = attributes
  }

  init?(_ scanner: inout Scanner) {
    guard let id: UInt16 = scanner.digits() else { return nil }
    self.id = id
    if scanner.take(.slash) {
      guard let direction = scanner.word().flatMap(Direction.init) else { return nil }
      self.direction = direction
    }
    guard scanner.next == .space, let uri = scanner.word() else { return nil }
    self.uri = uri
    if !scanner.isDone { attributes = scanner.restAfterSpace() }
  }

  public var value: String {
    var text = String(id)
    if let direction { text += "/\(direction.rawValue)" }
    text += " \(uri)"
    if let attributes { text += " \(attributes)" }
    return text
  }
}

/// The names of the header extensions this peer knows.
public enum HeaderExtensionURI {
  /// RFC 9143 §15.2: the m-section a packet belongs to.
  public static let mid = "urn:ietf:params:rtp-hdrext:sdes:mid"
  /// 24 bits of send time, 6.18 seconds (libwebrtc docs, abs-send-time).
  public static let absSendTime = "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time"
  /// draft-holmer-rmcat-transport-wide-cc-extensions-01 §2.
  public static let transportWideCC =
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
  /// RFC 6464 §4.
  public static let audioLevel = "urn:ietf:params:rtp-hdrext:ssrc-audio-level"

  public static let audioDefaults = [audioLevel, absSendTime, transportWideCC, mid]
  public static let videoDefaults = [absSendTime, transportWideCC, mid]
}

/// What a payload type stands for (RFC 8866 §6.6).
public struct RTPMap: Hashable, Sendable {
  /// RTP has 7 bits for it; larger numbers are kept so that they can be named as wrong.
  public var payloadType: UInt8
  /// As written; encoding names compare without regard to case (RFC 4855 §3).
  public var encoding: String
  public var clockRate: UInt32
  /// Written only for audio; 1 when absent.
  public var channels: UInt8?

  public init(payloadType: UInt8, encoding: String, clockRate: UInt32, channels: UInt8? = nil) {
    self.payloadType = payloadType
    self.encoding = encoding
    self.clockRate = clockRate
    self.channels = channels
  }

  init?(_ scanner: inout Scanner) {
    guard let payloadType: UInt8 = scanner.number(), scanner.take(.space),
      let encoding = scanner.until(.slash), !encoding.isEmpty,
      let clockRate: UInt32 = scanner.digits()
    else { return nil }
    var channels: UInt8?
    if scanner.take(.slash) {
      guard let count: UInt8 = scanner.digits() else { return nil }
      channels = count
    }
    guard scanner.isDone else { return nil }
    self.init(
      payloadType: payloadType, encoding: encoding, clockRate: clockRate, channels: channels)
  }

  public var value: String {
    "\(payloadType) \(encoding)/\(clockRate)" + (channels.map { "/\($0)" } ?? "")
  }
}

/// Feedback that a payload type may be answered with (RFC 4585 §4.2).
public struct RTCPFeedback: Hashable, Sendable {
  /// nil is `*`: every payload type of the section.
  public var payloadType: UInt8?
  /// "nack", "nack pli", "ccm fir", "goog-remb", "transport-cc".
  public var feedback: String

  public init(payloadType: UInt8?, feedback: String) {
    self.payloadType = payloadType
    self.feedback = feedback
  }

  init?(_ scanner: inout Scanner) {
    if scanner.take(UInt8(ascii: "*")) {
      payloadType = nil
    } else {
      guard let number: UInt8 = scanner.number() else { return nil }
      payloadType = number
    }
    guard scanner.take(.space) else { return nil }
    feedback = scanner.rest()
    if feedback.isEmpty { return nil }
  }

  public var value: String { (payloadType.map { String($0) } ?? "*") + " " + feedback }
}

/// Where RTCP goes when it is not on the port of RTP (RFC 3605 §2.1).
public struct RTCPPort: Hashable, Sendable {
  public var port: UInt16
  public var connection: ConnectionData?

  public init(port: UInt16, connection: ConnectionData? = nil) {
    self.port = port
    self.connection = connection
  }

  init?(_ scanner: inout Scanner) {
    guard let port: UInt16 = scanner.number() else { return nil }
    self.port = port
    if scanner.isDone { return }
    guard let connection = ConnectionData(&scanner) else { return nil }
    self.connection = connection
  }

  public var value: String { String(port) + (connection.map { " " + $0.value } ?? "") }
}

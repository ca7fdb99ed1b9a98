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

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

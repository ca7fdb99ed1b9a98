/// How loud the sound in a packet is (RFC 6464 §3): one byte.
public struct AudioLevel: Hashable, Sendable {
  /// −dBov, 0 (loudest) ... 127 (silence).
  public var level: UInt8
  public var hasVoice: Bool

  public init(level: UInt8, hasVoice: Bool) {
    self.level = min(level, 127)
    self.hasVoice = hasVoice
  }

  /// The two-byte form may carry a second, ignored byte (RFC 6464 §3).
  public init?(_ data: some Collection<UInt8>) {
    guard let byte = data.first, data.count <= 2 else { return nil }
    self.init(level: byte & 0x7f, hasVoice: byte & 0x80 != 0)
  }

  public var data: [UInt8] { [(hasVoice ? 0x80 : 0) | level] }
}

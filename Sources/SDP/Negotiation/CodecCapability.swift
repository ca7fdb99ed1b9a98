internal import SansIO

/// A codec that a peer can send and receive, before it has a number.
public struct CodecCapability: Hashable, Sendable {
  /// "VP8", "H264", "opus": the encoding name of the payload format.
  public var name: String
  public var clockRate: UInt32
  public var channels: Int
  /// Written in this order.
  public var parameters: [FormatParameter]
  /// Feedback that this peer both sends and obeys: "nack", "nack pli", …
  public var feedback: [String]
  /// Taken when free; the retransmissions' number is the next one.
  public var preferredPayloadType: UInt8
  /// Lost packets are sent again as RFC 4588 has it.
  public var hasRTX: Bool

  public init(
    name: String, clockRate: UInt32, channels: Int = 1, parameters: [FormatParameter] = [],
    feedback: [String] = [], preferredPayloadType: UInt8, hasRTX: Bool = false
  ) {
    self.name = name
    self.clockRate = clockRate
    self.channels = channels
    self.parameters = parameters
    self.feedback = feedback
    self.preferredPayloadType = preferredPayloadType
    self.hasRTX = hasRTX
  }

  static let videoFeedback = ["goog-remb", "transport-cc", "ccm fir", "nack", "nack pli"]

  public static let vp8 = CodecCapability(
    name: "VP8", clockRate: 90000, feedback: videoFeedback, preferredPayloadType: 96, hasRTX: true)

  /// RFC 7587 §7: always 48000 and two channels, whatever is sent.
  public static let opus = CodecCapability(
    name: "opus", clockRate: 48000, channels: 2,
    parameters: [FormatParameter("minptime", "10"), FormatParameter("useinbandfec", "1")],
    feedback: ["transport-cc"], preferredPayloadType: 111)

  public static func h264(profileLevelID: String = "42e01f", packetizationMode: Int = 1) -> Self {
    CodecCapability(
      name: "H264", clockRate: 90000,
      parameters: [
        FormatParameter("level-asymmetry-allowed", "1"),
        FormatParameter("packetization-mode", String(packetizationMode)),
        FormatParameter("profile-level-id", profileLevelID),
      ],
      feedback: videoFeedback, preferredPayloadType: packetizationMode == 1 ? 102 : 104,
      hasRTX: true)
  }

  /// The capabilities that a preference means: "VP8", "opus", "H264/42e01f" (modes 1 and 0); nil when it is not known.
  public static func named(_ preference: String) -> [CodecCapability]? {
    let parts = preference.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let profile = parts.count == 2 ? String(parts[1]) : nil
    switch (String(parts.first ?? "").lowercasedASCII, profile) {
    case ("vp8", nil): return [.vp8]
    case ("opus", nil): return [.opus]
    case ("h264", let profile):
      let profile = (profile ?? "42e01f").lowercasedASCII
      guard H264Profile(profile) != nil else { return nil }
      return [1, 0].map { .h264(profileLevelID: profile, packetizationMode: $0) }
    default: return nil
    }
  }

  /// "VP8", "H264/42e01f", "opus".
  public var label: String { numbered(0).label }

  /// This codec under a number, as a description would have it.
  func numbered(_ payloadType: UInt8, rtx: UInt8? = nil) -> NegotiatedCodec {
    NegotiatedCodec(
      name: name, clockRate: clockRate, channels: channels, parameters: parameters,
      feedback: feedback, payloadType: payloadType, rtxPayloadType: rtx)
  }
}

internal import SansIO

/// A codec under its number, as one section describes it.
public struct NegotiatedCodec: Hashable, Sendable {
  /// As the description spells it; compare it with `isSameCodec`.
  public var name: String
  public var clockRate: UInt32
  public var channels: Int
  public var parameters: [FormatParameter]
  public var feedback: [String]
  public var payloadType: UInt8
  public var rtxPayloadType: UInt8?

  public init(
    name: String, clockRate: UInt32, channels: Int = 1, parameters: [FormatParameter] = [],
    feedback: [String] = [], payloadType: UInt8, rtxPayloadType: UInt8? = nil
  ) {
    self.name = name
    self.clockRate = clockRate
    self.channels = channels
    self.parameters = parameters
    self.feedback = feedback
    self.payloadType = payloadType
    self.rtxPayloadType = rtxPayloadType
  }

  /// The H.264 parameters; nil for another codec.
  public var h264: H264Parameters? {
    name.lowercasedASCII == "h264" ? H264Parameters(parameters) : nil
  }

  /// "VP8", "H264/42e01f", "opus"; an encoding name in its usual spelling.
  public var label: String {
    let lower = name.lowercasedASCII
    let usual = Self.usualNames.first { $0.lowercasedASCII == lower } ?? name
    guard let profile = h264?.profileLevelID else { return usual }
    return "\(usual)/\(profile.lowercasedASCII)"
  }

  private static let usualNames = ["opus", "VP8", "VP9", "AV1", "H264", "H265", "red", "ulpfec"]

  /// Repairs or fills in for another codec; never a choice of its own.
  public var isAuxiliary: Bool {
    let lower = name.lowercasedASCII
    return ["rtx", "red", "ulpfec", "cn", "telephone-event"].contains(lower)
      || lower.hasPrefix("flexfec")
  }

  /// The same codec in the same configuration, whatever its number and level (RFC 3264 §6.1, RFC 6184 §8.2.2).
  public func isSameCodec(as other: NegotiatedCodec) -> Bool { identity == other.identity }

  /// The same codec, or H.264 without a profile-level-id on one side against the other's (constrained) Baseline.
  ///
  /// RFC 6184 §8.1 infers Baseline at level 1 there; webrtcbin leaves it out of answers and libwebrtc takes it for 42e01f.
  public func isUsable(as other: NegotiatedCodec) -> Bool {
    if isSameCodec(as: other) { return true }
    guard let a = h264, let b = other.h264, a.packetizationMode == b.packetizationMode,
      (a.profileLevelID == nil) != (b.profileLevelID == nil)
    else { return false }
    let profile = a.profileLevelID == nil ? b.profile.profile : a.profile.profile
    return profile == .constrainedBaseline || profile == .baseline
  }

  /// Equal for what is the same codec in the same configuration.
  var identity: Identity {
    let lower = name.lowercasedASCII
    var identity = Identity(name: lower, clockRate: clockRate, channels: channels)
    switch lower {
    case "h264":
      let parameters = H264Parameters(parameters)
      identity.profile = parameters.profile.profile
      identity.mode = String(parameters.packetizationMode)
    // RFC 9628 §6.1 and the AV1 RTP specification §7.2: 0 when absent.
    case "vp9": identity.mode = parameters.value("profile-id") ?? "0"
    case "av1": identity.mode = parameters.value("profile") ?? "0"
    default: break
    }
    return identity
  }

  struct Identity: Hashable, Sendable {
    var name: String
    var clockRate: UInt32
    var channels: Int
    var profile: H264Profile.Profile?
    var mode = ""
  }
}

extension [NegotiatedCodec] {
  /// The one that is the same codec, else the first that will do.
  func counterpart(of codec: NegotiatedCodec) -> NegotiatedCodec? {
    first { $0.isSameCodec(as: codec) } ?? first { $0.isUsable(as: codec) }
  }
}

extension MediaSection {
  /// The codecs of this section in its order, each with its retransmissions' number; nothing without a known meaning.
  public var codecs: [NegotiatedCodec] {
    var maps = [RTPMap?](repeating: nil, count: 128)
    var parameters = [FormatParameters?](repeating: nil, count: 128)
    var feedback = [[String]](repeating: [], count: 128)
    var feedbackOfAll: [String] = []
    for line in lines {
      guard case .attribute(let attribute) = line.content else { continue }
      switch attribute {
      case .rtpMap(let map) where map.payloadType < 128:
        if maps[Int(map.payloadType)] == nil { maps[Int(map.payloadType)] = map }
      case .formatParameters(let value):
        if let number = value.payloadType, number < 128, parameters[Int(number)] == nil {
          parameters[Int(number)] = value
        }
      case .feedback(let value):
        if let number = value.payloadType {
          if number < 128 { feedback[Int(number)].append(value.feedback) }
        } else {
          feedbackOfAll.append(value.feedback)
        }
      default: break
      }
    }
    var codecs: [NegotiatedCodec] = []
    var repairs: [(of: UInt8, with: UInt8)] = []
    var isListed = [Bool](repeating: false, count: 128)
    for format in formats {
      guard let number = UInt8(format), number < 128, !isListed[Int(number)],
        let map = maps[Int(number)] ?? RTPMap.assigned(number)
      else { continue }
      isListed[Int(number)] = true
      if map.encoding.lowercasedASCII == "rtx" {
        if let original = parameters[Int(number)]?.associatedPayloadType {
          repairs.append((original, number))
        }
        continue
      }
      codecs.append(
        NegotiatedCodec(
          name: map.encoding, clockRate: map.clockRate, channels: Int(map.channels ?? 1),
          parameters: parameters[Int(number)]?.parameters ?? [],
          feedback: feedback[Int(number)] + feedbackOfAll, payloadType: number))
    }
    for index in codecs.indices {
      let number = codecs[index].payloadType
      codecs[index].rtxPayloadType = repairs.first { $0.of == number }?.with
    }
    return codecs
  }
}

extension RTPMap {
  /// The payload types that RFC 3551 §6 assigns and that are met in WebRTC.
  public static func assigned(_ payloadType: UInt8) -> RTPMap? {
    switch payloadType {
    case 0: RTPMap(payloadType: 0, encoding: "PCMU", clockRate: 8000)
    case 3: RTPMap(payloadType: 3, encoding: "GSM", clockRate: 8000)
    case 4: RTPMap(payloadType: 4, encoding: "G723", clockRate: 8000)
    case 8: RTPMap(payloadType: 8, encoding: "PCMA", clockRate: 8000)
    case 9: RTPMap(payloadType: 9, encoding: "G722", clockRate: 8000)
    case 13: RTPMap(payloadType: 13, encoding: "CN", clockRate: 8000)
    case 18: RTPMap(payloadType: 18, encoding: "G729", clockRate: 8000)
    default: nil
    }
  }
}

internal import SDP
internal import SansIO

/// What a section says of one codec, whatever its number and however it is spelled.
public struct CodecMeaning: Hashable, Sendable {
  /// "opus/48000/2", "H264/90000".
  public var encoding: String
  /// "minptime=10", by name; without those that say what holds anyway.
  public var parameters: [String]
  /// Lost packets of it are sent again in a stream of their own (RFC 4588).
  public var isRetransmitted: Bool
  /// "nack pli", "transport-cc", in alphabetical order.
  public var feedback: [String]

  public init(
    encoding: String, parameters: [String] = [], isRetransmitted: Bool = false,
    feedback: [String] = []
  ) {
    self.encoding = encoding
    self.parameters = parameters
    self.isRetransmitted = isRetransmitted
    self.feedback = feedback
  }

  /// "H264/90000 (level=3.1, packetization-mode=1, …)"
  public var text: String {
    parameters.isEmpty ? encoding : "\(encoding) (\(parameters.joined(separator: ", ")))"
  }

  /// "VP8"; "H264 (packetization-mode=1, profile=Main)" where another H264 stands beside it.
  func label(among codecs: [CodecMeaning]) -> String {
    let deciding = parameters.filter(Self.decides)
    let (name, identity) = (name, identity)
    if deciding.isEmpty || codecs.allSatisfy({ $0.name != name || $0.identity == identity }) {
      return name
    }
    return "\(name) (\(deciding.joined(separator: ", ")))"
  }

  /// Equal for what is the same codec in the same configuration: the rest of the parameters may differ.
  var identity: [String] { [encoding.lowercasedASCII] + parameters.filter(Self.decides) }

  var name: String { String(encoding.prefix { $0 != "/" }) }

  /// Repairs, fills in or carries key presses: never the picture or the voice itself.
  var isAuxiliary: Bool {
    NegotiatedCodec(name: name, clockRate: 0, payloadType: 0).isAuxiliary
  }

  /// What RFC 6184 §8.2.2, RFC 9628 §6.1, RFC 7798 §7.2.2 and the AV1 RTP specification §7.2.3 want to be equal.
  private static func decides(_ parameter: String) -> Bool {
    [
      "packetization-mode=", "profile=", "profile-id=", "tier-flag=", "tx-mode=",
    ].contains { parameter.hasPrefix($0) }
  }
}

extension CodecMeaning {
  /// The codecs of a section in its order; RTX is told with the codec that it repairs.
  static func list(_ section: SectionView) -> [CodecMeaning] { entries(section).map(\.meaning) }

  static func entries(_ section: SectionView) -> [(entry: CodecEntry, meaning: CodecMeaning)] {
    let repairs = section.codecs.filter { $0.name == "rtx" }
    let repaired = Set(repairs.compactMap { $0.parameter("apt").flatMap { Int($0) } })
    var feedback: [Int?: Set<String>] = [:]
    for line in section.own.feedback {
      feedback[line.value.payloadType.map { Int($0) }, default: []]
        .insert(line.value.feedback.lowercasedASCII)
    }
    return section.codecs.filter { $0.name != "rtx" }.map { entry in
      let codec = entry.codec
      let usual = String(codec.label.prefix { $0 != "/" })
      let channels = codec.channels > 1 ? "/\(codec.channels)" : ""
      let meaning = CodecMeaning(
        encoding: "\(usual)/\(codec.clockRate)\(channels)",
        parameters: parameters(entry, in: section),
        isRetransmitted: repaired.contains(entry.payloadType),
        feedback: (feedback[entry.payloadType] ?? []).union(feedback[nil] ?? []).sorted())
      return (entry, meaning)
    }
  }

  private static func parameters(_ entry: CodecEntry, in section: SectionView) -> [String] {
    if entry.name == "red" { return redundancy(entry, in: section) }
    var values: [String: String] = [:]
    for parameter in entry.codec.parameters.prefix(100) {
      let name = parameter.name.lowercasedASCII
      // A bare value, as telephone-event has it.
      values[parameter.value == nil ? "" : name] = parameter.value ?? parameter.name
    }
    for (name, value) in defaults(entry.name) where values[name]?.lowercasedASCII == value {
      values[name] = nil
    }
    if let h264 = entry.codec.h264 {
      values["profile-level-id"] = nil
      // What one encoder wrote into its stream, not what was agreed.
      values["sprop-parameter-sets"] = nil
      values["profile"] = h264.profile.profile.words
      values["level"] = h264.profile.level.words
      values["packetization-mode"] = String(h264.packetizationMode)
    }
    return values.sorted { $0.key < $1.key }.map {
      $0.key.isEmpty ? $0.value : "\($0.key)=\($0.value)"
    }
  }

  /// RFC 2198 §5: "111/111" are payload types, which mean their codecs.
  private static func redundancy(_ entry: CodecEntry, in section: SectionView) -> [String] {
    guard let text = entry.parameterText, text.utf8.count < 200 else { return [] }
    let names = text.split(separator: "/").map { number in
      Int(number).flatMap { section.codec($0) }?.codec.name.lowercasedASCII ?? String(number)
    }
    return [names.joined(separator: "/")]
  }

  /// What holds where nothing is written, so that writing it changes nothing.
  private static func defaults(_ name: String) -> [(String, String)] {
    switch name {
    // RFC 7587 §6.1
    case "opus":
      [
        ("stereo", "0"), ("sprop-stereo", "0"), ("useinbandfec", "0"), ("usedtx", "0"),
        ("cbr", "0"), ("maxplaybackrate", "48000"), ("sprop-maxcapturerate", "48000"),
        ("minptime", "3"),
      ]
    case "h264": [("level-asymmetry-allowed", "0")]  // RFC 6184 §8.1
    case "vp9": [("profile-id", "0")]  // RFC 9628 §6.1
    // AV1 RTP specification §7.2.1
    case "av1": [("profile", "0"), ("level-idx", "5"), ("tier", "0")]
    case "h265": [("profile-id", "1"), ("tier-flag", "0"), ("level-id", "93"), ("tx-mode", "srst")]
    case "telephone-event": [("", "0-15")]  // RFC 4733 §2.4.1
    default: []
    }
  }
}

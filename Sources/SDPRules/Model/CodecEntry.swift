internal import SDP
internal import SansIO

/// One payload type of an m-line with what the section says about it.
struct CodecEntry {
  var payloadType: Int
  /// The line of its `a=rtpmap`; nil for a static number without one.
  var mapLine: Int?
  var codec: NegotiatedCodec
  var parameterLine: Int?
  /// Behind the payload type in its `a=fmtp`, as it stands.
  var parameterText: String?

  var name: String { codec.name.lowercasedASCII }
  var isAuxiliary: Bool { codec.isAuxiliary }
  /// "opus/48000/2"
  var label: String {
    "\(codec.name)/\(codec.clockRate)" + (codec.channels > 1 ? "/\(codec.channels)" : "")
  }

  func parameter(_ name: String) -> String? { codec.parameters.value(name) }

  /// Same codec in the same configuration, whatever its number.
  func matches(_ other: CodecEntry) -> Bool {
    guard name == other.name, codec.clockRate == other.codec.clockRate,
      codec.channels == other.codec.channels
    else { return false }
    if name == "h265" { return h265 == other.h265 }
    return codec.isUsable(as: other.codec)
  }

  /// Same codec, whatever its parameters.
  func isSameEncoding(as other: CodecEntry) -> Bool {
    name == other.name && codec.clockRate == other.codec.clockRate
      && codec.channels == other.codec.channels
  }

  /// RFC 7798 §7.2.2: what must agree.
  private var h265: [String] {
    [
      parameter("profile-id") ?? "1", parameter("tier-flag") ?? "0",
      (parameter("tx-mode") ?? "SRST").lowercasedASCII,
    ]
  }

  /// The entries of a section in the order of its m-line, each number once.
  static func list(_ section: MediaSection, _ table: AttributeTable) -> [CodecEntry] {
    var maps: [UInt8: Located<RTPMap>] = [:]
    for map in table.rtpMaps where maps[map.value.payloadType] == nil {
      maps[map.value.payloadType] = map
    }
    var parameters: [String: Located<FormatParameters>] = [:]
    for line in table.formatParameters where parameters[line.value.format] == nil {
      parameters[line.value.format] = line
    }
    var seen: Set<UInt8> = []
    return section.formats.compactMap { format in
      guard let number = UInt8(format), seen.insert(number).inserted,
        let map = maps[number]?.value ?? RTPMap.assigned(number)
      else { return nil }
      let line = parameters[format]
      return CodecEntry(
        payloadType: Int(number), mapLine: maps[number]?.line,
        codec: NegotiatedCodec(
          name: map.encoding, clockRate: map.clockRate, channels: Int(map.channels ?? 1),
          parameters: line?.value.parameters ?? [], payloadType: number),
        parameterLine: line?.line, parameterText: line?.value.text)
    }
  }
}

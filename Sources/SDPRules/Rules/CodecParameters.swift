internal import SDP
internal import SansIO

/// What `a=fmtp` says of each codec, in itself and against the other side.
enum CodecParameters {
  struct Difference {
    /// As written in the answer.
    var value: String
    var before: String
    var now: String
    var clause: String
  }

  /// "profile-level-id=42e01f" as it stands; nil when it is not written.
  static func asWritten(_ name: String, _ codec: CodecEntry) -> String? {
    codec.codec.parameters.first { $0.name.lowercasedASCII == name }
      .map { FormatParameter.text([$0]) }
  }

  /// Why two entries of the same encoding are not the same configuration; nil when they are.
  static func difference(_ offered: CodecEntry, _ answered: CodecEntry) -> Difference? {
    func difference(_ name: String, _ fallback: String, _ clause: String) -> Difference {
      Difference(
        value: asWritten(name, answered) ?? answered.parameterText ?? answered.label,
        before: asWritten(name, offered) ?? "\(name)=\(fallback) (by default)",
        now: asWritten(name, answered) ?? "\(name)=\(fallback) (by default)", clause: clause)
    }
    func isOther(_ name: String, _ fallback: String) -> Bool {
      (offered.parameter(name) ?? fallback).lowercasedASCII
        != (answered.parameter(name) ?? fallback).lowercasedASCII
    }
    switch answered.name {
    case "h264":
      guard let a = offered.codec.h264, let b = answered.codec.h264 else { return nil }
      if a.packetizationMode != b.packetizationMode {
        return difference("packetization-mode", "0", "RFC 6184 §8.2.2")
      }
      if a.profile.profile != b.profile.profile {
        var found = difference("profile-level-id", "42000a", "RFC 6184 §8.2.2")
        found.before += " (\(a.profile.profile.words))"
        found.now += " (\(b.profile.profile.words))"
        return found
      }
      return nil
    case "vp9":
      return isOther("profile-id", "0") ? difference("profile-id", "0", "RFC 9628 §6.1") : nil
    case "av1":
      return isOther("profile", "0")
        ? difference("profile", "0", "AV1 RTP specification §7.2.3") : nil
    case "h265":
      for (name, fallback) in [("profile-id", "1"), ("tier-flag", "0"), ("tx-mode", "SRST")]
      where isOther(name, fallback) {
        return difference(name, fallback, "RFC 7798 §7.2.2")
      }
      return nil
    default: return nil
    }
  }

  static func lint(_ codec: CodecEntry, _ section: SectionView, _ findings: inout Findings) {
    func wrong(
      _ name: String, _ clause: String, severity: Severity? = nil, _ expected: String
    ) {
      findings.add(
        CodecRules.invalid, section.at(codec.parameterLine), value: asWritten(name, codec),
        severity: severity, clause: clause, fix: "Write \(expected).",
        "\(asWritten(name, codec) ?? name) of payload type \(codec.payloadType) is no value that \(codec.codec.name) has: expected \(expected)."
      )
    }
    func within(_ name: String, _ range: ClosedRange<Int>, _ clause: String) {
      guard let text = codec.parameter(name) else { return }
      if Int(text).map({ range.contains($0) }) != true {
        wrong(name, clause, "a number from \(range.lowerBound) to \(range.upperBound)")
      }
    }
    switch codec.name {
    case "h264":
      if let text = codec.parameter("profile-level-id"), H264Profile(text) == nil {
        wrong("profile-level-id", "RFC 6184 §8.1", severity: .error, "six hexadecimal digits")
      }
      if let mode = codec.parameter("packetization-mode"), !["0", "1", "2"].contains(mode) {
        wrong("packetization-mode", "RFC 6184 §8.1", severity: .error, "0 or 1")
      }
      within("level-asymmetry-allowed", 0...1, "RFC 6184 §8.1")
    case "opus":
      for name in ["stereo", "sprop-stereo", "useinbandfec", "usedtx", "cbr"] {
        within(name, 0...1, "RFC 7587 §6.1")
      }
      within("maxplaybackrate", 8000...48000, "RFC 7587 §6.1")
      within("sprop-maxcapturerate", 8000...48000, "RFC 7587 §6.1")
      within("maxaveragebitrate", 6000...510_000, "RFC 7587 §6.1")
      within("minptime", 3...120, "RFC 7587 §6.1")
    case "vp9": within("profile-id", 0...3, "RFC 9628 §6.1")
    case "av1":
      within("profile", 0...2, "AV1 RTP specification §7.2.1")
      within("level-idx", 0...31, "AV1 RTP specification §7.2.1")
      within("tier", 0...1, "AV1 RTP specification §7.2.1")
    case "vp8":
      within("max-fr", 1...1000, "RFC 7741 §6.1")
      within("max-fs", 1...1_000_000, "RFC 7741 §6.1")
    default: break
    }
    // "apt=" is told by the rules of retransmission.
    if codec.name != "rtx", let empty = codec.codec.parameters.first(where: { $0.value == "" }) {
      wrong(empty.name.lowercasedASCII, "RFC 8866 §6.15", "a value, or no such parameter")
    }
  }
}

extension H264Profile.Profile {
  var words: String {
    switch self {
    case .constrainedBaseline: "Constrained Baseline"
    case .baseline: "Baseline"
    case .main: "Main"
    case .extended: "Extended"
    case .high: "High"
    case .constrainedHigh: "Constrained High"
    case .other(let profile, let constraints): "profile_idc \(profile), constraints \(constraints)"
    }
  }
}

extension H264Profile.Level {
  var words: String { is1b ? "1b" : "\(idc / 10).\(idc % 10)" }
}

internal import SDP
internal import SansIO

/// What a description says, for a person: sections, direction, codecs, extensions, ICE, DTLS, simulcast.
public struct DescriptionSummary {
  private let view: DescriptionView

  /// nil when the text is no description of a size that is read.
  public init?(_ bytes: [UInt8]) {
    var findings = Findings()
    guard StructureRules.isBounded(bytes, Place(file: 0), &findings) else { return nil }
    view = DescriptionView(DescriptionReading(bytes), file: 0)
  }

  /// Several lines; what came from outside is made visible.
  public var text: String {
    var lines = [head]
    for section in view.sections { lines += describe(section) }
    let faults = view.reading.faults.count
    if faults > 0 {
      lines.append(
        "\(counted(faults, "line")) could not be read; see callproof sdp lint")
    }
    return lines.map(Escaping.visible).joined(separator: "\n") + "\n"
  }

  private var head: String {
    let origin = view.reading.description.origin
    var parts = ["session \(origin.sessionID), version \(origin.sessionVersion)"]
    parts += view.groups.map { "BUNDLE \($0.mids.joined(separator: " "))" }
    if view.session.flag("ice-lite") != nil { parts.append("ICE lite") }
    return parts.joined(separator: "; ")
  }

  private func describe(_ section: SectionView) -> [String] {
    let media = section.section
    var head = "\(section.index) \(media.kind.text)"
    if let mid = section.mid { head += ", mid \(mid)" }
    if section.isUnreadable { return [head + ": the m= line cannot be read"] }
    if section.isRejected { return [head + ": refused (port 0)"] }
    if section.isRTP { head += ", \(section.direction.rawValue)" }
    head += ", \(media.protocol)"
    if section.isBundleOnly { head += ", bundle-only" }
    if section.isRTP {
      head += view.hasTransportFlag("rtcp-mux", section) ? ", rtcp-mux" : ", no rtcp-mux"
    }
    var rows: [(String, String)] = []
    rows += section.primaryCodecs.enumerated().map { index, codec in
      (index == 0 ? "codecs" : "", describe(codec, section))
    }
    let others = section.codecs.filter { $0.isAuxiliary && $0.name != "rtx" }
    if !others.isEmpty {
      rows.append(
        ("beside", others.map { "\($0.payloadType) \($0.label)" }.joined(separator: ", ")))
    }
    if section.isSCTP {
      let port = section.own.sctpPorts.first.map { "port \($0.value)" } ?? "no sctp-port"
      rows.append(("data", "\(port), \(section.section.formats.joined(separator: " "))"))
    }
    rows += extensions(section)
    rows += transport(section)
    rows += streams(section)
    return [head]
      + rows.map { name, text in
        "  " + name + String(repeating: " ", count: max(0, 11 - name.utf8.count)) + text
      }
  }

  private func describe(_ codec: CodecEntry, _ section: SectionView) -> String {
    var text = "\(codec.payloadType) \(codec.label)"
    if let h264 = codec.codec.h264 {
      text +=
        ", \(h264.profile.profile.words) \(h264.profile.level.words), mode \(h264.packetizationMode)"
      if h264.levelAsymmetryAllowed { text += ", levels may differ" }
    } else if let parameters = codec.parameterText, !parameters.isEmpty {
      text += ", \(parameters)"
    }
    if let rtx = section.codecs.first(where: {
      $0.name == "rtx" && $0.parameter("apt") == String(codec.payloadType)
    }) {
      text += ", rtx \(rtx.payloadType)"
    }
    let feedback = section.own.feedback.filter {
      $0.value.payloadType.map { Int($0) == codec.payloadType } ?? true
    }.map(\.value.feedback)
    if !feedback.isEmpty { text += ", feedback: \(feedback.joined(separator: ", "))" }
    return text
  }

  private func extensions(_ section: SectionView) -> [(String, String)] {
    let entries = ExtensionRules.entries(section)
    guard !entries.isEmpty else { return [] }
    let texts = entries.map { entry in
      let uri = entry.value.uri
      // The last part of a URI names it well enough.
      let name =
        uri.split(whereSeparator: { $0 == "/" || $0 == ":" || $0 == "#" }).last.map(String.init)
        ?? uri
      return "\(entry.value.id) \(name)" + (entry.value.direction.map { " (\($0.rawValue))" } ?? "")
    }
    let mixed = section.hasFlag("extmap-allow-mixed") ? "; one- and two-byte headers mixed" : ""
    return [("extensions", texts.joined(separator: ", ") + mixed)]
  }

  private func transport(_ section: SectionView) -> [(String, String)] {
    if let tag = section.taggedIndex, tag != section.index, section.own.ufrags.isEmpty {
      return [("transport", "that of section \(tag)")]
    }
    var ice: [String] = []
    if let ufrag = view.transport(\.ufrags, of: section).first {
      ice.append("ufrag \(ufrag.value)")
    }
    let candidates = section.own.candidates
    let kinds = ["host", "srflx", "prflx", "relay"].compactMap { kind -> String? in
      let count = candidates.count { $0.value.kind.rawValue == kind }
      return count == 0 ? nil : "\(count) \(kind)"
    }
    ice.append(kinds.isEmpty ? "no candidates" : "candidates: \(kinds.joined(separator: ", "))")
    let options = (section.own.iceOptions + section.session.iceOptions).flatMap(\.value)
    if !options.isEmpty { ice.append(options.joined(separator: " ")) }
    if section.hasFlag("end-of-candidates") { ice.append("no more to come") }
    var dtls: [String] = []
    if let setup = view.transport(\.setups, of: section).first { dtls.append(setup.value.rawValue) }
    dtls += view.transport(\.fingerprints, of: section).map { line in
      "\(line.value.algorithm) \(colonHexadecimal(line.value.bytes.prefix(4)))…"
    }
    return [
      ("ICE", ice.joined(separator: "; ")),
      ("DTLS", dtls.isEmpty ? "none" : dtls.joined(separator: ", ")),
    ]
  }

  private func streams(_ section: SectionView) -> [(String, String)] {
    var rows: [(String, String)] = []
    if let simulcast = section.own.simulcasts.first {
      rows.append(("simulcast", simulcast.value.value))
    }
    if let msid = section.own.msids.first { rows.append(("stream", msid.value.value)) }
    var ssrcs: [UInt32] = []
    for line in section.own.ssrcs where !ssrcs.contains(line.value.ssrc) && ssrcs.count < 8 {
      ssrcs.append(line.value.ssrc)
    }
    if !ssrcs.isEmpty { rows.append(("SSRCs", ssrcs.map { String($0) }.joined(separator: ", "))) }
    return rows
  }
}

/// How a section is carried, against an earlier one.
enum TransportDiff {
  static func compare(
    _ before: TransportMeaning, _ after: TransportMeaning, _ place: CodecDiff.Place,
    _ changes: inout Changes
  ) {
    func tell(
      _ grade: Change.Grade, _ subject: String, _ old: String?, _ new: String?, _ message: String
    ) {
      if old != new { changes.add(grade, place, subject, old ?? "none", new ?? "none", message) }
    }
    /// Losing is one thing, gaining another.
    func lost(
      _ subject: String, _ old: Bool, _ new: Bool, _ grade: Change.Grade, _ without: String,
      _ with: String
    ) {
      tell(
        old ? grade : .behaviour, subject, old ? "yes" : "no", new ? "yes" : "no",
        old ? without : with)
    }
    func list(
      _ subject: String, _ old: [String], _ new: [String], _ grade: Change.Grade, _ message: String
    ) {
      tell(grade, subject, old.joined(separator: ", "), new.joined(separator: ", "), message)
    }
    let isSameFamily = family(before.profile) == family(after.profile)
    tell(
      isSameFamily ? .cosmetic : .breaking, "transport", before.profile, after.profile,
      isSameFamily
        ? "Peers take either word for the same transport (RFC 9429 §5.1.2)."
        : "A peer that has the earlier transport only refuses the section.")
    lost(
      "rtcp-mux", before.hasRTCPMux, after.hasRTCPMux, .breaking,
      "RTCP needs a port of its own; browsers refuse the section.", "RTCP shares the port of RTP.")
    lost(
      "reduced-size RTCP", before.hasReducedSize, after.hasReducedSize, .behaviour,
      "Feedback comes in larger and rarer packets.", "Feedback may come in small packets.")
    lost(
      "bundle-only", before.isBundleOnly, after.isBundleOnly, .behaviour,
      "The section has a transport of its own to offer.",
      "A peer without BUNDLE refuses the section.")
    lost(
      "ICE", before.hasICE, after.hasICE, .breaking, "Nothing connects without its credentials.",
      "It is connected by ICE now.")
    lost(
      "ICE lite", before.isLite, after.isLite, .behaviour, "This side makes checks of its own.",
      "This side only answers checks.")
    list(
      "ICE options", before.iceOptions, after.iceOptions, .behaviour,
      "Candidates or checks come in another way.")
    // Trickled candidates come beside the description: none in it says nothing.
    if !before.candidateKinds.isEmpty, !after.candidateKinds.isEmpty {
      list(
        "kinds of candidates", before.candidateKinds, after.candidateKinds, .behaviour,
        "Other paths can be found.")
    }
    list(
      "certificate digests", before.fingerprints, after.fingerprints,
      after.fingerprints.isEmpty ? .breaking : .behaviour,
      after.fingerprints.isEmpty
        ? "Nobody can trust this side's certificate; DTLS fails."
        : "The certificate is shown by another digest.")
    tell(
      .behaviour, "DTLS role", before.setup, after.setup, "Another side begins the DTLS handshake.")
    lost(
      "stream", before.hasStream, after.hasStream, .behaviour,
      "The track belongs to no stream any more; pages that wait for one see none.",
      "The track belongs to a stream.")
    lost(
      "mixed extension headers", before.isMixed, after.isMixed, .behaviour,
      "Numbers above 14 need two-byte headers throughout.", "One- and two-byte headers may mix.")
    list(
      "bandwidth", before.bandwidths, after.bandwidths, .behaviour,
      "The sender is limited otherwise.")
    list(
      "packet times", before.packetTimes, after.packetTimes, .behaviour,
      "Packets carry another length of sound.")
    tell(
      .behaviour, "largest message", before.maxMessageSize.map { String($0) },
      after.maxMessageSize.map { String($0) }, "Messages of another size get through.")
    let gone = before.others.filter { !after.others.contains($0) }
    let come = after.others.filter { !before.others.contains($0) }
    if !gone.isEmpty || !come.isEmpty {
      tell(
        .cosmetic, "other attributes", gone.joined(separator: ", "),
        come.joined(separator: ", "), "Nothing here knows what they mean.")
    }
  }

  /// RFC 9429 §5.1.2: what counts as the same.
  private static func family(_ profile: String) -> String {
    switch profile {
    case "UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP", "TCP/DTLS/RTP/SAVPF", "TCP/DTLS/RTP/SAVP",
      "TCP/TLS/RTP/SAVPF", "TCP/TLS/RTP/SAVP", "RTP/SAVPF", "RTP/SAVP":
      "secure RTP"
    case "UDP/DTLS/SCTP", "TCP/DTLS/SCTP": "SCTP"
    case "RTP/AVP", "RTP/AVPF": "plain RTP"
    default: profile
    }
  }
}

internal import Metrics
internal import SDPRules

/// Which cause of the one vocabulary a finding stands for.
enum CauseTable {
  /// Nil: it explains nothing by itself, or it is a matter of style.
  static func cause(of finding: Finding) -> Cause? {
    // A trace's finding is named by its cause; two rules share a name with one.
    if let cause = byDetail(finding) ?? byID[finding.id] ?? Cause.named(finding.id) { return cause }
    // A description that breaks a rule by an error.
    guard finding.severity == .error, Rule.descriptionIDs.contains(finding.id) else { return nil }
    if finding.id.hasPrefix("extmap-") { return .extmapLost }
    return .descriptionsDisagree
  }

  /// The stage that it belongs to, causes or not.
  static func stage(of finding: Finding) -> CallStage {
    if let cause = cause(of: finding) { return cause.stage }
    return Rule.descriptionIDs.contains(finding.id) ? .agreement : .signalling
  }

  private static let byID: [String: Cause] = [
    "section-rejected": .sectionRejected, "codec-mismatch": .noCommonCodec,
    "ice-credentials-missing": .credentialsWrong, "ice-credentials-length": .credentialsWrong,
    "ice-credentials-characters": .credentialsWrong,
    "ice-credentials-conflict": .credentialsWrong, "ice-ufrag-stale": .credentialsWrong,
    "ice-restart-incomplete": .credentialsWrong, "setup-conflict": .dtlsRoleClash,
    "setup-invalid": .dtlsRoleClash, "setup-role-changed": .dtlsRoleClash,
    "fingerprint-missing": .fingerprintMismatch, "fingerprint-malformed": .fingerprintMismatch,
    "fingerprint-hash-unknown": .fingerprintMismatch, "fingerprint-changed": .fingerprintMismatch,

    "stun-username-wrong": .credentialsWrong, "ice-no-answer": .checksUnanswered,
    "turn-request-refused": .relayRefused,
    "dtls-both-clients": .dtlsRoleClash,
    "dtls-ip-fragments-lost": .dtlsFlightTooLarge, "dtls-no-answer": .dtlsUnanswered,
    "dtls-fingerprint-mismatch": .fingerprintMismatch, "rtp-version": .rtpVersionWrong,
    "nack-unanswered": .freezesByLoss, "packetization-mode-violated": .packetizationWrong,
    "marker-per-nal": .markerMisplaced, "payload-type-not-negotiated": .payloadTypeNotNegotiated,
    "packet-loss": .freezesByLoss, "ice-role-conflict": .checksRefused,
    "consent-unanswered": .consentLost, "dtls-not-begun": .dtlsRoleClash,
    "media-not-sent": .nothingSent, "fragmentation-unit-open": .packetizationWrong,
    "marker-missing": .markerMisplaced, "timestamp-rate": .timestampsWrong,
    "timestamps-back": .timestampsWrong, "parameter-sets-missing": .decoderFails,
    "feedback-of-nobody": .freezesByKeyFrameStarvation, "dtls-srtp-not-agreed": .dtlsFailed,
    "ssrc-shared": .ssrcUnknown, "ssrc-collision": .ssrcUnknown,
    "extension-not-negotiated": .extmapLost,

    "ice-gathering-slow": .gatheringWaitsForServer, "no-relay-candidate": .unreachableCandidates,
    "candidate-before-description": .candidatesBeforeDescription,
    "candidate-refused": .candidatesMissing, "no-remote-candidate": .candidatesMissing,
    "offer-unanswered": .noAnswer, "connection-lost": .consentLost, "dtls-failed": .dtlsFailed,
    "freezes": .freezesUnexplained, "frame-rate-low": .freezesUnexplained, "av-drift": .driftGrows,
    "av-offset": .offsetConstant,
  ]

  /// Where the id alone does not say it.
  private static func byDetail(_ finding: Finding) -> Cause? {
    switch finding.id {
    case "turn-allocation-failed", "stun-server-failed":
      // Only a server that said no has refused.
      finding.id == "stun-server-failed" || finding.value == "701"
        ? .unreachableCandidates : .relayRefused
    case "dtls-alert":
      finding.value?.contains("handshake_failure") == true ? .dtlsNoCommonCipher : .dtlsFailed
    case "ice-failed":
      finding.text("unreachable") == nil ? .checksUnanswered : .unreachableCandidates
    case "stun-refused":
      finding.value?.hasPrefix("401") ?? true ? .credentialsWrong : .checksRefused
    case "dtls-never-ends":
      // Nothing is lost where each flight is answered.
      finding.value?.hasPrefix("HelloVerifyRequest") == true ? .dtlsFailed : .handshakeRepeated
    case "key-frame-not-sent":
      finding.severity == .error ? .keyFrameMissing : .freezesByKeyFrameStarvation
    case "first-frame-late": late(finding.text("dominant"))
    case "first-frame-missing": missing(finding.text("last_passed"))
    default: nil
    }
  }

  private static func late(_ dominant: String?) -> Cause? {
    let phase = dominant?.split(separator: "+").last.flatMap {
      FirstFrameRecord.Phase(rawValue: String($0))
    }
    return switch phase {
    case .signalling: .signallingSlow
    case .ice: .checksSlow
    case .dtls: .dtlsSlow
    case .firstPacket: .mediaStartsLate
    case .keyFrameWait: .keyFrameLate
    case .decodeRender: .renderingSlow
    case nil: nil
    }
  }

  private static func missing(_ passed: String?) -> Cause {
    switch passed.flatMap(FirstFrameRecord.Phase.init) {
    case nil: .noAnswer
    case .signalling: .checksUnanswered
    case .ice: .dtlsUnanswered
    case .dtls: .nothingArrives
    case .firstPacket: .keyFrameMissing
    case .keyFrameWait: .decoderFails
    case .decodeRender: .nothingRendered
    }
  }
}

extension Rule {
  fileprivate static let descriptionIDs = Set(catalogue.map(\.id))
}

extension Finding {
  /// A detail that is a text.
  func text(_ name: String) -> String? {
    if case .text(let text)? = details.first(where: { $0.name == name })?.value {
      text
    } else {
      nil
    }
  }
}

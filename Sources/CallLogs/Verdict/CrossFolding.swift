internal import Metrics
internal import SDPRules

/// What follows from a fault that another of the given files shows: a description explains what a capture or a log has.
enum CrossFolding {
  private static let explained: [(causes: [String], effects: [String])] = [
    (
      ["setup-conflict", "setup-invalid", "setup-role-changed"],
      ["dtls-both-clients", "dtls-no-answer", "dtls-alert", "dtls-failed"]
    ),
    (
      [
        "fingerprint-missing", "fingerprint-malformed", "fingerprint-hash-unknown",
        "fingerprint-changed",
      ], ["dtls-fingerprint-mismatch", "dtls-alert", "dtls-failed"]
    ),
    (
      [
        "ice-credentials-missing", "ice-credentials-length", "ice-credentials-characters",
        "ice-credentials-conflict", "ice-ufrag-stale", "ice-restart-incomplete",
      ],
      ["stun-username-wrong", "stun-refused", "ice-no-answer", "ice-failed", "candidate-refused"]
    ),
    (["codec-parameter-mismatch"], ["packetization-mode-violated"]),
    (["codec-mismatch", "payload-type-remapped"], ["payload-type-not-negotiated"]),
    (
      ["turn-allocation-failed", "candidate-before-description", "no-remote-candidate"],
      ["ice-failed", "ice-no-answer"]
    ),
    (["stun-username-wrong", "ice-no-answer"], ["ice-failed", "connection-lost"]),
    (
      ["dtls-both-clients", "dtls-ip-fragments-lost", "dtls-no-answer", "dtls-alert"],
      ["dtls-failed"]
    ),
    (["packet-loss", "nack-unanswered"], ["freezes"]),
  ]

  /// Nothing is shown until all of this holds.
  private static let beforePictures: Set<CallStage> = [
    .signalling, .agreement, .gathering, .checks, .dtls, .srtp, .rtp, .depacketize,
  ]

  /// - Parameter findings: in the order of the chain; a cause stands before what follows from it.
  static func fold(_ findings: [Finding]) -> [Finding] {
    var roots: [Finding] = []
    for finding in findings {
      if let index = roots.firstIndex(where: { explains($0, finding) }) {
        var effect = finding
        effect.consequences = []
        roots[index].consequences += [effect] + finding.consequences
      } else {
        roots.append(finding)
      }
    }
    return roots
  }

  private static func explains(_ cause: Finding, _ effect: Finding) -> Bool {
    // An error under a warning would not be seen.
    guard effect.severity <= cause.severity else { return false }
    switch effect.id {
    case "first-frame-missing":
      return cause.severity == .error && CauseTable.cause(of: cause) != nil
        && beforePictures.contains(CauseTable.stage(of: cause))
    case "first-frame-late":
      // The phase in which it was late is that of the cause.
      guard cause.id == "ice-gathering-slow" else { return false }
      return effect.text("dominant")?.hasPrefix("signalling") == true
    default:
      return explained.contains {
        $0.causes.contains(cause.id) && $0.effects.contains(effect.id)
      }
    }
  }
}

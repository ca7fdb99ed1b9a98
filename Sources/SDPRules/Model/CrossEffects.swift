/// How a fault that one file of a call shows looks in another: what follows from descriptions in captures and in logs, and from
/// captures and logs in each other. What follows within a file, its rule's `explains` says.
public enum CrossEffects {
  private static let ofRoles = [
    "dtls-both-clients", "dtls-not-begun", "dtls-no-answer", "dtls-alert", "dtls-failed",
  ]
  private static let ofFingerprints = ["dtls-fingerprint-mismatch", "dtls-alert", "dtls-failed"]
  private static let ofCredentials = [
    "ice-no-answer", "stun-refused", "stun-username-wrong", "ice-failed", "candidate-refused",
  ]
  private static let ofCandidates = ["ice-no-answer", "ice-failed", "candidate-refused"]

  /// Ids of rules by that of what explains them.
  public static let table: [String: [String]] = [
    "codec-mismatch": ["payload-type-not-negotiated", "packetization-mode-violated"],
    "codec-parameter-mismatch": ["packetization-mode-violated", "payload-type-not-negotiated"],
    "payload-type-collision": ["payload-type-not-negotiated"],
    "payload-type-remapped": ["payload-type-not-negotiated"],
    "payload-type-dangling": ["payload-type-not-negotiated"],
    "setup-conflict": ofRoles,
    "setup-invalid": ofRoles,
    "setup-role-changed": ofRoles,
    "fingerprint-missing": ["dtls-alert", "dtls-no-answer", "dtls-failed"],
    "fingerprint-malformed": ofFingerprints,
    "fingerprint-hash-unknown": ofFingerprints,
    "fingerprint-changed": ofFingerprints,
    "ice-credentials-missing": ofCredentials,
    "ice-credentials-conflict": ofCredentials,
    "ice-credentials-malformed": ofCredentials,
    "ice-restart-incomplete": ofCredentials,
    "ice-restart-not-offered": ["ice-no-answer", "stun-refused", "stun-username-wrong"],
    "candidate-syntax": ofCandidates,
    "ice-credentials-length": ofCandidates,
    "ice-credentials-characters": ofCandidates,
    "ice-ufrag-stale": ofCandidates,
    "stun-username-wrong": ["ice-failed", "connection-lost"],
    "ice-no-answer": ["ice-failed", "connection-lost"],
    "turn-request-refused": ["turn-allocation-failed", "no-relay-candidate", "ice-failed"],
    "dtls-both-clients": ["dtls-failed"],
    "dtls-ip-fragments-lost": ["dtls-failed"],
    "dtls-no-answer": ["dtls-failed"],
    "dtls-alert": ["dtls-failed"],
    "dtls-not-begun": ["dtls-failed"],
    "dtls-never-ends": ["dtls-failed"],
    "ice-role-conflict": ["ice-failed"],
    "consent-unanswered": ["connection-lost"],
    "key-frame-not-sent": ["freezes", "first-frame-late"],
    "packet-loss": ["freezes"],
    "nack-unanswered": ["freezes"],
    "turn-allocation-failed": ["ice-failed", "ice-no-answer"],
    "candidate-before-description": ["ice-failed", "ice-no-answer"],
    "no-remote-candidate": ["ice-failed", "ice-no-answer"],
  ]
}

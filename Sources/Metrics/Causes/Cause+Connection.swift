/// Gathering, checks, the handshake and its keys.
extension Cause {
  public static let gatheringWaitsForServer = Cause(
    "gathering-waits-for-server", .gathering,
    "Gathering waits for a server that is slow or does not answer.", clause: "RFC 8489 §6.2.1",
    fix: "Trickle candidates, give gathering a time limit, and take dead servers off the list.")
  public static let noCandidate = Cause(
    "no-candidate", .gathering, "A peer gathers no candidate, so it cannot be reached.",
    clause: "RFC 8445 §5.1.1",
    fix:
      "See its interfaces, its servers and its policy: of relay candidates only, without a relay, nothing is left."
  )
  public static let relayRefused = Cause(
    "relay-refused", .gathering, "A TURN server refuses the allocation.", clause: "RFC 8656 §7.4",
    fix: "See the code of the refusal: credentials, realm, quota.")

  public static let unreachableCandidates = Cause(
    "unreachable-candidates", .checks,
    "Every candidate of a side is an address that the other cannot reach.",
    clause: "RFC 8445 §5.1.1",
    fix: "Give that side a STUN or TURN server, or let it announce the address that the world sees."
  )
  public static let checksUnanswered = Cause(
    "checks-unanswered", .checks, "Connectivity checks are sent, and none of them is answered.",
    clause: "RFC 8445 §7.2.5",
    fix: "See whether UDP passes in both directions; where it does not, use a relay.")
  public static let credentialsWrong = Cause(
    "credentials-wrong", .checks,
    "Checks carry ICE credentials that are not those of the description.", clause: "RFC 8445 §7.3",
    fix:
      "Use the ufrag and the password of the latest descriptions, and of the BUNDLE's tagged section."
  )
  public static let pathTooSlow = Cause(
    "path-too-slow", .checks,
    "Round trips take so long that the call comes up late or not in time, without loss.",
    clause: "ITU-T G.114",
    fix:
      "Give the call more time, or save round trips: begin DTLS on the first valid pair, use DTLS 1.3."
  )
  public static let consentLost = Cause(
    "consent-lost", .checks, "The path worked, then checks of consent stayed without an answer.",
    clause: "RFC 7675 §5.1",
    fix: "See what became of the network at that moment; an ICE restart finds another path.")

  public static let dtlsRoleClash = Cause(
    "dtls-role-clash", .dtls, "Both sides begin the handshake, or neither does.",
    clause: "RFC 8842 §5.3",
    fix: "Act out the role that the answer's a=setup says: active begins, passive waits.")
  public static let dtlsNoCommonCipher = Cause(
    "dtls-no-common-cipher", .dtls,
    "The two sides have no cipher suite in common that fits the server's certificate.",
    clause: "RFC 5246 §7.4.1.3",
    fix: "Offer ECDHE suites for RSA and for ECDSA certificates, or use an ECDSA P-256 certificate."
  )
  public static let dtlsFlightTooLarge = Cause(
    "dtls-flight-too-large", .dtls,
    "A flight of the handshake is larger than the path carries, and never arrives whole.",
    clause: "RFC 6347 §4.1.1.1",
    fix: "Set the DTLS MTU to 1200 bytes or less, or use a smaller (ECDSA) certificate.")
  public static let dtlsUnanswered = Cause(
    "dtls-unanswered", .dtls, "The handshake begins, and nothing comes back.",
    clause: "RFC 6347 §4.2.4",
    fix: "See whether the other side started DTLS, and whether packets larger than checks arrive.")
  public static let fingerprintMismatch = Cause(
    "fingerprint-mismatch", .dtls,
    "The certificate is not the one whose fingerprint the description says.",
    clause: "RFC 8122 §6.2",
    fix: "Describe the certificate that the DTLS endpoint really uses.")
  public static let dtlsFailed = Cause(
    "dtls-failed", .dtls, "The handshake ends without keys.", clause: "RFC 5246 §7.2.2",
    fix: "See the alert, and what the two sides offered.")

  public static let handshakeRepeated = Cause(
    "handshake-repeated", .dtls,
    "Flights of the handshake are lost and sent again, so the call comes up late or never.",
    clause: "RFC 6347 §4.2.4",
    fix: "Begin with a retransmission timer of a few round trips, not with a whole second.")

  public static let srtpKeysWrong = Cause(
    "srtp-keys-wrong", .srtp, "Packets arrive, and not one of them can be unprotected.",
    clause: "RFC 5764 §4.2",
    fix: "See that both sides take the keys of the same handshake, and each its own half of them.")
  public static let srtpRolloverWrong = Cause(
    "srtp-rollover-wrong", .srtp,
    "Packets could be unprotected until sequence numbers began anew, and none since.",
    clause: "RFC 3711 §3.3.1",
    fix: "Count the roll-over of each SSRC from its first packet, and keep it across restarts.")

  static let ofConnection = [
    gatheringWaitsForServer, noCandidate, relayRefused, unreachableCandidates, checksUnanswered,
    credentialsWrong, pathTooSlow, consentLost, dtlsRoleClash, dtlsNoCommonCipher,
    dtlsFlightTooLarge,
    dtlsUnanswered, fingerprintMismatch, dtlsFailed, handshakeRepeated, srtpKeysWrong,
    srtpRolloverWrong,
  ]
}

/// What a capture of a call shows to be wrong; `Dissection` finds it, the words are here with the others.
public enum CaptureRules {
  public static let ranOut = Rule(
    "capture-cut", .warning, "A capture file ends between two packets.",
    clause: "draft-ietf-opsawg-pcapng-03 §3.1", bad: "the last packet cut off",
    good: "a whole file",
    fix: "End the capture in order, or copy the file again; what stands before the cut was read.")
  public static let otherCall = Rule(
    "descriptions-of-another-call", .error, "Descriptions and capture are of one call.",
    clause: "RFC 8445 §7.2.2", bad: "checks with the USERNAME 9uvX:FSXI, and a=ice-ufrag:Ab12",
    good: "checks with the fragments of both descriptions",
    fix: "Give the descriptions that were exchanged in this call, or the capture alone.")
  public static let severalCalls = Rule(
    "several-calls", .info, "Files that are given together are of one call.",
    clause: "RFC 8445 §7.2.2", bad: "two captures that share no USERNAME and no certificate",
    good: "the captures of both ends of a call",
    fix: "Give the files of one call at a time, unless all of them were meant.")
  public static let otherKeys = Rule(
    "keys-of-another-call", .warning, "Keys open the packets of their call.",
    clause: "RFC 5764 §4.2", bad: "a key log in which the client's random does not appear",
    good: "the key log that was written during this call",
    fix: "Give the keys of this call; what is said of media here is said without them.")
  public static let usernameWrong = Rule(
    "stun-username-wrong", .error,
    "A check carries the username fragments of the section whose transport is used.",
    clause: "RFC 8445 §7.3", bad: "USERNAME of a bundled section that is not the first",
    good: "USERNAME of the BUNDLE's tagged section",
    fix: "Use the ICE credentials of the tagged section (RFC 9143 §7.3.1).",
    explains: [.inFile("ice-no-answer", "stun-refused")])
  public static let noAnswer = Rule(
    "ice-no-answer", .error, "Connectivity checks are answered.", clause: "RFC 8445 §7.2.5",
    bad: "Binding requests without any response", good: "a success response for each request",
    fix: "See whether the packets reach the other side, and whether it knows these credentials.")
  public static let refused = Rule(
    "stun-refused", .warning, "A STUN request is granted.", clause: "RFC 8489 §6.3.4",
    bad: "error responses and no success", good: "a success response",
    fix: "See what the code says: credentials, realm, or a server that does not want this client.")
  public static let roleConflict = Rule(
    "ice-role-conflict", .error, "Of two agents that both claim a role one gives way.",
    clause: "RFC 8445 §7.3.1.1", bad: "487 to every check, of both sides, without end",
    good: "487 once, and then checks in the other role",
    fix: "Switch the role when a check is answered with 487, and try that pair again.")
  public static let consentLost = Rule(
    "consent-unanswered", .error, "Checks of consent are answered as long as the call goes on.",
    clause: "RFC 7675 §5.1", bad: "checks that were answered for a minute, and then never again",
    good: "an answer to each check until one side says goodbye",
    fix: "See what became of the network at that moment; an ICE restart finds another path.")
  public static let relayRefused = Rule(
    "turn-request-refused", .error, "A TURN server grants what its client asks for.",
    clause: "RFC 8656 §7.4", bad: "Allocate, answered with 486 and no success",
    good: "a success response with XOR-RELAYED-ADDRESS",
    fix: "See what the code says: credentials that do not fit or ran out, a quota, a rule.",
    explains: [.inFile("ice-no-answer")])
  public static let bothClients = Rule(
    "dtls-both-clients", .error, "One side alone begins the DTLS handshake: the active one.",
    clause: "RFC 8842 §5.3", bad: "ClientHello from both ends",
    good: "ClientHello from the side that answered active",
    fix: "Act out the role that the answer says: passive waits for the ClientHello.",
    explains: [.inFile("dtls-alert", "dtls-no-answer")])
  public static let notBegun = Rule(
    "dtls-not-begun", .error, "The active side begins the DTLS handshake once a pair works.",
    clause: "RFC 8842 §5.3", bad: "checks that are answered for half a minute, and no ClientHello",
    good: "a ClientHello behind the first check that is answered",
    fix: "Begin the handshake on the side that answered active.")
  public static let neverEnds = Rule(
    "dtls-never-ends", .error, "A DTLS handshake comes to its end.", clause: "RFC 6347 §4.2.4",
    bad: "the same flights again and again", good: "Finished from both sides",
    fix: "See which message is sent again, and whether it arrives whole at the other side.")
  public static let fragmentsLost = Rule(
    "dtls-ip-fragments-lost", .error, "DTLS cuts its messages to what the path carries.",
    clause: "RFC 6347 §4.1.1.1", bad: "a flight in one datagram that IP has to fragment",
    good: "handshake fragments of at most 1200 bytes",
    fix: "Set the DTLS MTU to 1200 bytes or less, or use a smaller (ECDSA) certificate.",
    explains: [.inFile("dtls-no-answer", "dtls-alert", "fragments-incomplete")])
  public static let dtlsAlert = Rule(
    "dtls-alert", .error, "A DTLS handshake ends without a fatal alert.", clause: "RFC 5246 §7.2.2",
    bad: "fatal alert handshake_failure", good: "Finished from both sides",
    fix:
      "See the alert: what the two sides offered has nothing in common, or a message was refused."
  )
  public static let noProfile = Rule(
    "dtls-srtp-not-agreed", .error, "The handshake of media agrees on a profile of SRTP.",
    clause: "RFC 5764 §4.1.1", bad: "a ServerHello without use_srtp",
    good: "use_srtp with SRTP_AEAD_AES_128_GCM or SRTP_AES128_CM_HMAC_SHA1_80 in both hellos",
    fix: "Give the DTLS library a list of SRTP profiles before the handshake begins.",
    explains: [.inFile("dtls-alert", "media-not-sent")])
  public static let dtlsNoAnswer = Rule(
    "dtls-no-answer", .error, "A ClientHello is answered.", clause: "RFC 6347 §4.2.4",
    bad: "ClientHello again and again", good: "HelloVerifyRequest or ServerHello",
    fix: "See whether the other side started DTLS, and whether its flight fits the path.")
  public static let fingerprint = Rule(
    "dtls-fingerprint-mismatch", .error,
    "The certificate is the one whose fingerprint the description says.",
    clause: "RFC 8122 §6.2", bad: "a certificate with another hash", good: "the same hash",
    fix: "Describe the certificate that the DTLS endpoint really uses.")
  public static let fragments = Rule(
    "fragments-incomplete", .warning, "Every fragment of a datagram arrives.",
    clause: "RFC 8900 §4", bad: "a first fragment without the rest", good: "no fragments at all",
    fix: "Send datagrams that fit the path.")

  static let all =
    [
      ranOut, otherCall, severalCalls, otherKeys, usernameWrong, noAnswer, refused, roleConflict,
      consentLost,
      relayRefused, bothClients, notBegun, neverEnds, fragmentsLost, dtlsAlert, noProfile,
      dtlsNoAnswer,
      fingerprint, fragments,
    ] + ofMedia

  /// Consequences under their causes, the worst first.
  public static func ordered(_ findings: [Finding]) -> [Finding] {
    Causes.fold(findings).worstFirst
  }
}

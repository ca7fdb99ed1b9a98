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
  public static let dtlsNoAnswer = Rule(
    "dtls-no-answer", .error, "A ClientHello is answered.", clause: "RFC 6347 §4.2.4",
    bad: "ClientHello again and again", good: "HelloVerifyRequest or ServerHello",
    fix: "See whether the other side started DTLS, and whether its flight fits the path.")
  public static let fingerprint = Rule(
    "dtls-fingerprint-mismatch", .error,
    "The certificate is the one whose fingerprint the description says.",
    clause: "RFC 8122 §6.2", bad: "a certificate with another hash", good: "the same hash",
    fix: "Describe the certificate that the DTLS endpoint really uses.")
  public static let rtpVersion = Rule(
    "rtp-version", .error, "RTP packets say version 2.", clause: "RFC 3550 §5.1",
    bad: "first byte 0x00", good: "first byte 0x80",
    fix: "Set the version of every header that is built, those of retransmissions too.",
    explains: [.inFile("nack-unanswered", "packet-loss")])
  public static let nackUnanswered = Rule(
    "nack-unanswered", .warning, "A packet that is asked for comes again.",
    clause: "RFC 4585 §6.2.1", bad: "NACK for the same number again and again",
    good: "the packet, or its RTX", fix: "Keep what was sent, and send it again when asked.")
  public static let packetizationMode = Rule(
    "packetization-mode-violated", .error,
    "Fragmentation units are sent only where packetization-mode 1 was agreed.",
    clause: "RFC 6184 §6.2", bad: "FU-A in a stream of packetization-mode=0",
    good: "single NAL units, or a payload type with packetization-mode=1",
    fix: "Choose the payload type with packetization-mode=1, or keep NAL units below the MTU.")
  public static let markerPerNAL = Rule(
    "marker-per-nal", .error, "The marker ends an access unit, not each of its NAL units.",
    clause: "RFC 6184 §5.1", bad: "several packets of one timestamp with the marker",
    good: "the marker on the last packet of a timestamp",
    fix: "Set the marker only on the last packet of a picture.")
  public static let payloadType = Rule(
    "payload-type-not-negotiated", .error, "Only negotiated payload types are sent.",
    clause: "RFC 3264 §5.1", bad: "RTP of type 120, which no description lists",
    good: "a type of the other side's m= line",
    fix: "Send the payload type that the receiver's description gives the codec.")
  public static let loss = Rule(
    "packet-loss", .info, "What is sent arrives.", clause: "RFC 3550 §6.4.1",
    bad: "gaps in the sequence numbers", good: "all numbers",
    fix: "Look at the path; where NACK or FEC is agreed, see whether it repairs.")
  public static let fragments = Rule(
    "fragments-incomplete", .warning, "Every fragment of a datagram arrives.",
    clause: "RFC 8900 §4", bad: "a first fragment without the rest", good: "no fragments at all",
    fix: "Send datagrams that fit the path.")

  static let all = [
    ranOut, otherCall, otherKeys, usernameWrong, noAnswer, refused, relayRefused, bothClients,
    fragmentsLost, dtlsAlert, dtlsNoAnswer, fingerprint, rtpVersion, nackUnanswered,
    packetizationMode, markerPerNAL, payloadType, loss, fragments,
  ]

  /// Consequences under their causes, the worst first.
  public static func ordered(_ findings: [Finding]) -> [Finding] {
    Causes.fold(findings).worstFirst
  }
}

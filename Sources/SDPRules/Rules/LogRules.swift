/// What logs of a call show to be wrong; `CallLogs` finds it, the words are here with the others.
public enum LogRules {
  public static let unreadable = Rule(
    "log-lines-unreadable", .warning, "Every line of a log is one event.", clause: "RFC 8259 §2",
    bad: #"{"t_ms": 12, "eve"#, good: #"{"t_ms": 12, "event": "start"}"#,
    fix: "Copy the log again; what could be read was read.")
  public static let tooLittle = Rule(
    "log-says-too-little", .warning, "A log goes on until it shows how the call went.",
    clause: "W3C webrtc-stats", bad: "a table of frames with one frame",
    good: "the log of a whole call",
    fix: "Log until the call ends, with the events that the formats of logs name.")

  public static let gatheringSlow = Rule(
    "ice-gathering-slow", .warning, "A description does not wait for the last server.",
    clause: "RFC 8838 §4", bad: "an offer that is sent when gathering completes, after 40 s",
    good: "an offer that is sent at once, and candidates behind it",
    fix: "Trickle candidates, or send what is there after a second or two.",
    explains: [.inFile("stun-server-failed")])
  public static let turnFailed = Rule(
    "turn-allocation-failed", .error, "The TURN server grants an allocation.",
    clause: "RFC 8656 §7.4", bad: "icecandidateerror 401 of turn:turn.example.org",
    good: "a candidate of type relay",
    fix: "See what the code says: credentials that do not fit or ran out, a quota, no way there.",
    explains: [.inFile("no-relay-candidate", "ice-failed")])
  public static let noRelay = Rule(
    "no-relay-candidate", .warning, "A TURN server that is configured gives a relay candidate.",
    clause: "RFC 8445 §5.1.1", bad: "iceServers with turn:, and host and srflx candidates only",
    good: "a candidate of type relay",
    fix: "See whether the server is reached, and whether credentials and transport fit.")
  public static let stunFailed = Rule(
    "stun-server-failed", .warning, "A STUN server tells the address that the world sees.",
    clause: "RFC 8489 §6.2.1", bad: "icecandidateerror 701 of the only STUN server",
    good: "a candidate of type srflx",
    fix: "Name a server that is there, and see whether UDP reaches it.")

  public static let noAnswer = Rule(
    "offer-unanswered", .warning, "An offer is answered.", clause: "RFC 3264 §4",
    bad: "sendOffer, and a minute later the end of the log",
    good: "sendOffer, then setRemoteDescription with the answer",
    fix: "See whether the offer reached the other side, and what became of its answer.")
  public static let candidateEarly = Rule(
    "candidate-before-description", .error,
    "Candidates are applied behind the description that they belong to.",
    clause: "RFC 9429 §4.1.19",
    bad: "addIceCandidate, refused with InvalidStateError, then setRemoteDescription",
    good: "setRemoteDescription, then addIceCandidate",
    fix: "Keep candidates that come early, and add them when the remote description is set.",
    explains: [.inFile("ice-failed", "no-remote-candidate")])
  public static let candidateRefused = Rule(
    "candidate-refused", .warning, "A candidate that is added is taken.",
    clause: "RFC 9429 §4.1.19",
    bad: "addIceCandidate, refused with OperationError", good: "addIceCandidate that resolves",
    fix: "See whether its section and its ufrag are those of the remote description.",
    explains: [.inFile("ice-failed", "no-remote-candidate")])
  public static let noRemoteCandidate = Rule(
    "no-remote-candidate", .error, "Each side learns candidates of the other.",
    clause: "RFC 8445 §6.1.2.2", bad: "a description without candidates, and none behind it",
    good: "candidates in the description, or added later",
    fix: "See what signalling does with candidates: whether they are sent, and added.",
    explains: [.inFile("ice-failed")])
  public static let iceFailed = Rule(
    "ice-failed", .error, "Connectivity checks find a pair of candidates that works.",
    clause: "RFC 8445 §8.1.2", bad: "iceconnectionstatechange failed",
    good: "iceconnectionstatechange connected",
    fix: "See whether UDP passes between the two sides; where it does not, use a relay.")
  public static let dtlsFailed = Rule(
    "dtls-failed", .error, "The handshake gives both sides their keys.", clause: "RFC 5246 §7.2.2",
    bad: "iceconnectionstatechange connected, connectionstatechange failed",
    good: "connectionstatechange connected",
    fix: "See the alert in a capture, the fingerprints, and who takes which DTLS role.")
  public static let connectionLost = Rule(
    "connection-lost", .error, "A path that worked goes on working.", clause: "RFC 7675 §5.1",
    bad: "connected, then disconnected and failed", good: "connected until the call ends",
    fix: "See what became of the network at that moment; an ICE restart finds another path.")

  public static let firstFrameLate = Rule(
    "first-frame-late", .warning, "The first picture is there within two seconds.",
    clause: "RFC 4585 §6.3.1", bad: "sound at once, and a black picture for eight seconds",
    good: "a key frame on the heels of the handshake",
    fix: "See the phase that takes longest.")
  public static let firstFrameMissing = Rule(
    "first-frame-missing", .error, "A picture is shown.", clause: "RFC 4585 §6.3.1",
    bad: "packets of video, and no frame rendered", good: "a frame rendered",
    fix: "See the link behind the last one that held.")
  public static let freezes = Rule(
    "freezes", .warning, "The picture moves evenly.", clause: "W3C webrtc-stats freezeCount",
    bad: "900 ms between two pictures of a stream of 30 a second", good: "a picture every 33 ms",
    fix:
      "See what happened at these moments: loss without repair, a late key frame, a sender that paused."
  )
  public static let frameRate = Rule(
    "frame-rate-low", .warning, "A picture that moves has more than four frames a second.",
    clause: "W3C webrtc-stats framesPerSecond", bad: "a frame each second for 20 s",
    good: "a frame every 33 ms",
    fix:
      "See what the sender captures and encodes, and its target rate; a shared screen that hardly changes may be as slow."
  )
  public static let renderOrder = Rule(
    "render-times-back", .warning, "Frames are rendered one behind the other.",
    clause: "RFC 3550 §5.1", bad: "frame 1 at 33 ms, frame 2 at 20 ms",
    good: "frame 1 at 33 ms, frame 2 at 66 ms",
    fix: "See whether the clock of the log was set, or frames are shown in another order.")
  public static let drift = Rule(
    "av-drift", .error, "Sound and picture do not drift apart.", clause: "RFC 3550 §6.4.1",
    bad: "an offset that grows by a millisecond each second", good: "an offset that stays",
    fix:
      "See that sound and picture take the times in their sender reports from one clock, and extend timestamps alike."
  )
  public static let offset = Rule(
    "av-offset", .error, "Sound and picture are together.", clause: "ITU-R BT.1359-1",
    bad: "sound 300 ms ahead of the picture", good: "sound within 45 ms ahead and 125 ms behind",
    fix: "See the NTP times in the sender reports of both, and the delays of capture and playout.")

  static let all = [
    unreadable, tooLittle, gatheringSlow, turnFailed, noRelay, stunFailed, noAnswer, candidateEarly,
    candidateRefused, noRemoteCandidate, iceFailed, dtlsFailed, connectionLost, firstFrameLate,
    firstFrameMissing, freezes, frameRate, renderOrder, drift, offset,
  ]
}

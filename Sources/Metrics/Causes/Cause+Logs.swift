/// What only logs and captures show: phases that last, and what they leave open. The diagnosis of a run never names these.
extension Cause {
  public static let signallingSlow = Cause(
    "signalling-slow", .signalling, "Offer and answer take long to reach each other.",
    clause: "RFC 9429 §3.2",
    fix: "See what they waited for: a person, a server, the end of gathering.")
  public static let checksSlow = Cause(
    "checks-slow", .checks, "It takes long until a candidate pair works.",
    clause: "RFC 8445 §6.1.4",
    fix: "See which checks were lost or refused, and whether candidates came late.")
  public static let checksRefused = Cause(
    "checks-refused", .checks, "Connectivity checks are answered with errors, and none is granted.",
    clause: "RFC 8445 §7.3",
    fix: "See the code: roles that no side gives up (487), credentials (401), a faulty check (400)."
  )
  public static let dtlsSlow = Cause(
    "dtls-slow", .dtls, "It takes long from the first working pair to the keys.",
    clause: "RFC 6347 §4.2.4",
    fix: "See in a capture whether flights were lost, came late or were answered late.")
  public static let mediaStartsLate = Cause(
    "media-starts-late", .rtp, "The sender has its keys, and begins to send long after.",
    clause: "RFC 3264 §6.1", fix: "See when its capture and its encoder begin.")
  public static let renderingSlow = Cause(
    "rendering-slow", .render, "It takes long to decode and show the first picture.",
    clause: "W3C webrtc-stats framesRendered",
    fix: "See the decoder's start-up and the page that shows the picture.")
  public static let freezesUnexplained = Cause(
    "freezes-unexplained", .render,
    "The picture freezes, and nothing that was given says why.",
    clause: "W3C webrtc-stats freezeCount",
    fix: "Give a capture or the events of these moments too.")

  static let ofLogs = [
    signallingSlow, checksSlow, checksRefused, dtlsSlow, mediaStartsLate, renderingSlow,
    freezesUnexplained,
  ]
}

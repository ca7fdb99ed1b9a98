/// What is shown and heard.
extension Cause {
  public static let nothingRendered = Cause(
    "nothing-rendered", .render, "Frames are decoded, and nothing is shown or heard.",
    clause: "W3C webrtc-stats framesRendered",
    fix: "See the sink: an element that is missing, hidden or paused.")
  public static let frozenUntilKeyFrame = Cause(
    "frozen-until-key-frame", .render,
    "After a loss the picture stands still until the next key frame.", clause: "RFC 4585 §6.3.1",
    fix: "Agree on NACK with RTX, and on PLI, so that a loss is mended within a round trip.")
  public static let freezesByLoss = Cause(
    "freezes-by-loss", .render, "The picture freezes when packets are lost.",
    clause: "RFC 4585 §6.2.1",
    fix: "Look at the path; where NACK, RTX or FEC is agreed, see whether it repairs in time.")
  public static let freezesByKeyFrameStarvation = Cause(
    "freezes-by-key-frame-starvation", .render,
    "The receiver asks for key frames again and again, and they come late or not at all.",
    clause: "RFC 4585 §6.3.1",
    fix: "Answer PLI and FIR at once; see what stops a key frame from arriving whole.")
  public static let freezesByDelay = Cause(
    "freezes-by-delay", .render, "Packets are held up on their way, and none is lost.",
    clause: "RFC 8836 §2",
    fix: "Look for queues that fill: let the sender keep its rate below that of the path.")
  public static let freezesBySenderStall = Cause(
    "freezes-by-sender-stall", .render, "The sender stops sending pictures for a while.",
    clause: "W3C webrtc-stats freezeCount",
    fix: "See the sender at that moment: its camera, its encoder, its processor.")

  public static let offsetConstant = Cause(
    "offset-constant", .sync, "Sound and picture are apart by the same amount all the time.",
    clause: "ITU-R BT.1359-1",
    fix:
      "See the NTP times in sender reports of sound and pictures, and the delay of capture and playout."
  )
  public static let driftGrows = Cause(
    "drift-grows", .sync, "Sound and picture drift apart as the call goes on.",
    clause: "RFC 3550 §6.4.1",
    fix: "See that sound and pictures take the times in their sender reports from the same clock.")

  static let ofPlayout = [
    nothingRendered, frozenUntilKeyFrame, freezesByLoss, freezesByKeyFrameStarvation,
    freezesByDelay, freezesBySenderStall, offsetConstant, driftGrows,
  ]
}

/// Packets and frames of media.
extension Cause {
  public static let nothingSent = Cause(
    "nothing-sent", .rtp, "A side that agreed to send sends no media.", clause: "RFC 3264 §6.1",
    fix: "See its capture and its encoder: a track that is missing, muted or ended.")
  public static let nothingArrives = Cause(
    "nothing-arrives", .rtp, "Media is sent, and none of it arrives.", clause: "RFC 3550 §6.4.1",
    fix: "See the path of large packets: MTU, rate limits, a firewall that lets only checks pass.")
  public static let packetsTooLarge = Cause(
    "packets-too-large", .rtp, "Packets of media are larger than what the path carries, and lost.",
    clause: "RFC 8085 §3.2",
    fix: "Keep packets to 1200 bytes, or to what the path is known to carry.")
  public static let bandwidthTooLow = Cause(
    "bandwidth-too-low", .rtp,
    "The path carries less than the call's lowest rate: packets wait or are lost.",
    clause: "RFC 8836 §2",
    fix: "Give the path more bandwidth, or send less: smaller pictures, fewer of them, sound alone."
  )
  public static let payloadTypeNotNegotiated = Cause(
    "payload-type-not-negotiated", .rtp,
    "Packets carry a payload type that the receiver did not agree to, and are dropped.",
    clause: "RFC 3264 §5.1",
    fix: "Send the payload type that the receiver's description gives the codec.")
  public static let ssrcUnknown = Cause(
    "ssrc-unknown", .rtp, "Packets cannot be told to belong to any section, and are dropped.",
    clause: "RFC 9143 §9.2",
    fix: "Send the MID header extension, or announce the SSRC in the description.")
  public static let markerMisplaced = Cause(
    "marker-misplaced", .rtp, "The marker does not stand on the last packet of each picture.",
    clause: "RFC 6184 §5.1", fix: "Set the marker only on the last packet of a picture.")
  public static let timestampsWrong = Cause(
    "timestamps-wrong", .rtp,
    "RTP timestamps do not run with the clock rate of the codec, or step back.",
    clause: "RFC 3550 §5.1",
    fix: "Count timestamps in ticks of the agreed clock rate, one for each instant of capture.")
  public static let rtpVersionWrong = Cause(
    "rtp-version-wrong", .rtp, "RTP packets do not say version 2, and are dropped.",
    clause: "RFC 3550 §5.1",
    fix: "Set the version of every header that is built, those of retransmissions too.")

  public static let packetizationWrong = Cause(
    "packetization-wrong", .depacketize,
    "Frames are cut into packets in a way that was not agreed on.", clause: "RFC 6184 §6.2",
    fix: "Keep to the packetization-mode of the payload type that is sent.")

  public static let keyFrameMissing = Cause(
    "key-frame-missing", .decode, "Frames arrive, and no key frame to begin with.",
    clause: "RFC 4585 §6.3.1",
    fix: "Answer PLI and FIR with a key frame, and send one when a receiver joins.")
  public static let keyFrameLate = Cause(
    "key-frame-late", .decode, "The first key frame comes long after the first packets.",
    clause: "RFC 4585 §6.3.1",
    fix: "Send a key frame as soon as keys are there, and repair its packets before others.")
  public static let decoderFails = Cause(
    "decoder-fails", .decode, "Frames arrive whole, and the decoder cannot decode them.",
    clause: "RFC 7742 §6",
    fix: "See whether the stream keeps to the profile and level that were agreed on.")

  static let ofMedia = [
    nothingSent, nothingArrives, packetsTooLarge, bandwidthTooLow, payloadTypeNotNegotiated,
    ssrcUnknown, markerMisplaced, timestampsWrong, rtpVersionWrong, packetizationWrong,
    keyFrameMissing, keyFrameLate, decoderFails,
  ]
}

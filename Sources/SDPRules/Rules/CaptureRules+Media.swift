/// What RTP and RTCP of a capture show to be wrong.
extension CaptureRules {
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
  public static let notSent = Rule(
    "media-not-sent", .error, "A side sends what it agreed to send.", clause: "RFC 3264 §6.1",
    bad: "a=sendrecv of both sides, and not one packet from one of them",
    good: "packets of sound and of pictures from both sides",
    fix: "See that side's capture and its encoder: a track that is missing, muted or ended.")
  public static let keyFrame = Rule(
    "key-frame-not-sent", .error, "A key frame comes when it is asked for.",
    clause: "RFC 4585 §6.3.1", bad: "PLI again and again, and frames that all need an earlier one",
    good: "a key frame a round trip after the PLI",
    fix: "Pass PLI and FIR on to the encoder, and answer them with a key frame.")
  public static let fragmentation = Rule(
    "fragmentation-unit-open", .error, "A NAL unit that is cut into fragments has both its ends.",
    clause: "RFC 6184 §5.8", bad: "FU-A with the S bit, and none with the E bit",
    good: "FU-A with S first, and with E last",
    fix: "Set S on the first fragment of a NAL unit and E on its last.")
  public static let markerMissing = Rule(
    "marker-missing", .error, "The marker ends each picture.", clause: "RFC 6184 §5.1",
    bad: "pictures without any marker", good: "the marker on the last packet of a timestamp",
    fix: "Set the marker on the last packet of each picture, and one timestamp for all of it.")
  public static let timestampRate = Rule(
    "timestamp-rate", .error, "Timestamps run with the clock rate that was agreed.",
    clause: "RFC 3550 §5.1", bad: "16000 ticks a second of opus/48000",
    good: "48000 ticks a second of opus/48000",
    fix: "Count timestamps in ticks of the clock rate in a=rtpmap.")
  public static let timestampOrder = Rule(
    "timestamps-back", .error, "Timestamps go forward.", clause: "RFC 3550 §5.1",
    bad: "each third picture with an older timestamp than the one before it, and no packet late",
    good: "timestamps in the order of sequence numbers",
    fix: "Send pictures in the order in which they are shown: no B-frames, one clock for a stream.")
  public static let parameterSets = Rule(
    "parameter-sets-missing", .warning, "Pictures of H.264 come with the parameter sets they need.",
    clause: "RFC 6184 §8.4", bad: "IDR pictures, and no SPS or PPS before them",
    good: "SPS and PPS in front of each IDR picture",
    fix:
      "Send SPS and PPS in front of each IDR picture (repeat-headers, config-interval=-1), or sprop-parameter-sets."
  )
  public static let feedbackSSRC = Rule(
    "feedback-of-nobody", .warning, "Feedback names the SSRC of a stream that is there.",
    clause: "RFC 4585 §6.1", bad: "PLI for SSRC 1, and pictures with SSRC 1111",
    good: "PLI for the SSRC of the pictures",
    fix: "Put the SSRC of the stream that arrives into NACK, PLI and FIR.",
    explains: [.inFile("key-frame-not-sent", "nack-unanswered")])
  public static let sharedSSRC = Rule(
    "ssrc-shared", .error, "An SSRC is that of one source.", clause: "RFC 3550 §8",
    bad: "sound and pictures of one sender with the same SSRC",
    good: "an SSRC for each of them",
    fix: "Draw an SSRC for each stream, and draw again if it is taken.",
    explains: [
      .inFile(
        "packet-loss", "timestamp-rate", "timestamps-back", "marker-missing", "nack-unanswered")
    ])
  public static let collision = Rule(
    "ssrc-collision", .warning, "The two sides have different SSRCs.", clause: "RFC 3550 §8.2",
    bad: "the same SSRC from both sides", good: "an SSRC that nobody else has",
    fix: "Draw another SSRC when the other side has it already, and say BYE for the old one.")
  public static let strangeExtension = Rule(
    "extension-not-negotiated", .warning, "Only header extensions that were agreed are sent.",
    clause: "RFC 8285 §5", bad: "element 9 in each packet, and no a=extmap:9",
    good: "elements that an a=extmap line of the receiver has",
    fix: "Send the elements of the receiver's a=extmap lines, under its numbers.")

  static let ofMedia = [
    rtpVersion, nackUnanswered, packetizationMode, fragmentation, markerPerNAL, markerMissing,
    timestampRate, timestampOrder, parameterSets, payloadType, feedbackSSRC, sharedSSRC, collision,
    strangeExtension, notSent, keyFrame, loss,
  ]
}

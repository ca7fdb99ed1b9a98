/// Signalling and agreement.
extension Cause {
  public static let descriptionRefused = Cause(
    "description-refused", .signalling,
    "One side refuses the description of the other, so there is no call.",
    clause: "RFC 9429 §5.8",
    fix: "Mend the line that is refused, or let the side that refuses pass over what it can ignore."
  )
  public static let descriptionNotMade = Cause(
    "description-not-made", .signalling, "One side cannot make its offer or its answer.",
    clause: "RFC 9429 §5.2",
    fix: "See what it says: a codec, a device or a setting that it does not have.")
  public static let noAnswer = Cause(
    "no-answer", .signalling, "An offer was made, and no answer to it took effect.",
    clause: "RFC 3264 §4",
    fix: "See whether the offer reached the other side, and what became of its answer.")
  public static let candidatesBeforeDescription = Cause(
    "candidates-before-description", .signalling,
    "Candidates were applied before the description that they belong to, and are lost.",
    clause: "RFC 9429 §3.5.2",
    fix: "Keep candidates that come early until the remote description is set.")
  public static let candidatesMissing = Cause(
    "candidates-missing", .signalling, "One side never learns a candidate of the other.",
    clause: "RFC 8838 §9",
    fix: "See whether candidates are sent, and whether the other side adds and takes them.")

  public static let descriptionsDisagree = Cause(
    "descriptions-disagree", .agreement,
    "Offer and answer break a rule without which media cannot flow.", clause: "RFC 3264 §6",
    fix: "Mend the line that the finding names.")
  public static let noCommonCodec = Cause(
    "no-common-codec", .agreement, "The two sides have no codec in common for a section.",
    clause: "RFC 3264 §6.1",
    fix:
      "Offer a codec that both sides have; VP8, H.264 Constrained Baseline and Opus are required of all."
  )
  public static let extmapLost = Cause(
    "extmap-lost", .agreement,
    "A header extension that the sender needs is missing in the answer, or another one.",
    clause: "RFC 8285 §7",
    fix: "Answer with the a=extmap lines of the offer, under the same ids.")
  public static let sectionRejected = Cause(
    "section-rejected", .agreement, "The answer rejects a section that was offered.",
    clause: "RFC 3264 §6",
    fix:
      "See why the answerer does not want that kind of media, or has no use for what was offered.")

  static let ofDescriptions = [
    descriptionRefused, descriptionNotMade, noAnswer, candidatesBeforeDescription,
    candidatesMissing, descriptionsDisagree, noCommonCodec, extmapLost, sectionRejected,
  ]
}

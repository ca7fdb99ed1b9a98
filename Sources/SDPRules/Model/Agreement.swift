public import SDP
internal import SansIO

/// What an offer and its answer agree on, section by section.
public struct Agreement: Hashable, Sendable {
  public var sections: [SectionAgreement]
  public var extmapProblems: [ExtmapProblem]
  /// Against the letter, and without effect: the answer also expects an extension that the offerer never sends.
  public var extmapRemarks: [ExtmapProblem]

  /// Pairs the sections by their place (RFC 3264 §6); sections that only one side has are left out.
  public init(offer: SessionDescription, answer: SessionDescription) {
    let found = ExtmapCheck(offer: offer, answer: answer).problems
    let problems = found.filter { !$0.isHarmless }
    extmapProblems = problems
    extmapRemarks = found.filter(\.isHarmless)
    sections = zip(offer.media, answer.media).enumerated().map { index, pair in
      let (offered, answered) = pair
      // A bundle-only port 0 is an offer's alone (RFC 9143 §6).
      let isRejected = offered.isRejected || answered.port == 0
      return SectionAgreement(
        mLineIndex: index, mid: answered.mid ?? offered.mid, kind: answered.kind,
        isRejected: isRejected, codecs: isRejected ? [] : codecOrder(of: answered),
        extmapProblems: problems.filter { $0.mLineIndex == index }.map(\.message))
    }
  }
}

public struct SectionAgreement: Hashable, Sendable {
  public var mLineIndex: Int
  public var mid: String?
  public var kind: MediaKind
  public var isRejected: Bool
  /// "VP8", "H264/42e01f", "opus" in the order of the answer, which is the order of preference for sending.
  public var codecs: [String]
  public var extmapProblems: [String]
}

/// The codecs of a section by name ("VP8", "H264/42e01f", "opus"), each once, without those that only repair or fill in.
public func codecOrder(of section: MediaSection) -> [String] {
  var names: [String] = []
  for codec in section.codecs where !codec.isAuxiliary {
    let name = codec.label
    if !names.contains(name) { names.append(name) }
  }
  return names
}

/// Whether two codec names mean the same: "H264/42c01f" and "H264/42e01f" do, "VP8" and "vp8" do.
public func isSameCodec(_ name: String, as other: String) -> Bool {
  func parts(_ name: String) -> (codec: String, profile: Substring?) {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first?.lowercasedASCII ?? "", parts.count == 2 ? parts[1] : nil)
  }
  let (a, b) = (parts(name), parts(other))
  guard a.codec == b.codec else { return false }
  if a.profile?.lowercasedASCII == b.profile?.lowercasedASCII { return true }
  guard a.codec == "h264", let first = a.profile.flatMap({ H264Profile($0) }),
    let second = b.profile.flatMap({ H264Profile($0) })
  else { return false }
  return first == second
}

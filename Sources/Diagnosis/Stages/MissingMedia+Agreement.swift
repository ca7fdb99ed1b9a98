internal import Metrics
internal import SDPRules

// Media that is missing since the descriptions do not agree on it.
extension Examination {
  /// A rule of descriptions without which that media cannot flow.
  func disagreement(_ media: Expected) -> BrokenLink? {
    let mid = mid(media)
    func concerns(_ finding: Finding) -> Bool {
      finding.place.mid == nil || finding.place.mid == mid
    }
    let mismatch = descriptions.errors("codec-mismatch").first(where: concerns)
    let extensions = descriptions.errors("extmap-").first(where: concerns)
    let others = descriptions.errors(
      "codec-", "payload-type-", "rtpmap-", "rtx-", "direction-", "bundle-", "mid-", "mline-",
      "ssrc-", "msid-", "rtcp-mux-", "simulcast-", "rid-", "transport-"
    ).first(where: concerns)
    guard let finding = mismatch ?? extensions ?? others else { return nil }
    let cause: Cause =
      mismatch != nil ? .noCommonCodec : extensions != nil ? .extmapLost : .descriptionsDisagree
    var link = BrokenLink(
      cause, symptom(of: media.index), peer: media.index, mid: finding.place.mid,
      "\(what(media)) is missing, and the descriptions break the rule \(finding.id): \(finding.message)",
      [descriptions.evidence(finding)] + counters(media))
    link.adopt(finding)
    return link
  }
}

internal import SDP

extension CandidateRules {
  static let noCommonFamily = Rule(
    "candidates-no-common-family", .warning, "Both sides have addresses of one family.",
    clause: "RFC 8445 §6.1.2.2", bad: "offer: IPv6 candidates alone; answer: IPv4 alone",
    good: "an IPv4 and an IPv6 candidate on one of the sides",
    fix: "Gather in both families, or add a TURN server that has both.")

  /// Only addresses of the same family are paired; told where neither side has more to come.
  static func compare(_ pair: SectionPair, _ findings: inout Findings) {
    guard !pair.answer.isCarried(pair.answered), let offered = families(pair.offered),
      let answered = families(pair.answered), offered.isDisjoint(with: answered),
      let first = pair.answered.own.candidates.first
    else { return }
    let (theirs, ours) = offered == [true] ? ("IPv6", "IPv4") : ("IPv4", "IPv6")
    findings.add(
      noCommonFamily, pair.answered.at(first.line), value: first.value.address,
      "The offer has \(theirs) candidates alone and the answer \(ours) alone; no pair of them can be checked."
    )
  }

  /// Whether its addresses are of IPv6 (true), of IPv4 (false); nil where that may change: more candidates, or names.
  private static func families(_ section: SectionView) -> Set<Bool>? {
    let candidates = section.own.candidates
    let addresses = candidates.compactMap { Address($0.value.address) }
    guard isComplete(section), !candidates.isEmpty, addresses.count == candidates.count else {
      return nil
    }
    return Set(addresses.map(\.isIPv6))
  }
}

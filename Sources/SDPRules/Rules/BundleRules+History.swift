internal import SDP

extension BundleRules {
  static let left = Rule(
    "bundle-left", .error, "A section that shares a transport goes on doing so, or is refused.",
    clause: "RFC 9143 §7.3.2", bad: "first answer: a=group:BUNDLE 0 1; second: a=group:BUNDLE 0",
    good: "a=group:BUNDLE 0 1 in both, or the section with port 0",
    fix: "List the mid in the group, as in the answers before.",
    explains: [.inExchange("bundle-refused")],
    behaviours: [
      Behaviour("Chromium", .refuses, "restsend/rustrtc issue #27: cannot remove the section")
    ])

  /// An answer moves no section out whose transport the offer has shared.
  ///
  /// - Parameter bundled: sections that the answer before had in a group; the first that is not is told.
  static func left(
    _ bundled: Set<Int>, _ offer: DescriptionView, _ answer: DescriptionView,
    _ findings: inout Findings
  ) {
    let lone = zip(offer.sections, answer.sections).first { offered, answered in
      bundled.contains(answered.index) && offered.group != nil && answered.isUsed
        && answered.group == nil && answered.mid == offered.mid
    }
    guard let section = lone?.1 else { return }
    findings.add(
      left, section.place, value: section.mid,
      "\(section.name.capitalizedFirst) was bundled before and is not in a BUNDLE group now; it has no other transport, and the answer is refused."
    )
  }
}

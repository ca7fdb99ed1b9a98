public import SDPRules

extension Dissector {
  private static let findingLimit = 200

  /// Keys, and not those of a TLS session that the capture brings itself.
  private var hasGivenKeys: Bool { !keys.isEmpty || (keys.hasSecrets && !hasOwnSecrets) }

  /// What the capture shares with other files of its call, and with those of no other.
  public var marks: Set<String> { OtherCall.marks(flows) }

  /// What is wrong, causes first; `file` is the place of the capture among the files of a report.
  public func findings(file: Int) -> [Finding] {
    var findings = [
      OtherCall.descriptions(flows, sides, file),
      OtherCall.keys(flows, areGiven: hasGivenKeys, file),
    ].compactMap(\.self)
    let isOfAnotherCall = findings.contains { $0.id == CaptureRules.otherCall.id }
    let sides = isOfAnotherCall ? CallSides([]) : sides
    for flow in flows {
      findings += DTLSFindings.find(flow, sides, file)
      findings += MediaFindings.find(flow, sides, file)
    }
    findings += STUNFindings.find(flows, sides, file)
    findings += [
      ConsentFindings.find(flows, file), HandshakeFindings.notBegun(flows, sides, file),
    ].compactMap(\.self)
    findings += SilenceFindings.find(flows, sides, file)
    let lostOfDTLS = flows.reduce(0) {
      $0 + $1.lostDTLSFragments[true].count + $1.lostDTLSFragments[false].count
    }
    if incompleteCount > lostOfDTLS {
      findings.append(
        CaptureRules.fragments.finding(
          file: file,
          value: "\(incompleteCount - lostOfDTLS) datagrams",
          "Of \(incompleteCount - lostOfDTLS) fragmented datagrams not all fragments are in the capture; the receiver gets nothing of them."
        ))
    }
    return CaptureRules.ordered(Array(findings.prefix(Self.findingLimit)))
  }
}

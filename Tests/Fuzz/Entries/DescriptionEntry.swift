internal import SDP
internal import SDPRules

enum DescriptionEntry {
  static func broken(by bytes: [UInt8]) -> String? {
    let reading = DescriptionReading(bytes)
    let strict = try? SessionDescription(parsing: bytes)
    if let strict {
      // Who reads on past faults must read the same where there is none.
      guard reading.faults.isEmpty else { return "a fault in what parses: \(reading.faults[0])" }
      guard reading.description == strict else { return "the two readers differ" }
    }
    _ = DescriptionSummary(bytes)?.text
    let findings = SDPCheck.lint([bytes]).findings
    if strict == nil, findings.isEmpty { return "nothing is found in what does not parse" }
    return Reports.broken(FindingReport(files: [.init(name: "fuzz.sdp")], findings: findings))
  }
}

internal import Metrics
internal import SDPRules

/// What the packets of the call show to be wrong.
struct CaptureEvidence {
  static let file = "capture.pcapng"

  let findings: [Finding]

  /// The first finding of one of these rules, those under other causes too.
  func finding(_ rules: Rule...) -> Finding? {
    let ids = rules.map(\.id)
    return findings.lazy.flatMap { [$0] + $0.consequences }.first { ids.contains($0.id) }
  }

  func evidence(_ finding: Finding) -> Evidence { Evidence(finding.message, file: Self.file) }
}

internal import SDPRules

enum PairEntry {
  static func broken(by bytes: [UInt8]) -> String? {
    guard let contents = try? InputReader.read(bytes) else { return nil }
    let sources = contents.descriptions
    let descriptions = sources.map(\.bytes)
    let check = SDPCheck.check(
      descriptions, kinds: sources.map(\.kind),
      candidates: [CandidateLog(file: sources.count, entries: contents.candidates)])
    let report = FindingReport(
      files: sources.map { .init(name: "fuzz.sdp", lineOffset: $0.lineOffset) },
      findings: check.findings)
    if let broken = Reports.broken(report) { return broken }
    guard let first = descriptions.first, let last = descriptions.last else { return nil }
    _ = DescriptionDiff.way(first, last)
    return differences(first, last, report) ?? unlike(first)
  }

  private static func differences(
    _ first: [UInt8], _ last: [UInt8], _ findings: FindingReport
  ) -> String? {
    if let diff = DescriptionDiff(before: first, after: last) {
      let report = DiffReport(before: "a.sdp", after: "b.sdp", diff: diff)
      if let broken = Reports.broken(report.written) { return broken }
    }
    if let pair = PairReport(offer: first, answer: last, findings: findings) {
      return Reports.broken(pair.written)
    }
    return nil
  }

  /// Nothing lies between a description and itself.
  private static func unlike(_ description: [UInt8]) -> String? {
    guard let diff = DescriptionDiff(before: description, after: description) else { return nil }
    return diff.changes.isEmpty ? nil : "it differs from itself: \(diff.changes[0])"
  }
}

internal import SDP

/// Candidates that came after the description, as a log has them.
public struct CandidateLog: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// "candidate:…"; empty for the end of candidates.
    public var candidate: String
    public var mid: String?
    public var mline: Int?
    public var ufrag: String?

    public init(line: Int, candidate: String, mid: String?, mline: Int?, ufrag: String?) {
      self.line = line
      self.candidate = candidate
      self.mid = mid
      self.mline = mline
      self.ufrag = ufrag
    }
  }

  public var file: Int
  public var entries: [Entry]

  public init(file: Int, entries: [Entry]) {
    self.file = file
    self.entries = entries
  }
}

/// Trickled candidates against the descriptions in force (RFC 8838, RFC 9429 §3.5.2.1).
enum TrickleRules {
  static let stale = Rule(
    "ice-ufrag-stale", .error, "A candidate belongs to the credentials in force.",
    clause: "RFC 9429 §3.5.2.1", bad: "a=ice-ufrag:gHpD, candidate … ufrag 5cKJ",
    good: "candidate … ufrag gHpD",
    fix: "Drop messages of an earlier connection or generation before they are applied.")
  static let unknownSection = Rule(
    "candidate-unknown-section", .warning, "A trickled candidate is for a section that exists.",
    clause: "RFC 8840 §4.3", bad: "sdpMid 3 where sections are 0 and 1", good: "sdpMid 0",
    fix: "Send candidates after the description that has their section.")

  static let afterEnd = Rule(
    "candidate-after-end", .warning, "Behind the end of candidates there is none.",
    clause: "RFC 8838 §13", bad: "a=end-of-candidates, then another candidate",
    good: "the last candidate, then the end",
    fix: "Tell the end when gathering is complete.")

  static let all = [stale, unknownSection, afterEnd]

  static func check(
    _ logs: [CandidateLog], _ views: [DescriptionView], _ findings: inout Findings
  ) {
    guard !views.isEmpty else { return }
    for log in logs {
      var ended: Set<Int> = []
      for entry in log.entries { judge(entry, log.file, views, &ended, &findings) }
    }
  }

  private static func judge(
    _ entry: CandidateLog.Entry, _ file: Int, _ views: [DescriptionView],
    _ ended: inout Set<Int>, _ findings: inout Findings
  ) {
    let candidate = try? Candidate(parsing: entry.candidate)
    let ufrag = candidate?.extension("ufrag") ?? entry.ufrag
    let sections = views.compactMap { view -> (view: DescriptionView, section: SectionView)? in
      let index =
        entry.mid.flatMap { view.indexOfMID[$0] } ?? (entry.mid == nil ? entry.mline : nil)
      guard let index, view.sections.indices.contains(index) else { return nil }
      return (view, view.sections[index])
    }
    let mid = entry.mid ?? sections.last?.section.mid
    let place = Place(
      file: file, line: entry.line, mline: entry.mline ?? sections.last?.section.index, mid: mid,
      kind: sections.last?.section.section.kind.text)
    if candidate == nil, !entry.candidate.isEmpty {
      findings.add(
        CandidateRules.syntax, place, value: entry.candidate,
        "This candidate cannot be read; it is not tried.")
    } else if let fault = candidate.flatMap(CandidateRules.fault) {
      findings.add(
        CandidateRules.syntax, place, value: entry.candidate, severity: fault.severity,
        clause: fault.clause, fault.message)
    } else if candidate != nil, !entry.candidate.hasPrefix("candidate:") {
      findings.add(
        CandidateRules.syntax, place, value: entry.candidate, severity: .warning,
        fix: "Write candidate: in front of it.",
        "The candidate does not begin with \"candidate:\"; some peers refuse it.")
    }
    guard entry.mid != nil || entry.mline != nil else { return }
    guard !sections.isEmpty else {
      findings.add(
        unknownSection, place, value: entry.mid ?? entry.mline.map(String.init),
        "The candidate is for a section that no description has; it is dropped.")
      return
    }
    // Of two descriptions nobody knows whose candidates these are.
    if sections.count == 1, let section = sections.first?.section {
      end(entry, candidate, section, place, &ended, &findings)
    }
    guard let ufrag else { return }
    // Credentials of the newest description of either side count.
    let known = sections.flatMap { $0.view.transport(\.ufrags, of: $0.section).map(\.value) }
    if !known.isEmpty, !known.contains(ufrag) {
      findings.add(
        stale, place, value: ufrag,
        "The candidate belongs to ufrag \(ufrag), and the description in force says \(known.last ?? ""); it is of another ICE generation and is dropped."
      )
    }
  }

  /// What comes behind the end is told once for each section; what the description has already does not count.
  private static func end(
    _ entry: CandidateLog.Entry, _ candidate: Candidate?, _ section: SectionView, _ place: Place,
    _ ended: inout Set<Int>, _ findings: inout Findings
  ) {
    guard let candidate else {
      if entry.candidate.isEmpty { ended.insert(section.index) }
      return
    }
    let isKnown = section.own.candidates.contains {
      $0.value.address == candidate.address && $0.value.port == candidate.port
    }
    guard !isKnown, ended.contains(section.index) || CandidateRules.end(section) != nil else {
      return
    }
    findings.add(
      afterEnd, place, value: entry.candidate,
      "This candidate comes behind the end of candidates of \(section.name); a peer that took the end at its word does not try it."
    )
  }
}

internal import SDP

/// The rules applied: to one description, to an offer with its answer, to a whole history of them.
public struct SDPCheck: Sendable {
  /// With consequences under their causes; the worst first, then in the order of files and lines.
  public private(set) var findings: [Finding] = []

  /// Judges descriptions one by one.
  public static func lint(_ descriptions: [[UInt8]], candidates: [CandidateLog] = []) -> SDPCheck {
    var findings = Findings()
    var views: [DescriptionView] = []
    for (file, bytes) in descriptions.enumerated() {
      guard let reading = readable(bytes, Place(file: file), &findings) else { continue }
      let view = DescriptionView(reading, file: file)
      lint(view, &findings)
      views.append(view)
    }
    TrickleRules.check(candidates, views, &findings)
    return SDPCheck(findings)
  }

  /// Judges offers and answers in their order: offer, answer, offer, answer, … unless `kinds` says otherwise.
  ///
  /// An offer without an answer is judged by itself and against what was negotiated before.
  public static func check(
    _ descriptions: [[UInt8]], kinds: [DescriptionSource.Kind?] = [],
    candidates: [CandidateLog] = []
  ) -> SDPCheck {
    // One alone has no side.
    if descriptions.count == 1 { return lint(descriptions, candidates: candidates) }
    var findings = Findings()
    var history = History()
    var views: [DescriptionView] = []
    var offer: DescriptionView?
    var (exchange, isOffer) = (-1, false)
    for (file, bytes) in descriptions.enumerated() {
      let kind = kinds.indices.contains(file) ? kinds[file] : nil
      isOffer = kind.map { $0 == .offer } ?? !isOffer
      if isOffer { exchange += 1 }
      let number = max(0, exchange)
      let place = Place(file: file, exchange: number)
      guard let reading = readable(bytes, place, &findings) else {
        if isOffer { offer = nil }
        continue
      }
      let isAlone = !isOffer && offer == nil
      let view = DescriptionView(
        reading, file: file, exchange: number, role: isOffer ? .offer : isAlone ? .alone : .answer)
      lint(view, &findings)
      views.append(view)
      if isOffer {
        offer = view
        history.takeOffer(view, &findings)
      } else if let offer {
        compare(offer, view, &findings)
        history.takeAnswer(view, to: offer, &findings)
      }
    }
    TrickleRules.check(candidates, views, &findings)
    return SDPCheck(findings)
  }

  /// Judges each connection of a dump by itself, and what stands in no dump as one history.
  ///
  /// - Parameters:
  ///   - connections: the number of each description, see `DescriptionSource`.
  ///   - candidates: judged where there is one connection; else nobody knows which of them they are for.
  public static func check(
    _ descriptions: [[UInt8]], kinds: [DescriptionSource.Kind?], connections: [Int],
    candidates: [CandidateLog] = []
  ) -> SDPCheck {
    var runs: [Range<Int>] = []
    for index in descriptions.indices {
      if let last = runs.last, connections[last.lowerBound] == connections[index] {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    guard runs.count > 1 else {
      return check(descriptions, kinds: kinds, candidates: candidates)
    }
    var findings: [Finding] = []
    var seen: Set<[UInt8]> = []
    for run in runs {
      let own = Array(descriptions[run])
      // A page that calls itself has both ends of the same call.
      let isMirror = seen.isSuperset(of: own)
      seen.formUnion(own)
      guard !isMirror else { continue }
      findings += check(own, kinds: Array(kinds[run])).findings.map { $0.moved(by: run.lowerBound) }
    }
    var check = SDPCheck(Findings())
    check.findings = findings.worstFirst
    return check
  }

  private init(_ findings: Findings) {
    let ordered = findings.list.enumerated().sorted { a, b in
      let (x, y) = (a.element.place, b.element.place)
      if x.file != y.file { return x.file < y.file }
      return (x.line ?? 0, a.offset) < (y.line ?? 0, b.offset)
    }
    self.findings = Causes.fold(ordered.map(\.element)).worstFirst
  }

  /// The worst of all findings, consequences included.
  public var worst: Severity? { findings.map(\.severity).max() }

  private static func readable(
    _ bytes: [UInt8], _ place: Place, _ findings: inout Findings
  ) -> DescriptionReading? {
    guard StructureRules.isBounded(bytes, place, &findings) else { return nil }
    return DescriptionReading(bytes)
  }

  private static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    StructureRules.lint(view, &findings)
    LevelRules.lint(view, &findings)
    BundleRules.lint(view, &findings)
    TransportRules.lint(view, &findings)
    PayloadTypeRules.lint(view, &findings)
    CodecRules.lint(view, &findings)
    RepairRules.lint(view, &findings)
    ExtensionRules.lint(view, &findings)
    FeedbackRules.lint(view, &findings)
    FingerprintRules.lint(view, &findings)
    SetupRules.lint(view, &findings)
    ICERules.lint(view, &findings)
    CandidateRules.lint(view, &findings)
    DirectionRules.lint(view, &findings)
    StreamRules.lint(view, &findings)
    SimulcastRules.lint(view, &findings)
    DataChannelRules.lint(view, &findings)
    // Behind those that look into the values: what they tell is worse.
    LineRules.lintValues(view, &findings)
  }

  private static func compare(
    _ offer: DescriptionView, _ answer: DescriptionView, _ findings: inout Findings
  ) {
    let pairs = PairingRules.pair(offer, answer, &findings)
    BundleRules.compare(offer, answer, &findings)
    ICERules.compare(offer, answer, &findings)
    for pair in pairs where pair.isAccepted {
      TransportRules.compare(pair, &findings)
      CodecRules.compare(pair, &findings)
      ExtensionRules.compare(pair, &findings)
      FeedbackRules.compare(pair, &findings)
      FingerprintRules.compare(pair, &findings)
      SetupRules.compare(pair, &findings)
      ICERules.compare(pair, &findings)
      CandidateRules.compare(pair, &findings)
      DirectionRules.compare(pair, &findings)
      SimulcastRules.compare(pair, &findings)
    }
    StreamRules.compare(offer, answer, &findings)
  }
}

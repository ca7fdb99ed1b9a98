internal import SDP

/// The rules applied: to one description, to an offer with its answer, to a whole history of them.
public struct SDPCheck: Sendable {
  /// With consequences under their causes; in the order of the files.
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

  /// Judges offers and answers in their order: offer, answer, offer, answer, …
  ///
  /// A last offer without an answer is judged by itself and against what was negotiated before.
  public static func check(_ descriptions: [[UInt8]], candidates: [CandidateLog] = []) -> SDPCheck {
    var findings = Findings()
    var history = History()
    var views: [DescriptionView] = []
    var offer: DescriptionView?
    for (file, bytes) in descriptions.enumerated() {
      let isOffer = file % 2 == 0
      let place = Place(file: file, exchange: file / 2)
      guard let reading = readable(bytes, place, &findings) else {
        if isOffer { offer = nil }
        continue
      }
      let view = DescriptionView(
        reading, file: file, exchange: file / 2, role: isOffer ? .offer : .answer)
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

  private init(_ findings: Findings) {
    let ordered = findings.list.enumerated().sorted { a, b in
      let (x, y) = (a.element.place, b.element.place)
      if x.file != y.file { return x.file < y.file }
      return (x.line ?? 0, a.offset) < (y.line ?? 0, b.offset)
    }
    self.findings = Causes.fold(ordered.map(\.element))
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
      DirectionRules.compare(pair, &findings)
      SimulcastRules.compare(pair, &findings)
    }
    StreamRules.compare(offer, answer, &findings)
  }
}

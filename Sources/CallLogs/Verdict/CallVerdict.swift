public import Metrics
public import SDPRules

/// What a person gave of one call, judged together: what is wrong, causes first along the chain, and the first broken link.
public struct CallVerdict: Sendable {
  /// The worst first, then in the order of the chain; what follows from another stands under it.
  public let findings: [Finding]
  /// Nil: there is nothing to explain.
  public let diagnosis: Diagnosis?

  /// - Parameters:
  ///   - names: of the files that the places of findings count in.
  ///   - facts: links that held.
  ///   - traced: what the trace of a run says already; it knows more than single files do.
  public init(
    _ findings: [Finding], names: [String], facts: [CallFact] = [], traced: Diagnosis? = nil
  ) {
    let ordered = findings.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if x.severity != y.severity { return x.severity > y.severity }
      return (CauseTable.stage(of: x), a.offset) < (CauseTable.stage(of: y), b.offset)
    }.map(\.element)
    self.findings = CrossFolding.fold(ordered)
    let first = self.findings.first { finding in
      finding.severity == .error
        || (finding.severity == .warning && Self.isOfCall(finding))
    }
    let own = first.flatMap { finding in
      CauseTable.cause(of: finding).map { Self.diagnosis(finding, $0, names, facts) }
    }
    guard let traced else {
      diagnosis = own
      return
    }
    // What breaks first, breaks the rest; a trace that is of quality only gives way to an error.
    let isEarlier = own.map { $0.cause.stage < traced.cause.stage } ?? false
    let isWorse = traced.symptom.isOfQuality && first?.severity == .error
    diagnosis = first?.severity == .error && (isEarlier || isWorse) ? own : traced
  }

  /// A description that is no more than odd explains nothing, nor does loss that nobody saw.
  private static func isOfCall(_ finding: Finding) -> Bool {
    if finding.id == CaptureRules.loss.id, finding.consequences.isEmpty { return false }
    return (Rule.captures + Rule.logs).contains { $0.id == finding.id }
  }

  /// One line: "relay-refused (gathering): …"; nil where there is no diagnosis.
  public var sentence: String? {
    diagnosis.map { "\($0.cause.id) (\($0.cause.stage.rawValue)): \($0.sentence)" }
  }

  private static func diagnosis(
    _ finding: Finding, _ cause: Cause, _ names: [String], _ facts: [CallFact]
  ) -> Diagnosis {
    let shown = ([finding] + finding.consequences).prefix(Diagnosis.evidenceLimit)
    let evidence = shown.map { finding in
      let name = names.indices.contains(finding.place.file) ? names[finding.place.file] : nil
      return Evidence(finding.message, file: name, line: finding.place.line)
    }
    return Diagnosis(
      cause, symptom: symptom(finding, cause), mid: finding.place.mid, sentence: finding.message,
      evidence: evidence, cleared: cleared(cause.stage, facts), clause: finding.clause,
      fix: finding.fix)
  }

  /// Its own link by another name, the links before it, the nearest first, then those behind it.
  private static func cleared(_ stage: CallStage, _ facts: [CallFact]) -> [Diagnosis.Suspect] {
    let others = facts.filter { $0.stage == stage && $0.suspect != stage.rawValue }
    let stages =
      CallStage.allCases.filter { $0 < stage }.reversed() + CallStage.allCases.filter { $0 > stage }
    let links = stages.compactMap { stage in facts.first { $0.stage == stage } }
    return (others + links).prefix(Diagnosis.suspectLimit).map {
      Diagnosis.Suspect($0.suspect, clearedBy: $0.text)
    }
  }

  private static func symptom(_ finding: Finding, _ cause: Cause) -> Symptom {
    if finding.severity != .error {
      switch cause.stage {
      case .sync: return .apart
      case .render where cause != .renderingSlow: return .freezes
      default:
        return finding.id == "packet-loss" || finding.id == "nack-unanswered"
          ? .freezes
          : finding.id.hasPrefix("turn") || finding.id.hasPrefix("stun")
            ? .unnoticed : .lateFirstFrame
      }
    }
    if cause == .consentLost { return .callDropped }
    return switch cause.stage {
    case .signalling where cause != .candidatesBeforeDescription && cause != .candidatesMissing:
      .noCall
    case .signalling, .gathering, .checks, .dtls: .noConnection
    case .agreement: .noMedia
    case .srtp, .rtp: .noMedia
    case .depacketize, .decode, .render: .blackPicture
    case .sync: .apart
    }
  }
}

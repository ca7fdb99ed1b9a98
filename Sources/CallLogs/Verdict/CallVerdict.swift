public import Metrics
public import SDPRules

/// What a person gave of one call, judged together: what is wrong, causes first along the chain, and the first broken link.
public struct CallVerdict: Sendable {
  /// The worst first, then in the order of the chain; what follows from another stands under it.
  public let findings: [Finding]
  /// Nil: there is nothing to explain.
  public let diagnosis: Diagnosis?
  /// What a person saw or heard of it; nil: nothing that was given shows that.
  public let seen: Symptom?

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
      // What has no cause, such as descriptions of another call, says nothing of this one.
      CauseTable.cause(of: finding) != nil
        && (finding.severity == .error
          || (finding.severity == .warning && Self.isOfCall(finding)))
    }
    let own = first.flatMap { finding in
      CauseTable.cause(of: finding).map { Self.diagnosis(finding, $0, names, facts) }
    }
    let ownSeen = first.flatMap { finding in
      own.flatMap { Self.seen(finding, $0, facts) }
    }
    guard let traced else {
      diagnosis = own
      seen = ownSeen
      return
    }
    // What breaks first, breaks the rest; a trace that is of quality only gives way to an error.
    let isEarlier = own.map { $0.cause.stage < traced.cause.stage } ?? false
    let isWorse = traced.symptom.isOfQuality && first?.severity == .error
    let isOwn = first?.severity == .error && (isEarlier || isWorse)
    diagnosis = isOwn ? own : traced
    seen = isOwn ? ownSeen : traced.symptom
  }

  /// The symptom, where something shows it: logs tell what became of a call, captures whether it connected. Descriptions
  /// say what a call would be, packets nothing of pictures.
  private static func seen(
    _ finding: Finding, _ diagnosis: Diagnosis, _ facts: [CallFact]
  ) -> Symptom? {
    let isShown = ([finding] + finding.consequences).contains { finding in
      Rule.logs.contains { $0.id == finding.id }
        || (finding.severity == .error && Rule.captures.contains { $0.id == finding.id }
          && CauseTable.stage(of: finding) <= .dtls)
    }
    guard isShown else { return nil }
    // A link behind it held: the call went on all the same.
    let reached: CallStage? =
      switch diagnosis.symptom {
      case .noCall, .noConnection: .dtls
      case .noMedia: .rtp
      case .blackPicture, .oneWayMedia, .silence: .render
      case .frozenPicture, .freezes, .lateFirstFrame, .apart, .callDropped, .unnoticed: nil
      }
    guard let reached else { return diagnosis.symptom }
    let wentOn = facts.contains { $0.stage >= reached && $0.stage > diagnosis.cause.stage }
    return wentOn ? nil : diagnosis.symptom
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
    guard finding.severity == .error else { return blemish(finding, cause) }
    if cause == .consentLost { return .callDropped }
    return switch cause.stage {
    case .signalling where cause != .candidatesBeforeDescription && cause != .candidatesMissing:
      .noCall
    case .signalling, .gathering, .checks, .dtls: .noConnection
    case .agreement, .srtp, .rtp: .noMedia
    case .depacketize, .decode, .render: .blackPicture
    case .sync: .apart
    }
  }

  /// Of a call that came up.
  private static func blemish(_ finding: Finding, _ cause: Cause) -> Symptom {
    switch cause.stage {
    case .sync: return .apart
    case .render where cause != .renderingSlow: return .freezes
    default: break
    }
    if [CaptureRules.loss.id, CaptureRules.nackUnanswered.id].contains(finding.id) {
      return .freezes
    }
    let isOfServer = finding.id.hasPrefix("turn") || finding.id.hasPrefix("stun")
    return isOfServer ? .unnoticed : .lateFirstFrame
  }
}

public import Metrics
public import SDPRules

/// Why a call is as it is: the first broken link of its chain, from signalling to sync; nil: there is nothing to explain.
///
/// - Parameters:
///   - capture: what the packets of the call show, of `CaptureRules`; empty: nothing, or nobody looked.
///   - captureNames: of the files that the places of these findings count in.
///   - complaints: what is to be explained of a call that came up. What keeps it from coming up always is.
public func diagnose(
  _ analysis: Analysis, capture: [Finding] = [], captureNames: [String] = [],
  complaints: Complaints = .any
) -> Diagnosis? {
  let evidence = CaptureEvidence(capture, names: captureNames, analysis)
  return Examination(analysis, capture: evidence, complaints: complaints).diagnosis
}

/// One call under examination: a function for each link of the chain, in a file of its own.
struct Examination {
  let analysis: Analysis
  let descriptions: DescriptionEvidence
  let capture: CaptureEvidence
  let complaints: Complaints
  /// Who takes part in a call.
  let parties: [Int]

  init(_ analysis: Analysis, capture: CaptureEvidence, complaints: Complaints) {
    self.analysis = analysis
    descriptions = DescriptionEvidence(analysis)
    self.capture = capture
    self.complaints = complaints
    parties = analysis.peers.indices.filter { !analysis.peers[$0].phones.isEmpty }
  }

  var diagnosis: Diagnosis? {
    let chain: [() -> BrokenLink?] = [
      signalling, gathering, checks, handshake, lostConsent, protection, missingMedia,
      rejectedSections, lostExtensions, timestamps, smoothness, lateness, synchrony,
      otherMissingMedia,
    ]
    return chain.lazy.compactMap { $0() }.first?.diagnosis(clearing: self)
  }

  func name(_ index: Int) -> String { analysis.peers[index].name }

  /// Who is at the other end of a peer's call.
  func far(_ index: Int) -> Int? { analysis.farSide(of: index) }

  func farName(_ index: Int) -> String { far(index).map { name($0) } ?? "the far side" }
}

/// A broken link, before the others are cleared.
struct BrokenLink {
  var cause: Cause
  var symptom: Symptom
  /// Whom it concerns; nil: nobody in particular.
  var peer: Int?
  var mid: String?
  var sentence: String
  var evidence: [Evidence]
  var clause: String?
  var fix: String?
  /// What else was near; empty: the links of the chain before it.
  var cleared: [Diagnosis.Suspect] = []

  init(
    _ cause: Cause, _ symptom: Symptom, peer: Int? = nil, mid: String? = nil, _ sentence: String,
    _ evidence: [Evidence]
  ) {
    self.cause = cause
    self.symptom = symptom
    self.peer = peer
    self.mid = mid
    self.sentence = sentence
    self.evidence = evidence
  }

  /// Its law and its remedy are those of the rule that is broken; nil: those of the cause.
  mutating func adopt(_ finding: Finding?) {
    clause = finding?.clause
    fix = finding?.fix
  }

  func diagnosis(clearing examination: Examination) -> Diagnosis {
    let suspects =
      cleared.isEmpty ? examination.suspects(before: cause.stage, at: peer) : cleared
    return Diagnosis(
      cause, symptom: symptom, peer: peer.map(examination.name), mid: mid, sentence: sentence,
      evidence: Array(evidence.prefix(Diagnosis.evidenceLimit)),
      cleared: Array(suspects.prefix(Diagnosis.suspectLimit)), clause: clause, fix: fix)
  }
}

/// Why a call is as it is: the first broken link of its chain, with what shows it.
public struct Diagnosis: Hashable, Sendable {
  /// What else could have been the cause, and the fact that says it is not.
  public struct Suspect: Hashable, Sendable {
    /// "dtls", "loss".
    public var name: String
    /// "connected at 0.42 s with SRTP_AEAD_AES_128_GCM".
    public var clearedBy: String

    public init(_ name: String, clearedBy: String) {
      self.name = name
      self.clearedBy = clearedBy
    }
  }

  /// Suspects that were not it; more of them do not help.
  public static let suspectLimit = 2
  /// Evidence beyond that tells nothing new.
  public static let evidenceLimit = 8

  public var symptom: Symptom
  public var cause: Cause
  /// Who is concerned: a peer's name; nil: both, or nobody in particular.
  public var peer: String?
  /// The m-section (RFC 5888), where it is about one.
  public var mid: String?
  /// The whole verdict, one or two sentences.
  public var sentence: String
  /// The strongest first.
  public var evidence: [Evidence]
  /// Two at most, the nearest to the broken link first.
  public var cleared: [Suspect]
  /// The law that governs it; of a description, that of the rule it breaks.
  public var clause: String
  /// What to do, one sentence.
  public var fix: String

  public init(
    _ cause: Cause, symptom: Symptom, peer: String? = nil, mid: String? = nil, sentence: String,
    evidence: [Evidence] = [], cleared: [Suspect] = [], clause: String? = nil, fix: String? = nil
  ) {
    self.symptom = symptom
    self.cause = cause
    self.peer = peer
    self.mid = mid
    self.sentence = sentence
    self.evidence = evidence
    self.cleared = cleared
    self.clause = clause ?? cause.clause
    self.fix = fix ?? cause.fix
  }
}

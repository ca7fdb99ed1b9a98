public import SansIO

/// How a case, or one expectation of it, came out.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  case passed
  /// An expectation did not hold.
  case failed
  /// The harness, a peer or the machine broke.
  case error
  /// An estimate whose interval straddles its limit.
  case inconclusive
  case skipped
}

/// One expectation, judged.
public struct Judgement: Hashable, Sendable {
  /// "first frame", "extmap".
  public var name: String
  /// The peer, or the peers and the kind of media: "bob", "bob video".
  public var subject: String
  /// As a person reads it: "at most 2000", "agrees".
  public var limit: String
  /// Nil: it was not measured.
  public var measured: String?
  /// "ms", "fps", ""; of limit and measured alike.
  public var unit: String
  public var verdict: Verdict
  /// Why, in one sentence, when it is not obvious from the numbers.
  public var note: String?
  /// The id of the cause that a diagnosis explains it by; nil: it holds, or nothing explains it.
  public var cause: String?

  public init(
    name: String, subject: String, limit: String, measured: String?, unit: String, verdict: Verdict,
    note: String? = nil, cause: String? = nil
  ) {
    self.name = name
    self.subject = subject
    self.limit = limit
    self.measured = measured
    self.unit = unit
    self.verdict = verdict
    self.note = note
    self.cause = cause
  }
}

/// A number measured on a run. What was not measured is absent, not zero.
public struct Measurement: Hashable, Sendable {
  public var name: String
  public var subject: String
  public var value: FixedDecimal
  public var unit: String
  /// 95 % interval of an estimate.
  public var interval: ClosedRange<FixedDecimal>?

  public init(
    name: String, subject: String, value: FixedDecimal, unit: String,
    interval: ClosedRange<FixedDecimal>? = nil
  ) {
    self.name = name
    self.subject = subject
    self.value = value
    self.unit = unit
    self.interval = interval
  }
}

/// Everything the report says of one case.
public struct CaseResult: Hashable, Sendable {
  public var name: String
  /// The scenario file, as it was given.
  public var file: String
  public var world: String
  public var seed: UInt64
  public var verdict: Verdict
  public var warnings: [String]
  /// Why the verdict is what it is, when it is not `passed`.
  public var reason: String?
  /// Virtual in the simulated world.
  public var duration: Duration
  public var expectations: [Judgement]
  public var metrics: [Measurement]
  /// Why the call is as it is, where it is not as expected; nil: nothing to explain, or nothing that explains it.
  public var diagnosis: Diagnosis?
  /// Which time this is that the run makes the same call, counted from 1.
  public var attempt: Int
  /// Its cell in a table of stacks.
  public var pairing: Pairing?
  /// Who took part, of those that said what they are.
  public var implementations: [PeerImplementation]

  public init(
    name: String, file: String, world: String, seed: UInt64, verdict: Verdict,
    warnings: [String] = [], reason: String? = nil, duration: Duration = .zero,
    expectations: [Judgement] = [], metrics: [Measurement] = [], diagnosis: Diagnosis? = nil,
    attempt: Int = 1,
    pairing: Pairing? = nil, implementations: [PeerImplementation] = []
  ) {
    self.name = name
    self.file = file
    self.world = world
    self.seed = seed
    self.verdict = verdict
    self.warnings = warnings
    self.reason = reason
    self.duration = duration
    self.expectations = expectations
    self.metrics = metrics
    self.diagnosis = diagnosis
    self.attempt = attempt
    self.pairing = pairing
    self.implementations = implementations
  }

  /// The name with what tells the same call in another world, or made again, apart: "Basic call (live) #2".
  public var title: String { Self.title(name, world: world, attempt: attempt) }

  public static func title(_ name: String, world: String, attempt: Int) -> String {
    name + (world == "simulated" ? "" : " (\(world))") + (attempt > 1 ? " #\(attempt)" : "")
  }
}

/// The implementation that was one of the peers.
public struct PeerImplementation: Hashable, Sendable {
  /// "alice".
  public var peer: String
  /// "aiortc", in its own words.
  public var implementation: String
  public var version: String
  /// What it can of the agent protocol.
  public var level: Int
  /// What DTLS agreed on, as far as the peer tells: "DTLS 1.2, TLS_…, SRTP_…"; nil: nothing.
  public var security: String?
  /// What the scenario calls it: "Chromium beta"; nil: nothing of its own.
  public var label: String?

  public init(
    peer: String, implementation: String, version: String, level: Int, security: String? = nil,
    label: String? = nil
  ) {
    self.peer = peer
    self.implementation = implementation
    self.version = version
    self.level = level
    self.security = security
    self.label = label
  }
}

/// A cell in a table of who offers to whom.
public struct Pairing: Hashable, Sendable {
  /// What the cells of one table share: "Pairs", "Pairs, network=3g".
  public var table: String
  public var offerer: String
  public var answerer: String

  public init(table: String, offerer: String, answerer: String) {
    self.table = table
    self.offerer = offerer
    self.answerer = answerer
  }
}

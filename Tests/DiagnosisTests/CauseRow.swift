import Metrics
import SDPRules
import TestSupport
import Trace

@testable import Diagnosis

/// A call that shows a cause, and one that shows something near it and must not be taken for it.
struct CauseRow: Sendable {
  typealias Change = @Sendable (inout SampleCall) -> Void

  var cause: Cause
  /// What is seen of it; nil: that is not asked.
  var symptom: Symptom?
  /// What both calls have.
  var stage: Change
  var add: Change
  var capture: [Finding] = []
  /// Nil: the call of `stage` alone.
  var nearMiss: Change?
  var nearCapture: [Finding] = []

  func check(_ name: String, _ table: inout Table) {
    let found = diagnosis(add, capture)
    table.equal(found?.cause.id, cause.id, name)
    if let symptom { table.equal(found?.symptom, symptom, name) }
    table.holds(found?.sentence.hasSuffix(".") ?? false, "\(name): \(found?.sentence ?? "")")
    table.equal(found?.evidence.isEmpty, false, "\(name): without evidence")
    let near = diagnosis(nearMiss ?? { _ in }, nearCapture)
    let isOther = near?.cause != cause || (symptom != nil && near?.symptom != symptom)
    table.holds(isOther, "\(name): the near miss has it too")
  }

  private func diagnosis(_ change: Change, _ capture: [Finding]) -> Diagnosis? {
    let call = Samples.call {
      stage(&$0)
      change(&$0)
    }
    return Samples.diagnosis(call, capture: capture)
  }
}

// The words of the rows.
extension CauseRow {
  static let (alice, bob) = (Samples.alice, Samples.bob)

  static func event(_ ms: Int, _ peer: PeerID, _ kind: TraceEvent.Kind) -> TraceEvent {
    SampleCall.event(ms, peer, kind)
  }

  static func media(_ ms: Int, _ peer: PeerID, _ media: MediaEvent) -> TraceEvent {
    event(ms, peer, .media(media))
  }

  static func finding(_ rule: Rule, _ value: String? = nil) -> Finding {
    Samples.finding(rule, value)
  }

  /// Alice's target rate, which falls at the second instant.
  static func targets(_ high: Int, _ low: Int) -> [TraceEvent] {
    [(high, 300), (low, 30)].map {
      media($0.0, alice, .targetBitRate(mid: "1", .kilobits(Int64($0.1))))
    }
  }
}

import TestSupport
import Trace

@testable import Metrics

extension Table {
  /// One expectation of one call, and how it must come out; `note` is a part of the judgement's.
  mutating func row(
    _ name: String, _ expectation: Expected, _ verdict: Verdict, _ measured: String?,
    note: String? = nil, _ change: (inout SampleCall) -> Void = { _ in }
  ) {
    var call = SampleCall()
    change(&call)
    let judgement = judge([expectation], of: call.analysis)[0]
    equal(judgement.verdict, verdict, "\(name): verdict (\(judgement))")
    equal(judgement.measured, measured, "\(name): measured (\(judgement.note ?? ""))")
    if let note {
      holds(judgement.note?.contains(note) ?? false, "\(name): note is '\(judgement.note ?? "")'")
    }
  }
}

extension TraceEvent {
  func isMedia(_ fits: (MediaEvent) -> Bool) -> Bool {
    if case .media(let media) = kind { fits(media) } else { false }
  }

  var isRendered: Bool {
    isMedia { if case .rendered = $0 { true } else { false } }
  }

  var isMark: Bool {
    isMedia { if case .markPlayed = $0 { true } else { false } }
  }

  var isGathered: Bool {
    if case .ice(.gathering(.complete, _)) = kind { true } else { false }
  }
}

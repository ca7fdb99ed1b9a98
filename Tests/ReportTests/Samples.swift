import Metrics
import Report
import SansIO

/// A small case of each verdict, and text that would be dangerous if it were not escaped.
enum Samples {
  static let run = RunInfo(seed: 7, version: "0.1.0", title: "Scenarios")

  static let hostile =
    "<script>alert(1)</script> \"q\" 'a' & ]]> <!-- \u{0}\u{1b}\u{fffe}\u{202e} \r\n</details></pre>"

  static func decimal(_ units: Int64, _ places: Int = 0) -> FixedDecimal {
    FixedDecimal(units: units, places: places)
  }

  static func passed(_ name: String = "basic") -> CaseResult {
    CaseResult(
      name: name, file: "Scenarios/basic.yaml", world: "simulated", seed: 7, verdict: .passed,
      duration: .milliseconds(12_345),
      expectations: [
        Judgement(
          name: "first frame", subject: "bob", limit: "at most 2000", measured: "634", unit: "ms",
          verdict: .passed)
      ],
      metrics: [
        Measurement(name: "first frame", subject: "bob", value: decimal(634_123, 3), unit: "ms"),
        Measurement(
          name: "av drift", subject: "bob", value: decimal(-12, 1), unit: "ms/min",
          interval: decimal(-15, 1)...decimal(-9, 1)),
      ])
  }

  static func failed(_ name: String = "slow", reason: String? = nil, note: String? = "no PLI")
    -> CaseResult
  {
    CaseResult(
      name: name, file: "Scenarios/slow.yaml", world: "simulated", seed: 7, verdict: .failed,
      warnings: ["3 packets were discarded"], reason: reason, duration: .milliseconds(500),
      expectations: [
        Judgement(
          name: "connected", subject: "bob", limit: "at most 900", measured: "400", unit: "ms",
          verdict: .passed),
        Judgement(
          name: "first frame", subject: "bob", limit: "at most 2000", measured: nil, unit: "ms",
          verdict: .failed, note: note),
      ])
  }

  static func bare(_ verdict: Verdict, reason: String?) -> CaseResult {
    CaseResult(
      name: verdict.rawValue, file: "s.yaml", world: "simulated", seed: 7, verdict: verdict,
      reason: reason)
  }

  static let each = [
    passed(), bare(.skipped, reason: "no camera"), bare(.inconclusive, reason: "drift straddles"),
    bare(.error, reason: "worker died of signal 11"), failed(),
  ]

  /// Of a call that never connected; `text` wherever something from outside may stand.
  static func diagnosis(_ text: String) -> Diagnosis {
    Diagnosis(
      .dtlsNoCommonCipher, symptom: .noConnection, peer: text, mid: text, sentence: text,
      evidence: [
        Evidence(
          text, file: text, line: 12, packet: 17, at: .start + .milliseconds(1554),
          counter: .init(name: text, value: decimal(3))),
        Evidence(text, at: .start + .nanoseconds(1_234_567_891)),
      ],
      cleared: [.init(text, clearedBy: text)], clause: text, fix: text)
  }

  /// A call that never connected, with two expectations that follow from it.
  static var diagnosed: CaseResult {
    var result = failed(reason: "step 2, 'connected within 6s', timed out")
    result.diagnosis = diagnosis("no cipher suite in common")
    result.expectations[1].cause = "dtls-no-common-cipher"
    result.expectations.append(result.expectations[1])
    return result
  }

  /// A page that uses every field, with `text` wherever text may come from outside.
  static func page(_ text: String) -> CasePage {
    var result = failed(text, reason: text, note: text)
    result.file = text
    result.world = text
    result.warnings = [text]
    result.expectations[1].subject = text
    result.expectations[1].name = text
    result.expectations[1].limit = text
    result.expectations[1].unit = text
    result.expectations[0].measured = text
    result.expectations[0].cause = "no-answer"
    result.diagnosis = diagnosis(text)
    result.metrics = [Measurement(name: text, subject: text, value: decimal(1), unit: text)]
    let points = (0...4).map { CasePage.Chart.Point(x: decimal($0), y: decimal($0 * $0)) }
    return CasePage(
      result: result, slug: "slow",
      phases: [
        .init(name: text, subject: text, fromMilliseconds: decimal(0), toMilliseconds: decimal(40)),
        .init(name: text, subject: text, fromMilliseconds: decimal(9), toMilliseconds: decimal(88)),
      ],
      charts: [.init(title: text, unit: text, lines: [.init(name: text, points: points)])],
      links: [
        .init(
          subject: text, name: text, asked: decimal(40), measured: decimal(4012, 2), unit: text,
          period: text)
      ],
      descriptions: [.init(title: text, body: text), .init(title: text, body: text)],
      pictures: [.init(caption: text, mimeType: "image/webp", bytes: [1, 2, 3])],
      files: [.init(title: text, href: "cases/slow/trace.jsonl")])
  }
}

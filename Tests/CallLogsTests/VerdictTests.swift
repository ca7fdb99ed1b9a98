import CallLogs
import Metrics
import SDPRules
import TestSupport
import Testing

@Suite("The verdict on what was given of a call")
struct VerdictTests {
  private static func finding(
    _ id: String, file: Int = 0, value: String? = nil, severity: Severity? = nil,
    details: [FindingDetail] = []
  ) -> Finding {
    var finding = Finding(
      id: id, severity: severity ?? Rule.named(id)?.severity ?? .error, place: Place(file: file),
      value: value, clause: "", message: "\(id) in \(file)", fix: "")
    finding.details = details
    return finding
  }

  private static func late(_ dominant: String) -> Finding {
    finding("first-frame-late", file: 1, details: [FindingDetail("dominant", dominant)])
  }

  @Test("the first broken link, and what follows from it in other files")
  func verdicts() {
    var table = Table()
    let f = { (id: String) in Self.finding(id) }
    let other = { (id: String) in Self.finding(id, file: 1) }
    let rows: [(String, [Finding], cause: String?, [String])] = [
      ("nothing", [], nil, []),
      ("odd descriptions alone", [f("candidates-none")], nil, ["candidates-none"]),
      ("a broken description", [f("mline-order")], "descriptions-disagree", ["mline-order"]),
      (
        "the chain decides, not the order of files", [other("rtp-version"), f("setup-conflict")],
        "dtls-role-clash", ["setup-conflict", "rtp-version"]
      ),
      (
        "roles that clash in the description explain the handshake",
        [other("dtls-both-clients"), f("setup-conflict")], "dtls-role-clash",
        ["setup-conflict < dtls-both-clients"]
      ),
      (
        "a refused relay explains the silence in the capture",
        [f("ice-no-answer"), other("turn-allocation-failed")], "relay-refused",
        ["turn-allocation-failed < ice-no-answer"]
      ),
      (
        "slow gathering explains a first frame that is late by signalling",
        [Self.late("signalling"), f("ice-gathering-slow")], "gathering-waits-for-server",
        ["ice-gathering-slow < first-frame-late"]
      ),
      (
        "and not one that waits for a key frame",
        [Self.late("keyframe_wait"), f("ice-gathering-slow")], "gathering-waits-for-server",
        ["ice-gathering-slow", "first-frame-late"]
      ),
      (
        "a warning does not explain an error",
        [f("nack-unanswered"), other("first-frame-missing")],
        "no-answer", ["first-frame-missing", "nack-unanswered"]
      ),
      (
        "an error before pictures explains that there are none",
        [other("first-frame-missing"), f("payload-type-not-negotiated")],
        "payload-type-not-negotiated", ["payload-type-not-negotiated < first-frame-missing"]
      ),
      (
        "loss explains freezes",
        [Self.finding("packet-loss", severity: .warning), other("freezes")], "freezes-by-loss",
        ["packet-loss < freezes"]
      ),
      (
        "loss that nobody saw", [Self.finding("packet-loss", severity: .warning)], nil,
        ["packet-loss"]
      ),
      ("freezes alone", [f("freezes")], "freezes-unexplained", ["freezes"]),
      (
        "a server that does not answer refuses nothing",
        [Self.finding("turn-allocation-failed", value: "701")], "unreachable-candidates",
        ["turn-allocation-failed"]
      ),
      (
        "a server that refuses an allocation in the capture explains what its client logs",
        [f("turn-allocation-failed"), other("turn-request-refused")], "relay-refused",
        ["turn-request-refused < turn-allocation-failed"]
      ),
      (
        "a refused check is a matter of credentials",
        [Self.finding("stun-refused", severity: .error)], "credentials-wrong", ["stun-refused"]
      ),
      ("late by ICE", [Self.late("ice")], "checks-slow", ["first-frame-late"]),
      ("late by DTLS", [Self.late("ice+dtls")], "dtls-slow", ["first-frame-late"]),
    ]
    for (name, findings, cause, expected) in rows {
      let verdict = CallVerdict(findings, names: ["a", "b"])
      table.equal(verdict.diagnosis?.cause.id, cause, name)
      table.equal(verdict.findings.map { $0.id + $0.followers }, expected, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("suspects are cleared by what held: the own link, the links before it, those behind it")
  func suspects() {
    var table = Table()
    let facts = [
      CallFact(.agreement, "agreed"), CallFact(.gathering, suspect: "STUN", "answers"),
      CallFact(.dtls, "keys"), CallFact(.rtp, "no loss"),
    ]
    for (id, cleared) in [
      ("turn-allocation-failed", ["STUN: answers", "agreement: agreed"]),
      ("rtp-version", ["dtls: keys", "STUN: answers"]),
      ("mline-order", ["STUN: answers", "dtls: keys"]),
    ] {
      let verdict = CallVerdict([Self.finding(id, value: "401")], names: [], facts: facts)
      table.equal(
        verdict.diagnosis?.cleared.map { "\($0.name): \($0.clearedBy)" }, cleared, id)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a trace's diagnosis stands, unless a link before it broke")
  func traced() {
    var table = Table()
    let late = Diagnosis(.keyFrameLate, symptom: .lateFirstFrame, sentence: "late")
    let lost = Diagnosis(.consentLost, symptom: .callDropped, sentence: "lost")
    for (name, findings, traced, cause) in [
      ("alone", [], late, "key-frame-late"),
      ("a warning gives way", [Self.finding("freezes")], late, "key-frame-late"),
      ("quality gives way to an error", [Self.finding("rtp-version")], late, "rtp-version-wrong"),
      ("a later error", [Self.finding("setup-conflict")], lost, "consent-lost"),
      ("an error of media", [Self.finding("rtp-version")], lost, "consent-lost"),
      ("a broken description", [Self.finding("mline-order")], lost, "descriptions-disagree"),
    ] {
      let all = findings + [traced.finding(file: 1)]
      let verdict = CallVerdict(all, names: ["a", "trace.jsonl"], traced: traced)
      table.equal(verdict.diagnosis?.cause.id, cause, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what was seen is told where something shows it, and nothing says otherwise")
  func seen() {
    var table = Table()
    let media = [CallFact(.dtls, "keys"), CallFact(.rtp, "packets")]
    let rows: [(String, [Finding], [CallFact], Symptom?)] = [
      ("descriptions alone", [Self.finding("mline-order")], [], nil),
      ("credentials in descriptions", [Self.finding("ice-restart-incomplete")], [], nil),
      ("checks of a capture", [Self.finding("ice-no-answer")], [], .noConnection),
      (
        "a description, and the handshake that it breaks",
        [Self.finding("setup-conflict"), Self.finding("dtls-both-clients", file: 1)], [],
        .noConnection
      ),
      ("a call that connected all the same", [Self.finding("ice-no-answer")], media, nil),
      ("packets say nothing of pictures", [Self.finding("marker-per-nal")], media, nil),
      ("nor does a version", [Self.finding("rtp-version")], media, nil),
      ("a log of freezes", [Self.finding("freezes")], media, .freezes),
      ("a log of a failure", [Self.finding("ice-failed")], [], .noConnection),
    ]
    for (name, findings, facts, seen) in rows {
      table.equal(CallVerdict(findings, names: ["a", "b"], facts: facts).seen, seen, name)
    }
    let traced = Diagnosis(.keyFrameLate, symptom: .lateFirstFrame, sentence: "late")
    table.equal(CallVerdict([], names: [], traced: traced).seen, .lateFirstFrame, "a trace")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what a trace shows stands above what its packets show of the same")
  func tracedFirst() {
    var table = Table()
    let rows: [(String, Cause, Symptom, String, [String])] = [
      (
        "a handshake", .dtlsFlightTooLarge, .noConnection, "dtls-no-answer",
        ["dtls-flight-too-large < dtls-no-answer"]
      ),
      (
        "what came before it", .dtlsFlightTooLarge, .noConnection, "stun-username-wrong",
        ["stun-username-wrong", "dtls-flight-too-large"]
      ),
      (
        "freezes by another cause", .freezesUnexplained, .freezes, "nack-unanswered",
        ["freezes-unexplained", "nack-unanswered"]
      ),
      (
        "freezes by loss", .freezesByLoss, .freezes, "nack-unanswered",
        ["freezes-by-loss < nack-unanswered"]
      ),
    ]
    for (name, cause, symptom, id, expected) in rows {
      let traced = Diagnosis(cause, symptom: symptom, sentence: "traced")
      let verdict = CallVerdict(
        [traced.finding(file: 1), Self.finding(id)], names: [], traced: traced)
      table.equal(verdict.findings.map { $0.id + $0.followers }, expected, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("descriptions of another call explain nothing of this one")
  func otherCall() {
    let findings = [Self.finding("descriptions-of-another-call"), Self.finding("rtp-version")]
    let verdict = CallVerdict(findings, names: [])
    #expect(verdict.diagnosis?.cause == .rtpVersionWrong)
    #expect(verdict.findings.map(\.id) == ["descriptions-of-another-call", "rtp-version"])
  }

  @Test("every rule of captures and logs that is bad enough has a cause")
  func causes() {
    let without = [
      "capture-cut", "descriptions-of-another-call", "several-calls", "keys-of-another-call",
      "fragments-incomplete",
      "log-lines-unreadable", "log-says-too-little", "render-times-back",
    ]
    let silent = (Rule.captures + Rule.logs).filter { rule in
      let details = [FindingDetail("dominant", "ice"), FindingDetail("last_passed", "ice")]
      let finding = Self.finding(rule.id, severity: .error, details: details)
      return CallVerdict([finding], names: []).diagnosis == nil
    }
    #expect(silent.map(\.id) == without)
  }
}

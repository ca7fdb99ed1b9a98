import Metrics
import SansIO
import TestSupport
import Testing
import Trace

@testable import Report

@Suite("Tables of a whole run")
struct RunTablesTests {
  private static func pair(
    _ offerer: String, _ answerer: String, _ verdict: Verdict, reason: String? = nil,
    expectations: [Judgement] = [], attempt: Int = 1, table: String = "Pairs"
  ) -> CaseResult {
    CaseResult(
      name: "\(offerer) calls \(answerer)", file: "p.yaml", world: "live", seed: 1,
      verdict: verdict, reason: reason, expectations: expectations, attempt: attempt,
      pairing: Pairing(table: table, offerer: offerer, answerer: answerer))
  }

  private static func page(_ results: [CaseResult]) -> String {
    html(Samples.run, results.map { ($0, caseSection(CasePage(result: $0, slug: "s"))) })
  }

  @Test("pairs: each cell has its verdict and its reason, and leads to its case")
  func pairs() {
    let failure = Judgement(
      name: "failure", subject: "call", limit: "stage dtls", measured: "dtls", unit: "",
      verdict: .passed, note: "no common cipher & more")
    let results = [
      Self.pair("a", "a", .passed), Self.pair("a", "b", .failed, reason: "b <never> connected"),
      Self.pair("b", "a", .skipped, reason: "b is not installed"),
      Self.pair("b", "b", .passed, expectations: [failure]),
      Self.pair("a", "c", .passed, attempt: 1), Self.pair("a", "c", .failed, attempt: 2),
      Self.pair("a", "c", .passed, attempt: 3), Self.pair("x", "y", .passed, table: "Others"),
      Samples.passed(),
    ]
    let page = Self.page(results)
    var table = Table()
    table.equal(page.ranges(of: "<table class=\"pairs\">").count, 2, "a table for each set")
    let says = [
      "<th scope=\"row\">a</th>", "<th scope=\"col\">c</th>",
      "<td class=\"passed\" title=\"\"><span class=\"verdict\"><a href=\"#\(anchor(of: results[0]))\">passed</a>",
      "<span class=\"detail\">b &lt;never&gt; connected</span>",
      "<td class=\"skipped\" title=\"b is not installed\">",
      ">fails at dtls</a></span><span class=\"detail\">no common cipher &amp; more</span>",
      "<td class=\"known\"", ">failed</a> (2 of 3 passed)", "<td class=\"empty\"></td>",
    ]
    for text in says { table.holds(page.contains(text), text) }
    table.holds(!Self.page([Samples.passed()]).contains("class=\"pairs\""), "none without pairs")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("both worlds: what each measured, and the difference")
  func comparison() {
    var live = Samples.passed()
    live.world = "live"
    live.metrics = [
      Measurement(
        name: "first frame", subject: "bob", value: Samples.decimal(700_123, 3), unit: "ms"),
      Measurement(name: "bitrate video", subject: "bob", value: Samples.decimal(500), unit: "kbps"),
      Measurement(name: "psnr min", subject: "bob", value: Samples.decimal(30), unit: "dB"),
    ]
    live.verdict = .failed
    let page = Self.page([Samples.passed(), live, Self.pair("a", "b", .passed)])
    var table = Table()
    let says = [
      "<td class=\"number\">634</td><td class=\"number\">700</td><td class=\"number\">+66.0</td>",
      "<td class=\"number\">not measured</td><td class=\"number\">500</td><td class=\"number\"></td>",
      "differs",
    ]
    for text in says { table.holds(page.contains(text), text) }
    let start = page.firstRange(of: "Where the two worlds differ")?.lowerBound ?? page.startIndex
    let end = page[start...].firstRange(of: "</table>")?.lowerBound ?? page.endIndex
    table.holds(!page[start..<end].contains("psnr"), "only what a simulation has to get right")
    table.holds(
      !Self.page([live]).contains("Where the two worlds differ"), "none where only one ran")
    var skipped = live
    skipped.verdict = .skipped
    table.equal(
      WorldPair.all(in: [Samples.passed(), skipped]), [], "nothing to compare with a skipped one")
    table.equal(
      WorldPair.all(in: [Samples.passed(), live]).map(\.differs), [true], "verdicts differ")
    table.holds(page.contains("id=\"worlds\"><caption>Where"), "the terminal leads to the table")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what was made several times: the share of failures")
  func repetitions() {
    func result(_ attempt: Int, _ verdict: Verdict, world: String = "live") -> CaseResult {
      CaseResult(
        name: "n", file: "f.yaml", world: world, seed: 1, verdict: verdict, attempt: attempt)
    }
    let results = [
      result(1, .passed), result(2, .failed), result(3, .passed), result(4, .skipped),
      result(1, .passed, world: "simulated"), result(2, .passed, world: "simulated"),
      Samples.passed(),
    ]
    var table = Table()
    table.equal(
      Repetition.all(in: results).map { "\($0.title): \($0.share)" },
      ["n (live): 1 of 3 failed (33 %)", "n: 0 of 2 failed (0 %)"], "shares")
    let shares: [(verdicts: [Verdict], share: String)] = [
      ([.passed, .inconclusive, .passed], "1 of 3 inconclusive, 0 failed"),
      ([.failed, .inconclusive, .error], "2 of 3 failed (67 %), 1 inconclusive"),
      ([.skipped, .skipped], "never ran"),
    ]
    for row in shares {
      let made = row.verdicts.enumerated().map { result($0.offset + 1, $0.element) }
      table.equal(Repetition.all(in: made).map(\.share), [row.share], "\(row.verdicts)")
    }
    let doubtful = [result(1, .passed), result(2, .inconclusive)]
    table.holds(
      Self.page(doubtful).contains("<tr class=\"inconclusive\"><th scope=\"row\">n (live)"),
      "the page does not count what is inconclusive as failed")
    table.holds(Self.page(results).contains("1 of 3 failed (33 %)"), "page")
    let json = try? JSONValue(parsing: reportJSON(Samples.run, results))
    table.equal(
      json?["repeated"]?.arrayValue?.map { $0["failures"]?.integerValue }, [1, 0], "report.json")
    table.equal(
      json?["cases"]?.arrayValue?.map { $0["attempt"]?.integerValue },
      [nil, 2, 3, 4, nil, 2, nil], "attempts")
    let names = results.map(\.title)
    table.equal(Set(names).count, names.count, "\(names)")
    table.equal(
      results[1].rerun(), "callproof run f.yaml --seed 1 --filter n --world live", "rerun")
    table.equal(
      results[0].rerun(RunArguments(network: "3g", caseTimeout: 9)),
      "callproof run f.yaml --seed 1 --filter n --world live --network 3g --case-timeout 9",
      "rerun with what the run was told")
    var case0 = CasePage(result: results[0], slug: "s")
    case0.rerun = RunArguments(caseTimeout: 9)
    table.holds(caseSection(case0).contains("--world live --case-timeout 9<"), "and on the page")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a result with a pairing and an attempt reads back equal")
  func roundTrip() throws {
    var result = Self.pair("a", "b", .passed, attempt: 3)
    result.implementations = [
      PeerImplementation(
        peer: "alice", implementation: "a<b", version: "1.16.0", level: 4, security: "DTLS <1.2>"),
      PeerImplementation(
        peer: "bob", implementation: "chromium", version: "156", level: 4, label: "Beta <2>"),
      PeerImplementation(
        peer: "carol", implementation: "swift", version: "", level: 4, label: "ours"),
    ]
    var table = Table()
    table.equal(try CaseResult(json: result.json), result, "equal")
    table.holds(
      Self.page([result]).contains("alice: a&lt;b 1.16.0 (DTLS &lt;1.2&gt;)"),
      "the page says who it was")
    table.holds(
      Self.page([result]).contains(" · bob: Beta &lt;2&gt; (chromium 156) · carol: ours (swift)<"),
      "and by what name")
    table.equal(
      result.json["peers"]?.arrayValue?.map { $0["label"]?.stringValue },
      [nil, "Beta <2>", "ours"], "so does report.json")
    table.equal(try CaseResult(json: Samples.passed().json), Samples.passed(), "without either")
    for text in ["\"attempt\": 0", "\"attempt\": \"1\"", "\"pairing\": {}", "\"pairing\": 3"] {
      let line = Samples.passed().json.line.dropLast() + ", \(text)}"
      table.holds((try? CaseResult(json: JSONValue(parsing: String(line)))) == nil, text)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

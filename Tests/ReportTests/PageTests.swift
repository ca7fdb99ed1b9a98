import Metrics
import SansIO
import TestSupport
import Testing

@testable import Report

@Suite("The page")
struct PageTests {
  private func page(_ results: [CaseResult]) -> String {
    html(
      Samples.run,
      results.map { (result: $0, section: caseSection(CasePage(result: $0, slug: "s"))) })
  }

  @Test("failures first, every link has its target, an empty run says so")
  func order() throws {
    var table = Table()
    let source = page(Samples.each)
    table.equal(tags(of: source).fault, nil, "well formed")
    let places = Verdict.failuresFirst.map { verdict in
      source.firstRange(of: "<details class=\"case \(verdict.rawValue)\"")?.lowerBound
    }
    table.holds(!places.contains(nil), "a section each")
    let found = places.compactMap(\.self)
    table.holds(found == found.sorted(), "failures first")
    for result in Samples.each {
      let anchor = anchor(of: result)
      table.holds(source.contains("href=\"#\(anchor)\""), "link to \(result.name)")
      table.equal(source.split(separator: "id=\"\(anchor)\"").count, 2, "target \(result.name)")
      let isOpen = source.contains("<details class=\"case \(result.verdict.rawValue)\" open>")
      table.equal(isOpen, ![.passed, .skipped].contains(result.verdict), "open: \(result.name)")
    }
    table.holds(
      source.contains(
        "<title>1 failed, 1 error, 1 inconclusive, 1 skipped, 1 passed: Scenarios</title>"),
      "title")
    table.holds(source.contains("<td class=\"number\">1 of 2</td>"), "held")
    let empty = page([])
    table.equal(tags(of: empty).fault, nil, "an empty run is well formed")
    table.holds(empty.contains("No case ran"), "an empty run")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("of many reasons the table at the top has the first, the case all")
  func manyReasons() {
    let reasons = (1...9).map { "reason \($0)" }.joined(separator: "; ")
    let source = page([Samples.failed(reason: reasons)])
    #expect(
      source.contains("<td class=\"why\">reason 1; reason 2; reason 3; and 6 more<"), "\(source)")
    #expect(source.contains("<p class=\"reason failed\">\(reasons)</p>"))
  }

  @Test("the table at the top says what a diagnosis explains")
  func explained() {
    var result = Samples.failed()
    result.diagnosis = Samples.diagnosed.diagnosis
    let red = result.expectations.filter(\.verdict.isRed).map(\.sentence)
    let source = page([result])
    #expect(red.count == 1 && source.contains("<br>Red: \(red[0])<"), "\(source)")
    result.expectations.append(contentsOf: result.expectations)
    #expect(page([result]).contains("<br>Red: \(red[0]) (and 1 more)<"))
    #expect(page([Samples.diagnosed]).contains("<br>Red: 2 expectations could not be measured"))
    #expect(!page([Samples.failed()]).contains("<br>Red: "), "nothing explains it")
  }

  @Test("what is too long for its place is cut between words")
  func cut() {
    var table = Table()
    for (text, limit, expected) in [
      ("short", 10, "short"), ("exactly ten", 11, "exactly ten"),
      ("one two three four", 12, "one two…"), ("one two three", 8, "one two…"),
      ("one two three", 9, "one two…"), ("abcdefghijklmnop", 8, "abcdefg…"),
      ("a bcdefghijklmnop", 10, "a bcdefgh…"),
    ] {
      table.equal(shortened(text, to: limit), expected, text)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a diagnosis has a block of its own, and what it explains and was not measured is folded")
  func diagnosis() {
    let page = caseSection(CasePage(result: Samples.diagnosed, slug: "slow"))
    var table = Table()
    for part in [
      "<section class=\"diagnosis\">", "<code>dtls-no-common-cipher</code>", "<h4>Evidence</h4>",
      "<h4>Cleared</h4>", "<summary>2 not measured because of dtls-no-common-cipher</summary>",
    ] {
      table.holds(page.contains(part), "\(part) is missing")
    }
    let plain = caseSection(CasePage(result: Samples.failed(), slug: "slow"))
    table.holds(!plain.contains("diagnosis"), "none where there is none")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("hostile text changes no element, and nothing is loaded or run")
  func hostile() {
    var table = Table()
    let plain = caseSection(Samples.page("x\r\ny"))
    let hostile = caseSection(Samples.page(Samples.hostile))
    table.equal(tags(of: plain).fault, nil, "plain")
    table.equal(tags(of: hostile).fault, nil, "hostile")
    table.equal(tags(of: hostile).names, tags(of: plain).names, "the same elements")
    let whole = html(
      RunInfo(seed: 1, version: Samples.hostile, title: Samples.hostile, note: Samples.hostile),
      [(result: Samples.page(Samples.hostile).result, section: hostile)])
    table.equal(tags(of: whole).fault, nil, "the page")
    table.holds(!whole.contains("<script"), "script")
    table.holds(!whole.contains("http:") && !whole.contains("url("), "addresses")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("links lead below the page; pictures are pictures")
  func references() {
    var table = Table()
    let rows: [(String, String?)] = [
      ("cases/a/trace.jsonl", "cases/a/trace.jsonl"), ("a b?c#d", "a%20b%3fc%23d"),
      ("javascript:alert(1)", "javascript%3aalert(1)"), ("//evil", nil), ("/etc", nil),
      ("a/../../b", nil), ("", nil), ("..", nil), ("é\"", "%c3%a9%22"),
    ]
    for (path, href) in rows {
      var page = CasePage(result: Samples.passed(), slug: "s")
      page.files = [.init(title: "f", href: path)]
      let source = caseSection(page)
      let wanted = href.map { "<li><a href=\"\($0)\">f</a></li>" } ?? "<li>f</li>"
      table.holds(
        source.contains(replacing("(1)", with: "%281%29", in: wanted)), "\(path): \(wanted)")
    }
    for (bytes, text) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ] {
      table.equal(base64(Array(bytes.utf8)), text, "RFC 4648 §10: \(bytes)")
    }
    for (type, shown) in [("image/webp", true), ("image/svg+xml", false), ("text/html", false)] {
      var page = CasePage(result: Samples.passed(), slug: "s")
      page.pictures = [.init(caption: "p", mimeType: type, bytes: [0])]
      table.equal(caseSection(page).contains("<img"), shown, type)
    }
    let rerun = Samples.passed("it's <3").rerun()
    table.equal(
      rerun, "callproof run Scenarios/basic.yaml --seed 7 --filter 'it'\\''s <3'", "rerun")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("axes have round ticks")
  func axes() {
    var table = Table()
    let rows: [(Double, Double, Bool, [String])] = [
      (0, 812, true, ["0", "200", "400", "600", "800", "1000"]),
      (-37, 12, true, ["-40", "-30", "-20", "-10", "0", "10", "20"]),
      (0, 0, true, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
      (0, 29.97, false, ["0", "10", "20"]), (0, 0.003, true, ["0.000", "0.001", "0.002", "0.003"]),
      (
        0, 1e12, true,
        ["0", "200000000000", "400000000000", "600000000000", "800000000000", "1000000000000"]
      ),
    ]
    for (low, high, rounded, labels) in rows {
      let axis = Axis(from: low, to: high, tickCount: 5, rounded: rounded, drawnAt: (0, 100))
      table.equal(axis.ticks.map(\.label), labels, "\(low)...\(high)")
      table.equal(axis.position(axis.highest), 100, "end of \(low)...\(high)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("charts survive any numbers, break where nothing was measured, and thin what is dense")
  func charts() {
    var table = Table()
    func path(_ points: [(Int64, Int64)]) -> Substring {
      let points = points.map {
        CasePage.Chart.Point(x: Samples.decimal($0), y: Samples.decimal($1))
      }
      let chart = CasePage.Chart(title: "t", unit: "u", lines: [.init(name: "n", points: points)])
      let source = figure(chart).source
      table.equal(tags(of: source).fault, nil, "well formed")
      guard let start = source.firstRange(of: " d=\""),
        let end = source.firstRange(of: "\"/></svg>")
      else { return "" }
      return start.upperBound < end.lowerBound ? source[start.upperBound..<end.lowerBound] : ""
    }
    table.equal(
      path([(0, 0), (1, 10), (2, 5), (20, 10)]),
      "M52.0 192.0L75.7 10.0L99.4 101.0M526.0 10.0", "a gap")
    table.equal(path([]), "", "no point")
    let extremes: [[(Int64, Int64)]] = [
      [(0, .max), (1, .min)], [(.min, 0), (.max, 0)], [(5, 5)], [(3, 1), (3, 2)],
    ]
    for points in extremes { _ = path(points) }
    let dense = path((0..<20_000).map { (x: Int64) in (x, x % 7) })
    table.holds(dense.utf8.count < 20_000, "thinned to \(dense.utf8.count)")
    var bars: [CasePage.Bar] = []
    for (from, to) in [(Int64.min, Int64.max), (5, 1), (0, 0)] {
      bars.append(
        .init(
          name: "b", subject: "s", fromMilliseconds: Samples.decimal(from),
          toMilliseconds: Samples.decimal(to)))
    }
    table.equal(tags(of: waterfall(bars).source).fault, nil, "bars")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

public import Metrics
internal import SansIO

/// The whole of `index.html`: counts, a table of the cases with failures first, then their sections in the same order.
///
/// It loads nothing and runs no script, and tells the browser to refuse both.
/// - Parameter cases: each with its `caseSection`.
public func html(_ run: RunInfo, _ cases: [(result: CaseResult, section: String)]) -> String {
  let order = Verdict.failuresFirst
  let sorted = order.flatMap { verdict in cases.filter { $0.result.verdict == verdict } }
  let results = sorted.map(\.result)
  let sections = sorted.map { Markup(rendered: $0.section) }
  let page: Markup = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(headline(results)): \(run.title)</title>
    <style>
    \(stylesheet)</style>
    </head>
    <body>
    <header id="summary">
    <p class="brand">Callproof report</p>
    <h1>\(run.title)</h1>
    <p class="facts">Seed <b>\(String(run.seed))</b> · callproof \(run.version) · \(totals(results))</p>
    \(note(of: run))\(counts(results))</header>
    <main>
    \(pairTables(results))\(repetitionTable(results))\(comparisonTable(results))\
    \(summary(results))\(sections)</main>
    <footer>Times of simulated cases are virtual, those of live ones real. An interval beside a number is its 95 % interval.</footer>
    </body>
    </html>

    """
  return page.source
}

extension Verdict {
  static let failuresFirst: [Verdict] = [.failed, .error, .inconclusive, .skipped, .passed]
}

/// "2 failed, 8 passed": what stands in the browser's tab.
private func headline(_ results: [CaseResult]) -> String {
  let parts = Verdict.failuresFirst.compactMap { verdict -> String? in
    let count = results.count { $0.verdict == verdict }
    return count == 0 ? nil : "\(count) \(verdict.rawValue)"
  }
  return parts.isEmpty ? "no cases" : parts.joined(separator: ", ")
}

private func totals(_ results: [CaseResult]) -> String {
  let time = results.reduce(Duration.zero) { $0 + $1.duration }.seconds
  let expectations = results.reduce(0) { $0 + $1.expectations.count }
  return "\(counted(results.count, "case")) · \(counted(expectations, "expectation")) · "
    + "\(time.readable) s of calls"
}

private func note(of run: RunInfo) -> Markup {
  run.note.map { "<p class=\"reason inconclusive\">\($0)</p>\n" } ?? ""
}

/// Numbers large enough to be read from across the room, and a bar of their shares.
private func counts(_ results: [CaseResult]) -> Markup {
  guard !results.isEmpty else {
    return "<p class=\"reason failed\">No case ran, so nothing was shown.</p>\n"
  }
  var tiles: [Markup] = []
  var shares: [Markup] = []
  for verdict in Verdict.failuresFirst {
    let count = results.count { $0.verdict == verdict }
    let style = count == 0 ? "none" : verdict.rawValue
    tiles.append("<li class=\"\(style)\"><b>\(count)</b> \(verdict.rawValue)</li>")
    if count > 0 {
      shares.append("<span class=\"\(verdict.rawValue)\" style=\"flex-grow:\(count)\"></span>")
    }
  }
  return """
    <ul class="counts">\(tiles)</ul>
    <div class="shares" aria-hidden="true">\(shares)</div>

    """
}

private func summary(_ results: [CaseResult]) -> Markup {
  guard !results.isEmpty else { return "" }
  return """
    <table class="summary">
    <thead><tr><th>Verdict</th><th>Case</th><th>Why</th><th class="number">Held</th>\
    <th class="number">Time</th></tr></thead>
    <tbody>
    \(results.map(row))</tbody>
    </table>

    """
}

/// The first of many reasons; the case's own section has them all.
private func brief(_ reasons: String) -> String {
  var parts = reasons.split(separator: "; ")
  guard parts.count > 4 else { return reasons }
  let rest = parts.count - 3
  parts.removeLast(rest)
  return parts.joined(separator: "; ") + "; and \(rest) more"
}

private func row(_ result: CaseResult) -> Markup {
  let held = result.expectations.count { $0.verdict == .passed }
  var why: Markup = ""
  if result.verdict != .passed, let text = result.why { why += "\(brief(text))" }
  if let red = result.explained { why += "<br>Red: \(red)" }
  if !result.warnings.isEmpty {
    let separator: Markup = why.source.isEmpty ? "" : "<br>"
    let more = result.warnings.count > 1 ? " (and \(result.warnings.count - 1) more)" : ""
    why += "\(separator)<span class=\"warning\">Warning: \(result.warnings[0])\(more)</span>"
  }
  return """
    <tr class="\(result.verdict.rawValue)"><td>\(pill(result.verdict))</td>\
    <th scope="row"><a href="#\(anchor(of: result))">\(result.title)</a>\
    <span class="file">\(result.file)</span></th>\
    <td class="why">\(why)</td>\
    <td class="number">\(result.expectations.isEmpty ? "" : "\(held) of \(result.expectations.count)")</td>\
    <td class="number">\(result.duration.seconds.readable) s</td></tr>

    """
}

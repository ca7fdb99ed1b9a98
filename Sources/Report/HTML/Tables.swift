internal import Metrics
internal import SansIO

/// What was expected of a case: red ones first, as the reader looks for them.
func expectationTable(_ expectations: [Judgement]) -> Markup {
  guard !expectations.isEmpty else { return "" }
  let told = expectations.filter { !$0.isFolded }
  let folded = expectations.filter(\.isFolded)
  let shown = table(told.filter(\.verdict.isRed) + told.filter { !$0.verdict.isRed })
  guard let cause = folded.first?.cause else { return "<h3>Expectations</h3>\n" + shown }
  return """
    <h3>Expectations</h3>
    \(shown)<details class="more"><summary>\(folded.count) not measured because of \(cause)</summary>
    \(table(folded))</details>

    """
}

private func table(_ expectations: [Judgement]) -> Markup {
  guard !expectations.isEmpty else { return "" }
  return """
    <table class="expectations">
    <thead><tr><th>Verdict</th><th>Expectation</th><th>Of</th><th>Limit</th><th>Measured</th><th>Note</th></tr></thead>
    <tbody>
    \(expectations.map(row))</tbody>
    </table>

    """
}

private func row(_ judgement: Judgement) -> Markup {
  let measured: Markup =
    if let text = judgement.measured { "\(judgement.withUnit(text))" } else {
      "<span class=\"muted\">not measured</span>"
    }
  return """
    <tr class="\(judgement.verdict.rawValue)"><td>\(pill(judgement.verdict))</td>\
    <th scope="row">\(judgement.name)</th><td>\(judgement.subject)</td>\
    <td>\(judgement.withUnit(judgement.limit))</td><td class="measured">\(measured)</td>\
    <td class="note">\(judgement.note ?? "")</td></tr>

    """
}

/// What each link was asked for beside what its packets got, a table for each link.
func linkTables(_ links: [CasePage.LinkFigure]) -> Markup {
  let tables = distinct(links.map(\.subject)).map { subject -> Markup in
    """
    <table class="list links"><caption>\(subject)</caption>
    <thead><tr><th></th><th class="number">Asked</th><th class="number">Measured</th></tr></thead>
    <tbody>\(links.filter { $0.subject == subject }.map(row))</tbody></table>

    """
  }
  return tables.isEmpty ? "" : "<div class=\"lists narrow\">\n\(tables)</div>\n"
}

private func row(_ link: CasePage.LinkFigure) -> Markup {
  let period: Markup = link.period.map { "<br><span class=\"muted\">\($0)</span>" } ?? ""
  return """
    <tr><th scope="row">\(link.name) <span class="muted">\(link.unit)</span>\(period)</th>\
    <td class="number">\(link.asked?.readable ?? "no limit")</td>\
    <td class="number">\(link.measured?.readable ?? "not measured")</td></tr>

    """
}

/// All numbers, one list for each subject, side by side.
func measurementLists(_ metrics: [Measurement]) -> Markup {
  guard !metrics.isEmpty else { return "" }
  let lists = distinct(metrics.map(\.subject)).map { subject -> Markup in
    let rows = metrics.filter { $0.subject == subject }.map(row)
    return
      "<table class=\"list measurements\"><caption>\(subject)</caption><tbody>\(rows)</tbody></table>\n"
  }
  return """
    <details class="more"><summary>All \(metrics.count) measurements</summary>
    <div class="lists">
    \(lists)</div>
    </details>

    """
}

private func row(_ metric: Measurement) -> Markup {
  let interval: Markup =
    if let ends = metric.interval {
      "<br><span class=\"muted\">\(ends.lowerBound.readable) to \(ends.upperBound.readable)</span>"
    } else { "" }
  return """
    <tr><th scope="row">\(metric.name)</th>\
    <td class="number">\(metric.value.readable)\(interval)</td><td class="unit">\(metric.unit)</td></tr>
    """
}

/// Each text once, where it first stood.
func distinct(_ texts: [String]) -> [String] {
  var seen: Set<String> = []
  return texts.filter { seen.insert($0).inserted }
}

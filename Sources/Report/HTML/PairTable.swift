internal import Metrics

/// Who offers to whom: a table for each set of cases that a matrix spreads over the stacks of two peers.
func pairTables(_ results: [CaseResult]) -> Markup {
  let paired = results.filter { $0.pairing != nil }
  let names = distinct(paired.compactMap(\.pairing?.table)).sorted()
  let tables = names.map { name in
    pairTable(name, paired.filter { $0.pairing?.table == name })
  }
  return tables.reduce("") { $0 + $1 }
}

private func pairTable(_ name: String, _ results: [CaseResult]) -> Markup {
  let offerers = distinct(results.compactMap(\.pairing?.offerer)).sorted()
  let answerers = distinct(results.compactMap(\.pairing?.answerer)).sorted()
  let heads = answerers.map { name -> Markup in "<th scope=\"col\">\(name)</th>" }
  let rows = offerers.map { offerer -> Markup in
    let cells = answerers.map { answerer in
      cell(results.filter { $0.pairing?.offerer == offerer && $0.pairing?.answerer == answerer })
    }
    return "<tr><th scope=\"row\">\(offerer)</th>\(cells)</tr>\n"
  }
  return """
    <table class="pairs"><caption>\(name): who offers (down) to whom (across)</caption>
    <thead><tr><th></th>\(heads)</tr></thead>
    <tbody>
    \(rows)</tbody>
    </table>

    """
}

/// The worst of what came of one pair, and how much of it did.
private func cell(_ results: [CaseResult]) -> Markup {
  let order = Verdict.failuresFirst
  let worst = order.lazy.compactMap { verdict in results.first { $0.verdict == verdict } }.first
  guard let worst else { return "<td class=\"empty\"></td>" }
  let ran = results.count { $0.verdict != .skipped }
  let passed = results.count { $0.verdict == .passed }
  let share = results.count > 1 ? " (\(passed) of \(ran) passed)" : ""
  let known = worst.expectedFailure
  let style = worst.verdict == .passed && known != nil ? "known" : worst.verdict.rawValue
  let word =
    known.map { worst.verdict == .passed ? "fails at \($0.measured ?? "a stage")" : nil } ?? nil
  let detail = worst.verdict == .passed ? known?.note : worst.why
  let detailLine: Markup =
    detail.map { "<span class=\"detail\">\(shortened($0, to: 90))</span>" } ?? ""
  return """
    <td class="\(style)" title="\(detail ?? "")"><span class="verdict">\
    <a href="#\(anchor(of: worst))">\(word ?? worst.verdict.rawValue)</a>\(share)</span>\(detailLine)</td>
    """
}

extension CaseResult {
  /// Its judgement of a call that must not come up.
  var expectedFailure: Judgement? {
    expectations.first { $0.name == Analysis.failure && $0.subject == "call" }
  }
}

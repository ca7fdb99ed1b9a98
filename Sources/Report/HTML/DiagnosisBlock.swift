internal import Metrics

/// The verdict of the diagnosis, what shows it, and who was cleared.
func diagnosisBlock(_ diagnosis: Diagnosis?) -> Markup {
  guard let diagnosis else { return "" }
  let place = [diagnosis.peer, diagnosis.mid.map { "section \($0)" }].compactMap(\.self)
  let concerned: Markup = place.isEmpty ? "" : " · \(place.joined(separator: ", "))"
  return """
    <section class="diagnosis"><h3>Diagnosis</h3>
    <p class="sentence">\(diagnosis.sentence)</p>
    <p class="facts"><code>\(diagnosis.cause.id)</code> · breaks <b>\(diagnosis.cause.stage.rawValue)</b> · seen: \
    \(diagnosis.symptom.rawValue)\(concerned) · \(diagnosis.clause)</p>
    <p><b>What to do:</b> \(diagnosis.fix)</p>
    \(list("Evidence", diagnosis.evidence.map(item)))\(list("Cleared", diagnosis.cleared.map(item)))</section>

    """
}

private func list(_ title: String, _ items: [Markup]) -> Markup {
  items.isEmpty ? "" : "<h4>\(title)</h4>\n<ul>\n\(items)</ul>\n"
}

private func item(_ evidence: Evidence) -> Markup {
  let count: Markup = evidence.count.map { " <b>\($0)</b>" } ?? ""
  let place: Markup = evidence.place.map { " <span class=\"muted\">\($0)</span>" } ?? ""
  return "<li>\(evidence.text)\(count)\(place)</li>\n"
}

private func item(_ suspect: Diagnosis.Suspect) -> Markup {
  "<li><b>\(suspect.name)</b>: \(suspect.clearedBy)</li>\n"
}

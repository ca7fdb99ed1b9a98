import SDPRules

/// One description of a history, by name.
enum Text: Int, CaseIterable {
  case offer, answer, offer2, answer2
}

/// A change to a clean text.
struct Edit {
  var text: Text
  /// Only in that section; nil: in the whole text.
  var section: Int?
  var from: String
  var to: String
  /// Every occurrence, not the first alone.
  var isEverywhere = false
}

/// What a change does, and what must be said of it.
struct Row {
  enum Mode { case lint, pair, history }

  var id: String
  /// nil: a clean row, of which `id` is not said, and no error at all.
  var severity: Severity?
  var mode = Mode.pair
  var edits: [Edit]
  /// Where it must be said.
  var mline: Int?
  var value: String?
  /// The text of the line that is pointed to.
  var line: String?
}

/// Shorthand, so that a row is a line.
func offer(_ from: String, _ to: String, in section: Int? = nil, everywhere: Bool = false) -> Edit {
  Edit(text: .offer, section: section, from: from, to: to, isEverywhere: everywhere)
}
func answer(_ from: String, _ to: String, in section: Int? = nil, everywhere: Bool = false) -> Edit
{
  Edit(text: .answer, section: section, from: from, to: to, isEverywhere: everywhere)
}
func offer2(_ from: String, _ to: String, in section: Int? = nil, everywhere: Bool = false) -> Edit
{
  Edit(text: .offer2, section: section, from: from, to: to, isEverywhere: everywhere)
}
func answer2(_ from: String, _ to: String, in section: Int? = nil, everywhere: Bool = false) -> Edit
{
  Edit(text: .answer2, section: section, from: from, to: to, isEverywhere: everywhere)
}
func bad(
  _ id: String, _ severity: Severity = .error, _ mode: Row.Mode = .pair, at mline: Int? = nil,
  value: String? = nil, line: String? = nil, _ edits: Edit...
) -> Row {
  Row(id: id, severity: severity, mode: mode, edits: edits, mline: mline, value: value, line: line)
}
func clean(_ id: String, _ mode: Row.Mode = .pair, _ edits: Edit...) -> Row {
  Row(id: id, severity: nil, mode: mode, edits: edits)
}

extension Row {
  /// What is wrong with what the rules say; nil when nothing is.
  var failure: String? {
    var texts: [Text: String] = [
      .offer: Samples.offer, .answer: Samples.answer,
      .offer2: Samples.offer.replacing(
        "o=- 4962303333179871722 1", with: "o=- 4962303333179871722 2"),
      .answer2: Samples.answer.replacing(
        "o=- 7214009181620317114 1", with: "o=- 7214009181620317114 2"),
    ]
    let name =
      "\(id) \(edits.first.map { "\"\($0.from.prefix(40))\" → \"\($0.to.prefix(40))\"" } ?? "")"
    for edit in edits {
      guard let before = texts[edit.text], let after = before.edited(edit) else {
        return "\(name): the text to change is not there"
      }
      texts[edit.text] = after
    }
    let order: [Text] =
      switch mode {
      case .lint: edits.first?.text == .answer ? [.answer] : [.offer]
      case .pair: [.offer, .answer]
      case .history: [.offer, .answer, .offer2, .answer2]
      }
    let bytes = order.map { Samples.bytes(texts[$0] ?? "") }
    let findings = (mode == .lint ? SDPCheck.lint(bytes) : SDPCheck.check(bytes)).findings
    let said = findings.map {
      "\($0.severity.word) \($0.id) \($0.value ?? "") \($0.place.mline.map(String.init) ?? "-")"
    }
    let errors = findings.filter { $0.severity == .error && $0.id != id }
    if !errors.isEmpty {
      return "\(name): further errors: \(errors.map { "\($0.id): \($0.message)" })"
    }
    let matches = findings.filter { $0.id == id }
    guard let severity else {
      return matches.isEmpty ? nil : "\(name): said of a clean row: \(matches.map(\.message))"
    }
    let isRight = matches.contains { finding in
      finding.severity == severity && (mline == nil || finding.place.mline == mline)
        && (value == nil || finding.value == value)
        && (line == nil || line == texts[order[finding.place.file]]?.line(finding.place.line))
    }
    if !isRight { return "\(name): not said; only \(said)" }
    return matches.count > 1 ? "\(name): said \(matches.count) times: \(said)" : nil
  }
}

extension String {
  /// The line of that number, from 1.
  fileprivate func line(_ number: Int?) -> String? {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard let number, lines.indices.contains(number - 1) else { return nil }
    return String(lines[number - 1])
  }

  fileprivate func edited(_ edit: Edit) -> String? {
    var parts = components(separatedAt: "\nm=")
    let indices = edit.section.map { [$0 + 1] } ?? Array(parts.indices)
    if edit.section == nil {
      guard contains(edit.from) else { return nil }
      return edit.isEverywhere
        ? replacing(edit.from, with: edit.to)
        : replacing(edit.from, with: edit.to, maxReplacements: 1)
    }
    for index in indices where parts.indices.contains(index) {
      guard parts[index].contains(edit.from) else { return nil }
      parts[index] =
        edit.isEverywhere
        ? parts[index].replacing(edit.from, with: edit.to)
        : parts[index].replacing(edit.from, with: edit.to, maxReplacements: 1)
    }
    return parts.joined()
  }

  /// Before each occurrence of the mark, which stays with what follows; its line end stays in front.
  private func components(separatedAt mark: String) -> [String] {
    var parts: [String] = []
    var current = ""
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("m=") {
        parts.append(current)
        current = ""
      }
      current += line + "\n"
    }
    parts.append(String(current.dropLast()))
    return parts
  }
}

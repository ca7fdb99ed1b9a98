/// A comparison of two descriptions of one side, written for people and programs.
public struct DiffReport: Sendable {
  public var before: String
  public var after: String
  public var diff: DescriptionDiff

  public init(before: String, after: String, diff: DescriptionDiff) {
    self.before = before
    self.after = after
    self.diff = diff
  }

  public func written(as format: FindingReport.Format) -> String {
    switch format {
    case .text: text
    case .json: json
    case .markdown: markdown
    case .html: html
    case .sarif, .github:
      // Those have places and severities: a change is a finding there.
      FindingReport(files: [.init(name: before), .init(name: after)], findings: findings)
        .written(as: format)
    }
  }

  private var text: String {
    let visible = Escaping.visible
    var text = ""
    for change in diff.changes {
      text +=
        "\(change.grade.rawValue): \(visible(change.placeWithLines)): \(visible(change.subject)): \(visible(change.message))\n"
      if let before = change.before { text += "  - \(visible(before))\n" }
      if let after = change.after { text += "  + \(visible(after))\n" }
    }
    return text + visible(diff.verdict) + "\n"
  }

  private var json: String {
    func value(_ text: String?) -> String { text.map(Escaping.json) ?? "null" }
    let rows = diff.changes.map { change in
      let fields = [
        ("grade", value(change.grade.rawValue)),
        ("mline", change.mline.map { String($0) } ?? "null"),
        ("kind", value(change.kind)), ("mid", value(change.mid)),
        ("lineBefore", change.lineBefore.map { String($0) } ?? "null"),
        ("lineAfter", change.lineAfter.map { String($0) } ?? "null"),
        ("subject", value(change.subject)), ("before", value(change.before)),
        ("after", value(change.after)), ("message", value(change.message)),
      ]
      return "    {" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
    }
    let folded = FoldedChanges.Category.allCases.map {
      "\(Escaping.json($0.rawValue)): \(diff.folded.counts[$0] ?? 0)"
    }
    return """
      {
        "verdict": \(value(diff.verdict)),
        "before": \(value(before)),
        "after": \(value(after)),
        "changes": \(rows.isEmpty ? "[]" : "[\n\(rows.joined(separator: ",\n"))\n  ]"),
        "folded": {\(folded.joined(separator: ", "))}
      }

      """
  }

  private var markdown: String {
    let (escaped, code) = (Escaping.markdown, Escaping.markdownCode)
    var text = "**\(escaped(diff.verdict))**\n"
    if diff.changes.isEmpty { return text }
    text += "\n| grade | where | what | before | after | meaning |\n|---|---|---|---|---|---|\n"
    for change in diff.changes {
      let cells = [
        change.grade.rawValue, escaped(change.placeWithLines), escaped(change.subject),
        change.before.map(code) ?? "", change.after.map(code) ?? "", escaped(change.message),
      ]
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  private var html: String {
    let escaped = Escaping.html
    var rows = ""
    for change in diff.changes {
      let cells = [
        change.grade.rawValue, change.placeWithLines, change.subject, change.before ?? "",
        change.after ?? "", change.message,
      ]
      rows += "<tr>" + cells.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>\n"
    }
    let names = ["grade", "where", "what", "before", "after", "meaning"]
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Descriptions compared</title></head><body>
      <h1>\(escaped(diff.verdict))</h1>
      <p>\(escaped(before)) → \(escaped(after))</p>
      <table border="1"><tr>\(names.map { "<th>\($0)</th>" }.joined())</tr>
      \(rows)</table>
      </body></html>

      """
  }

  private var findings: [Finding] {
    diff.changes.map { change in
      let severity: Severity =
        switch change.grade {
        case .breaking: .error
        case .behaviour: .warning
        case .cosmetic: .info
        }
      let words = [change.before, change.after].map { $0 ?? "nothing" }.joined(separator: " → ")
      return Finding(
        id: "change-\(change.grade.rawValue)", severity: severity,
        // What is gone is told where it was.
        place: Place(
          file: change.lineAfter == nil && change.lineBefore != nil ? 0 : 1,
          line: change.lineAfter ?? change.lineBefore ?? 1, mline: change.mline, mid: change.mid,
          kind: change.kind),
        value: change.after ?? change.before, clause: "RFC 3264 §8",
        message: "\(change.subject): \(words). \(change.message)",
        fix: "Restore it, unless the change is meant.")
    }
  }
}

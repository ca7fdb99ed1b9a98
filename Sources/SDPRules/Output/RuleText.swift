extension Rule {
  /// The rule for a person: what it says, a bad and a good example, who refuses.
  public var text: String {
    var text = """
      \(id) (\(severity.word))
        \(title)
        law     \(clause)
        bad     \(bad)
        good    \(good)
        mend    \(fix)

      """
    for line in known { text += "  known   \(line)\n" }
    return text
  }

  /// Rules for a program: a list of objects.
  public static func json(_ rules: [Rule]) -> String {
    let list = rules.map { rule in
      let known = rule.behaviours.map(\.json)
      let fields = [
        ("id", rule.id), ("severity", rule.severity.word), ("title", rule.title),
        ("clause", rule.clause), ("bad", rule.bad), ("good", rule.good), ("fix", rule.fix),
      ]
      let lines =
        fields.map { "    \"\($0.0)\": \(Escaping.json($0.1))" }
        + ["    \"known\": [\(known.joined(separator: ", "))]"]
      return "  {\n\(lines.joined(separator: ",\n"))\n  }"
    }
    return "[\n\(list.joined(separator: ",\n"))\n]\n"
  }

  /// One line for each rule.
  public static var index: String {
    let width = catalogue.map(\.id.utf8.count).max() ?? 0
    return catalogue.map { rule in
      let id = rule.id + String(repeating: " ", count: width - rule.id.utf8.count)
      let severity =
        rule.severity.word + String(repeating: " ", count: 7 - rule.severity.word.utf8.count)
      return "\(id)  \(severity)  \(rule.title)\n"
    }.joined()
  }
}

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

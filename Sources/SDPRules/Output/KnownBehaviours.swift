extension Rule {
  /// Who is known to do what with a description that breaks the rule: a line for each response.
  var known: [String] {
    let words: [(Behaviour.Response, String)] = [
      (.refuses, "refused by"), (.refusesSome, "refused at times by"), (.suffers, "harms"),
      (.tolerates, "taken by"),
    ]
    return words.compactMap { response, words in
      let stacks = behaviours.filter { $0.response == response }
      guard !stacks.isEmpty else { return nil }
      return words + " " + stacks.map { "\($0.stack) (\($0.source))" }.joined(separator: ", ")
    }
  }
}

public import SDPRules

extension DescriptionLock {
  /// Reads a lock file.
  public static func parse(_ text: [UInt8], file: String) throws(ScenarioError) -> DescriptionLock {
    let root = LockNode(try YAMLParser.parse(text, file: file))
    let number = try root.field("lock")
    guard number.node.text == String(version) else {
      throw number.wrong("\(version), the version of lock files that this program writes")
    }
    var lock = DescriptionLock(cases: [])
    for item in try root.field("cases").elements {
      let name = try item.field("case").text
      var exchanges: [Exchange] = []
      for exchange in try item.field("exchanges").elements {
        let (offer, answer) = (try exchange.field("offer"), try exchange.field("answer"))
        exchanges.append(
          Exchange(
            offerer: try offer.field("peer").text, offer: try offer.meaning,
            answerer: try answer.field("peer").text, answer: try answer.meaning))
      }
      lock.cases.append(Case(name: name, exchanges: exchanges))
    }
    return lock
  }
}

/// A node of a lock file, read strictly: a person may have edited it, or a merge left it half.
private struct LockNode {
  let node: YAMLNode

  init(_ node: YAMLNode) { self.node = node }

  func wrong(_ expected: String) -> ScenarioError {
    ScenarioError(
      at: node.mark, found: node.found,
      expected: "\(expected) ('callproof lock --update' writes it anew)")
  }

  func optional(_ name: String) throws(ScenarioError) -> LockNode? {
    guard let entries = node.entries else { throw wrong("a map with '\(name)'") }
    return entries.first { $0.key == name }.map { LockNode($0.value) }
  }

  func field(_ name: String) throws(ScenarioError) -> LockNode {
    guard let found = try optional(name) else { throw wrong("a map with '\(name)'") }
    return found
  }

  var elements: [LockNode] {
    get throws(ScenarioError) {
      guard let elements = node.elements else { throw wrong("a list") }
      return elements.map { LockNode($0) }
    }
  }

  var text: String {
    get throws(ScenarioError) {
      guard let text = node.text else { throw wrong("a text") }
      return text
    }
  }

  var meaning: DescriptionMeaning {
    get throws(ScenarioError) {
      var meaning = DescriptionMeaning(bundles: [], sections: [])
      for group in try field("bundle").elements {
        var members: [Int] = []
        for member in try group.elements {
          guard let index = Int(try member.text) else {
            throw member.wrong("a number of a section")
          }
          members.append(index)
        }
        meaning.bundles.append(members)
      }
      for section in try field("sections").elements { meaning.sections.append(try section.section) }
      return meaning
    }
  }

  private var section: SectionMeaning {
    get throws(ScenarioError) {
      var section = SectionMeaning(kind: try field("kind").text)
      section.isRefused = try optional("refused")?.text == "true"
      section.direction = try optional("direction")?.text
      section.simulcast = try optional("simulcast")?.text
      for line in try optional("codecs")?.elements ?? [] {
        guard let codec = CodecMeaning(locked: try line.text) else {
          throw line.wrong("a codec such as 'VP8/90000 rtx feedback nack, nack pli'")
        }
        section.codecs.append(codec)
      }
      for line in try optional("extensions")?.elements ?? [] {
        section.extensions.append(try line.text)
      }
      return section
    }
  }
}

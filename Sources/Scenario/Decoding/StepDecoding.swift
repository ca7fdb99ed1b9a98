internal import Netem
internal import SansIO
internal import Trace

extension Decoding {
  static let stepLimit = 1000
  static let day: Duration = .seconds(86_400)

  /// The sentences, for errors.
  private static let sentences =
    "a step: 'alice dials bob', 'bob answers', 'connected within 5s', 'run for 20s', 'alice mutes audio',"
    + " 'alice unmutes video', 'alice hangs up' or {network: …}"
  private static let verbs = ["dials", "answers", "mutes", "unmutes", "hangs"]

  /// `call:`; nil where a step was not understood, so that what follows from it is not reported too.
  mutating func steps(_ node: YAMLNode, _ path: String) -> [Marked<Step>]? {
    guard let elements = node.elements, !elements.isEmpty, elements.count <= Self.stepLimit else {
      let found = node.elements.map { $0.isEmpty ? "an empty list" : "\($0.count) steps" }
      fail(
        node.mark, path, found: found ?? node.found,
        expected: "a list of steps, 1 to \(Self.stepLimit)")
      return nil
    }
    var result: [Marked<Step>] = []
    for (index, element) in elements.enumerated() {
      if let step = step(element, path.appending(index: index)) {
        result.append(Marked(step, mark: element.mark))
      }
    }
    return result.count == elements.count ? result : nil
  }

  private mutating func step(_ node: YAMLNode, _ path: String) -> Step? {
    if let entries = node.entries {
      let errorsBefore = errors.count
      guard let fields = fields(node, .step, path, "a step") else { return nil }
      guard entries.count == 1, let entry = fields.entry("network") else {
        if errors.count == errorsBefore { fail(node, path, expected: Self.sentences) }
        return nil
      }
      let changes = linkChanges(entry.value, path.appending(key: "network"))
      return errors.count == errorsBefore && !changes.isEmpty ? .network(changes) : nil
    }
    return sentence(node, path)
  }

  /// A step that is a sentence.
  mutating func sentence(_ node: YAMLNode, _ path: String) -> Step? {
    guard var phrase = Phrase(node) else {
      fail(node, path, expected: Self.sentences)
      return nil
    }
    let step: Step?
    if phrase.take("connected", "within") {
      step = duration(&phrase, in: .milliseconds(1)...Self.day, example: "5s", path).map {
        .connected(within: $0)
      }
    } else if phrase.take("run", "for") {
      step = duration(&phrase, in: .milliseconds(1)...Self.day, example: "20s", path).map {
        .run($0)
      }
    } else {
      step = peerSentence(&phrase, path)
    }
    return step.flatMap { end(phrase, path) ? $0 : nil }
  }

  /// A sentence that begins with a peer.
  private mutating func peerSentence(_ phrase: inout Phrase, _ path: String) -> Step? {
    guard let name = phrase.peek(), let verb = phrase.peek(1),
      peerNames.contains(name) || Self.verbs.contains(verb)
    else {
      let isPeer = phrase.peek().map { peerNames.contains($0) } ?? false
      fail(
        phrase.node, path, expected: Self.sentences, suggestion: isPeer ? nil : resembled(phrase))
      return nil
    }
    guard let peer = peer(name, at: phrase.mark(), path) else { return nil }
    _ = phrase.next()
    let verbMark = phrase.mark()
    _ = phrase.next()
    switch verb {
    case "dials":
      let mark = phrase.mark()
      guard let name = phrase.next() else {
        fail(phrase.node, path, expected: "whom \(name) dials")
        return nil
      }
      return self.peer(name, at: mark, path).map { .dial(caller: peer, callee: $0) }
    case "answers": return .answer(peer)
    case "mutes", "unmutes":
      let kinds = TrackKind.allCases.map(\.rawValue)
      guard let kind = phrase.peek().flatMap(TrackKind.init(rawValue:)) else {
        fail(
          phrase.mark(), path, found: phrase.found(), expected: Self.choice(kinds),
          suggestion: phrase.peek().flatMap { Scenario.nearest($0, in: kinds) })
        return nil
      }
      _ = phrase.next()
      return .mute(peer, kind, verb == "mutes")
    case "hangs" where phrase.take("up"): return .hangUp(peer)
    default:
      let verbs = ["dials", "answers", "mutes", "unmutes", "hangs up"]
      fail(
        verbMark, path, found: "'\(YAMLNode.shortened(verb))'",
        expected: "what \(name) does (\(verbs.joined(separator: ", ")))",
        suggestion: Scenario.nearest(verb, in: verbs + ["hangs"]).map {
          $0 == "hangs" ? "hangs up" : $0
        })
      return nil
    }
  }

  /// The sentence that was meant where its first words are misspelled.
  private func resembled(_ phrase: Phrase) -> String? {
    let beginnings = [("connected", "within"), ("run", "for")]
    for (first, second) in beginnings {
      let firsts = phrase.peek().flatMap { Scenario.nearest($0, in: [first]) }
      guard firsts != nil else { continue }
      return "\(first) \(second) \(phrase.peek(2) ?? phrase.peek(1) ?? "5s")"
    }
    return nil
  }
}

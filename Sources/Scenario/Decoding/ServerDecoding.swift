internal import SansIO

extension Decoding {
  /// `servers:`, in file order.
  mutating func servers(_ node: YAMLNode, _ path: String) -> [ServerPlan] {
    guard let entries = node.entries, entries.count <= Self.peerLimit else {
      fail(node, path, expected: "a map of servers, such as {stun1: {stun: working}}")
      return []
    }
    var result: [ServerPlan] = []
    for entry in entries {
      let path = path.appending(key: entry.key)
      name(entry, path, taken: [], "server")
      var plan = ServerPlan(name: entry.key, kind: .stun, behaviour: .working)
      if let fields = fields(entry.value, .server, path, "a server") {
        guard let kind = fields.entries.first, fields.entries.count == 1 else {
          // An unknown key has been reported.
          if entry.value.entries?.isEmpty == true {
            fail(fields.mark, path, found: "an empty map", expected: "{stun: working}")
          } else if fields.entries.count > 1 {
            fail(
              fields.mark, path, found: "\(fields.entries.count) kinds of server",
              expected: "one: {stun: working} or {turn: working}")
          }
          continue
        }
        plan.kind = ServerPlan.Kind(rawValue: kind.key) ?? plan.kind
        plan.behaviour =
          plan.kind == .turn
          ? turnBehaviour(kind.value, path.appending(key: kind.key))
          : behaviour(kind.value, path.appending(key: kind.key)) ?? plan.behaviour
      }
      result.append(plan)
    }
    return result
  }

  private mutating func behaviour(_ node: YAMLNode, _ path: String) -> ServerPlan.Behaviour? {
    guard var phrase = Phrase(node) else {
      fail(node, path, expected: "working, slow 800ms or dead")
      return nil
    }
    if phrase.take("slow") {
      let delay = duration(
        &phrase, in: .milliseconds(1) ... .seconds(600), example: "800ms", path)
      return delay.flatMap { end(phrase, path) ? .slow($0) : nil }
    }
    let isWorking = phrase.take("working")
    guard isWorking || phrase.take("dead") else {
      fail(
        node, path, expected: "working, slow 800ms or dead",
        suggestion: phrase.peek().flatMap { Scenario.nearest($0, in: ["working", "slow", "dead"]) })
      return nil
    }
    return end(phrase, path) ? (isWorking ? .working : .dead) : nil
  }

  /// A TURN server is a real one, which cannot be told to be slow.
  private mutating func turnBehaviour(_ node: YAMLNode, _ path: String) -> ServerPlan.Behaviour {
    switch node.text {
    case "working": return .working
    case "dead": return .dead
    default:
      fail(
        node, path, expected: "working or dead",
        suggestion: node.text.flatMap { Scenario.nearest($0, in: ["working", "dead"]) })
      return .working
    }
  }
}

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
        let path = path.appending(key: kind.key)
        if kind.value.entries != nil {
          plan.behaviour =
            publicServer(kind.value, plan.kind, path).map { .external($0) } ?? plan.behaviour
        } else {
          plan.behaviour =
            plan.kind == .turn
            ? turnBehaviour(kind.value, path)
            : behaviour(kind.value, path) ?? plan.behaviour
        }
      }
      result.append(plan)
    }
    return result
  }

  /// A server outside the run; a TURN server wants to know who asks (RFC 8656 §5).
  private mutating func publicServer(
    _ node: YAMLNode, _ kind: ServerPlan.Kind, _ path: String
  ) -> PublicServer? {
    guard let fields = fields(node, .publicServer, path, "a public server") else { return nil }
    guard let entry = fields.entry("public") else {
      // An unknown key, which may have been meant for it, has been reported.
      if fields.entries.count == node.entries?.count {
        fail(
          fields.mark, path, found: "no 'public'",
          expected: "where it is, such as {public: stun.example.org:3478}")
      }
      return nil
    }
    guard var server = entry.value.text.flatMap(PublicServer.init(parsing:)) else {
      fail(
        entry.value, path.appending(key: "public"),
        expected: "a name or an address and its port, such as stun.example.org:3478")
      return nil
    }
    fields.with("username") { server.username = line($0, $1, "a user's name") ?? "" }
    fields.with("credential") { server.credential = line($0, $1, "the user's password") ?? "" }
    for key in ["username", "credential"] {
      let found = fields.entry(key)
      if kind == .turn, found == nil {
        fail(
          fields.mark, path, found: "no '\(key)'",
          expected: "it: a TURN server relays for users that it knows")
      } else if kind == .stun, let found {
        fail(
          found.keyMark, path, found: "'\(key)' of a STUN server",
          expected: "nothing: it answers everybody")
      }
    }
    return server
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

internal import SansIO
internal import Trace

extension Scenario {
  /// The words for implementations that a peer may be; which of them a machine has is for the run to say.
  ///
  /// `agent` is a program of the user's own that speaks the agent protocol: `binary:` names it.
  public static let stacks = [
    "swift", "chromium", "firefox", "aiortc", "gstreamer", "janus", "libwebrtc", "pion",
    "libdatachannel", "agent",
  ]
}

extension Decoding {
  private static let flagLimit = 64
  /// Their agents are scripts of ours that take none; `binary` is the interpreter.
  private static let stacksWithoutArguments = [
    "aiortc", "gstreamer", "libwebrtc", "libdatachannel",
  ]

  /// What a peer is made of: its implementation, the program, its addresses, and whom it serves.
  mutating func stack(_ fields: Fields, _ plan: inout PeerPlan) {
    fields.with("stack") { node, path in
      plan.stackMark = node.mark
      plan.stack = known(node, path, "an implementation", Scenario.stacks) ?? plan.stack
    }
    fields.with("binary") { plan.binary = line($0, $1, "the path of a program") }
    fields.with("flags") { plan.flags = flags($0, $1) }
    fields.with("label") { plan.label = line($0, $1, "a name for reports, such as Chromium beta") }
    fields.with("ip") { plan.families = word($0, $1, "addresses") ?? plan.families }
    fields.with("forwards") { plan.forwards = otherPeer($0, $1, than: plan.name) }
    fields.with("host") { plan.host = otherPeer($0, $1, than: plan.name) }
    if plan.stack == "swift" {
      for key in ["binary", "flags"] {
        guard let entry = fields.entry(key) else { continue }
        fail(
          entry.keyMark, fields.path, found: "'\(key)' of a swift peer",
          expected: "nothing: the swift peer is part of callproof")
      }
    }
    if Self.stacksWithoutArguments.contains(plan.stack), let entry = fields.entry("flags") {
      fail(
        entry.keyMark, fields.path, found: "'flags' of a peer that is \(plan.stack)",
        expected: "nothing: its agent takes no arguments")
    }
    // A program of the user's own is told both (the agent protocol), and may heed them.
    if plan.isForeign, plan.stack != "agent" {
      for (key, what) in [("clock", "a clock that can be set"), ("dtls", "DTLS settings")] {
        guard let entry = fields.entry(key) else { continue }
        fail(
          entry.keyMark, fields.path, found: "'\(key)' of a peer that is \(plan.stack)",
          expected: "nothing: only swift peers have \(what)")
      }
    }
    if plan.stack == "agent", plan.binary == nil, fields.entry("binary") == nil {
      fail(
        plan.stackMark, fields.path, found: "an agent without a program",
        expected: "'binary: PATH', a program that speaks the agent protocol")
    }
  }

  /// Foreign implementations keep their own order of codecs unless the file gives one.
  func leaveOrder(_ fields: Fields, _ plan: inout PeerPlan) {
    guard plan.isForeign else { return }
    func gives(_ kind: String) -> Bool {
      fields.entry(kind)?.value.entries?.contains { $0.key == "codecs" } ?? false
    }
    if !gives("audio") { plan.audio?.codecs = [] }
    if !gives("video") { plan.video?.codecs = [] }
  }

  /// What peers say of one another must fit together.
  mutating func checkKinship(_ entries: [YAMLNode.Entry], _ plans: [PeerPlan], _ path: String) {
    func mark(_ index: Int, _ key: String) -> SourceMark {
      entries[index].value.entries?.first { $0.key == key }?.value.mark ?? entries[index].keyMark
    }
    for (index, plan) in plans.enumerated() {
      let path = path.appending(key: plan.name)
      if let source = plan.forwards.map({ plans[$0.index] }), source.forwards != nil {
        fail(
          mark(index, "forwards"), path.appending(key: "forwards"), found: "'\(source.name)'",
          expected: "a peer that sends its own media")
      }
      if let host = plan.host.map({ plans[$0.index] }),
        host.host != nil || host.stack != plan.stack
      {
        fail(
          mark(index, "host"), path.appending(key: "host"), found: "'\(host.name)'",
          expected: "a peer of the same stack that has no host of its own")
      }
      if !plan.isForeign, plan.ice.policy == .relay {
        fail(
          mark(index, "ice"), path.appending(key: "ice"), found: "'policy: relay' of a swift peer",
          expected: "another stack: the swift peer has no TURN client so far")
      } else if plan.ice.policy == .relay {
        checkRelay(entries[index], plan, path)
      }
    }
  }

  /// A peer that may use nothing but relayed candidates needs a server that relays.
  private mutating func checkRelay(_ entry: YAMLNode.Entry, _ plan: PeerPlan, _ path: String) {
    // A server that was misspelled has its own error.
    guard errors.isEmpty, !plan.ice.servers.contains(where: relayNames.contains) else { return }
    let ice = entry.value.entries?.first { $0.key == "ice" }?.value
    let policy = ice?.entries?.first { $0.key == "policy" }?.value
    fail(
      policy?.mark ?? entry.keyMark, path.appending(key: "ice").appending(key: "policy"),
      found: "'relay' without a TURN server",
      expected: relayNames.isEmpty
        ? "'all', or a server that relays: 'servers: {turn1: {turn: working}}'"
        : "'all', or \(Self.choice(relayNames)) among the 'servers' of \(plan.name)")
  }

  /// Why the scenario can run in the live world only, and where that is said; nil: it can be simulated.
  static func liveOnly(_ scenario: Scenario) -> String? {
    for peer in scenario.peers {
      if peer.isForeign { return "\(peer.name) is \(peer.stack)" }
      if peer.families != .v4 { return "\(peer.name) has IPv6 addresses" }
      if peer.forwards != nil { return "\(peer.name) forwards" }
      if peer.host != nil { return "\(peer.name) shares a host" }
    }
    if let server = scenario.servers.first(where: { $0.external != nil }) {
      return "\(server.name) is a public server"
    }
    return scenario.servers.first { $0.kind == .turn }.map { "\($0.name) is a TURN server" }
  }

  private mutating func otherPeer(_ node: YAMLNode, _ path: String, than own: String) -> PeerID? {
    guard let name = node.text else {
      fail(node, path, expected: "the name of another peer")
      return nil
    }
    guard name != own else {
      fail(node, path, expected: "another peer")
      return nil
    }
    return peer(name, at: node.mark, path)
  }

  /// A text of one line.
  mutating func line(_ node: YAMLNode, _ path: String, _ expected: String) -> String? {
    guard let text = node.text, text.utf8.count <= 1024 else {
      fail(node, path, expected: expected)
      return nil
    }
    if let scalar = text.unicodeScalars.first(where: { $0.value < 0x20 || $0.value == 0x7f }) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      fail(
        node.mark, path,
        found: "the control character U+00\(digits.utf8.count == 1 ? "0" : "")\(digits)",
        expected: "\(expected), without control characters")
      return nil
    }
    return text
  }

  /// Arguments may come twice.
  private mutating func flags(_ node: YAMLNode, _ path: String) -> [String] {
    guard node.elements?.isEmpty != true,
      let elements = list(node, path, "a list of arguments", limit: Self.flagLimit)
    else { return [] }
    return elements.compactMap { line($0, path, "an argument of the program") }
  }
}

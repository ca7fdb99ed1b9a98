internal import Netem
internal import SansIO
internal import Trace

extension Decoding {
  static let profileNames = NetworkProfile.all.map(\.name)

  /// `network:` at the top: the link of each peer, and what the file calls it.
  mutating func network(_ node: YAMLNode, _ path: String) -> [(LinkSettings, name: String)] {
    var links = peerNames.map { _ in (LinkSettings.perfect, name: "perfect") }
    for change in linkChanges(node, path) {
      links[change.peer.index] = (change.change.applied(to: .perfect), name: change.change.text)
    }
    return links
  }

  /// "3g" or {loss: 5%}: the first peer's link; {bob: …}: the links of the peers that are named.
  mutating func linkChanges(_ node: YAMLNode, _ path: String) -> [PeerLinkChange] {
    guard !peerNames.isEmpty else { return [] }
    guard let entries = node.entries, namesPeers(entries) else {
      let change = linkChange(node, path)
      return change.map { [PeerLinkChange(peer: PeerID(index: 0), change: $0)] } ?? []
    }
    var changes: [PeerLinkChange] = []
    for entry in entries {
      guard let peer = peer(entry.key, at: entry.keyMark, path) else { continue }
      if let change = linkChange(entry.value, path.appending(key: entry.key)) {
        changes.append(PeerLinkChange(peer: peer, change: change))
      }
    }
    return changes
  }

  /// Whether a map is one of peers: a key is a peer, or none is of a link and one is nearly a peer.
  private func namesPeers(_ entries: [YAMLNode.Entry]) -> Bool {
    if entries.contains(where: { peerNames.contains($0.key) }) { return true }
    return !entries.contains { KeyTable.link.keys.contains($0.key) }
      && entries.contains {
        Scenario.nearest($0.key, in: KeyTable.link.keys + peerNames).map(peerNames.contains)
          ?? false
      }
  }

  private mutating func linkChange(_ node: YAMLNode, _ path: String) -> LinkChange? {
    if node.text != nil {
      return profile(node, path).map { LinkChange(text: $0.name, profile: $0.settings) }
    }
    guard let entries = node.entries, !entries.isEmpty else {
      fail(node, path, expected: "a profile name, or a link such as {rate: 330kbps, delay: 100ms}")
      return nil
    }
    guard let fields = fields(node, .link, path, "a link") else { return nil }
    let errorsBefore = errors.count
    var change = LinkChange(text: node.flow, profile: nil)
    fields.with("profile") { change.profile = profile($0, $1)?.settings }
    let both = linkFields(fields)
    change.up = both
    change.down = both
    fields.with("up") { change.up += direction($0, $1) }
    fields.with("down") { change.down += direction($0, $1) }
    return errors.count == errorsBefore ? change : nil
  }

  private mutating func profile(_ node: YAMLNode, _ path: String) -> NetworkProfile? {
    if let profile = node.text.flatMap(NetworkProfile.named) { return profile }
    let suggestion = node.text.flatMap { Scenario.nearest($0, in: Self.profileNames) }
    // All of them where none is near.
    let names = suggestion == nil ? Self.profileNames : Self.profileNames.prefix(3) + ["…"]
    fail(
      node, path, expected: "a profile name (\(names.joined(separator: ", ")))",
      suggestion: suggestion)
    return nil
  }

  private mutating func direction(_ node: YAMLNode, _ path: String) -> [LinkField] {
    fields(node, .linkDirection, path, "one direction of a link").map { linkFields($0) } ?? []
  }

  private mutating func linkFields(_ fields: Fields) -> [LinkField] {
    var result: [LinkField] = []
    func add(_ field: LinkField?) { if let field { result.append(field) } }

    fields.with("rate") { add(isNone($0) ? .rate(nil) : bitRate($0, $1).map { .rate($0) }) }
    fields.with("queue") { add(isNone($0) ? .queue(nil) : queue($0, $1).map { .queue($0) }) }
    fields.with("delay") { add(duration($0, $1, in: Self.delays).map { .delay($0) }) }
    fields.with("jitter") { add(isNone($0) ? .jitter(nil) : jitter($0, $1).map { .jitter($0) }) }
    add(loss(fields))
    fields.with("loss_at") {
      add(word($0, $1, "a place", as: LossPlace.self).map { .lossAt($0) })
    }
    fields.with("duplicate") { add(fraction($0, $1).map { .duplication($0) }) }
    fields.with("reorder") {
      add(isNone($0) ? .reordering(nil) : reordering($0, $1).map { .reordering($0) })
    }
    fields.with("corrupt") { add(fraction($0, $1).map { .corruption($0) }) }
    fields.with("mtu") {
      // Below 576 IPv4 promises nothing (RFC 791 §3.2); tests of fragments want less.
      add(
        isNone($0) ? .mtu(nil) : integer($0, $1, in: 100...65_535, unit: "bytes").map { .mtu($0) })
    }
    fields.with("overhead") {
      add(integer($0, $1, in: 0...1000, unit: "bytes").map { .overhead($0) })
    }
    return result
  }

  private static let delays: ClosedRange<Duration> = .zero ... .seconds(60)

  private func isNone(_ node: YAMLNode) -> Bool { node.text == "none" }

  private mutating func fraction(_ node: YAMLNode, _ path: String) -> Double? {
    value(
      node, path, expected: "a share such as 5%, 0% to 100%", in: 0...1, units: ["%"], \.fraction)
  }

  /// "100 packets", "30kB", "300ms".
  private mutating func queue(_ node: YAMLNode, _ path: String) -> QueueLimit? {
    let amount = node.text.flatMap { Amount($0) }
    let count = amount?.whole().map(Int.init) ?? 0
    if let amount, (1...1_000_000_000).contains(count) {
      switch amount.unit {
      case "packets" where count <= 1_000_000: return .packets(count)
      case "packet" where count == 1: return .packets(1)
      case "B": return .bytes(count)
      case "kB" where count <= 1_000_000: return .bytes(count * 1000)
      case "MB" where count <= 1000: return .bytes(count * 1_000_000)
      case "ms" where count <= 60_000: return .milliseconds(count)
      case "s" where count <= 60: return .milliseconds(count * 1000)
      default: break
      }
    }
    fail(
      node, path, expected: "a queue such as 100 packets, 30kB or 300ms, or none",
      suggestion: Self.respelled(node.text, units: ["packets", "kB", "MB", "ms"]))
    return nil
  }

  /// "20ms", "20ms uniform", "20ms normal in order".
  private mutating func jitter(_ node: YAMLNode, _ path: String) -> Jitter? {
    let expected = "a jitter such as '20ms uniform', '20ms normal in order', or none"
    guard var phrase = Phrase(node) else {
      fail(node, path, expected: expected)
      return nil
    }
    guard let amount = duration(&phrase, in: Self.delays, example: "20ms", path) else { return nil }
    var jitter = Jitter(distribution: .uniform, amount: amount, keepsOrder: false)
    let words = Jitter.Distribution.allCases.map(\.rawValue)
    if let distribution = phrase.peek().flatMap(Jitter.Distribution.init(rawValue:)) {
      jitter.distribution = distribution
      _ = phrase.next()
    }
    if phrase.take("in", "order") { jitter.keepsOrder = true }
    guard phrase.isAtEnd else {
      fail(
        phrase.mark(), path, found: phrase.found(), expected: expected,
        suggestion: phrase.peek().flatMap { Scenario.nearest($0, in: words) })
      return nil
    }
    return jitter
  }

  /// "1% by 20ms".
  private mutating func reordering(_ node: YAMLNode, _ path: String) -> Reordering? {
    guard var phrase = Phrase(node),
      let probability = phrase.next().flatMap({ Amount($0)?.fraction }),
      (0...1).contains(probability), phrase.take("by")
    else {
      fail(node, path, expected: "a share and a delay, such as '1% by 20ms', or none")
      return nil
    }
    guard let delay = duration(&phrase, in: Self.delays, example: "20ms", path), end(phrase, path)
    else { return nil }
    return Reordering(probability: probability, extraDelay: delay)
  }

  /// `loss` and `burst` belong together: a mean and the mean length of what is lost in a row.
  private mutating func loss(_ fields: Fields) -> LinkField? {
    var mean: Double?
    var burst: BurstLength?
    fields.with("loss") { mean = isNone($0) ? 0 : fraction($0, $1) }
    fields.with("burst") { node, path in
      burst =
        isNone(node)
        ? .single
        : value(
          node, path, expected: "packets lost in a row in the mean, such as 3, 1 to 10000, or none",
          in: 1...10_000
        ) {
          guard $0.unit.isEmpty || $0.unit == "packets" else { return nil }
          return Double($0.units) / Double(Amount.power($0.places))
        }.map { .packets($0) }
    }
    if let mean, mean < 1, case .packets(let length) = burst, let entry = fields.entry("burst"),
      mean > 0, Loss.bursts(meanLoss: mean, meanBurst: length) == nil
    {
      fail(
        entry.value, fields.path.appending(key: "burst"),
        expected: "longer bursts for so much loss: between two of them one packet at least passes")
    }
    return mean == nil && burst == nil ? nil : .loss(mean: mean, burst: burst)
  }
}

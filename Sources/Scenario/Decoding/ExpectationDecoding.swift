internal import Metrics
internal import SansIO
internal import Trace

extension Decoding {
  /// `expect:`. `steps`: the script, where it was understood.
  mutating func expectations(_ node: YAMLNode, _ path: String, steps: [Marked<Step>]?)
    -> [Marked<Expectation>]
  {
    guard let elements = node.elements, !elements.isEmpty, elements.count <= Self.stepLimit else {
      let found = node.elements.map { $0.isEmpty ? "an empty list" : "\($0.count) expectations" }
      fail(
        node.mark, path, found: found ?? node.found,
        expected: "a list of expectations, 1 to \(Self.stepLimit)")
      return []
    }
    var result: [Marked<Expectation>] = []
    for (index, element) in elements.enumerated() {
      let path = path.appending(index: index)
      guard let fields = fields(element, .expectation, path, "an expectation") else { continue }
      if fields.entries.isEmpty, element.entries?.isEmpty == true {
        fail(element.mark, path, found: "an empty map", expected: "an expectation")
      }
      for entry in fields.entries {
        let path = path.appending(key: entry.key)
        result += expectation(entry.key, entry.value, path, steps)
      }
    }
    return result
  }

  private mutating func expectation(
    _ key: String, _ node: YAMLNode, _ path: String, _ steps: [Marked<Step>]?
  ) -> [Marked<Expectation>] {
    switch key {
    case "sdp": sdp(node, path)
    case "gathering": eachPeer(node, path) { $0.gathering($1, $2, $3) }
    case "connected": measured(node, path, .connectionTime, .time)
    case "first frame": measured(node, path, .firstFrame, .time)
    case "freezes": eachPeer(node, path) { $0.freezes($1, $2, $3) }
    case "frame rate": measured(node, path, .frameRate, .frames)
    case "av offset": offset(node, path)
    case "av drift": measured(node, path, .avDrift, .timePerMinute, bothSigns: true)
    case "packets lost": measuredByKind(node, path, .percent) { .packetsLost($0) }
    case "bitrate": measuredByKind(node, path, .rate) { .bitRate($0) }
    case "psnr": measured(node, path, .psnr, .decibels)
    case "ssim": measured(node, path, .ssim, .share)
    case "marks lost": measured(node, path, .marksLost, .percent)
    case "video": eachPeer(node, path) { $0.media(.video, $1, $2, $3) }
    case "audio": eachPeer(node, path) { $0.media(.audio, $1, $2, $3) }
    case "times out": timesOut(node, path, steps)
    case "fails with": failure(node, path)
    default: []  // `fields` has let no other pass
    }
  }
}

// MARK: By peer

extension Decoding {
  /// {bob: …}: what `read` makes of each peer's value.
  private mutating func eachPeer(
    _ node: YAMLNode, _ path: String,
    _ read: (inout Decoding, PeerID, YAMLNode, String) -> [Expectation]
  ) -> [Marked<Expectation>] {
    guard let entries = node.entries, !entries.isEmpty else {
      let name = peerNames.last ?? "bob"
      fail(node, path, expected: "a map of peers, such as {\(name): …}")
      return []
    }
    var result: [Marked<Expectation>] = []
    for entry in entries {
      guard let peer = peer(entry.key, at: entry.keyMark, path) else { continue }
      let expectations = read(&self, peer, entry.value, path.appending(key: entry.key))
      result += expectations.map { Marked($0, mark: entry.value.mark) }
    }
    return result
  }

  /// A scalar that is a limit and nothing more.
  private mutating func bound(
    _ node: YAMLNode, _ path: String, _ measure: Measure, bothSigns: Bool = false
  ) -> Bound? {
    guard var phrase = Phrase(node) else {
      fail(node, path, expected: "a limit such as \(measure.example), or a range")
      return nil
    }
    let bound = limit(&phrase, measure, bothSigns: bothSigns, path)
    return bound.flatMap { end(phrase, path) ? $0 : nil }
  }

  private mutating func measured(
    _ node: YAMLNode, _ path: String, _ quantity: Quantity, _ measure: Measure,
    bothSigns: Bool = false
  ) -> [Marked<Expectation>] {
    eachPeer(node, path) { decoding, peer, node, path in
      decoding.bound(node, path, measure, bothSigns: bothSigns)
        .map { [.measured(quantity, peer, $0)] } ?? []
    }
  }

  /// {bob: {video: …}}; a bare limit holds for audio and video alike.
  private mutating func measuredByKind(
    _ node: YAMLNode, _ path: String, _ measure: Measure, _ quantity: (TrackKind) -> Quantity
  ) -> [Marked<Expectation>] {
    eachPeer(node, path) { decoding, peer, node, path in
      if node.text != nil {
        guard let bound = decoding.bound(node, path, measure) else { return [] }
        return TrackKind.allCases.map { .measured(quantity($0), peer, bound) }
      }
      guard let fields = decoding.fields(node, .byKind, path, "a limit by kind of media") else {
        return []
      }
      var result: [Expectation] = []
      for entry in fields.entries {
        guard let kind = TrackKind(rawValue: entry.key),
          let bound = decoding.bound(entry.value, path.appending(key: entry.key), measure)
        else { continue }
        result.append(.measured(quantity(kind), peer, bound))
      }
      return result
    }
  }

  /// {bob: {p95: -125ms..45ms}}: which statistic must be said, since the offset has a sign and a spread.
  private mutating func offset(_ node: YAMLNode, _ path: String) -> [Marked<Expectation>] {
    eachPeer(node, path) { decoding, peer, node, path in
      guard node.entries?.isEmpty == false else {
        decoding.fail(
          node, path, expected: "a statistic and its limit, such as {p95: -125ms..45ms}")
        return []
      }
      guard let fields = decoding.fields(node, .byStatistic, path, "a statistic and its limit")
      else { return [] }
      var result: [Expectation] = []
      for entry in fields.entries {
        let path = path.appending(key: entry.key)
        guard let statistic = Quantity.Statistic(rawValue: entry.key),
          let bound = decoding.bound(entry.value, path, .time, bothSigns: true)
        else { continue }
        result.append(.measured(.avOffset(statistic), peer, bound))
      }
      return result
    }
  }

  /// "total under 1s", "count at most 2", "longest under 500ms".
  private mutating func freezes(_ peer: PeerID, _ node: YAMLNode, _ path: String) -> [Expectation] {
    let expected = "'total under 1s', 'count at most 2' or 'longest under 500ms'"
    guard var phrase = Phrase(node) else {
      fail(node, path, expected: expected)
      return []
    }
    let forms: [(word: String, quantity: Quantity, measure: Measure)] = [
      ("total", .freezeTotal, .time), ("count", .freezeCount, .count),
      ("longest", .longestFreeze, .time),
    ]
    guard let word = phrase.peek(), let form = forms.first(where: { $0.word == word }) else {
      fail(
        phrase.mark(), path, found: phrase.found(), expected: expected,
        suggestion: phrase.peek().flatMap { Scenario.nearest($0, in: forms.map(\.word)) })
      return []
    }
    _ = phrase.next()
    guard let bound = limit(&phrase, form.measure, path), end(phrase, path) else { return [] }
    return [.measured(form.quantity, peer, bound)]
  }

  /// "complete within 3s", "times out within 3.2s after 3s waiting for stun2".
  private mutating func gathering(_ peer: PeerID, _ node: YAMLNode, _ path: String)
    -> [Expectation]
  {
    let expected = "'complete within 3s' or 'times out within 3.2s after 3s waiting for stun1'"
    guard var phrase = Phrase(node) else {
      fail(node, path, expected: expected)
      return []
    }
    let range: ClosedRange<Duration> = .zero...Self.day
    if phrase.take("complete", "within") {
      guard let limit = duration(&phrase, in: range, example: "3s", path), end(phrase, path) else {
        return []
      }
      return [.gatheringComplete(peer, within: limit)]
    }
    guard phrase.take("times", "out", "within") else {
      fail(node, path, expected: expected)
      return []
    }
    guard let limit = duration(&phrase, in: range, example: "3.2s", path) else { return [] }
    var after = Duration.zero
    var server: String?
    if phrase.take("after") {
      let mark = phrase.mark()
      guard let least = duration(&phrase, in: range, example: "3s", path) else { return [] }
      guard least <= limit else {
        fail(
          mark, path, found: "'\(least.shortText)'",
          expected: "no more than the \(limit.shortText) within which it times out")
        return []
      }
      after = least
    }
    if phrase.take("waiting", "for") {
      let mark = phrase.mark()
      guard let name = phrase.next(), serverNames.contains(name) else {
        unknown(
          phrase.peek(-1) ?? "", at: mark, path, what: "server", among: serverNames,
          plural: "the servers")
        return []
      }
      server = name
    }
    guard end(phrase, path) else { return [] }
    return [.gatheringTimedOut(peer, after: after, within: limit, waitingFor: server)]
  }

  /// "absent"; for sound also "silent while muted".
  private mutating func media(
    _ kind: TrackKind, _ peer: PeerID, _ node: YAMLNode, _ path: String
  ) -> [Expectation] {
    switch (kind, node.text) {
    case (_, "absent"): return [.absent(kind, peer)]
    case (.audio, "silent while muted"): return [.silentWhileMuted(peer)]
    default:
      let known = kind == .audio ? ["absent", "silent while muted"] : ["absent"]
      fail(
        node, path, expected: Self.choice(known.map { "'\($0)'" }),
        suggestion: node.text.flatMap { Scenario.nearest($0, in: known) })
      return []
    }
  }
}

// MARK: Of the whole call

extension Decoding {
  private mutating func sdp(_ node: YAMLNode, _ path: String) -> [Marked<Expectation>] {
    guard let fields = fields(node, .sdp, path, "what the descriptions must be") else { return [] }
    var result: [Marked<Expectation>] = []
    fields.with("extmap") { node, path in
      if only("agrees", node, path) { result.append(Marked(.extmapAgrees, mark: node.mark)) }
    }
    fields.with("fingerprint") { node, path in
      if only("verified", node, path) {
        result.append(Marked(.fingerprintVerified, mark: node.mark))
      }
    }
    fields.with("codecs") { node, path in
      guard let fields = self.fields(node, .codecExpectation, path, "codecs by kind of media")
      else { return }
      result += codecs(fields, .both)
      for scope in [CodecScope.offer, .answer] {
        fields.with(scope.rawValue) { node, path in
          let inner = self.fields(node, .codecLists, path, "codecs by kind of media")
          if let inner { result += codecs(inner, scope) }
        }
      }
    }
    return result
  }

  private mutating func codecs(_ fields: Fields, _ scope: CodecScope) -> [Marked<Expectation>] {
    var result: [Marked<Expectation>] = []
    for kind in TrackKind.allCases {
      fields.with(kind.rawValue) { node, path in
        if let names = codecs(node, path, kind) {
          result.append(Marked(.codecs(kind, names, in: scope), mark: node.mark))
        }
      }
    }
    return result
  }

  private mutating func only(_ word: String, _ node: YAMLNode, _ path: String) -> Bool {
    if node.text == word { return true }
    fail(
      node, path, expected: "'\(word)'",
      suggestion: node.text.flatMap { Scenario.nearest($0, in: [word]) })
    return false
  }

  /// The step that must break: one of the script's, and one that has a limit.
  private mutating func timesOut(_ node: YAMLNode, _ path: String, _ steps: [Marked<Step>]?)
    -> [Marked<Expectation>]
  {
    guard let step = sentence(node, path) else { return [] }
    let text = step.text(names: peerNames)
    let waits = (steps ?? []).filter { if case .connected = $0.value { true } else { false } }
    guard steps == nil || waits.contains(where: { $0.value == step }) else {
      let known = waits.map { "'\($0.value.text(names: peerNames))'" }
      fail(
        node, path,
        expected: known.isEmpty
          ? "a step of the call that has a limit; it has none"
          : "a step of the call that has a limit (\(known.joined(separator: ", ")))")
      return []
    }
    return [Marked(.stepTimesOut(text), mark: node.mark)]
  }
}

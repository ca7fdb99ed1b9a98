internal import SansIO

extension Decoding {
  /// More peers than any call here has.
  static let peerLimit = 16

  /// `peers:`, in file order.
  mutating func peers(_ node: YAMLNode, _ path: String) -> [PeerPlan] {
    guard let entries = node.entries, !entries.isEmpty else {
      fail(node, path, expected: "a map of peers, such as {alice: {}, bob: {}}")
      return []
    }
    guard entries.count <= Self.peerLimit else {
      fail(
        node.mark, path, found: "\(entries.count) peers",
        expected: "at most \(Self.peerLimit) peers")
      return []
    }
    var result: [PeerPlan] = []
    // Peers may name one another.
    peerNames = entries.map(\.key)
    for entry in entries {
      name(entry, path, taken: Self.reservedNames, "peer")
      result.append(peer(entry, path.appending(key: entry.key)))
    }
    checkKinship(entries, result, path)
    return result
  }

  /// Words that a step or a link begins with; a peer of that name could not be told from them.
  static let reservedNames =
    KeyTable.link.keys + KeyTable.step.keys + ["connected", "run", "run for"]

  /// Checks the name of a peer or a server.
  mutating func name(
    _ entry: YAMLNode.Entry, _ path: String, taken: [String], _ what: String
  ) {
    let name = entry.key
    let isWord = Self.isName(name)
    if !isWord || taken.contains(name) {
      fail(
        entry.keyMark, path, found: "the name '\(YAMLNode.shortened(name))'",
        expected: isWord
          ? "a name that is not a word of the script"
          : "a \(what)'s name of letters, digits, - and _, a letter first, at most 32")
    }
  }

  /// Letters, digits, - and _, a letter first, at most 32.
  static func isName(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return text.utf8.count <= 32 && text.utf8.first.map(isLetter) == true
      && text.utf8.allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  private mutating func peer(_ entry: YAMLNode.Entry, _ path: String) -> PeerPlan {
    var plan = PeerPlan(name: entry.key, mark: entry.keyMark)
    plan.ice.servers = serverNames
    // A bare name: every setting is left out.
    guard !entry.value.isNull,
      let fields = fields(entry.value, .peer, path, "a peer's settings")
    else { return plan }
    stack(fields, &plan)
    fields.with("clock") { plan.clock = clock($0, $1) }
    fields.with("audio") { plan.audio = audio($0, $1) }
    let isSwift = plan.stack == "swift"
    fields.with("video") { plan.video = video($0, $1, isSwift: isSwift) }
    fields.with("ice") { ice($0, $1, &plan.ice) }
    fields.with("dtls") { plan.dtls = dtls($0, $1) }
    leaveOrder(fields, &plan)
    return plan
  }

  private mutating func clock(_ node: YAMLNode, _ path: String) -> PeerClock {
    var clock = PeerClock()
    guard let fields = fields(node, .clock, path, "a clock") else { return clock }
    fields.with("offset") {
      let day = Duration.seconds(86_400)
      clock.offsetNanoseconds =
        duration($0, $1, in: .zero - day...day, example: "20ms")?.nanoseconds ?? 0
    }
    fields.with("drift") {
      clock.driftPartsPerBillion =
        value(
          $0, $1, expected: "a drift such as 50ppm, -10000ppm to 10000ppm",
          in: -10_000_000...10_000_000, units: ["ppm"]
        ) { $0.unit == "ppm" ? $0.whole(times: 1000) : nil } ?? 0
    }
    return clock
  }

  private mutating func audio(_ node: YAMLNode, _ path: String) -> AudioPlan? {
    if node.text == "none" { return nil }
    var plan = AudioPlan()
    guard let fields = fields(node, .audio, path, "an audio track, or none") else { return plan }
    fields.with("source") {
      plan.source =
        source($0, $1, "a sound", [("beep", .beep), ("silence", .silence)], suffix: ".wav") {
          .file($0)
        }
        ?? plan.source
    }
    fields.with("codecs") { plan.codecs = codecs($0, $1, .audio) ?? plan.codecs }
    fields.with("direction") { plan.direction = word($0, $1, "a direction") ?? plan.direction }
    fields.with("bitrate") {
      plan.bitRate = value(
        $0, $1, expected: "a rate such as 32kbps, 6kbps to 510kbps",
        in: .kilobits(6) ... .kilobits(510), units: Self.rateUnits, \.bitRate)
    }
    return plan
  }

  private mutating func video(
    _ node: YAMLNode, _ path: String, isSwift: Bool
  ) -> VideoPlan? {
    if node.text == "none" { return nil }
    var plan = VideoPlan()
    guard let fields = fields(node, .video, path, "a video track, or none") else { return plan }
    fields.with("source") {
      plan.source =
        source($0, $1, "a picture", [("timecode", .timecode), ("black", .black)], suffix: ".y4m") {
          .file($0)
        }
        ?? plan.source
    }
    fields.with("size") { (plan.width, plan.height) = size($0, $1) ?? (plan.width, plan.height) }
    fields.with("fps") {
      plan.framesPerSecond =
        value($0, $1, expected: "frames a second such as 30, 1 to 60", in: 1...60) {
          $0.unit.isEmpty || $0.unit == "fps" ? $0.whole().map(Int.init) : nil
        } ?? plan.framesPerSecond
    }
    fields.with("codecs") { plan.codecs = codecs($0, $1, .video, isSwift: isSwift) ?? plan.codecs }
    fields.with("direction") { plan.direction = word($0, $1, "a direction") ?? plan.direction }
    rates(fields, &plan)
    return plan
  }

  private mutating func rates(_ fields: Fields, _ plan: inout VideoPlan) {
    let usual = VideoPlan.defaultBitRate(width: plan.width, height: plan.height)
    var start: BitRate?
    var most: BitRate?
    fields.with("bitrate") { start = bitRate($0, $1) }
    fields.with("max_bitrate") { most = bitRate($0, $1) }
    plan.bitRateMaximum = most ?? start ?? usual
    plan.bitRate = start ?? min(usual, VideoPlan.startBitRate, plan.bitRateMaximum)
    if plan.bitRate > plan.bitRateMaximum, let entry = fields.entry("max_bitrate") {
      fail(
        entry.value, fields.path.appending(key: "max_bitrate"),
        expected: "at least the bitrate that the encoder starts with")
    }
  }

  private mutating func source<Source>(
    _ node: YAMLNode, _ path: String, _ what: String, _ known: [(name: String, source: Source)],
    suffix: String, file: (String) -> Source
  ) -> Source? {
    if let text = node.text {
      if let source = known.first(where: { $0.name == text })?.source { return source }
      if text.hasSuffix(suffix), text.count > suffix.count, text.utf8.count <= 1024,
        text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
      {
        return file(text)
      }
    }
    let names = known.map(\.name)
    fail(
      node, path, expected: "\(what) (\(names.joined(separator: ", ")) or a \(suffix) file)",
      suggestion: node.text.flatMap { Scenario.nearest($0, in: names) })
    return nil
  }

  /// Even, because 4:2:0 halves both; at least what the strip in the picture needs.
  private mutating func size(_ node: YAMLNode, _ path: String) -> (width: Int, height: Int)? {
    let parts = (node.text ?? "").split(separator: "x", omittingEmptySubsequences: false).map {
      part in
      Amount(String(part)).flatMap { $0.unit.isEmpty ? $0.whole().map(Int.init) : nil }
    }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (160...1920).contains(width), (90...1080).contains(height), width % 2 == 0, height % 2 == 0
    else {
      fail(
        node, path, expected: "a size such as 640x360, even numbers, 160x90 to 1920x1080")
      return nil
    }
    return (width, height)
  }

  private mutating func ice(_ node: YAMLNode, _ path: String, _ plan: inout ICEPlan) {
    guard let fields = fields(node, .ice, path, "ICE settings") else { return }
    fields.with("gather_timeout") {
      plan.gatherTimeout =
        duration($0, $1, in: .milliseconds(1) ... .seconds(600), example: "3s")
        ?? plan.gatherTimeout
    }
    fields.with("servers") { node, path in
      // An empty list: none of them.
      plan.servers =
        node.elements?.isEmpty == true
        ? [] : words(node, path, "server", of: serverNames) ?? plan.servers
    }
    fields.with("policy") { plan.policy = word($0, $1, "a policy") ?? plan.policy }
    fields.with("trickle") { plan.trickle = flag($0, $1) ?? plan.trickle }
  }

  private mutating func dtls(_ node: YAMLNode, _ path: String) -> DTLSPlan {
    var plan = DTLSPlan()
    guard let fields = fields(node, .dtls, path, "DTLS settings") else { return plan }
    fields.with("timer") { plan.timer = word($0, $1, "a timer") ?? plan.timer }
    // Less than 280 bytes hold no handshake record.
    fields.with("mtu") { plan.mtu = integer($0, $1, in: 280...9000, unit: "bytes") ?? plan.mtu }
    fields.with("fingerprint") {
      plan.fingerprint = word($0, $1, "a hash") ?? plan.fingerprint
    }
    fields.with("srtp") {
      plan.srtp = words($0, $1, "profile", of: DTLSPlan.srtpProfiles)
    }
    return plan
  }
}

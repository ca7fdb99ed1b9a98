internal import Metrics
internal import SDPRules
internal import SansIO
internal import Trace

extension Examination {
  /// Keys at both ends.
  func handshake() -> BrokenLink? {
    guard let open = parties.first(where: { analysis.peers[$0].dtlsConnected == nil }) else {
      return nil
    }
    return wrongFingerprint() ?? roleClash() ?? tooLargeFlight() ?? noCommonCipher()
      ?? unansweredHello(open) ?? failedHandshake(open)
  }

  /// What each side says of the end of its handshake.
  private func failures() -> [Evidence] {
    parties.compactMap { index in
      analysis.peers[index].dtlsFailure.map {
        Evidence("DTLS of \(name(index)) failed: \($0.value)", at: $0.at)
      }
    }
  }

  private func wrongFingerprint() -> BrokenLink? {
    for index in parties {
      guard let wrong = analysis.peers[index].fingerprints.first(where: { !$0.verified }) else {
        continue
      }
      var evidence = [
        Evidence(
          "\(name(index)) was shown \(wrong.algorithm) \(wrong.actual), and expected \(wrong.expected)",
          at: wrong.at)
      ]
      evidence += capture.finding(CaptureRules.fingerprint).map { [capture.evidence($0)] } ?? []
      return BrokenLink(
        .fingerprintMismatch, .noConnection, peer: far(index),
        "The certificate that \(farName(index)) shows is not the one of its a=fingerprint, so \(name(index)) ends the handshake.",
        evidence + failures())
    }
    guard let finding = capture.finding(CaptureRules.fingerprint) else { return nil }
    return BrokenLink(
      .fingerprintMismatch, .noConnection, finding.message,
      [capture.evidence(finding)] + failures())
  }

  private func roleClash() -> BrokenLink? {
    let finding = capture.finding(CaptureRules.bothClients)
    let described = descriptions.errors("setup-")
    for index in parties {
      guard let far = far(index), index < far || !parties.contains(far),
        let role = analysis.peers[index].dtlsRole, role == analysis.peers[far].dtlsRole
      else { continue }
      let deed = role == .client ? "begin the handshake" : "wait for the other to begin"
      return BrokenLink(
        .dtlsRoleClash, .noConnection,
        "Both \(name(index)) and \(name(far)) \(deed): each acts as DTLS \(role.rawValue).",
        (finding.map { [capture.evidence($0)] } ?? []) + described.map(descriptions.evidence)
          + [index, far].map { Evidence("\(name($0)) is DTLS \(role.rawValue)") })
    }
    if let finding {
      return BrokenLink(
        .dtlsRoleClash, .noConnection, finding.message,
        [capture.evidence(finding)] + described.map(descriptions.evidence) + failures())
    }
    guard let rule = described.first else { return nil }
    var link = BrokenLink(
      .dtlsRoleClash, .noConnection, peer: sender(of: rule), mid: rule.place.mid, rule.message,
      [descriptions.evidence(rule)] + failures())
    link.adopt(rule)
    return link
  }

  private func tooLargeFlight() -> BrokenLink? {
    let finding = capture.finding(CaptureRules.fragmentsLost)
    // Before there are keys anywhere, a handshake has the only large packets; some peers do not tell of their flights.
    let secured = parties.compactMap { analysis.peers[$0].dtlsConnected }.min()
    for index in parties {
      let flights = analysis.peers[index].flights
      let lost = drops(from: index, to: far(index)).filter { drop in
        drop.reason == "MTU" && drop.bytesOnWire > Self.largestCheck
          && drop.at >= flights.first?.at ?? .start && (secured.map { drop.at < $0 } ?? true)
      }
      guard let first = lost.first else { continue }
      let largest = flights.max { $0.largestDatagram < $1.largestDatagram }
      let smallest = lost.map(\.bytesOnWire).min() ?? first.bytesOnWire
      var link = BrokenLink(
        .dtlsFlightTooLarge, .noConnection, peer: index,
        "A datagram of \(name(index))'s handshake makes an IP packet of \(first.bytesOnWire) bytes, which the path does not carry: it was lost \(counted(lost.count, "time")).",
        [
          Evidence(
            "lost for its size: \(first.bytesOnWire) bytes", file: CaptureEvidence.file,
            packet: first.number, at: first.at, counter: .init("packets lost", lost.count))
        ]
          + (largest.map { flight in
            [
              Evidence(
                "largest flight of \(name(index)): \(counted(flight.datagrams, "datagram")), \(flight.byteCount) bytes",
                at: flight.at)
            ]
          } ?? []) + (finding.map { [capture.evidence($0)] } ?? []) + failures())
      link.fix =
        "Set the DTLS MTU so that no IP packet is larger than the path carries (\(smallest) bytes were lost), or use a smaller (ECDSA) certificate."
      return link
    }
    return finding.map {
      BrokenLink(
        .dtlsFlightTooLarge, .noConnection, $0.message, [capture.evidence($0)] + failures())
    }
  }

  /// IP packets of connectivity checks are smaller.
  private static let largestCheck = 400

  /// Words of TLS for it: the alert (RFC 5246 §7.2.2), and what libraries call a choice that came out empty.
  private static let noCipherWords = [
    "handshake_failure", "handshake failure", "no shared cipher", "insufficient security",
    "insufficient_security", "no srtp profile in common", "no cipher",
  ]

  private func noCommonCipher() -> BrokenLink? {
    let alert = capture.finding(CaptureRules.dtlsAlert).flatMap { finding in
      Self.isNoCipher(finding.value ?? "") ? finding : nil
    }
    let said = parties.first { index in
      analysis.peers[index].dtlsFailure.map { Self.isNoCipher($0.value) } ?? false
    }
    guard alert != nil || said != nil else { return nil }
    let words =
      alert?.message
      ?? said.flatMap { index in
        analysis.peers[index].dtlsFailure.map { "DTLS of \(name(index)) failed: \($0.value)." }
      } ?? ""
    return BrokenLink(
      .dtlsNoCommonCipher, .noConnection, words,
      (alert.map { [capture.evidence($0)] } ?? []) + failures())
  }

  private static func isNoCipher(_ text: String) -> Bool {
    let text = text.lowercased()
    return noCipherWords.contains(where: text.contains)
  }

  private func unansweredHello(_ open: Int) -> BrokenLink? {
    if let finding = capture.finding(CaptureRules.dtlsNoAnswer) {
      return BrokenLink(
        .dtlsUnanswered, .noConnection, finding.message,
        [capture.evidence(finding)] + failures())
    }
    for index in parties {
      let flights = analysis.peers[index].flights
      let repeated = flights.filter(\.isRetransmission).count
      // Of foreign peers flights are not told: the side that waits has to be one that tells.
      guard repeated > 0, let far = far(index), analysis.peers[far].flights.isEmpty,
        analysis.peers[far].dtlsRole != nil || analysis.header.world == "simulated"
      else { continue }
      return BrokenLink(
        .dtlsUnanswered, .noConnection, peer: far,
        "\(name(index)) sends the first flight of its handshake \(repeated + 1) times, and \(name(far)) sends none back.",
        [
          Evidence(
            "first flight of \(name(index))", at: flights.first?.at,
            counter: .init("retransmissions", repeated)),
          Evidence(
            "no flight of \(name(far))", counter: .init("flights of \(name(far))", 0)),
        ] + failures() + drops(until: nil).suffix(2))
    }
    return nil
  }

  /// One that nobody ended: it was under way, and the call was not given the time.
  private func unfinishedHandshake(_ open: Int) -> BrokenLink? {
    let all = parties.flatMap { analysis.peers[$0].flights }
    let repeated = all.filter(\.isRetransmission)
    guard failures().isEmpty, let first = all.map(\.at).min() else { return nil }
    let length = Words.seconds(max(.zero, analysis.call.end - first))
    guard let again = repeated.map(\.at).min() else {
      return slowPath(
        open, .noConnection,
        "The handshake had been under way for \(length) when the call ended, and no flight was lost"
      )
    }
    let lost = drops(until: nil)
    let fact =
      "The handshake had been under way for \(length) when the call ended, and flights were sent again though none was lost"
    if !hasLost, let slow = slowPath(open, .noConnection, fact) { return slow }
    return BrokenLink(
      .handshakeRepeated, .noConnection, peer: open,
      "The handshake had been under way for \(length) when the call ended: \(counted(repeated.count, "flight")) had to be sent again.",
      [
        Evidence("first flight", at: first),
        Evidence(
          "first flight that was sent again", at: again,
          counter: .init("retransmissions", repeated.count)),
      ] + lost)
  }

  /// Whether a link lost anything; of calls without links nobody knows.
  var hasLost: Bool {
    analysis.links.allSatisfy { $0.sent == 0 } || analysis.links.contains { !$0.drops.isEmpty }
  }

  /// Round trips from which on they alone make a call late.
  private static let longRoundTrip = Duration.milliseconds(200)

  /// A path on which each step of the way up takes long.
  func slowPath(_ index: Int, _ symptom: Symptom, _ fact: String) -> BrokenLink? {
    let trips = parties.flatMap { analysis.peers[$0].roundTripTimes }.sorted()
    guard let trip = trips.first, trip >= Self.longRoundTrip else { return nil }
    var evidence = [
      Evidence(
        "the quickest answer to a check",
        counter: .init(
          name: "round trip in ms", value: FixedDecimal(units: trip.milliseconds, places: 0)))
    ]
    let offered = analysis.call.offerCreated
    if let offered { evidence.append(Evidence("the offer was made", at: offered)) }
    evidence += firstPair(of: index)
    return BrokenLink(
      .pathTooSlow, symptom, peer: index,
      "\(fact): a round trip takes \(Words.seconds(trip)), and checks and handshake need several.",
      evidence)
  }

  private func firstPair(of index: Int) -> [Evidence] {
    guard let pair = analysis.peers[index].firstSelected else { return [] }
    return [Evidence("\(name(index)) had a pair", at: pair)]
  }

  private func failedHandshake(_ open: Int) -> BrokenLink {
    if let slow = unfinishedHandshake(open) { return slow }
    var evidence = failures()
    if let finding = capture.finding(CaptureRules.dtlsAlert) {
      evidence.insert(capture.evidence(finding), at: 0)
    }
    let rule = descriptions.errors("fingerprint-", "transport-").first
    if let rule { evidence.insert(descriptions.evidence(rule), at: 0) }
    let reason =
      rule?.message ?? evidence.first.map { Words.sentence($0.text) }
      ?? "Why is not reported."
    var link = BrokenLink(
      .dtlsFailed, .noConnection, peer: open,
      "\(name(open)) has a candidate pair and no keys. \(reason)", evidence + firstPair(of: open))
    link.adopt(rule)
    return link
  }
}

extension PeerRecord.Flight {
  /// An estimate from below: flights are cut into datagrams that are as large as may be.
  fileprivate var largestDatagram: Int { byteCount / max(1, datagrams) }
}

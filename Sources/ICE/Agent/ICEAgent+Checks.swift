internal import STUN
internal import SansIO

/// What RFC 8445 §6.1.4 and §7.2 send.
extension ICEAgent {
  /// Pairs a remote candidate with every socket of its family (RFC 8445 §6.1.2.2).
  mutating func formPairs(with remote: ICECandidate) {
    // RFC 8445 §8.1.2: once a pair is selected, the checklist is done; only requests still add to it.
    guard current.selected == nil, connectionState != .failed else { return }
    for host in hosts where host.address.isIPv6 == remote.address.isIPv6 {
      guard current.checklist.index(base: host.base, remote: remote.address) == nil else {
        continue
      }
      if current.checklist.add(local: host, remote: remote, role: role) == nil {
        emit(.discarded(reason: "checklist is full: \(host.base) to \(remote.address)"))
      }
    }
  }

  /// RFC 8445 §14.3: MAX(500 ms, Ta × checks waiting or in progress).
  ///
  /// Where the RFC doubles it for each retransmission, this stays at one pace as libwebrtc's pings do, until `checkTimeout`: at
  /// 30 % loss doubling would leave one call in a hundred unconnected.
  private var rto: Duration {
    max(configuration.minimumRTO, configuration.pacing * current.checklist.activeCount)
  }

  var mayCheck: Bool {
    current.remote != nil && connectionState != .failed && connectionState != .closed
  }

  /// Retransmits what is unanswered, and gives up what has been for long enough.
  mutating func advanceChecks(at now: Instant) {
    guard mayCheck else { return }
    for index in current.checklist.pairs.indices {
      let pair = current.checklist.pairs[index]
      guard let progress = pair.progress, now >= progress.dueAt else { continue }
      let isOver =
        progress.transmissions >= configuration.minimumTransmissions
        && now >= progress.firstSentAt + configuration.checkTimeout
      if isOver {
        let seconds = (now - progress.firstSentAt).milliseconds / 1000
        let refusal = pair.lastRefusal.map { "; last refusal: \($0)" } ?? ""
        let what = pair.isBeingNominated ? "nominating checks" : "checks"
        fail(
          index, "no answer to \(progress.transmissions) \(what) in \(seconds) s\(refusal)", at: now
        )
      } else {
        transmitCheck(index, at: now)
      }
    }
  }

  mutating func fail(_ index: Int, _ reason: String, at now: Instant) {
    let pair = current.checklist.pairs[index]
    let active = current.active
    current.checklist.update(index) { $0.fail(reason) }
    current.checklist.untrigger(pair.id)
    emit(.checkFailed(local: pair.local.base, remote: pair.remote.address, reason: reason))
    if current.selected == pair.id { current.selected = nil }
    if current.firstValid == pair.id {
      current.firstValid = current.checklist.best { $0.isSucceeded }
        .map { current.checklist.pairs[$0].id }
    }
    guard current.active != active else { return }
    if current.active == nil { current.consent = nil } else { watchConsent(at: now) }
  }

  /// Starts at most one transaction a slot: a triggered check, else a server's query, else an ordinary check.
  mutating func startNext(at now: Instant) {
    guard now >= nextSlot, let work = nextWork else { return }
    switch work {
    case .query(let index):
      ask(index, at: now)
    case .check(let index):
      current.checklist.untrigger(current.checklist.pairs[index].id)
      transmitCheck(index, at: now)
    }
    nextSlot = now + configuration.pacing
  }

  private enum Work {
    case query(Int)
    case check(Int)
  }

  private var nextWork: Work? {
    let query = connectionState == .closed ? nil : gatherer.nextToStart
    if mayCheck, query == nil || !current.checklist.triggered.isEmpty,
      let index = current.checklist.nextToCheck()
    {
      return .check(index)
    }
    return query.map { .query($0) }
  }

  var hasWork: Bool { nextWork != nil }

  private mutating func transmitCheck(_ index: Int, at now: Instant) {
    let nominating = current.checklist.pairs[index].isBeingNominated
    // A triggered check of a pair that has succeeded meanwhile is needless.
    if current.checklist.pairs[index].isSucceeded && !nominating { return }
    let rto = rto
    current.checklist.update(index) { $0.transmitted(at: now, rto: rto) }
    sendRequest(index, nominating: nominating, at: now)
  }

  private mutating func sendRequest(_ index: Int, nominating: Bool, at now: Instant) {
    guard
      let datagram = current.makeRequest(
        index, nominating: nominating, role: role, tieBreaker: tieBreaker, at: now,
        using: &generator)
    else { return }
    send(datagram)
    emit(
      .checkSent(local: datagram.source, remote: datagram.destination, nominating: nominating))
  }

  /// Consent checks and probes of the pair in use, in this generation and in the one before the restart.
  mutating func advanceConsent(at now: Instant) {
    if let request = Self.consentRequest(
      of: &current, role: role, tieBreaker: tieBreaker, configuration, at: now, &generator)
    {
      send(request)
      emit(.checkSent(local: request.source, remote: request.destination, nominating: false))
    }
    if var earlier = previous {
      let request = Self.consentRequest(
        of: &earlier, role: role, tieBreaker: tieBreaker, configuration, at: now, &generator)
      previous = earlier
      if let request {
        send(request)
        emit(.checkSent(local: request.source, remote: request.destination, nominating: false))
      }
    }
  }

  private static func consentRequest(
    of generation: inout Generation, role: ICERole, tieBreaker: UInt64,
    _ configuration: ICEConfiguration, at now: Instant, _ generator: inout SplitMix64
  ) -> Datagram? {
    guard var consent = generation.consent, now >= consent.nextRequestAt,
      let id = generation.active, let index = generation.checklist.index(id: id),
      let pair = generation.usable(id)
    else { return nil }
    consent.requestSent(
      at: now, roundTripTime: pair.roundTripTime, configuration: configuration, using: &generator)
    generation.consent = consent
    return generation.makeRequest(
      index, nominating: false, role: role, tieBreaker: tieBreaker, at: now, using: &generator)
  }
}

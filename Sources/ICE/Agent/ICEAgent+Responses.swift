internal import STUN
internal import SansIO

/// Answers to our Binding requests (RFC 8445 §7.2.5).
extension ICEAgent {
  mutating func receiveResponse(_ message: STUNMessage, in datagram: Datagram, at now: Instant) {
    if receiveServerResponse(message, in: datagram) { return }
    if let request = current.requests.find(message.transactionID), let remote = current.remote {
      receiveCheckResponse(message, to: request, password: remote.pwd, in: datagram, at: now)
    } else if let request = previous?.requests.find(message.transactionID) {
      receivePreviousResponse(message, to: request, in: datagram, at: now)
    } else {
      emit(.discarded(reason: "answer from \(datagram.source) to no request of ours"))
    }
  }

  private mutating func receiveCheckResponse(
    _ message: STUNMessage, to request: SentRequest, password: String, in datagram: Datagram,
    at now: Instant
  ) {
    guard let index = current.checklist.index(id: request.pair) else {
      return emit(.discarded(reason: "answer from \(datagram.source) for a pair that is gone"))
    }
    // RFC 8489 §9.1.4: an answer that cannot be authenticated counts as never received; 400 and 401 cannot be.
    guard STUNMessage.verifiesIntegrity(datagram.payload, key: Array(password.utf8)) else {
      let what = message.errorCode.map { "\($0)" } ?? "an answer with a wrong password"
      current.checklist.update(index) { $0.lastRefusal = what }
      return emit(.discarded(reason: "unauthenticated: \(what) from \(datagram.source)"))
    }
    current.requests.remove(message.transactionID)
    let pair = current.checklist.pairs[index]
    if message.messageClass == .error {
      return receiveError(message.errorCode, to: request, index, at: now)
    }
    // RFC 8445 §7.2.5.2.1.
    guard datagram.source == pair.remote.address, datagram.destination == pair.local.base else {
      guard pair.isPending else { return }
      return fail(index, "answer from \(datagram.source), asked \(pair.remote.address)", at: now)
    }
    guard let mapped = message.xorMappedAddress, mapped.isIPv6 == pair.local.base.isIPv6,
      message.unknownRequiredAttributes.isEmpty
    else { return emit(.discarded(reason: "unusable answer from \(datagram.source)")) }
    let roundTripTime = now - request.sentAt
    emit(
      .checkSucceeded(
        local: pair.local.base, remote: pair.remote.address, roundTripTime: roundTripTime))
    guard connectionState != .failed else { return }
    succeed(index, mapped: mapped, roundTripTime: roundTripTime, at: now)
    if request.isNominating, role == .controlling, current.checklist.pairs[index].isBeingNominated {
      nominate(index, at: now)
    }
    if current.active == pair.id { current.consent?.answered(at: now) }
  }

  private mutating func succeed(
    _ index: Int, mapped: SocketAddress, roundTripTime: Duration, at now: Instant
  ) {
    let pair = current.checklist.pairs[index]
    let local = localCandidate(at: mapped, host: pair.local)
    current.checklist.update(index) { $0.succeed(mapped: local, roundTripTime: roundTripTime) }
    guard !pair.isSucceeded else { return }
    if !pair.isBeingNominated { current.checklist.untrigger(pair.id) }
    current.checklist.unfreeze(like: pair)
    if current.firstValid == nil {
      current.firstValid = pair.id
      current.firstValidAt = now
      if current.selected == nil { watchConsent(at: now) }
    }
    if let valid = current.checklist.pairs[index].usable { emit(.validPair(valid)) }
    if pair.nomination == .awaitingCheck { nominate(index, at: now) }
  }

  /// The candidate that the far side saw; an unknown address is a peer-reflexive one (RFC 8445 §7.2.5.3.1).
  private mutating func localCandidate(
    at address: SocketAddress, host: ICECandidate
  ) -> ICECandidate {
    if let known = (localCandidates + hosts + current.reflexiveCandidates).first(where: {
      $0.address == address && $0.base == host.base
    }) {
      return known
    }
    let candidate = ICECandidate(
      kind: .prflx, address: address, base: host.base,
      priority: Generation.reflexivePriority(of: host),
      foundation: foundations.foundation(.prflx, base: host.base, server: nil),
      relatedAddress: host.base)
    if current.reflexiveCandidates.count < Generation.reflexiveLimit {
      current.reflexiveCandidates.append(candidate)
    }
    return candidate
  }

  private mutating func receiveError(
    _ error: STUNErrorCode?, to request: SentRequest, _ index: Int, at now: Instant
  ) {
    let pair = current.checklist.pairs[index]
    guard error?.code == STUNErrorCode.roleConflict.code else {
      // A pair in use answers with an error: consent is not renewed, and runs out (RFC 7675 §5.1).
      guard pair.isPending || pair.isBeingNominated else { return }
      return fail(index, error.map { "\($0)" } ?? "error without a code", at: now)
    }
    // RFC 8445 §7.2.5.1: switch, unless it was done meanwhile, draw a new tie-breaker, and try again.
    if request.role == role {
      takeRole(role.other)
      tieBreaker = generator.next()
      emit(.roleConflict(nowControlling: role == .controlling))
    }
    guard pair.isPending else { return }
    current.checklist.update(index) { $0.wait() }
    current.checklist.trigger(pair.id)
  }

  /// Before the restart: only consent is left to answer.
  private mutating func receivePreviousResponse(
    _ message: STUNMessage, to request: SentRequest, in datagram: Datagram, at now: Instant
  ) {
    guard let remote = previous?.remote, message.messageClass == .success,
      request.pair == previous?.active, let pair = previous?.usable(request.pair),
      datagram.source == pair.remote.address, datagram.destination == pair.base,
      STUNMessage.verifiesIntegrity(datagram.payload, key: Array(remote.pwd.utf8))
    else {
      return emit(.discarded(reason: "unusable answer from \(datagram.source)"))
    }
    previous?.requests.remove(message.transactionID)
    previous?.consent?.answered(at: now)
    emit(
      .checkSucceeded(
        local: pair.base, remote: pair.remote.address, roundTripTime: now - request.sentAt))
  }
}

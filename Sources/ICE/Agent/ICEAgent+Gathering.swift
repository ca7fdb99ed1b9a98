internal import STUN
public import SansIO

extension ICEAgent {
  /// Signals the host candidates and asks the STUN servers; a second call changes nothing.
  public mutating func gather(at now: Instant) {
    guard gatheringState == .new, connectionState != .closed else { return }
    localCandidates = hosts
    gatheringState = .gathering
    emit(.gathering(.gathering, waitingFor: []))
    for host in hosts { emit(.candidate(host)) }
    gatherer = Gatherer()
    for (serverIndex, server) in configuration.stunServers.enumerated() {
      for (hostIndex, host) in hosts.enumerated()
      where host.address.isIPv6 == server.address.isIPv6 {
        gatherer.queries.append(
          ServerQuery(
            host: host, server: server,
            localPreference: Self.localPreference(serverIndex * hosts.count + hostIndex),
            id: TransactionID(using: &generator)))
      }
    }
    gatherer.fuse = configuration.gatherTimeout.map { now + $0 }
    advance(at: now)
  }

  /// Local preference of the n-th address or query: the first is preferred (RFC 8445 §5.1.2.1).
  static func localPreference(_ index: Int) -> UInt16 {
    UInt16(clamping: 65535 - index)
  }

  /// Retransmits, gives up, ends.
  mutating func advanceGathering(at now: Instant) {
    guard gatheringState != .new, !gatherer.hasEnded else { return }
    for index in gatherer.queries.indices {
      guard case .inProgress(let transmissions, let dueAt) = gatherer.queries[index].state,
        now >= dueAt
      else { continue }
      if transmissions < ServerQuery.transmissionLimit {
        ask(index, at: now)
      } else {
        gatherer.queries[index].finish()
        let query = gatherer.queries[index]
        emit(
          .gatheringError(
            server: query.server.name,
            reason: "no answer to \(transmissions) requests from \(query.host.base)"))
      }
    }
    finishGatheringIfDone()
    if let fuse = gatherer.fuse, now >= fuse { fireFuse() }
  }

  /// Fires a fuse that lies before what happens now, so that a late answer does not count as timely.
  mutating func burnFuse(before now: Instant) {
    if let fuse = gatherer.fuse, fuse < now { fireFuse() }
  }

  private mutating func fireFuse() {
    gatherer.fuse = nil
    guard gatheringState == .gathering else { return }
    gatheringState = .timedOut
    emit(.gathering(.timedOut, waitingFor: gatherer.waitingFor))
  }

  private mutating func finishGatheringIfDone() {
    guard !gatherer.hasEnded, gatherer.queries.allSatisfy({ !$0.isUnfinished }) else { return }
    gatherer.hasEnded = true
    gatherer.fuse = nil
    // A fired fuse stays fired: candidates that came later were signalled, but gathering is not complete.
    if gatheringState == .gathering {
      gatheringState = .complete
      emit(.gathering(.complete, waitingFor: []))
    }
    emit(.endOfCandidates)
  }

  mutating func ask(_ index: Int, at now: Instant) {
    let rto = gatherer.rto(configuration)
    gatherer.queries[index].transmitted(at: now, rto: rto)
    send(gatherer.queries[index].datagram)
  }

  /// Takes a server's answer; false when no query has this transaction.
  mutating func receiveServerResponse(_ message: STUNMessage, in datagram: Datagram) -> Bool {
    guard let index = gatherer.queries.firstIndex(where: { $0.id == message.transactionID }) else {
      return false
    }
    let query = gatherer.queries[index]
    guard query.isUnfinished, datagram.source == query.server.address,
      datagram.destination == query.host.base
    else {
      emit(.discarded(reason: "repeated or misaddressed answer of \(query.server.name)"))
      return true
    }
    gatherer.queries[index].finish()
    // Servers older than RFC 5389 know MAPPED-ADDRESS only.
    guard message.messageClass == .success,
      let address = message.xorMappedAddress ?? message.mappedAddress,
      address.isIPv6 == query.host.base.isIPv6
    else {
      let reason = message.errorCode.map { "\($0)" } ?? "answer without a usable address"
      emit(.gatheringError(server: query.server.name, reason: reason))
      return true
    }
    addReflexive(address, from: query)
    return true
  }

  private mutating func addReflexive(_ address: SocketAddress, from query: ServerQuery) {
    // RFC 8445 §5.1.3: same address and base as another candidate is redundant (no NAT, or a second server).
    let isRedundant = localCandidates.contains {
      $0.address == address && $0.base == query.host.base
    }
    guard !isRedundant else { return }
    let candidate = ICECandidate(
      kind: .srflx, address: address, base: query.host.base,
      priority: ICECandidate.priority(.srflx, localPreference: query.localPreference),
      foundation: foundations.foundation(.srflx, base: query.host.base, server: query.server),
      relatedAddress: query.host.base, server: query.server.name)
    localCandidates.append(candidate)
    emit(.candidate(candidate))
  }
}

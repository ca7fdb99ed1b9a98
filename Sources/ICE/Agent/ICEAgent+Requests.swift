internal import STUN
internal import SansIO

/// The far side's Binding requests (RFC 8445 §7.3).
extension ICEAgent {
  mutating func receiveRequest(_ message: STUNMessage, in datagram: Datagram, at now: Instant) {
    let from = datagram.source
    guard message.method == .binding else {
      return emit(.discarded(reason: "STUN method \(message.method.rawValue) from \(from)"))
    }
    guard let host = hosts.first(where: { $0.base == datagram.destination }) else {
      return emit(.discarded(reason: "no candidate at \(datagram.destination)"))
    }
    // RFC 8489 §9.1.3: neither answer carries integrity.
    guard let username = message.username, STUNMessage.hasIntegrity(datagram.payload) else {
      refuse(.badRequest, message, datagram, password: nil)
      return emit(.discarded(reason: "request without credentials from \(from)"))
    }
    let names = username.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isCurrent = names[0] == current.local.ufrag
    guard isCurrent || previous?.local.ufrag == String(names[0]) else {
      refuse(.unauthenticated, message, datagram, password: nil)
      return emit(.discarded(reason: "request for another ufrag from \(from)"))
    }
    let password = isCurrent ? current.local.pwd : previous?.local.pwd ?? ""
    guard STUNMessage.verifiesIntegrity(datagram.payload, key: Array(password.utf8)) else {
      refuse(.unauthenticated, message, datagram, password: nil)
      return emit(.discarded(reason: "request with a wrong password from \(from)"))
    }
    let unknown = message.unknownRequiredAttributes
    guard unknown.isEmpty else {
      refuse(.unknownAttribute, message, datagram, password: password, unknown: unknown)
      return emit(.discarded(reason: "request with unknown attributes from \(from)"))
    }
    guard isCurrent else {
      // The generation before the restart: keeps the far side's consent alive, and changes nothing.
      return answer(message, datagram, password: password)
    }
    guard let priority = message.priority else {
      refuse(.badRequest, message, datagram, password: password)
      return emit(.discarded(reason: "request without PRIORITY from \(from)"))
    }
    guard resolveRoleConflict(message) else {
      return refuse(.roleConflict, message, datagram, password: password)
    }
    answer(message, datagram, password: password)
    let farUfrag = names.count > 1 ? String(names[1]) : ""
    if let remote = current.remote, remote.ufrag != farUfrag {
      return emit(.discarded(reason: "request of another generation from \(from)"))
    }
    guard connectionState != .failed else { return }
    guard let index = pairIndex(host: host, remote: from, priority: priority) else { return }
    if current.remote == nil { current.checklist.update(index) { $0.earlyUfrag = farUfrag } }
    trigger(index)
    if message.useCandidate, role == .controlled { acceptNomination(index, at: now) }
  }

  /// RFC 8445 §7.3.1.1; false: the request is answered with 487.
  private mutating func resolveRoleConflict(_ message: STUNMessage) -> Bool {
    switch role {
    case .controlling:
      guard let theirs = message.iceControlling else { return true }
      if tieBreaker >= theirs { return false }
      takeRole(.controlled)
      emit(.roleConflict(nowControlling: false))
    case .controlled:
      guard let theirs = message.iceControlled else { return true }
      if tieBreaker < theirs { return false }
      takeRole(.controlling)
      emit(.roleConflict(nowControlling: true))
    }
    return true
  }

  /// The pair that the request came on; an unknown source is a peer-reflexive candidate (RFC 8445 §7.3.1.3).
  private mutating func pairIndex(
    host: ICECandidate, remote address: SocketAddress, priority: UInt32
  ) -> Int? {
    if let index = current.checklist.index(base: host.base, remote: address) { return index }
    let remote: ICECandidate
    if let known = current.remoteCandidates.first(where: { $0.address == address }) {
      remote = known
    } else {
      guard current.remoteCandidates.count < Generation.remoteLimit else {
        emit(.discarded(reason: "too many remote candidates: \(address)"))
        return nil
      }
      // A foundation that no signalled candidate has: those are 1 to 32 ice-chars, and "~" is none.
      remote = ICECandidate(
        kind: .prflx, address: address, base: address, priority: min(priority, 0x7fff_ffff),
        foundation: "~\(address)")
      current.remoteCandidates.append(remote)
      emit(.remoteCandidate(kind: .prflx, address: "\(address)"))
    }
    guard let id = current.checklist.add(local: host, remote: remote, role: role) else {
      emit(.discarded(reason: "checklist is full: \(host.base) to \(address)"))
      return nil
    }
    return current.checklist.index(id: id)
  }

  /// RFC 8445 §7.3.1.4. Answers to earlier transmissions still count; one more goes out at once.
  private mutating func trigger(_ index: Int) {
    let pair = current.checklist.pairs[index]
    switch pair.state {
    case .succeeded:
      return
    case .inProgress, .waiting:
      break
    case .frozen, .failed:
      current.checklist.update(index) { $0.wait() }
    }
    current.checklist.trigger(pair.id)
  }

  private mutating func answer(_ request: STUNMessage, _ datagram: Datagram, password: String) {
    let response = STUNMessage(
      .success, transactionID: request.transactionID,
      attributes: [.xorMappedAddress(datagram.source)])
    reply(response, to: datagram, password: password)
  }

  private mutating func refuse(
    _ error: STUNErrorCode, _ request: STUNMessage, _ datagram: Datagram, password: String?,
    unknown: [UInt16] = []
  ) {
    var attributes = [STUNAttribute.errorCode(error)]
    if !unknown.isEmpty { attributes.append(.unknownAttributes(Array(unknown.prefix(16)))) }
    let response = STUNMessage(
      .error, method: request.method, transactionID: request.transactionID,
      attributes: attributes)
    reply(response, to: datagram, password: password)
  }

  private mutating func reply(
    _ response: STUNMessage, to datagram: Datagram, password: String?
  ) {
    send(
      Datagram(
        source: datagram.destination, destination: datagram.source,
        payload: response.serialized(
          integrityKey: password.map { Array($0.utf8) }, fingerprint: true)))
  }
}

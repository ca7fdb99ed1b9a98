internal import SansIO

/// What is due, when the next thing is, and what it all amounts to.
extension ICEAgent {
  mutating func advance(at now: Instant) {
    guard connectionState != .closed else { return }
    advanceGathering(at: now)
    advanceChecks(at: now)
    expireConsent(at: now)
    advanceConsent(at: now)
    considerNomination(at: now)
    startNext(at: now)
    updateState(at: now)
    deadline = nextDeadline(after: now)
  }

  private mutating func expireConsent(at now: Instant) {
    _ = current.consent?.becameDisconnected(at: now, configuration: configuration)
    _ = previous?.consent?.becameDisconnected(at: now, configuration: configuration)
    if let consent = previous?.consent, consent.isExpired(at: now, configuration: configuration) {
      previous = nil
      emit(.consentExpired)
    }
    guard let consent = current.consent, consent.isExpired(at: now, configuration: configuration)
    else { return }
    current.consent = nil
    current.selected = nil
    current.firstValid = nil
    current.checklist.updateAll { $0.fail("consent expired") }
    current.checklist.clearTriggered()
    emit(.consentExpired)
    // Without consent nothing may be sent; only new credentials give it again (RFC 7675 §5.1).
    if previous == nil { enter(.failed) }
  }

  mutating func enter(_ state: ICEConnectionState) {
    guard connectionState != state else { return }
    connectionState = state
    emit(.state(state))
  }

  private mutating func updateState(at now: Instant) {
    switch connectionState {
    case .failed, .closed: return
    case .new, .checking, .connected, .completed, .disconnected: break
    }
    if let consent = current.consent, current.active != nil {
      if consent.isDisconnected { return enter(.disconnected) }
      let isOver =
        current.selected != nil && current.remoteHasEnded && gatherer.hasEnded
        && !current.checklist.hasPending
      return enter(isOver ? .completed : .connected)
    }
    if let consent = previous?.consent {
      // The pair of before the restart carries on.
      if connectionState != .checking {
        enter(consent.isDisconnected ? .disconnected : .connected)
      }
      return
    }
    if current.remote != nil {
      enter(hasFailed(at: now) ? .failed : .checking)
    } else if connectionState == .connected {
      enter(.disconnected)  // the pair of before the restart is gone, the answer not yet here
    }
  }

  /// Failed: no pair is left, and the far side has named all that it has, or the PAC timer has run out (RFC 8863 §4).
  ///
  /// RFC 8863 waits for its timer always. Here end-of-candidates shortens it to `checkTimeout`, as browsers do, unless there
  /// was nothing to check: then only the far side's own checks can help, and they get the full time.
  private func hasFailed(at now: Instant) -> Bool {
    guard !current.checklist.hasPending, let beganAt = current.beganAt else { return false }
    let isTold =
      current.remoteHasEnded && !current.hasUnresolvable && !current.checklist.pairs.isEmpty
    return now >= beganAt + (isTold ? configuration.checkTimeout : configuration.patience)
  }

  private func nextDeadline(after now: Instant) -> Instant? {
    guard connectionState != .closed else { return nil }
    var deadline = gatherer.fuse
    for query in gatherer.queries {
      if case .inProgress(_, let dueAt) = query.state { deadline = earliest(deadline, dueAt) }
    }
    if hasWork { deadline = earliest(deadline, max(nextSlot, now)) }
    if mayCheck {
      for pair in current.checklist.pairs {
        deadline = earliest(deadline, pair.progress?.dueAt)
      }
      if let due = nominationDue, due > now { deadline = earliest(deadline, due) }
      if connectionState == .checking, let beganAt = current.beganAt {
        for wait in [configuration.checkTimeout, configuration.patience]
        where beganAt + wait > now {
          deadline = earliest(deadline, beganAt + wait)
        }
      }
    }
    if let consent = current.consent, current.active != nil {
      deadline = earliest(deadline, consent.deadline(configuration: configuration))
    }
    if let consent = previous?.consent {
      deadline = earliest(deadline, consent.deadline(configuration: configuration))
    }
    return deadline
  }
}

internal import SansIO

/// Nomination and selection (RFC 8445 §8).
extension ICEAgent {
  /// Changes role, and with it the priority of every pair; what only the other role does is dropped.
  mutating func takeRole(_ role: ICERole) {
    self.role = role
    current.checklist.updateAll { pair in
      pair.update(role: role)
      pair.abandonNomination()
    }
  }

  /// Controlling: nominates the best valid pair once nothing better is outstanding, or `nominationDelay` has passed.
  mutating func considerNomination(at now: Instant) {
    guard mayCheck, role == .controlling, current.selected == nil,
      !current.nominationIsRunning,
      let index = current.checklist.best({ $0.isSucceeded })
    else { return }
    let pair = current.checklist.pairs[index]
    let isBest = !current.checklist.pairs.contains {
      $0.isPending && $0.priority > pair.priority
    }
    guard isBest || now >= (nominationDue ?? now) else { return }
    current.checklist.update(index) { $0.chooseToNominate() }
    current.checklist.trigger(pair.id, first: true)
  }

  /// When waiting for a better pair ends.
  var nominationDue: Instant? {
    guard role == .controlling, current.selected == nil, !current.nominationIsRunning,
      current.firstValid != nil
    else { return nil }
    return current.firstValidAt.map { $0 + configuration.nominationDelay }
  }

  /// Controlled: the far side nominates this pair (RFC 8445 §7.3.1.5).
  mutating func acceptNomination(_ index: Int, at now: Instant) {
    let pair = current.checklist.pairs[index]
    if !pair.isSucceeded {
      current.checklist.update(index) { $0.awaitCheckToNominate() }
    } else if !pair.isNominated {
      nominate(index, at: now)
    } else if current.selected != pair.id, current.consent?.isDisconnected == true {
      select(index, at: now)  // nominated before, and now the far side's way out
    }
  }

  /// Of several nominated pairs the highest priority is selected, unless the one in use has stopped answering.
  mutating func nominate(_ index: Int, at now: Instant) {
    current.checklist.update(index) { $0.nominate() }
    let inUse = current.selected.flatMap { current.checklist.index(id: $0) }
    if let inUse, current.consent?.isDisconnected != true,
      current.checklist.pairs[inUse].priority >= current.checklist.pairs[index].priority
    {
      return
    }
    select(index, at: now)
  }

  private mutating func select(_ index: Int, at now: Instant) {
    let pair = current.checklist.pairs[index]
    guard current.selected != pair.id, let usable = pair.usable else { return }
    let wasActive = current.active == pair.id
    current.selected = pair.id
    previous = nil
    if !wasActive || current.consent == nil { watchConsent(at: now) }
    emit(.selected(usable))
    // RFC 8445 §8.1.2: no further checks but those of better pairs already under way, and what requests trigger.
    current.checklist.removeAll { other in
      guard other.nomination != .awaitingCheck else { return false }
      return other.isPending && (!other.isInProgress || other.priority < pair.priority)
    }
  }

  mutating func watchConsent(at now: Instant) {
    current.consent = ConsentTimer(at: now, configuration: configuration, using: &generator)
  }
}

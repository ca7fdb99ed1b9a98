internal import SansIO
internal import Trace

/// Watches the gathering of one peer, and ends it when it takes too long, whatever the stack itself thinks.
///
/// ```
///   idle ── local description asked for ──▶ burning ── complete ──▶ over
///                                              └─── its time is up ──▶ blown
/// ```
struct GatheringFuse {
  private enum State {
    case idle
    case burning(deadline: Instant)
    case over
    case blown
  }

  private let limit: Duration
  private var state = State.idle

  init(limit: Duration) { self.limit = limit }

  var deadline: Instant? { if case .burning(let deadline) = state { deadline } else { nil } }

  /// Whether gathering ended, one way or the other.
  var hasEnded: Bool {
    switch state {
    case .over, .blown: true
    case .idle, .burning: false
    }
  }

  mutating func light(at now: Instant) {
    if case .idle = state { state = .burning(deadline: now + limit) }
  }

  /// False: the stack says what has been decided without it.
  mutating func accept(_ gathering: ICEEvent.Gathering) -> Bool {
    switch (state, gathering) {
    case (.blown, .complete), (.blown, .timedOut), (.over, .timedOut), (.over, .complete):
      return false
    case (_, .complete), (_, .timedOut):
      state = .over
      return true
    case (_, .new), (_, .gathering): return true
    }
  }

  /// True: its time is up, now.
  mutating func blow(at now: Instant) -> Bool {
    guard case .burning(let deadline) = state, deadline <= now else { return false }
    state = .blown
    return true
  }
}

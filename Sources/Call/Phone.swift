internal import Trace

/// The telephone of one peer; illegal transitions are refused, so that "connected" never means an empty call.
///
/// ```
///          dial                 answer arrives
///   idle ───────▶ dialing ─────────────────────▶ connected
///    │                                              │  ▲
///    │ offer arrives         answer                 │  │
///    └──────────────▶ ringing ──────────────────────┼──┘
///                                                   ▼ hang up, from any state but idle
///                                              disconnected
/// ```
struct Phone {
  enum Verb: String {
    case dial = "dial"
    case ring = "be called"
    case answer = "answer"
    case accept = "take an answer"
    case hangUp = "hang up"
  }

  private(set) var state = SignallingEvent.Phone.idle

  /// Carries out the verb, or returns why it is not possible now.
  mutating func perform(_ verb: Verb) -> String? {
    let next: SignallingEvent.Phone?
    switch (state, verb) {
    case (.idle, .dial): next = .dialing
    case (.idle, .ring): next = .ringing
    case (.ringing, .answer), (.dialing, .accept): next = .connected
    case (.dialing, .hangUp), (.ringing, .hangUp), (.connected, .hangUp): next = .disconnected
    case (.idle, _), (.dialing, _), (.ringing, _), (.connected, _), (.disconnected, _): next = nil
    }
    guard let next else { return "cannot \(verb.rawValue) while \(state.rawValue)" }
    state = next
    return nil
  }
}

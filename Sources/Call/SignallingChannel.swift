internal import SansIO
internal import Trace

/// The way between the peers' applications: reliable, in order, with a constant delay.
struct SignallingChannel {
  enum Message {
    case offer(Description)
    case answer(Description)
    /// Empty: the end of candidates.
    case candidate(String, mid: String)
    case bye
  }

  private let delay: Duration
  private var queue = Queue<(at: Instant, to: PeerID, message: Message)>()

  init(delay: Duration) { self.delay = delay }

  var deadline: Instant? { queue.first?.at }

  mutating func send(_ message: Message, to peer: PeerID, at now: Instant) {
    queue.append((now + delay, peer, message))
  }

  mutating func next(at now: Instant) -> (to: PeerID, message: Message)? {
    guard let first = queue.first, first.at <= now, let next = queue.popFirst() else { return nil }
    return (next.to, next.message)
  }
}

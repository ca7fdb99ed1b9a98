internal import Trace

/// Datagrams that were lost between the peer and the network, and which of them have been told.
struct SocketLosses {
  /// They found the system's queue full.
  var unsent = 0
  /// They came, and were longer than any packet of a call.
  var truncated = 0
  /// The system did not send them: nobody listens there, or no way leads there.
  var refused = 0

  private var told: [Int] = [0, 0, 0]

  /// The losses of one kind since they were last told; nil: there are none.
  mutating func next() -> TraceEvent.Kind? {
    let all = [
      (unsent, "not sent, for the system's queue was full"),
      (truncated, "longer than 2048 bytes"), (refused, "refused by the system"),
    ]
    for (index, (count, reason)) in all.enumerated() where count > told[index] {
      let new = count - told[index]
      told[index] = count
      return .discarded(
        layer: "socket", reason: "\(new) \(new == 1 ? "datagram" : "datagrams") \(reason)")
    }
    return nil
  }
}

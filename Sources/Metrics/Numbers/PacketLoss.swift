internal import Trace

/// Packets that one received stream lost, counted over the whole call: a fact of this run, not an estimate.
struct PacketLoss: Hashable, Sendable {
  /// Percent of the packets expected that were missing for good.
  let afterRepair: Double
  /// Percent that the network lost before repair (RFC 3550 §6.4.1).
  ///
  /// Nil: the peer counts only what was lost for good.
  let beforeRepair: Double?

  /// Nil without packets: that is not 0 %.
  init?(_ last: StreamSample?) {
    guard let last, last.packets > 0, !last.unknown.contains(.lost) else { return nil }
    // What came first time, and what did not; what repair brought back is among the latter.
    let expected = Double(last.packets + max(last.cumulativeLost, last.lostPackets))
    afterRepair = Double(last.lostPackets) * 100 / expected
    beforeRepair =
      last.unknown.contains(.cumulativeLost)
      ? nil : Double(max(last.cumulativeLost, last.lostPackets)) * 100 / expected
  }
}

internal import SansIO

/// Whether the machine kept up with a live run: what tells overload from broken interop.
public struct Overload: Hashable, Sendable {
  /// How late packets were, from the instant at which a host sent them to the one at which they were written, beyond what the
  /// links asked; without a capture, from being read.
  public var lateness = LatenessSpread.none
  /// From being sent to being read by the router.
  public var pickup = LatenessSpread.none
  /// Behind the deadlines of links.
  public var writing = LatenessSpread.none
  /// Packets that a TUN device had no room for.
  public var tunDrops = 0
  /// Packets that are not in the capture for lack of room.
  public var captureDrops = 0
  /// Packets that the kernel did not take from the router.
  public var refusedByKernel = 0
  /// Packets that the router moved and the capture does not have.
  public var missingInCapture = 0
  /// Whether the router had a real-time priority.
  public var isRealTime = false
  /// Interfaces that could not be read to the end, and why.
  public var broken: [String] = []

  static let latenessLimit = Duration.milliseconds(2)

  /// Why the run says nothing about the stacks; empty: it does.
  public var reasons: [String] {
    var reasons = broken
    func say(_ count: Int, _ text: String) { if count > 0 { reasons.append("\(count) \(text)") } }
    if lateness.p99 > Self.latenessLimit {
      reasons.append(
        "packets were late by \(Self.text(lateness.p99)) at the 99th percentile, more than "
          + "\(Self.text(Self.latenessLimit))"
          + (isRealTime ? "" : "; the router had no real-time priority"))
    }
    say(tunDrops, "packets dropped by TUN devices")
    say(captureDrops, "packets dropped by the capture")
    say(refusedByKernel, "packets refused by the kernel")
    return reasons
  }

  private static func text(_ duration: Duration) -> String {
    "\(FixedDecimal(units: duration.microseconds, places: 3)) ms"
  }
}

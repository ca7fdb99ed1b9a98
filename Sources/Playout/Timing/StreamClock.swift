internal import RTP

/// What ties the RTP timestamps of one stream to the sender's wall clock and to our clock.
///
/// Sender reports give the first (RFC 3550 §6.4.1), the earliest arrivals the second. The difference between two streams of one sender
/// says how much later one of them arrives than it was captured beside the other.
public struct StreamClock: Hashable, Sendable {
  private let media: MediaClock
  private var report: Report?
  /// Arrival minus media time of the packets or frames that travelled fastest; nil before the first, and while paused.
  var baselineNanoseconds: Int64?

  private struct Report: Hashable, Sendable {
    var ntpNanoseconds: Int64
    var ticks: Int64
  }

  public init(clockRate: Int) { media = MediaClock(rate: clockRate) }

  /// - Parameter ticks: the report's RTP timestamp, unwrapped as the stream's are.
  mutating func setReport(ntp: UInt64, ticks: Int64) {
    let seconds = Int64(ntp >> 32)
    let fraction = Int64((ntp & 0xffff_ffff) * 1_000_000_000 >> 32)
    report = Report(ntpNanoseconds: seconds * 1_000_000_000 + fraction, ticks: ticks)
  }

  /// After a jump of timestamps an old report means nothing.
  mutating func forgetReport() { report = nil }

  /// From capture on the sender's wall clock to earliest arrival on ours, in nanoseconds; only differences mean anything.
  public var captureToArrivalNanoseconds: Int64? {
    guard let report, let baselineNanoseconds else { return nil }
    return baselineNanoseconds &+ media.nanoseconds(report.ticks) &- report.ntpNanoseconds
  }
}

/// A ceiling from loss, for bottlenecks too short of queue to show in the delay.
///
/// As GCC's loss-based part: above 10 % loss the rate falls, under 2 % it rises (draft-ietf-rmcat-gcc-02 §6). Loss that stays
/// whatever the rate is belongs to the path, and is taken off first: else a lossy radio link would starve a call.
struct LossBound: Sendable {
  private static let memory = 10
  private static let fewestReports = 5

  /// Bits a second; nil: loss does not limit.
  private(set) var bound: Double?
  private var reports: [Double] = []

  /// - Parameters:
  ///   - fraction: of the packets of about the last second, 0...1.
  ///   - rate: what delay allows.
  mutating func update(fraction: Double, rate: Double) {
    guard fraction >= 0, fraction <= 1 else { return }
    let ofPath = reports.count >= Self.fewestReports ? reports.min() ?? 0 : 0
    reports.append(fraction)
    if reports.count > Self.memory { reports.removeFirst() }
    let congestive = fraction - ofPath
    if congestive > 0.1 {
      bound = min(bound ?? rate, rate) * (1 - 0.5 * congestive)
    } else if congestive < 0.02, let bound {
      let raised = bound * 1.08
      self.bound = raised > 1.5 * rate ? nil : raised
    }
  }
}

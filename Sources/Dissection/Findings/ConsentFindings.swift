internal import SDPRules

/// A pair that worked, and of which one side was never heard again (RFC 7675 §5.1).
enum ConsentFindings {
  /// Consent runs out after 30 s; half of it without any word is no jitter.
  private static let limit: Int64 = 15_000_000_000
  private static let leastRequests = 5

  static func find(_ flows: [Flow], _ file: Int) -> Finding? {
    let lastSuccess = flows.compactMap(\.stun.lastSuccess).max() ?? .min
    for flow in flows {
      for (kind, count) in flow.stun.ordered {
        if let finding = finding(kind, count, flow, lastSuccess, file) { return finding }
      }
    }
    return nil
  }

  private static func finding(
    _ kind: STUNLog.Kind, _ count: STUNLog.Count, _ flow: Flow, _ lastSuccess: Int64, _ file: Int
  ) -> Finding? {
    guard kind.method == 1, kind.username != nil, count.successes > 0,
      count.silentRequests >= leastRequests, let since = count.silentSince
    else { return nil }
    let (sender, silent) = (flow.sender(kind.isForward), flow.sender(!kind.isForward))
    let last = flow.lastWord[kind.isForward]?.time ?? flow.lastTime
    guard last - since.time >= limit, !flow.isLeaving(!kind.isForward),
      flow.lastWord[!kind.isForward].map({ $0.time <= since.time }) ?? true,
      lastSuccess <= since.time
    else { return nil }
    let seconds = Words.seconds(last - since.time)
    return CaptureRules.consentLost.finding(
      file: file, value: "\(count.silentRequests) checks",
      "\(silent) answered \(count.successes) checks of \(sender) and is never heard again: from packet \(since.number) on \(count.silentRequests) checks stay without an answer, for \(seconds) up to the end of the capture. The connection is lost."
    )
  }
}

internal import SDPRules

/// A pair that worked, and of which one side was never heard again (RFC 7675 §5.1).
enum ConsentFindings {
  /// Consent runs out after 30 s; half of it without any word is no jitter.
  private static let limit: Int64 = 15_000_000_000
  private static let leastRequests = 5

  static func find(_ flows: [Flow], _ file: Int) -> Finding? {
    let lost = flows.flatMap { flow in
      flow.stun.ordered.lazy.compactMap { kind, count in finding(kind, count, flow, flows, file) }
    }
    return lost.first
  }

  private static func finding(
    _ kind: STUNLog.Kind, _ count: STUNLog.Count, _ flow: Flow, _ flows: [Flow], _ file: Int
  ) -> Finding? {
    guard kind.method == 1, kind.username != nil, count.successes > 0,
      count.silentRequests >= leastRequests, let since = count.silentSince
    else { return nil }
    let (sender, silent) = (flow.sender(kind.isForward), flow.sender(!kind.isForward))
    let last = flow.lastHeard[kind.isForward] ?? flow.lastTime
    guard last - since.time >= limit, !flow.isLeaving(!kind.isForward),
      flow.lastHeard[!kind.isForward].map({ $0 <= since.time }) ?? true,
      !flows.contains(where: { $0.stun.lastSuccess.map { $0 > since.time } ?? false })
    else { return nil }
    let seconds = Words.seconds(last - since.time)
    return CaptureRules.consentLost.finding(
      file: file, value: "\(count.silentRequests) checks",
      "\(silent) answered \(count.successes) checks of \(sender) and is never heard again: from packet \(since.number) on \(count.silentRequests) checks stay without an answer, for \(seconds) up to the end of the capture. The connection is lost."
    )
  }
}

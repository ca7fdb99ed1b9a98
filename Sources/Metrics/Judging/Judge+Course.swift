internal import SansIO
internal import Trace

extension Analysis {
  /// The first gathering phase: when it began, and how it ended.
  private func firstGathering(_ index: Int) -> (
    began: Instant, end: PeerRecord.GatheringChange?
  )? {
    let changes = peers[index].gathering
    guard let began = changes.first(where: { $0.state == .gathering })?.at else { return nil }
    return (
      began, changes.first { $0.at >= began && ($0.state == .complete || $0.state == .timedOut) }
    )
  }

  func gatheringComplete(_ index: Int, within: Duration) -> Finding {
    guard let (began, end) = firstGathering(index) else {
      return .failed(nil, "gathering never began")
    }
    guard let end else { return .failed(nil, "gathering was not complete when the run ended") }
    let took = end.at - began
    guard end.state == .complete else {
      return .failed(
        nil,
        "gathering timed out after \(took.plain), waiting for \(Self.list(end.waitingFor))")
    }
    let measured = FixedDecimal.tenthsOfMilliseconds(took.nanoseconds).description
    return took <= within
      ? .passed(measured) : doubted(.failed(measured, nil), of: index, until: end.at)
  }

  func gatheringTimedOut(
    _ index: Int, after: Duration, within: Duration, waitingFor: String?
  ) -> Finding {
    guard let (began, end) = firstGathering(index) else {
      return .failed(nil, "gathering never began")
    }
    guard let end else { return .failed(nil, "the fuse had not fired when the run ended") }
    let took = end.at - began
    let measured = FixedDecimal.tenthsOfMilliseconds(took.nanoseconds).description
    guard end.state == .timedOut else {
      return .failed(nil, "gathering was complete after \(took.plain)")
    }
    let note = "waiting for \(Self.list(end.waitingFor))"
    guard after <= took, took <= within else { return .failed(measured, note) }
    if let waitingFor, !end.waitingFor.contains(where: { $0.contains(waitingFor) }) {
      return .failed(measured, note)
    }
    guard waitingFor != nil || !end.waitingFor.isEmpty else {
      return .failed(measured, "it does not say what it was waiting for")
    }
    return .passed(measured, note)
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing that it names" : names.joined(separator: ", ")
  }

  func stepTimesOut(_ text: String) -> Judgement {
    let claim = Claim("script", limit: "times out at '\(text)'")
    let steps = script.steps.filter { $0.text == text }
    guard let step = steps.first(where: { $0.end == .timedOut }) ?? steps.first else {
      return claim.judged("call", .failed(nil, "no step of the script reads so"))
    }
    if step.end == .timedOut { return claim.judged("call", .passed("timed out")) }
    return claim.judged(
      "call", .failed(step.end == .finished ? "finished" : nil, step.breakage ?? "the step held"))
  }
}

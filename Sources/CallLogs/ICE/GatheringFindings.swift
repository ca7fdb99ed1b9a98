internal import SDPRules
internal import SansIO

/// Gathering that a description waits for.
enum GatheringFindings {
  /// Above that a person notices.
  private static let limit = Duration.seconds(2)

  static func find(_ record: ICERecord, _ file: Int) -> [Finding] {
    record.gatherings.indices.compactMap { index in
      let gathering = record.gatherings[index]
      guard let start = gathering.start else { return nil }
      if gathering.end == nil { return endless(gathering, from: start, record, file) }
      guard let end = gathering.end?.at, end - start > limit else { return nil }
      return slow(gathering, start..<max(start, end), record, file)
    }
  }

  private static func slow(
    _ gathering: Gathering, _ span: Range<Instant>, _ record: ICERecord, _ file: Int
  ) -> Finding? {
    let end = span.upperBound
    let sent = record.sent.first { ($0.at ?? end) >= span.lowerBound }
    // A description that went out meanwhile did not wait, and neither did a call that came up.
    if let sent {
      if sent.at.map({ $0 < end }) ?? (sent.isTrickled == true) { return nil }
    } else if record.connected?.at.map({ $0 < end }) ?? false {
      return nil
    }
    // Who waits counts from the start of the log, unless gathering begins later.
    let isAtOnce = span.lowerBound.nanoseconds < 1_000_000_000 && span.lowerBound >= .start
    let wait =
      isAtOnce
      ? end.milliseconds : Instant(nanoseconds: (end - span.lowerBound).nanoseconds).milliseconds
    let useful = gathering.found.compactMap(\.at).max()
    let blocked = blockedOn(gathering, record)
    var details = [
      FindingDetail(
        "gathering_ms", Instant(nanoseconds: (end - span.lowerBound).nanoseconds).milliseconds)
    ]
    if let useful { details.append(FindingDetail("last_useful_candidate_ms", useful.milliseconds)) }
    if let blocked { details.append(FindingDetail("blocked_on", blocked.words)) }
    if let at = sent?.at { details.append(FindingDetail("description_sent_ms", at.milliseconds)) }
    let there =
      useful.map { "all candidates were there after \($0.milliseconds) ms" }
      ?? "it gave no candidate"
    let server = blocked.map { ", then it waited for \($0.reason)" } ?? ""
    let held =
      sent.map { sent in
        " The description was held back for it\(sent.at.map { " until \($0.milliseconds) ms" } ?? "")."
      } ?? ""
    return LogRules.gatheringSlow.finding(
      file: file, line: gathering.end?.line, value: "\(wait) ms",
      details: details,
      "\(record.prefix)Gathering is complete after \(wait) ms: \(there)\(server).\(held)")
  }

  /// It began, and nothing says that it ended.
  private static func endless(
    _ gathering: Gathering, from start: Instant, _ record: ICERecord, _ file: Int
  ) -> Finding? {
    guard let last = record.last, last - start > .seconds(5), record.connected == nil,
      !record.isClosed, !record.sent.contains(where: { ($0.at ?? start) >= start })
    else { return nil }
    // Where checks began, descriptions did not wait.
    guard !record.iceStates.contains(where: { $0.state != "new" }) else { return nil }
    let blocked = blockedOn(gathering, record)
    return LogRules.gatheringSlow.finding(
      file: file, value: "not complete after \(last.milliseconds) ms",
      severity: .error, details: blocked.map { [FindingDetail("blocked_on", $0.words)] } ?? [],
      "\(record.prefix)Gathering began at \(start.milliseconds) ms and was not complete at \(last.milliseconds) ms\(blocked.map { ": it waited for \($0.reason)" } ?? ""); no description was sent."
    )
  }

  struct Blocker {
    /// "2001:db8:7::50 stun:stun.example.net:19302"
    var words: String
    var reason: String
  }

  /// The last server that was given up; else one that gave nothing.
  private static func blockedOn(_ gathering: Gathering, _ record: ICERecord) -> Blocker? {
    let timeouts = gathering.errors.filter(\.isTimeout)
    let last = timeouts.max { ($0.at ?? .start) < ($1.at ?? .start) }
    if let last {
      let words = [last.address, last.server?.url].compactMap(\.self).joined(separator: " ")
      let from = last.address.map { " from \($0)" } ?? ""
      let at = last.at.map { ", given up at \($0.milliseconds) ms" } ?? ""
      return Blocker(
        words: words, reason: "\(last.server?.url ?? "a server")\(from)\(at)")
    }
    let silent = record.servers.first { server in
      if gathering.errors.contains(where: { $0.server == server }) { return false }
      if server.isTURN { return !gathering.has(.relay) }
      return server.isSTUN && !gathering.has(.srflx, .prflx)
    }
    if let silent {
      return Blocker(words: silent.url, reason: "\(silent.url), which gave no candidate")
    }
    // The one whose candidate came last.
    let slowest = gathering.found.last { $0.candidate.kind != .host }?.server
    return slowest.map { Blocker(words: $0.url, reason: "\($0.url), which was slow") }
  }
}

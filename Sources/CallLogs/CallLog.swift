internal import Metrics
public import SDPRules
internal import SansIO

/// A log of a call, told by its content: events (a dump of chrome://webrtc-internals has some too), times of sound and
/// picture, or frames.
public struct CallLog: Sendable {
  enum Content: Sendable {
    case events(EventLog)
    case sync(SyncLog)
    case frames(FrameLog)
  }

  let content: Content

  /// Findings are compared with each other; the worst of a log that has more are told.
  private static let findingLimit = 200

  init(content: Content) { self.content = content }

  /// Nil: the text is no such log.
  public init?(_ bytes: [UInt8]) throws(InputFault) {
    if let log = SyncLog(bytes) {
      content = .sync(log)
    } else if let log = EventLog(bytes) ?? DumpLog.read(bytes) {
      content = .events(log)
    } else if let log = try FrameLog(bytes) {
      content = .frames(log)
    } else {
      return nil
    }
  }

  /// What is wrong, with consequences under their causes; `file` is the place of the log among the files of a report.
  public func findings(file: Int) -> [Finding] {
    let findings: [Finding]
    let unread: (count: Int, first: Int?)
    switch content {
    case .events(let log):
      let found = log.peers.flatMap { Self.findings($0, file) }
      findings = found.isEmpty && !isTelling ? [Self.tooLittle(log, file)] : found
      unread = (log.unread, log.firstUnread)
    case .sync(let log):
      findings = SyncFindings.find(log, file)
      unread = (log.unread, log.firstUnread)
    case .frames(let log):
      findings = FrameFindings.find(log, file)
      unread = (log.unread, log.firstUnread)
    }
    return CaptureRules.ordered(Self.worst(findings) + Self.damage(unread, file))
  }

  /// A link behind signalling held, so it says something of the call.
  private var isTelling: Bool { facts.contains { $0.stage > .signalling } }

  private static func tooLittle(_ log: EventLog, _ file: Int) -> Finding {
    let count = log.peers.reduce(0) { $0 + $1.events.count }
    return LogRules.tooLittle.finding(
      file: file, value: counted(count, "event"),
      "Of \(counted(count, "event")) none says how far the call came: too little to judge."
    )
  }

  private static func findings(_ peer: EventLog.Peer, _ file: Int) -> [Finding] {
    let ice = ICERecord(peer)
    let first = FirstFrameRecord(peer)
    return GatheringFindings.find(ice, file) + ServerFindings.find(ice, file)
      + CandidateFindings.find(ice, file) + ConnectionFindings.find(ice, file)
      + [
        ConnectionFindings.unanswered(ice, file), FirstFrameFindings.find(first, file),
        FreezeFindings.find(first.rendered, missing: nil, file),
      ].compactMap(\.self)
  }

  private static func worst(_ findings: [Finding]) -> [Finding] {
    findings.count > findingLimit ? Array(findings.worstFirst.prefix(findingLimit)) : findings
  }

  private static func damage(_ unread: (count: Int, first: Int?), _ file: Int) -> [Finding] {
    guard unread.count > 0 else { return [] }
    let count = unread.count
    return [
      LogRules.unreadable.finding(
        file: file, line: unread.first,
        value: counted(count, "line"),
        "\(count) line\(count == 1 ? " of this log was" : "s of this log were") not read, the first is line \(unread.first ?? 0): no JSON object, no number, or too much of it. The verdict is of the others."
      )
    ]
  }
}

internal import SDPRules
internal import SansIO

/// How it ended: never connected, connected and lost, connected without keys.
enum ConnectionFindings {
  /// Libraries give up checks after 15 s and more.
  private static let patience = Duration.seconds(15)
  /// A person who is called may need a while.
  private static let ringing = Duration.seconds(30)

  static func find(_ record: ICERecord, _ file: Int) -> [Finding] {
    guard !record.isClosed || record.failed != nil else { return [] }
    if let failed = record.failed {
      return [record.connected == nil ? never(failed, record, file) : lost(failed, record, file)]
    }
    let finding = keys(record, file) ?? stuck(record, file) ?? apart(record, file)
    return finding.map { [$0] } ?? []
  }

  /// An offer that waits to the end of the log.
  static func unanswered(_ record: ICERecord, _ file: Int) -> Finding? {
    guard record.remoteDescriptions.isEmpty, record.remoteCandidates.isEmpty,
      record.iceStates.allSatisfy({ $0.state == "new" || $0.state == "closed" }),
      record.connected == nil, let sent = record.offer, let at = sent.at, let last = record.last,
      last - at >= ringing
    else { return nil }
    return LogRules.noAnswer.finding(
      file: file, line: sent.line, value: "none in \(last.milliseconds - at.milliseconds) ms",
      "\(record.prefix)The offer of \(at.milliseconds) ms is not answered by the end of the log, \(last.milliseconds - at.milliseconds) ms on: no remote description is ever set."
    )
  }

  private static func never(
    _ failed: ICERecord.Change, _ record: ICERecord, _ file: Int
  ) -> Finding {
    let reach = RemoteReach(record)
    return LogRules.iceFailed.finding(
      file: file, line: failed.line, value: "failed",
      details: reach.map { [FindingDetail("unreachable", $0.rawValue)] } ?? [],
      "\(record.prefix)ICE fails\(at(failed)): no pair of \(own(record)) with \(others(record)) works.\(reach.map { " \($0.words)" } ?? "")"
    )
  }

  private static func lost(
    _ failed: ICERecord.Change, _ record: ICERecord, _ file: Int
  ) -> Finding {
    LogRules.connectionLost.finding(
      file: file, line: failed.line, value: "failed",
      "\(record.prefix)The connection came up\(record.connected.map(at) ?? "") and fails\(at(failed)): checks of consent stay without an answer."
    )
  }

  /// ICE holds, and the connection as a whole fails: DTLS.
  private static func keys(_ record: ICERecord, _ file: Int) -> Finding? {
    guard let failed = record.connectionStates.last(where: { $0.state != "closed" }),
      failed.state == "failed", let ice = record.iceStates.last(where: { $0.state != "closed" }),
      ice.state == "connected" || ice.state == "completed"
    else { return nil }
    return LogRules.dtlsFailed.finding(
      file: file, line: failed.line, value: "failed",
      "\(record.prefix)ICE is connected\(at(ice)), and the connection fails\(at(failed)): the DTLS handshake gives no keys."
    )
  }

  /// Checks that go on to the end of the log.
  private static func stuck(_ record: ICERecord, _ file: Int) -> Finding? {
    guard record.connected == nil, let checking = record.iceStates.last,
      checking.state == "checking" || checking.state == "disconnected", let since = checking.at,
      let last = record.last, last - since > patience
    else { return nil }
    return LogRules.iceFailed.finding(
      file: file, line: checking.line, value: checking.state,
      "\(record.prefix)ICE is \(checking.state) from \(since.milliseconds) ms on and never connected, up to the end of the log at \(last.milliseconds) ms: no pair of \(own(record)) with \(others(record)) works."
    )
  }

  private static func apart(_ record: ICERecord, _ file: Int) -> Finding? {
    guard record.connected != nil, let state = record.iceStates.last,
      state.state == "disconnected", let since = state.at, let last = record.last,
      last - since > .seconds(5)
    else { return nil }
    return LogRules.connectionLost.finding(
      file: file, line: state.line, value: "disconnected",
      "\(record.prefix)The connection came up\(record.connected.map(at) ?? "") and is disconnected from \(since.milliseconds) ms on, up to the end of the log."
    )
  }

  private static func at(_ change: ICERecord.Change) -> String {
    change.at.map { " at \($0.milliseconds) ms" } ?? ""
  }

  private static func own(_ record: ICERecord) -> String {
    record.gatherings.isEmpty
      ? "its candidates" : "its \(record.gatherings.last?.kinds ?? "no") candidates"
  }

  private static func others(_ record: ICERecord) -> String {
    let added = record.remoteCandidates.count { $0.outcome == .added || $0.outcome == .unknown }
    let described = record.remoteDescriptions.compactMap(\.candidates).max() ?? 0
    return added + described == 0
      ? "those of the other side" : "the \(added + described) of the other side"
  }
}

internal import SDPRules
internal import SansIO

/// Candidates of the other side that were never of use.
enum CandidateFindings {
  static func find(_ record: ICERecord, _ file: Int) -> [Finding] {
    let lost = lost(record)
    if !lost.isEmpty { return [early(lost, record, file)] }
    return [refused(record, file), none(record, file)].compactMap(\.self)
  }

  /// Those that came before the description, and were not added again behind it.
  private static func lost(_ record: ICERecord) -> [RemoteCandidate] {
    var again: [String: Int] = [:]  // for look-up only
    for candidate in record.remoteCandidates.dropFirst(record.early.count)
    where candidate.outcome == .added || candidate.outcome == .unknown {
      again[candidate.key, default: 0] += 1
    }
    return record.early.filter { candidate in
      switch candidate.outcome {
      case .added, .kept: return false
      // Without a word of what became of it, the law says that it is refused; a call that came up says otherwise.
      case .unknown where record.connected != nil: return false
      case .refused, .unknown: break
      }
      guard let count = again[candidate.key], count > 0 else { return true }
      again[candidate.key] = count - 1
      return false
    }
  }

  private static func early(_ lost: [RemoteCandidate], _ record: ICERecord, _ file: Int) -> Finding
  {
    let description = record.remoteDescriptions.first
    let known = (description?.candidates ?? 0) > 0
    let severity: Severity =
      record.connected != nil || (known && record.failed == nil) ? .warning : .error
    let count = lost.count
    var details = [FindingDetail("candidates_lost", count)]
    var ahead = ""
    if let at = lost.compactMap(\.at).max(), let set = description?.at {
      let least = Instant(nanoseconds: (set - at).nanoseconds).milliseconds
      details.append(FindingDetail("least_ahead_ms", least))
      ahead = " \(least) ms or more before the remote description"
    } else if description == nil {
      ahead = " and no remote description was ever set"
    }
    let reason = lost.lazy.compactMap { candidate -> String? in
      if case .refused(let reason) = candidate.outcome { reason } else { nil }
    }.first
    let refusal = reason.map { ", refused with \($0)" } ?? ""
    let rest =
      known
      ? "the description holds \(description?.candidates ?? 0) others"
      : description?.candidates == 0
        ? "none was added again and the description holds none, so there is nothing to check against"
        : "none was added again"
    return LogRules.candidateEarly.finding(
      file: file, line: lost.first?.line,
      value: "\(counted(count, "candidate")) lost", severity: severity,
      details: details,
      "\(record.prefix)\(count) remote candidate\(count == 1 ? " was" : "s were") added\(ahead)\(refusal); \(rest)."
    )
  }

  /// Refused behind the description: of another section, of another generation.
  private static func refused(_ record: ICERecord, _ file: Int) -> Finding? {
    guard !record.remoteDescriptions.isEmpty else { return nil }
    let refused = record.remoteCandidates.dropFirst(record.early.count).filter { candidate in
      if case .refused = candidate.outcome { true } else { false }
    }
    guard let first = refused.first, case .refused(let reason) = first.outcome else { return nil }
    return LogRules.candidateRefused.finding(
      file: file, line: first.line, value: reason,
      severity: record.failed == nil ? nil : .error,
      details: [FindingDetail("candidates_refused", refused.count)],
      "\(record.prefix)\(refused.count) of \(record.remoteCandidates.count) remote candidates are refused with \(reason), though the remote description is set; they are not tried."
    )
  }

  private static func none(_ record: ICERecord, _ file: Int) -> Finding? {
    guard record.connected == nil, record.failed != nil,
      let description = record.remoteDescriptions.last, description.candidates == 0,
      !record.remoteCandidates.contains(where: { $0.outcome == .added || $0.outcome == .unknown })
    else { return nil }
    return LogRules.noRemoteCandidate.finding(
      file: file, line: description.line, value: "0 candidates",
      "\(record.prefix)The remote description holds no candidate, and none is added behind it, so ICE has nothing to check against."
    )
  }
}

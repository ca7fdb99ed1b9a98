internal import SDPRules
internal import SansIO

/// STUN and TURN servers that gave nothing.
enum ServerFindings {
  static func find(_ record: ICERecord, _ file: Int) -> [Finding] {
    let refused = turn(record, file)
    return refused
      + [noRelay(record, isExplained: !refused.isEmpty, file), stun(record, file)]
      .compactMap(\.self)
  }

  /// One finding for each code: final results, not the first 401, which is but a challenge.
  private static func turn(_ record: ICERecord, _ file: Int) -> [Finding] {
    let errors = record.errors.filter { $0.server?.isTURN == true }
    let hasRelay = record.hasGathered(.relay)
    var values: [String] = []
    for error in errors where !values.contains(error.value) { values.append(error.value) }
    return values.compactMap { value in
      let same = errors.filter { $0.value == value }
      guard let first = same.first else { return nil }
      // One interface or transport that leads nowhere, beside one that does, is every day's business.
      if hasRelay, same.allSatisfy(\.isTimeout) { return nil }
      let severity: Severity =
        hasRelay ? .info : record.connected != nil && record.failed == nil ? .warning : .error
      return finding(first, same, severity, record, file)
    }
  }

  private static func finding(
    _ first: ICEServerError, _ same: [ICEServerError], _ severity: Severity, _ record: ICERecord,
    _ file: Int
  ) -> Finding {
    var urls: [String] = []
    for error in same {
      if let url = error.server?.url, !urls.contains(url) { urls.append(url) }
    }
    var details = [FindingDetail("url", urls.first ?? "")]
    if urls.count > 1 { details.append(FindingDetail("urls", .list(urls.map { .text($0) }))) }
    if let at = first.at { details.append(FindingDetail("at_ms", at.milliseconds)) }
    if let address = first.address { details.append(FindingDetail("address", address)) }
    let words = [first.code.map { String($0) }, first.text].compactMap(\.self)
      .joined(separator: " ")
    let at = first.at.map { " at \($0.milliseconds) ms" } ?? ""
    let what =
      first.isTimeout
      ? "does not answer (\(words))" : "refuses the allocation\(at) with \(words)"
    let rest =
      switch severity {
      case .info: "relay candidates came by another way."
      case .warning: "there is no relay candidate; this call came up without one, others will not."
      case .error:
        "there is no relay candidate\(record.failed == nil ? "" : ", and ICE failed with \(kinds(record)) candidates only")."
      }
    return LogRules.turnFailed.finding(
      file: file, line: first.line, value: first.value, severity: severity,
      clause: clause(first), fix: fix(first), details: details,
      "\(record.prefix)\(urls.joined(separator: ", ")) \(what); \(rest)")
  }

  private static func kinds(_ record: ICERecord) -> String {
    record.gatherings.last.map(\.kinds) ?? "no"
  }

  private static func clause(_ error: ICEServerError) -> String? {
    if error.isTimeout { return "RFC 8489 §6.2.1" }
    return switch error.code {
    case 401, 438: "RFC 8489 §9.2"
    default: nil
    }
  }

  private static func fix(_ error: ICEServerError) -> String? {
    if error.isTimeout {
      return "See whether the server runs, and whether this transport and port reach it."
    }
    return switch error.code {
    case 401, 438, 441:
      "Compare user name, secret and realm with the server's; time-limited credentials may have run out."
    case 403: "The server forbids it: see its rules for this client and its peers."
    case 486, 508: "The server's quota or ports are used up."
    default: nil
    }
  }

  private static func noRelay(_ record: ICERecord, isExplained: Bool, _ file: Int) -> Finding? {
    guard record.isTURNConfigured, !record.hasGathered(.relay), record.connected == nil,
      let end = record.gatherings.last?.end
    else { return nil }
    let isNeeded = record.isRelayOnly && !isExplained
    return LogRules.noRelay.finding(
      file: file, line: end.line, severity: isNeeded ? .error : nil,
      "\(record.prefix)A TURN server is configured, and gathering ends with \(kinds(record)) candidates, none of them a relay's\(record.isRelayOnly ? ", though only those may be used" : "")."
    )
  }

  private static func stun(_ record: ICERecord, _ file: Int) -> Finding? {
    let errors = record.errors.filter { $0.server?.isSTUN == true }
    guard let first = errors.first, !record.hasGathered(.srflx), !record.hasGathered(.relay) else {
      return nil
    }
    let url = first.server?.url ?? "The STUN server"
    let what =
      first.isTimeout
      ? "does not answer"
      : "fails with \([first.code.map { String($0) }, first.text].compactMap(\.self).joined(separator: " "))"
    return LogRules.stunFailed.finding(
      file: file, line: first.line, value: first.value,
      severity: record.connected == nil ? nil : .info, details: [FindingDetail("url", url)],
      "\(record.prefix)\(url) \(what); there is no srflx candidate, so that peers beyond a NAT may not reach this one."
    )
  }
}

internal import SDPRules
internal import SansIO

/// What checks and requests to servers show.
enum STUNFindings {
  static func find(_ flows: [Flow], _ sides: CallSides, _ file: Int) -> [Finding] {
    let checks = checks(flows)
    let isFailure = isFailure(checks)
    var findings: [Finding] = []
    var told: Set<String> = []
    for flow in flows {
      for (kind, count) in flow.stun.ordered {
        if let finding = username(kind, count, flow, sides, file),
          told.insert(kind.username ?? "").inserted
        {
          findings.append(finding)
        }
        if let finding = refusal(kind, count, flow, isFailure, file) { findings.append(finding) }
      }
    }
    return findings + [silence(checks, file), roles(checks, isFailure, file)].compactMap(\.self)
  }

  /// So many refusals are no race between a description and the checks that come before it.
  private static let leastRefusals = 3

  private typealias Check = (flow: Flow, kind: STUNLog.Kind, count: STUNLog.Count)

  private static func checks(_ flows: [Flow]) -> [Check] {
    flows.flatMap { flow in
      flow.stun.ordered.filter { $0.kind.method == 1 && $0.kind.username != nil }
        .map { (flow, $0.kind, $0.count) }
    }
  }

  /// No check was granted in any flow, and enough were refused.
  private static func isFailure(_ checks: [Check]) -> Bool {
    checks.allSatisfy { $0.count.successes == 0 }
      && checks.reduce(0) { $0 + $1.count.errorCount } >= leastRefusals
  }

  /// 487 settles who controls, unless neither side gives way.
  private static func roles(_ checks: [Check], _ isFailure: Bool, _ file: Int) -> Finding? {
    let conflicts = checks.reduce(0) { $0 + ($1.count.errors[487] ?? 0) }
    guard isFailure, conflicts >= leastRefusals,
      let first = checks.first(where: { $0.count.errors[487] != nil })
    else { return nil }
    let role =
      checks.allSatisfy { $0.count.controlled == 0 }
      ? "controlling" : checks.allSatisfy { $0.count.controlling == 0 } ? "controlled" : nil
    let words = role.map { "Both sides claim the \($0) role" } ?? "The sides do not agree on roles"
    return CaptureRules.roleConflict.finding(
      file: file, value: "487, \(counted(conflicts, "time"))",
      "\(words): \(conflicts) checks are refused with 487 Role Conflict, from packet \(first.count.firstNumber) on, neither gives way, and ICE fails."
    )
  }

  /// Who the receiver says to be is known from its description, else from its own checks.
  private static func username(
    _ kind: STUNLog.Kind, _ count: STUNLog.Count, _ flow: Flow, _ sides: CallSides, _ file: Int
  ) -> Finding? {
    guard kind.method == 1, count.successes == 0, count.requests > 0, let name = kind.username,
      let colon = name.firstIndex(of: ":")
    else { return nil }
    let wanted = String(name[..<colon])
    let (sender, receiver) = (flow.sender(kind.isForward), flow.sender(!kind.isForward))
    let credentials = sides.descriptions(of: receiver, peer: sender).flatMap(\.credentials)
    let wrong: String
    if !credentials.isEmpty {
      let own = credentials.filter { $0.ufrag == wanted }
      guard !own.contains(where: \.isUsed) else { return nil }
      let right = credentials.first(where: \.isUsed)
      let expected = right.map { "the transport is that of section \($0.section) (\($0.ufrag))" }
      if let section = own.first {
        wrong =
          "\(wanted) is the fragment of section \(section.section), where \(expected ?? "it is bundled")"
      } else {
        wrong = "no description has the fragment \(wanted); \(expected ?? "others are described")"
      }
    } else {
      let own = flow.stun.ordered.compactMap { other -> String? in
        guard other.kind.isForward != kind.isForward, other.kind.method == 1,
          let name = other.kind.username, let colon = name.firstIndex(of: ":")
        else { return nil }
        return String(name[name.index(after: colon)...])
      }
      guard !own.isEmpty, !own.contains(wanted) else { return nil }
      wrong = "the receiver calls itself \(own[0]), not \(wanted)"
    }
    let outcome =
      count.errorCount > 0
      ? "\(count.errorCount) of \(count.requests) are refused with \(codes(count))"
      : "none of \(count.requests) is answered"
    return CaptureRules.usernameWrong.finding(
      file: file, value: name,
      "The checks from \(sender) carry a wrong USERNAME (first in packet \(count.firstNumber)): \(wrong); \(outcome), and ICE fails."
    )
  }

  private static func codes(_ count: STUNLog.Count) -> String {
    let codes = count.errors.keys.sorted().map { String($0) }.joined(separator: ", ")
    guard let reason = count.reason, !reason.isEmpty else { return codes }
    return "\(codes) \(reason)"
  }

  private static func refusal(
    _ kind: STUNLog.Kind, _ count: STUNLog.Count, _ flow: Flow, _ isFailure: Bool, _ file: Int
  ) -> Finding? {
    // 487 settles roles (RFC 8445 §7.3.1.1); the first 401 of a server is its challenge (RFC 8489 §9.2.4).
    let errors = count.errors.filter {
      $0.key != 487 && !(kind.username == nil && ($0.key == 401 || $0.key == 438))
    }
    guard !errors.isEmpty, count.successes == 0 else { return nil }
    // All but Binding are TURN's.
    let isCheck = kind.method == 1
    let rule = isCheck ? CaptureRules.refused : CaptureRules.relayRefused
    return rule.finding(
      file: file, value: codes(count), severity: isCheck && isFailure ? .error : nil,
      "\(flow.sender(!kind.isForward)) refuses every \(STUNLog.methodName(kind.method)) request of \(flow.sender(kind.isForward)) with \(codes(count)), from packet \(count.firstNumber) on."
    )
  }

  /// Checks of which none at all was granted, in any flow.
  private static func silence(_ checks: [Check], _ file: Int) -> Finding? {
    let unanswered = checks.reduce(0) { $0 + $1.count.unanswered }
    guard unanswered > 0, checks.allSatisfy({ $0.count.successes == 0 }), let first = checks.first
    else { return nil }
    return CaptureRules.noAnswer.finding(
      file: file, value: "\(unanswered) requests",
      "No connectivity check succeeds: \(unanswered) requests stay without any response, the first to \(first.flow.sender(!first.kind.isForward)) in packet \(first.count.firstNumber); ICE fails."
    )
  }
}

/// Puts consequences under their cause: each thing is told once.
///
/// Two laws, and no others: a rule's `explains` says what follows from it; and the same finding again (in a section that
/// repeats the line, in the answer that echoes it, in the next offer) follows from the first.
enum Causes {
  static func fold(_ findings: [Finding]) -> [Finding] {
    let rules = findings.map(\.rule)
    let causes = findings.indices.filter { rules[$0]?.explains.isEmpty == false }
    var parents = [Int?](repeating: nil, count: findings.count)
    for (index, finding) in findings.enumerated() {
      parents[index] =
        causes.first { cause in
          cause != index && explains(rules[cause], findings[cause], finding)
        } ?? findings.indices.first { first in first < index && repeats(finding, findings[first]) }
    }
    var children = [[Int]](repeating: [], count: findings.count)
    var roots: [Int] = []
    for index in findings.indices {
      if let root = root(of: index, parents) {
        children[root].append(index)
      } else {
        roots.append(index)
      }
    }
    return roots.map { root in
      var finding = findings[root]
      finding.consequences = children[root].map { findings[$0] }
      return finding
    }
  }

  /// The cause at the top; nil when there is none. A ring of causes is cut where it closes.
  private static func root(of index: Int, _ parents: [Int?]) -> Int? {
    var visited = [index]
    while let last = visited.last, let parent = parents[last] {
      if let start = visited.firstIndex(of: parent) {
        // The first in a ring stands for all of it.
        let top = visited[start...].min() ?? index
        return top == index ? nil : top
      }
      visited.append(parent)
    }
    return visited.count == 1 ? nil : visited.last
  }

  private static func explains(_ rule: Rule?, _ cause: Finding, _ effect: Finding) -> Bool {
    // An error under a warning would not be seen.
    guard let rule, effect.severity <= cause.severity else { return false }
    return rule.explains.contains { explanation in
      guard explanation.ids.isEmpty ? cause.id != effect.id : explanation.ids.contains(effect.id)
      else { return false }
      let isSameExchange =
        cause.place.file == effect.place.file
        || (cause.place.exchange != nil && cause.place.exchange == effect.place.exchange)
      switch explanation.scope {
      case .section: return isSameExchange && cause.place.mline == effect.place.mline
      case .answer:
        return isSameExchange && cause.place.mline == effect.place.mline
          && cause.place.file < effect.place.file
      case .file: return cause.place.file == effect.place.file
      case .exchange: return isSameExchange
      }
    }
  }

  private static func repeats(_ finding: Finding, _ first: Finding) -> Bool {
    guard finding.id == first.id else { return false }
    if finding.place.file == first.place.file {
      // Another section with the very same line, or without the same one.
      return finding.value == first.value && Rule.toldOnce.contains(finding.id)
    }
    return finding.value == first.value && finding.place.mline == first.place.mline
      && (finding.value != nil || finding.place.exchange != first.place.exchange)
  }
}

extension Rule {
  /// What describes the transport or the whole file is often written in every section: told at the first.
  fileprivate static let toldOnce: Set<String> = [
    "ice-credentials-length", "ice-credentials-characters", "fingerprint-weak",
    "fingerprint-malformed", "fingerprint-hash-unknown", "candidate-syntax", "candidate-mdns",
    "candidates-unreachable", "candidates-mdns-only", "candidates-tcp-only", "setup-invalid",
    "setup-offer-not-actpass", "setup-conflict", "extmap-id-reserved", "extmap-id-invalid",
    "ice-restart-incomplete", "ice-restart-not-offered", "fingerprint-changed",
    "setup-role-changed", "ice-ufrag-stale", "candidate-priority", "ice-lite-level",
    "msid-invalid", "extmap-id-changed", "extmap-not-offered", "extmap-direction",
    "extmap-id-reused", "extmap-allow-mixed", "extmap-allow-mixed-not-offered", "extmap-two-byte",
    "transport-mismatch", "transport-insecure", "connection-malformed", "connection-line-missing",
    "mid-missing", "rtcp-mux-missing", "fingerprint-missing", "setup-missing",
    "ice-credentials-missing", "ice-credentials-malformed", "codec-parameter-invalid",
    "payload-type-remapped",
  ]
}

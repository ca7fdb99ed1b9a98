internal import Metrics
internal import SDPRules

/// What follows from a fault that another of the given files shows: a description explains what a capture or a log has.
enum CrossFolding {
  /// Nothing is shown until all of this holds.
  private static let beforePictures: Set<CallStage> = [
    .signalling, .agreement, .gathering, .checks, .dtls, .srtp, .rtp, .depacketize,
  ]

  /// Every finding is compared with every other: no more than these.
  private static let limit = 1000

  /// Keeps the order of those that nothing explains.
  static func fold(_ all: [Finding]) -> [Finding] {
    let findings = all.prefix(limit)
    let parents = findings.indices.map { index in
      findings.indices.first { $0 != index && explains(findings[$0], findings[index]) }
    }
    var effects = [[Finding]](repeating: [], count: findings.count)
    var roots: [Int] = []
    for index in findings.indices {
      guard let root = root(of: index, parents) else {
        roots.append(index)
        continue
      }
      var effect = findings[index]
      effect.consequences = []
      effects[root] += [effect] + findings[index].consequences
    }
    return roots.map { root in
      var finding = findings[root]
      finding.consequences += effects[root]
      return finding
    } + all.dropFirst(limit)
  }

  /// The cause at the top; nil: it has none, or a ring of causes, which is cut.
  private static func root(of index: Int, _ parents: [Int?]) -> Int? {
    var (top, steps) = (index, 0)
    while let parent = parents[top] {
      (top, steps) = (parent, steps + 1)
      if steps > parents.count { return nil }
    }
    return top == index ? nil : top
  }

  /// What the trace of a run shows is named by its cause.
  private static func ofTrace(_ finding: Finding) -> Cause? {
    finding.rule == nil ? Cause.named(finding.id) : nil
  }

  private static func explains(_ cause: Finding, _ effect: Finding) -> Bool {
    // An error under a warning would not be seen.
    guard effect.severity <= cause.severity else { return false }
    if let root = ofTrace(cause), Rule.captures.contains(where: { $0.id == effect.id }) {
      // What breaks first breaks the rest; a call that came up explains by its cause alone.
      return CauseTable.cause(of: effect) == root
        || (cause.severity == .error && CauseTable.stage(of: effect) >= root.stage
          && CauseTable.cause(of: effect) != nil)
    }
    switch effect.id {
    case "first-frame-missing":
      return cause.severity == .error && CauseTable.cause(of: cause) != nil
        && beforePictures.contains(CauseTable.stage(of: cause))
    case "first-frame-late":
      // The phase in which it was late is that of the cause.
      guard cause.id == "ice-gathering-slow" else { return false }
      return effect.text("dominant")?.hasPrefix("signalling") == true
    default:
      // A fault that stands under another shows all the same.
      return ([cause.id] + cause.consequences.map(\.id)).contains { id in
        CrossEffects.table[id]?.contains(effect.id) == true
      }
    }
  }
}

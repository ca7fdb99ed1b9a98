internal import SDP

/// What tells the files of one call from those of another: sessions, certificates, ICE credentials.
public enum CallMarks {
  /// "session - 4611731400430051336", "ufrag No4y", "fingerprint AB:CD:…": a later description of the same side keeps one of them.
  public static func marks(of description: [UInt8]) -> Set<String> {
    guard let view = DescriptionDiff.view(description) else { return [] }
    var marks: Set<String> = []
    let origin = view.reading.description.origin
    // Anybody may have written a short number.
    if origin.sessionID.utf8.count > 4 {
      marks.insert("session \(origin.username) \(origin.sessionID)")
    }
    let carriers = [view.session] + view.sections.map(\.own)
    for carrier in carriers {
      marks.formUnion(carrier.ufrags.map { ufrag($0.value) })
      marks.formUnion(carrier.fingerprints.map { fingerprint($0.value.value) })
    }
    return marks
  }

  public static func ufrag(_ text: some StringProtocol) -> String { "ufrag \(text)" }
  /// - Parameter text: pairs of digits with colons between them.
  public static func fingerprint(_ text: String) -> String { "fingerprint \(text.uppercased())" }

  /// Which items are of one call: those that share a mark, directly or by others, in the order of their first ones.
  public static func calls(of items: [Set<String>]) -> [[Int]] {
    var groups: [(marks: Set<String>, items: [Int])] = []
    for (index, marks) in items.enumerated() {
      var joined = (marks: marks, items: [index])
      var others: [(marks: Set<String>, items: [Int])] = []
      for group in groups {
        if group.marks.isDisjoint(with: marks) {
          others.append(group)
        } else {
          joined.marks.formUnion(group.marks)
          joined.items += group.items
        }
      }
      joined.items.sort()
      groups = others + [joined]
    }
    return groups.map(\.items).sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }
}

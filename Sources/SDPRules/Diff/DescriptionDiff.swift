internal import SDP
internal import SansIO

/// Two descriptions compared: of the same side, what changed; of an offer and an answer, what was taken.
public struct DescriptionDiff: Sendable {
  public enum Way: String, Sendable, CaseIterable {
    /// Two descriptions of one side, the earlier first.
    case same
    /// An offer and its answer.
    case pair
  }

  /// Between two descriptions of the same side; the worst first.
  public private(set) var changes: [Change]
  public private(set) var folded: FoldedChanges

  /// nil when one of the two is too large for a description.
  public init?(before: [UInt8], after: [UInt8]) {
    guard let old = Self.view(before), let new = Self.view(after) else { return nil }
    // What is numbered must keep its number.
    let isSameSession = Self.isSameSession(old, new)
    let (a, b) = (DescriptionMeaning(old), DescriptionMeaning(new))
    let alignment = SectionAlignment(a.sections, b.sections)
    var changes = Changes()
    changes.append(MeaningDiff.changes(from: a, to: b, isSameSession: isSameSession))
    if isSameSession {
      for pair in alignment.pairs {
        Self.numbers(
          old.sections[pair.before], new.sections[pair.after], b.sections[pair.after], &changes)
      }
    }
    let lines = ChangeLines(before: old, after: new, alignment: alignment)
    self.changes = changes.ordered.map(lines.located)
    folded = FoldedChanges(old, new, alignment)
  }

  public var hasBreaking: Bool { changes.contains { $0.grade == .breaking } }

  /// One sentence for all of it.
  public var verdict: String {
    let parts = Change.Grade.allCases.compactMap { grade -> String? in
      let count = changes.count { $0.grade == grade }
      return count == 0 ? nil : "\(count) \(grade.rawValue)"
    }
    let aside = folded.text.map { "; without meaning: \($0)" } ?? ""
    if parts.isEmpty { return "the same meaning" + aside }
    return "\(counted(changes.count, "change")) (\(parts.joined(separator: ", ")))"
      + aside
  }

  /// What two descriptions are to each other, as far as they say; `kinds`: what the text around them calls them.
  public static func way(
    _ first: [UInt8], _ second: [UInt8], kinds: [DescriptionSource.Kind?] = []
  ) -> Way {
    guard let a = view(first), let b = view(second) else { return .same }
    // RFC 8842 §5.2: an offer leaves the role open, an answer takes one.
    let isAnswered = isOpen(a) == true && isOpen(b) == false
    // RFC 3264 §8: a side counts up with each description; the same count is a line that the answerer copied.
    if isAnswered, a.reading.description.origin == b.reading.description.origin { return .pair }
    // Of one session are only descriptions of one side, an answer among them or not.
    if isSameSession(a, b) { return .same }
    if kinds.count == 2, let x = kinds[0], let y = kinds[1] {
      return x == .offer && y != .offer ? .pair : .same
    }
    return isAnswered ? .pair : .same
  }

  private static func isOpen(_ view: DescriptionView) -> Bool? {
    let roles = view.usedSections.compactMap { view.transport(\.setups, of: $0).first?.value }
    return roles.isEmpty ? nil : roles.contains(.actpass)
  }

  static func view(_ bytes: [UInt8]) -> DescriptionView? {
    var findings = Findings()
    guard StructureRules.isBounded(bytes, Place(file: 0), &findings) else { return nil }
    return DescriptionView(DescriptionReading(bytes), file: 0)
  }

  /// RFC 8866 §5.2: user and number name a session, unless anybody may have written that number.
  ///
  /// Some answerers copy the line of the offer (webrtcbin, Janus), so the certificate has a say: a side keeps its own.
  private static func isSameSession(_ a: DescriptionView, _ b: DescriptionView) -> Bool {
    let (x, y) = (a.reading.description.origin, b.reading.description.origin)
    guard x.sessionID.utf8.count > 4, x.sessionID == y.sessionID, x.username == y.username else {
      return false
    }
    let (known, shown) = (fingerprints(a), fingerprints(b))
    return known.isEmpty || shown.isEmpty || !known.isDisjoint(with: shown)
  }

  private static func fingerprints(_ view: DescriptionView) -> Set<[UInt8]> {
    var found = Set(view.session.fingerprints.map(\.value.bytes))
    for section in view.sections { found.formUnion(section.own.fingerprints.map(\.value.bytes)) }
    return found
  }

  /// RFC 3264 §8.3.2 and RFC 8285 §5: what a number means stays for the life of a session.
  private static func numbers(
    _ before: SectionView, _ after: SectionView, _ meaning: SectionMeaning, _ changes: inout Changes
  ) {
    guard before.isUsed, after.isUsed, before.section.kind == after.section.kind else { return }
    let place = (after.index, meaning)
    for codec in after.codecs.prefix(256) {
      guard let old = before.codec(codec.payloadType),
        !before.codecs.contains(where: {
          $0.payloadType == codec.payloadType && $0.isSameEncoding(as: codec)
        })
      else { continue }
      changes.add(
        .breaking, place, "payload type \(codec.payloadType)", old.label, codec.label,
        "A number keeps its codec for the life of a session (RFC 3264 §8.3.2); packets on the way are decoded as another."
      )
    }
    // A faulty description gives one number to several.
    var uris: [UInt16: [String]] = [:]
    for entry in ExtensionRules.entries(before) {
      uris[entry.value.id, default: []].append(entry.value.uri)
    }
    for entry in ExtensionRules.entries(after) {
      guard let known = uris[entry.value.id], !known.contains(entry.value.uri),
        let old = known.first
      else { continue }
      changes.add(
        .breaking, place, "extension number \(entry.value.id)", old, entry.value.uri,
        "A number keeps its extension for the life of a session (RFC 8285 §5); browsers refuse the description."
      )
    }
  }
}

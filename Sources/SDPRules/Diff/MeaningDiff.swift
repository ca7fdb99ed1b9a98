internal import SDP
internal import SansIO

/// What a description means otherwise than an earlier one of the same side.
public enum MeaningDiff {
  /// The worst first. `isSameSession`: sections keep their places (RFC 3264 §8).
  public static func changes(
    from before: DescriptionMeaning, to after: DescriptionMeaning, isSameSession: Bool = false
  ) -> [Change] {
    var changes = Changes()
    let alignment = SectionAlignment(before.sections, after.sections)
    if alignment.isReordered {
      changes.add(
        isSameSession ? .breaking : .behaviour, nil, "order of sections",
        before.sections.map(\.kind).joined(separator: ", "),
        after.sections.map(\.kind).joined(separator: ", "),
        isSameSession
          ? "Sections must keep their places for the life of a session; the description is refused."
          : "The sections stand in another order; what goes by their number finds another one.")
    }
    for index in alignment.removed {
      let section = before.sections[index]
      changes.add(
        section.isRefused ? .cosmetic : .breaking, (index, section), "section",
        section.isRefused ? "refused" : "present", "gone",
        section.isRefused
          ? "A section that was refused is no longer there."
          : "No \(section.kind) flows here any more.")
    }
    for index in alignment.added {
      let section = after.sections[index]
      changes.add(
        section.isRefused ? .cosmetic : .behaviour, (index, section), "section", nil,
        section.isRefused ? "refused" : "added",
        section.isRefused
          ? "A section that is refused has come." : "There is one section of \(section.kind) more.")
    }
    bundles(before, after, alignment, &changes)
    for pair in alignment.pairs {
      let (old, new) = (before.sections[pair.before], after.sections[pair.after])
      if old.kind == new.kind {
        compare(old, new, pair.after, &changes)
      } else {
        kind(old, new, (pair.after, new), isSameSession: isSameSession, &changes)
      }
    }
    return changes.ordered
  }

  /// A place that another kind of media has taken; that of a refused section is free (RFC 3264 §8.2).
  private static func kind(
    _ before: SectionMeaning, _ after: SectionMeaning, _ place: (Int, SectionMeaning),
    isSameSession: Bool, _ changes: inout Changes
  ) {
    let grade: Change.Grade =
      !before.isRefused ? .breaking : after.isRefused ? .cosmetic : .behaviour
    changes.add(
      grade, place, "kind of media", before.kind, after.kind,
      before.isRefused
        ? "The place of a section that was refused is that of \(after.kind) now."
        : isSameSession
          ? "A section in use keeps its kind for the life of a session; the description is refused."
          : "No \(before.kind) flows here any more; \(after.isRefused ? "what stands in its place is refused" : "\(after.kind) may flow in its place")."
    )
  }

  private static func compare(
    _ before: SectionMeaning, _ after: SectionMeaning, _ index: Int, _ changes: inout Changes
  ) {
    let place = (index, after)
    guard !before.isRefused, !after.isRefused else {
      if before.isRefused == after.isRefused { return }
      changes.add(
        after.isRefused ? .breaking : .behaviour, place, "section",
        before.isRefused ? "refused" : "used", after.isRefused ? "refused" : "used",
        after.isRefused
          ? "No \(after.kind) flows here any more." : "\(after.kind) may flow here now.")
      return
    }
    direction(before, after, place, &changes)
    CodecDiff.compare(before.codecs, after.codecs, place, &changes)
    ExtensionDiff.compare(before, after, place, &changes)
    if before.simulcast != after.simulcast {
      changes.add(
        .behaviour, place, "simulcast", before.simulcast ?? "none", after.simulcast ?? "none",
        after.simulcast == nil
          ? "One encoding is sent instead of several; a server cannot choose among sizes any more."
          : "Other encodings of the same picture are sent.")
    }
    if let old = before.transport, let new = after.transport {
      TransportDiff.compare(old, new, place, &changes)
    }
  }

  private static func direction(
    _ before: SectionMeaning, _ after: SectionMeaning, _ place: (Int, SectionMeaning),
    _ changes: inout Changes
  ) {
    guard before.direction != after.direction,
      let old = before.direction.flatMap(Direction.init(rawValue:)),
      let new = after.direction.flatMap(Direction.init(rawValue:))
    else { return }
    var words: [String] = []
    if old.sends != new.sends { words.append(new.sends ? "sends now" : "sends no longer") }
    if old.receives != new.receives {
      words.append(new.receives ? "takes media now" : "takes no media any longer")
    }
    let isLess = old.sends && !new.sends || old.receives && !new.receives
    changes.add(
      isLess ? .breaking : .behaviour, place, "direction", old.rawValue, new.rawValue,
      "This side \(words.joined(separator: " and ")).")
  }

  private static func bundles(
    _ before: DescriptionMeaning, _ after: DescriptionMeaning, _ alignment: SectionAlignment,
    _ changes: inout Changes
  ) {
    var renumbered: [Int: Int] = [:]
    for pair in alignment.pairs { renumbered[pair.before] = pair.after }
    let kept = Set(alignment.pairs.map(\.after))
    // Sections that came or went are told by themselves.
    let old = before.bundles.map { $0.compactMap { renumbered[$0] } }.filter { !$0.isEmpty }
    let new = after.bundles.map { $0.filter(kept.contains) }.filter { !$0.isEmpty }
    guard old != new else { return }
    func text(_ groups: [[Int]]) -> String {
      groups.isEmpty
        ? "none"
        : groups.map { "sections " + $0.map { String($0) }.joined(separator: " ") }
          .joined(separator: "; ")
    }
    func members(_ groups: [[Int]]) -> [[Int]] { groups.map { $0.sorted() } }
    if members(old) == members(new) {
      changes.add(
        .behaviour, nil, "BUNDLE", text(old), text(new),
        "Another section lends its transport to the others.")
    } else {
      let lost = Set(old.joined()).subtracting(new.joined())
      changes.add(
        lost.isEmpty ? .behaviour : .breaking, nil, "BUNDLE", text(old), text(new),
        lost.isEmpty
          ? "More sections share one transport."
          : "Sections that shared a transport need one of their own; a peer that insists on BUNDLE refuses them."
      )
    }
  }
}

/// The codecs of a section against those of an earlier one.
enum CodecDiff {
  typealias Place = (index: Int, meaning: SectionMeaning)

  static func compare(
    _ before: [CodecMeaning], _ after: [CodecMeaning], _ place: Place, _ changes: inout Changes
  ) {
    var (gone, come) = (Array(before.indices), Array(after.indices))
    var pairs: [(before: Int, after: Int)] = []
    func match(_ fits: (Int, Int) -> Bool) -> [(before: Int, after: Int)] {
      var found: [(before: Int, after: Int)] = []
      gone.removeAll { old in
        guard let place = come.firstIndex(where: { fits(old, $0) }) else {
          return false
        }
        found.append((old, come.remove(at: place)))
        return true
      }
      return found
    }
    // Each is compared with all others.
    let identities = (before: before.map(\.identity), after: after.map(\.identity))
    let encodings = (
      before: before.map { $0.encoding.lowercased() }, after: after.map { $0.encoding.lowercased() }
    )
    pairs += match { before[$0] == after[$1] }
    pairs += match { identities.before[$0] == identities.after[$1] }
    let changed = match { encodings.before[$0] == encodings.after[$1] }
    for pair in changed {
      changes.add(
        .breaking, place, "codec", before[pair.before].text, after[pair.after].text,
        "\(after[pair.after].name) has another configuration; who has only the earlier one no longer takes it."
      )
      repair(before[pair.before], after[pair.after], place, &changes)
    }
    for pair in pairs { repair(before[pair.before], after[pair.after], place, &changes) }
    for pair in pairs.sorted(by: { $0.after < $1.after }) {
      parameters(before[pair.before], after[pair.after], place, &changes)
    }
    for index in gone { removed(before[index], place, &changes) }
    for index in come {
      let codec = after[index]
      changes.add(
        .behaviour, place, "codec", nil, codec.text,
        codec.isAuxiliary
          ? "\(codec.name) has come." : "\(codec.name) has come; a peer may choose it.")
    }
    order(before, after, pairs + changed, place, &changes)
  }

  private static func removed(_ codec: CodecMeaning, _ place: Place, _ changes: inout Changes) {
    let effect =
      switch codec.name.lowercased() {
      case "telephone-event": "Key presses are no longer sent as events."
      case "red", "ulpfec", "flexfec-03": "Lost packets are no longer made good by \(codec.name)."
      case "cn": "Silence is no longer described."
      default: "Who has no other codec in common gets no media."
      }
    changes.add(
      codec.isAuxiliary ? .behaviour : .breaking, place, "codec", codec.text, nil, effect)
  }

  private static func parameters(
    _ before: CodecMeaning, _ after: CodecMeaning, _ place: Place, _ changes: inout Changes
  ) {
    guard before.parameters != after.parameters else { return }
    let old = before.parameters.filter { !after.parameters.contains($0) }
    let new = after.parameters.filter { !before.parameters.contains($0) }
    changes.add(
      .behaviour, place, "parameters of \(after.name)",
      old.isEmpty ? "none" : old.joined(separator: ", "),
      new.isEmpty ? "none" : new.joined(separator: ", "),
      "\(after.name) is asked for otherwise.")
  }

  private static func repair(
    _ before: CodecMeaning, _ after: CodecMeaning, _ place: Place, _ changes: inout Changes
  ) {
    if before.isRetransmitted != after.isRetransmitted {
      changes.add(
        .behaviour, place, "retransmission of \(after.name)",
        before.isRetransmitted ? "rtx" : "none", after.isRetransmitted ? "rtx" : "none",
        after.isRetransmitted
          ? "Lost packets are sent again in a stream of their own."
          : "Lost packets are no longer sent again in a stream of their own.")
    }
    guard before.feedback != after.feedback else { return }
    let old = before.feedback.filter { !after.feedback.contains($0) }
    let new = after.feedback.filter { !before.feedback.contains($0) }
    var words: [String] = []
    for name in old { if let effect = effect(name) { words.append("\(name) \(effect)") } }
    changes.add(
      .behaviour, place, "feedback of \(after.name)",
      old.isEmpty ? "none" : old.joined(separator: ", "),
      new.isEmpty ? "none" : new.joined(separator: ", "),
      words.isEmpty
        ? "The receiver may say other things."
        : "What went with it: " + words.joined(separator: "; ") + ".")
  }

  private static func effect(_ feedback: String) -> String? {
    switch feedback {
    case "nack": "(lost packets are asked for)"
    case "nack pli", "ccm fir": "(a key frame is asked for)"
    case "transport-cc", "goog-remb": "(the sender learns how much the path carries)"
    default: nil
    }
  }

  /// Of what both have; a codec that came or went moves nothing.
  private static func order(
    _ before: [CodecMeaning], _ after: [CodecMeaning], _ pairs: [(before: Int, after: Int)],
    _ place: Place, _ changes: inout Changes
  ) {
    let all = before + after
    func label(_ codec: CodecMeaning) -> String { codec.label(among: all) }
    /// Nil: the order is the same.
    func moved(_ isMedia: Bool) -> (old: [String], new: [String])? {
      let kept = pairs.filter { after[$0.after].isAuxiliary != isMedia }
      let old = kept.sorted { $0.before < $1.before }
      let new = kept.sorted { $0.after < $1.after }
      guard old.map(\.after) != new.map(\.after) else { return nil }
      return (old.map { label(before[$0.before]) }, new.map { label(after[$0.after]) })
    }
    let first = (
      before: before.first { !$0.isAuxiliary }, after: after.first { !$0.isAuxiliary }
    )
    if let media = moved(true) {
      changes.add(
        .behaviour, place, "codec order", media.old.joined(separator: ", "),
        media.new.joined(separator: ", "),
        media.new.first == media.old.first
          ? "Later choices come in another order."
          : "The first choice is now \(media.new[0]); that is what is sent, where the far side keeps the order."
      )
    } else if let old = first.before, let new = first.after, old.identity != new.identity,
      before.contains(where: { $0.identity == new.identity })
        || after.contains(where: { $0.identity == old.identity })
    {
      changes.add(
        .behaviour, place, "first codec", label(old), label(new),
        "The first choice is now \(label(new)); that is what is sent, where the far side keeps the order."
      )
    }
    if let others = moved(false) {
      changes.add(
        .cosmetic, place, "order beside the codecs", others.old.joined(separator: ", "),
        others.new.joined(separator: ", "), "Nothing is chosen by this order.")
    }
  }
}

internal import SDP
internal import SansIO

/// Where two descriptions say what changed between them.
struct ChangeLines {
  let before: DescriptionView
  let after: DescriptionView
  let alignment: SectionAlignment
  /// Of each section; every change looks into them.
  private let codecsBefore: [[Codec]]
  private let codecsAfter: [[Codec]]

  private typealias Codec = (entry: CodecEntry, meaning: CodecMeaning)

  init(before: DescriptionView, after: DescriptionView, alignment: SectionAlignment) {
    self.before = before
    self.after = after
    self.alignment = alignment
    codecsBefore = before.sections.map(CodecMeaning.entries)
    codecsAfter = after.sections.map(CodecMeaning.entries)
  }

  /// The change with its lines; what a section does not say is told at its `m=` line.
  func located(_ change: Change) -> Change {
    var change = change
    guard let index = change.mline else {
      guard change.subject == "BUNDLE" else { return change }
      change.lineBefore = before.groups.first?.line
      change.lineAfter = after.groups.first?.line
      return change
    }
    if change.subject == "section", change.after == "gone" {
      change.lineBefore = before.sections[index].line
      return change
    }
    change.lineAfter = Self.line(
      change.subject, change.after, after.sections[index], codecsAfter[index], after)
    if let pair = alignment.pairs.first(where: { $0.after == index }) {
      change.lineBefore = Self.line(
        change.subject, change.before, before.sections[pair.before], codecsBefore[pair.before],
        before)
    }
    return change
  }

  private static func line(
    _ subject: String, _ text: String?, _ section: SectionView, _ codecs: [Codec],
    _ view: DescriptionView
  ) -> Int {
    let found =
      subject == "direction"
      ? section.inherited(\.directions).first?.line
      : attributes[subject].map { line(ofAttribute: $0, section, view) }
        ?? codec(subject, text, section, codecs) ?? headerExtension(subject, text, section)
    return found ?? section.line
  }

  /// How the subjects of `TransportDiff` are written.
  private static let attributes = [
    "rtcp-mux": "rtcp-mux", "reduced-size RTCP": "rtcp-rsize", "bundle-only": "bundle-only",
    "ICE": "ice-ufrag", "ICE lite": "ice-lite", "ICE options": "ice-options",
    "kinds of candidates": "candidate", "certificate digests": "fingerprint", "DTLS role": "setup",
    "stream": "msid", "mixed extension headers": "extmap-allow-mixed", "packet times": "ptime",
    "largest message": "max-message-size", "simulcast": "simulcast",
  ]

  private static func line(
    ofAttribute name: String, _ section: SectionView, _ view: DescriptionView
  ) -> Int? {
    func isOne(_ line: DescriptionLine) -> Bool { line.attribute?.name == name }
    let line =
      section.section.lines.first(where: isOne)
      ?? view.reading.description.lines.first(where: isOne)
    return line?.source.number
  }

  private static func codec(
    _ subject: String, _ text: String?, _ section: SectionView, _ codecs: [Codec]
  ) -> Int? {
    let words = subject.split(separator: " ")
    if subject == "codec" {
      return codecs.first { $0.meaning.text == text }?.entry.mapLine
    }
    if words.count == 3, words.starts(with: ["payload", "type"]) {
      return Int(words[2]).flatMap { section.codec($0) }?.mapLine
    }
    guard words.count == 3, words[1] == "of" else { return nil }
    guard let entry = codecs.first(where: { $0.meaning.name == words[2] })?.entry else {
      return nil
    }
    switch words[0] {
    case "parameters": return entry.parameterLine ?? entry.mapLine
    case "feedback":
      let feedback = section.own.feedback.first {
        $0.value.payloadType.map(Int.init) == entry.payloadType
      }
      return feedback?.line ?? entry.mapLine
    case "retransmission":
      let repair = section.codecs.first {
        $0.name == "rtx" && $0.parameter("apt") == String(entry.payloadType)
      }
      return repair?.mapLine ?? entry.mapLine
    default: return nil
    }
  }

  private static func headerExtension(
    _ subject: String, _ text: String?, _ section: SectionView
  ) -> Int? {
    let words = subject.split(separator: " ")
    let entries = ExtensionRules.entries(section)
    if subject == "extension" {
      guard let uri = text?.split(separator: " ").first else { return nil }
      return entries.first { $0.value.uri == uri }?.line
    }
    if words.count == 3, words.starts(with: ["extension", "number"]) {
      return entries.first { String($0.value.id) == words[2] }?.line
    }
    if words.count == 3, words.starts(with: ["direction", "of"]) {
      return entries.first { ExtensionDiff.name($0.value.uri) == words[2] }?.line
    }
    return nil
  }
}

internal import SDP

/// One description as rules see it.
struct DescriptionView {
  enum Role { case offer, answer, alone }

  struct Group {
    var mids: [String]
    var line: Int
    /// The section that the others share the transport of (RFC 9143 §7.1); nil when all are rejected or unknown.
    var taggedIndex: Int?
  }

  let reading: DescriptionReading
  let file: Int
  let exchange: Int?
  let role: Role
  let session: AttributeTable
  private(set) var sections: [SectionView]
  /// Nothing is said of a section that is rejected or cannot be read.
  private(set) var usedSections: [SectionView] = []
  private(set) var rtpSections: [SectionView] = []
  private(set) var groups: [Group] = []
  /// The first section of each mid.
  private(set) var indexOfMID: [String: Int] = [:]

  init(_ reading: DescriptionReading, file: Int, exchange: Int? = nil, role: Role = .alone) {
    self.reading = reading
    self.file = file
    self.exchange = exchange
    self.role = role
    let session = AttributeTable(reading.description.lines)
    self.session = session
    sections = reading.description.media.enumerated().map { index, section in
      SectionView(
        section, index: index, session: session, file: file, exchange: exchange,
        isUnreadable: reading.unreadableSections.contains(index))
    }
    for section in sections {
      if let mid = section.mid, indexOfMID[mid] == nil { indexOfMID[mid] = section.index }
    }
    bundle()
    usedSections = sections.filter(\.isUsed)
    rtpSections = usedSections.filter(\.isRTP)
  }

  private mutating func bundle() {
    for group in session.groups where group.value.semantics == "BUNDLE" {
      let members = group.value.mids.compactMap { indexOfMID[$0] }
      for index in members where sections[index].group == nil {
        sections[index].group = groups.count
      }
      let tagged =
        members.first { sections[$0].isUsed && !sections[$0].isBundleOnly }
        ?? members.first { sections[$0].isUsed }
      for index in members where sections[index].group == groups.count {
        sections[index].taggedIndex = tagged
      }
      groups.append(Group(mids: group.value.mids, line: group.line, taggedIndex: tagged))
    }
  }

  func at(_ line: Int?) -> Place { Place(file: file, exchange: exchange, line: line) }

  /// Transport attributes that hold for a section: its own, the session's, or those of its BUNDLE's tagged section.
  func transport<Value>(
    _ path: KeyPath<AttributeTable, [Located<Value>]>, of section: SectionView
  ) -> [Located<Value>] {
    let inherited = section.inherited(path)
    guard inherited.isEmpty, let tagged = section.taggedIndex else { return inherited }
    return sections[tagged].own[keyPath: path]
  }

  /// Uses another section's transport: what is missing there is told there.
  func isCarried(_ section: SectionView) -> Bool {
    section.taggedIndex != nil && section.taggedIndex != section.index
  }

  func hasTransportFlag(_ name: String, _ section: SectionView) -> Bool {
    section.hasFlag(name) || section.taggedIndex.map { sections[$0].hasFlag(name) } ?? false
  }

  /// Same transport and payload type space: bundled together, or the same section.
  func sharesTransport(_ a: SectionView, _ b: SectionView) -> Bool {
    a.index == b.index || (a.group != nil && a.group == b.group)
  }

  /// The value of an attribute as it stands: behind the colon, or behind `a=`.
  func value(_ line: Int) -> String {
    let text = reading.text(line: line)
    guard text.hasPrefix("a="), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return String(text.dropFirst(2))
    }
    return String(text[text.utf8.index(after: colon)...])
  }

  func text(_ line: Int) -> String { reading.text(line: line) }
}

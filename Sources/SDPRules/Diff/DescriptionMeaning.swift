internal import SDP
internal import SansIO

/// What a description means for the call: what is left when order, numbers, names and secrets are taken away.
public struct DescriptionMeaning: Hashable, Sendable {
  /// The sections of each BUNDLE group, by their index, the one that lends its transport first.
  public var bundles: [[Int]]
  public var sections: [SectionMeaning]

  public init(bundles: [[Int]], sections: [SectionMeaning]) {
    self.bundles = bundles
    self.sections = sections
  }

  /// nil when the text is too large for a description.
  public init?(_ bytes: [UInt8]) {
    var findings = Findings()
    guard StructureRules.isBounded(bytes, Place(file: 0), &findings) else { return nil }
    self.init(DescriptionView(DescriptionReading(bytes), file: 0))
  }

  init(_ view: DescriptionView) {
    bundles = view.groups.map { group in
      let members = group.mids.compactMap { view.indexOfMID[$0] }
      let tagged = members.filter { $0 == group.taggedIndex }
      return tagged + members.filter { $0 != group.taggedIndex }.sorted()
    }
    sections = view.sections.map { SectionMeaning($0, in: view) }
  }
}

/// What one section means.
public struct SectionMeaning: Hashable, Sendable {
  /// "audio", "video", "application".
  public var kind: String
  public var isRefused: Bool
  /// "sendrecv"; nil where nothing flows by direction: data channels, refused sections.
  public var direction: String?
  /// In the order of preference.
  public var codecs: [CodecMeaning]
  /// URI, and behind a space the direction where it is not both; in alphabetical order.
  public var extensions: [String]
  /// "send h;l"
  public var simulcast: String?
  /// Compared where both sides know it; a lock does not keep it.
  var transport: TransportMeaning?
  /// Nil where the description has none, and in a lock.
  var mid: String?

  public init(
    kind: String, isRefused: Bool = false, direction: String? = nil, codecs: [CodecMeaning] = [],
    extensions: [String] = [], simulcast: String? = nil
  ) {
    self.kind = kind
    self.isRefused = isRefused
    self.direction = direction
    self.codecs = codecs
    self.extensions = extensions
    self.simulcast = simulcast
  }

  init(_ section: SectionView, in view: DescriptionView) {
    self.init(kind: section.section.kind.text, isRefused: !section.isUsed)
    mid = section.mid
    guard section.isUsed else { return }
    if section.isRTP {
      direction = section.direction.rawValue
      codecs = CodecMeaning.list(section)
      extensions = Set(
        ExtensionRules.entries(section).map { entry in
          let way = entry.value.direction ?? .sendrecv
          return entry.value.uri + (way == .sendrecv ? "" : " \(way.rawValue)")
        }
      ).sorted()
    }
    simulcast = section.own.simulcasts.first?.value.value
    transport = TransportMeaning(section, in: view)
  }
}

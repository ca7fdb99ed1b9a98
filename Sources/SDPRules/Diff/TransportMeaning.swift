internal import SDP
internal import SansIO

/// How a section is carried: compared between two descriptions, not kept in a lock.
struct TransportMeaning: Hashable, Sendable {
  /// "UDP/TLS/RTP/SAVPF"
  var profile: String
  var hasRTCPMux: Bool
  var hasReducedSize: Bool
  var isBundleOnly: Bool
  var isLite: Bool
  var hasICE: Bool
  var iceOptions: [String]
  var candidateKinds: [String]
  var fingerprints: [String]
  var setup: String?
  var hasStream: Bool
  var isMixed: Bool
  /// "AS:500"
  var bandwidths: [String]
  /// "ptime:20"
  var packetTimes: [String]
  var maxMessageSize: UInt64?
  /// Attributes that nothing here knows, in alphabetical order.
  var others: [String]

  init(_ section: SectionView, in view: DescriptionView) {
    let media = section.section
    profile = media.protocol
    hasRTCPMux = !section.isRTP || view.hasTransportFlag("rtcp-mux", section)
    hasReducedSize = section.hasFlag("rtcp-rsize")
    isBundleOnly = section.isBundleOnly
    isLite = view.session.flag("ice-lite") != nil
    hasICE = !view.transport(\.ufrags, of: section).isEmpty
    iceOptions = Set(
      (section.own.iceOptions + section.session.iceOptions).flatMap(\.value)
    ).sorted()
    candidateKinds = Set(section.own.candidates.map(\.value.kind.rawValue)).sorted()
    fingerprints = Set(
      view.transport(\.fingerprints, of: section).map(\.value.algorithm.lowercasedASCII)
    ).sorted()
    setup = view.transport(\.setups, of: section).first?.value.rawValue
    hasStream = !section.own.msids.isEmpty
    isMixed = section.hasFlag("extmap-allow-mixed")
    bandwidths = media.bandwidths.map(\.value).sorted()
    maxMessageSize = media.maxMessageSize
    var times: [String] = []
    var unknown: Set<String> = []
    for attribute in section.own.others.prefix(1000).map(\.value) {
      switch FoldedLine.category(of: attribute) {
      case nil where ["ptime", "maxptime"].contains(attribute.name): times.append(attribute.text)
      case nil: unknown.insert(attribute.text)
      default: break
      }
    }
    packetTimes = times.sorted()
    others = unknown.sorted()
  }
}

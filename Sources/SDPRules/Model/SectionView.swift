internal import SDP
internal import SansIO

/// One m-section as rules see it: its own attributes, what the session lends it, its place in a BUNDLE.
struct SectionView {
  let file: Int
  let exchange: Int?
  /// From 0.
  let index: Int
  let section: MediaSection
  let own: AttributeTable
  let session: AttributeTable
  let codecs: [CodecEntry]
  /// The `m=` line could not be read: nothing that follows is worth judging.
  let isUnreadable: Bool
  let isRTP: Bool
  /// The BUNDLE group that lists its mid, among those of the description.
  var group: Int?
  /// The section whose transport it uses when bundled; nil when it has its own.
  var taggedIndex: Int?

  init(
    _ section: MediaSection, index: Int, session: AttributeTable, file: Int, exchange: Int?,
    isUnreadable: Bool
  ) {
    self.section = section
    self.index = index
    self.session = session
    self.file = file
    self.exchange = exchange
    self.isUnreadable = isUnreadable
    own = AttributeTable(section.lines)
    codecs = CodecEntry.list(section, own)
    isRTP = section.protocol.utf8.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual("RTP".utf8)
    }
  }

  var mid: String? { own.mids.first?.value }
  var line: Int { section.source.number }
  var isBundleOnly: Bool { own.flag("bundle-only") != nil }
  /// Port zero (RFC 3264 §6), unless it is only to be bundled (RFC 9143 §6) and is in a group.
  var isRejected: Bool { section.port == 0 && !(isBundleOnly && group != nil) }
  var isUsed: Bool { !isRejected && !isUnreadable }

  private var profile: String { section.protocol }
  var isSCTP: Bool { profile.hasSuffix("SCTP") }
  /// The profile itself says that keys come from DTLS.
  var isDTLS: Bool {
    profile.hasPrefix("UDP/TLS/") || profile.hasPrefix("TCP/TLS/") || profile.hasPrefix("TCP/DTLS/")
      || isSCTP
  }
  /// Names it in sentences: "section 1 (video, mid 1)".
  var name: String {
    "section \(index) (\(section.kind.text)" + (mid.map { ", mid \($0))" } ?? ")")
  }

  func at(_ line: Int?) -> Place {
    Place(
      file: file, exchange: exchange, line: line, mline: index, mid: mid, kind: section.kind.text)
  }
  /// At its `m=` line.
  var place: Place { at(line) }

  /// Its own, else the session's (RFC 8866 §5.13).
  func inherited<Value>(
    _ path: KeyPath<AttributeTable, [Located<Value>]>
  ) -> [Located<Value>] {
    own[keyPath: path].isEmpty ? session[keyPath: path] : own[keyPath: path]
  }

  func hasFlag(_ name: String) -> Bool { own.flag(name) != nil || session.flag(name) != nil }

  var direction: Direction { inherited(\.directions).first?.value ?? .sendrecv }

  /// Codecs that carry media by themselves.
  var primaryCodecs: [CodecEntry] { codecs.filter { !$0.isAuxiliary } }

  /// What the section is for: codecs that carry media, or key presses where it has nothing else.
  var mediaCodecs: [CodecEntry] {
    let primary = primaryCodecs
    return primary.isEmpty ? codecs.filter { $0.name != "rtx" } : primary
  }

  func codec(_ payloadType: Int) -> CodecEntry? { codecs.first { $0.payloadType == payloadType } }
  func lists(_ payloadType: Int) -> Bool { section.formats.contains(String(payloadType)) }
}

internal import SDP

/// The ids of the header extensions that both sides know, by meaning.
struct ExtensionIDs {
  var mid: UInt8?
  var absSendTime: UInt8?
  var transportSequence: UInt8?
  var audioLevel: UInt8?

  /// Those that this side writes: an extension may be agreed for one direction only (RFC 8285 §6).
  init(sentIn section: NegotiatedSection) {
    self.init(section.headerExtensions.filter(\.direction.sends))
  }

  init(_ mappings: [ExtensionMapping]) {
    func id(_ uri: String) -> UInt8? { mappings.first { $0.uri == uri }?.id }
    mid = id(HeaderExtensionURI.mid)
    absSendTime = id(HeaderExtensionURI.absSendTime)
    transportSequence = id(HeaderExtensionURI.transportWideCC)
    audioLevel = id(HeaderExtensionURI.audioLevel)
  }
}

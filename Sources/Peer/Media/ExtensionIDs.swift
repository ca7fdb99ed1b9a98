internal import SDP

/// The ids of the header extensions that both sides know, by meaning.
struct ExtensionIDs {
  var mid: UInt8?
  var absSendTime: UInt8?
  var transportSequence: UInt8?
  var audioLevel: UInt8?

  init(_ mappings: [ExtensionMapping]) {
    func id(_ uri: String) -> UInt8? { mappings.first { $0.uri == uri }?.id }
    mid = id(HeaderExtensionURI.mid)
    absSendTime = id(HeaderExtensionURI.absSendTime)
    transportSequence = id(HeaderExtensionURI.transportWideCC)
    audioLevel = id(HeaderExtensionURI.audioLevel)
  }
}

/// A header extension under the number both sides use for it.
public struct ExtensionMapping: Hashable, Sendable {
  public var id: UInt8
  public var uri: String
  /// From this peer's side: whether it writes it, expects it, or both.
  public var direction: Direction

  public init(id: UInt8, uri: String, direction: Direction = .sendrecv) {
    self.id = id
    self.uri = uri
    self.direction = direction
  }
}

/// What one m-section means for this peer once both descriptions are known.
public struct NegotiatedSection: Hashable, Sendable {
  public var mLineIndex: Int
  /// The index as text where the descriptions name none.
  public var mid: String
  public var kind: MediaKind
  /// What this peer does now.
  public var direction: Direction
  public var isRejected: Bool
  /// Why; nil when the section is in use.
  public var rejection: String?
  /// What this peer may send, best first, under the far side's numbers and with its parameters.
  public var sendCodecs: [NegotiatedCodec] = []
  /// What may arrive, under this peer's numbers and with its parameters.
  public var receiveCodecs: [NegotiatedCodec] = []
  public var headerExtensions: [ExtensionMapping] = []
  public var reducedSizeRTCP = false
  /// Of this peer's plan; nil when it has none for this section.
  public var localSSRC: UInt32?
  public var localRTXSSRC: UInt32?
  public var localCNAME: String?
  /// Announced by the far side, without those of retransmissions.
  public var remoteSSRCs: [UInt32] = []
  public var remoteRTXSSRC: UInt32?
  public var remoteCNAME: String?
  public var remoteMSID: MediaStreamID?
}

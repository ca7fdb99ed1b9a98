public import SDP
public import SansIO

/// What a peer wants of whoever owns its codecs.
public enum Demand: Sendable {
  /// Encode this section with that codec from now on, in pieces of at most `maximumPayload` bytes where the format allows.
  case send(mid: String, kind: MediaKind, codec: NegotiatedCodec, maximumPayload: Int)
  case stopSending(mid: String)
  /// Frames of that codec will come.
  case receive(mid: String, kind: MediaKind, codec: NegotiatedCodec)
  case stopReceiving(mid: String)
  case keyFrame(mid: String)
  case bitRate(mid: String, BitRate)
}

internal import RTP
internal import SDP
internal import SansIO

extension TransceiverPlan {
  /// The plan of one track; its SSRCs are drawn from the peer's own stream.
  init(_ track: TrackConfiguration, peer: String, chance: inout SplitMix64) {
    func ssrc() -> UInt32 { UInt32(truncatingIfNeeded: chance.next()) | 1 }
    let hasRTX = track.codecs.contains(where: \.hasRTX)
    self.init(
      kind: track.kind, direction: track.direction, codecs: track.codecs,
      headerExtensions: track.kind == .audio
        ? [
          HeaderExtensionURI.audioLevel, HeaderExtensionURI.absSendTime,
          HeaderExtensionURI.transportWideCC, HeaderExtensionURI.mid,
        ]
        : [
          HeaderExtensionURI.absSendTime, HeaderExtensionURI.transportWideCC,
          HeaderExtensionURI.mid,
        ],
      streamID: peer, trackID: "\(peer)-\(track.kind.text)", ssrc: ssrc(),
      rtxSSRC: hasRTX ? ssrc() : nil, cname: peer)
  }
}

public import Peer
public import Playout
public import SansIO
public import Trace

/// What carries a media pipeline's coded frames to the far side and brings those of the far side: the Swift peer, or a foreign stack.
public protocol MediaEndpoint: AnyObject {
  /// False: frames would be lost. Cameras and microphones begin when it becomes true.
  var canSend: Bool { get }
  func nextDemand() -> Demand?
  func nextEvent() -> TraceEvent.Kind?
  func send(_ frame: OutgoingFrame, at now: Instant)
  /// The next video frame that is to be decoded at `now`.
  func nextIncomingFrame(at now: Instant) -> IncomingFrame?
  /// Sound for the next 20 ms of a section.
  func pullSound(mid: String, at now: Instant) -> AudioPull
  /// Nothing can be decoded before a new key frame.
  func requestKeyFrame(mid: String, reason: String, at now: Instant)
}

/// A whole coded picture of the far side, and when to show it.
public struct IncomingFrame: Hashable, Sendable {
  public var mid: String
  public var payload: [UInt8]
  public var rtpTimestamp: UInt32
  public var renderAt: Instant

  public init(mid: String, payload: [UInt8], rtpTimestamp: UInt32, renderAt: Instant) {
    self.mid = mid
    self.payload = payload
    self.rtpTimestamp = rtpTimestamp
    self.renderAt = renderAt
  }
}

extension Peer: MediaEndpoint {
  public func nextIncomingFrame(at now: Instant) -> IncomingFrame? {
    nextFrame(at: now).map { mid, playable in
      IncomingFrame(
        mid: mid, payload: playable.frame.payload, rtpTimestamp: playable.frame.rtpTimestamp,
        renderAt: playable.renderAt)
    }
  }
}

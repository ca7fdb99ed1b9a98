internal import AgentProtocol
internal import Peer
internal import Playout
internal import RTP
internal import SDP
internal import SansIO
internal import SwiftAgent
internal import Trace

/// A stack without codecs as a media pipeline's endpoint: coded frames cross to it and from it whole.
///
/// Pictures are shown as they come, since the stack hands over what it put together; sound goes through a jitter buffer.
final class CodedEndpoint: MediaEndpoint {
  /// Frames that wait to be decoded; more than that are of no use any more.
  private static let frameLimit = 64
  private static let maximumPayload = 1160

  /// The stack says that it is connected.
  private(set) var canSend = false
  private var described = CodedSections()
  /// By section: the codec that is decoded at present.
  private var decoding: [String: String] = [:]
  private var audio = AudioReceiver()
  private var nextSequenceNumber: UInt16 = 0
  private var demands = Queue<Demand>()
  private var events = Queue<TraceEvent.Kind>()
  private var incoming = Queue<IncomingFrame>()
  private var outgoing = Queue<CodedFrame>()
  /// Kinds of which the far side should send a key frame.
  private var keyFrameRequests = Queue<TrackKind>()

  // MARK: What the stack does

  /// It applied a description.
  func apply(_ description: Description, isLocal: Bool) {
    let before = described.sections
    guard described.apply(description, isLocal: isLocal) else { return }
    for section in described.sections {
      let old = before.first { $0.mid == section.mid }
      if section.sent != old?.sent { send(section) }
    }
    for section in before where !described.sections.contains(where: { $0.mid == section.mid }) {
      demands.append(.stopSending(mid: section.mid))
    }
  }

  /// It says which codec it sends, which may be another than the first of the answer.
  func sends(mid: String, codec: String) {
    guard described.correct(mid: mid, codec: codec) else { return }
    for section in described.sections where section.mid == mid { send(section) }
  }

  func connected() { canSend = true }

  func disconnected() { canSend = false }

  func receive(_ frame: CodedFrame, at now: Instant) {
    guard let section = described.section(of: frame.kind) else {
      events.append(.discarded(layer: "coded", reason: "\(frame.kind) before it was agreed on"))
      return
    }
    let timestamp = UInt32(truncatingIfNeeded: frame.timestamp)
    guard prepare(section, codec: frame.codec) else { return }
    switch frame.kind {
    case .audio:
      audio.receive(
        packet: RTPPacket(
          payloadType: 0, sequenceNumber: nextSequenceNumber, timestamp: timestamp, ssrc: 0,
          payload: frame.bytes), at: now)
      nextSequenceNumber &+= 1
    case .video:
      events.append(
        .media(
          .assembled(
            mid: section.mid, rtpTimestamp: timestamp, byteCount: frame.bytes.count,
            keyFrame: frame.isKeyFrame)))
      if incoming.count >= Self.frameLimit { _ = incoming.popFirst() }
      incoming.append(
        IncomingFrame(
          mid: section.mid, payload: frame.bytes, rtpTimestamp: timestamp, renderAt: now))
    }
  }

  /// The far side cannot go on without a key frame.
  func keyFrameAsked(_ kind: TrackKind) {
    guard let section = described.section(of: kind) else { return }
    events.append(.media(.keyFrameAsked(mid: section.mid, by: "PLI")))
    demands.append(.keyFrame(mid: section.mid))
  }

  /// What goes to the stack: drained until nil.
  func nextOutgoingFrame() -> CodedFrame? { outgoing.popFirst() }

  func nextKeyFrameRequest() -> TrackKind? { keyFrameRequests.popFirst() }

  private func send(_ section: CodedSections.Section) {
    if let codec = section.sent {
      demands.append(
        .send(
          mid: section.mid, kind: MediaKind(section.kind.rawValue), codec: codec,
          maximumPayload: Self.maximumPayload))
    } else {
      demands.append(.stopSending(mid: section.mid))
    }
  }

  /// Frames of that codec will be decoded; false: there is no such codec here.
  private func prepare(_ section: CodedSections.Section, codec label: String) -> Bool {
    if decoding[section.mid] == label { return true }
    guard let codec = NegotiatedCodec(label: label), codec.isCodable else {
      events.append(.discarded(layer: "coded", reason: "no decoder for '\(label)'"))
      return false
    }
    decoding[section.mid] = label
    demands.append(
      .receive(mid: section.mid, kind: MediaKind(section.kind.rawValue), codec: codec))
    return true
  }

  // MARK: MediaEndpoint

  func nextDemand() -> Demand? { demands.popFirst() }

  func nextEvent() -> TraceEvent.Kind? { events.popFirst() }

  func send(_ frame: OutgoingFrame, at now: Instant) {
    guard canSend, let section = described.sections.first(where: { $0.mid == frame.mid }),
      let codec = section.sent
    else { return }
    outgoing.append(
      CodedFrame(
        kind: section.kind, codec: codec.name, timestamp: frame.ticks,
        isKeyFrame: frame.isKeyFrame, bytes: frame.payload))
  }

  func nextIncomingFrame(at now: Instant) -> IncomingFrame? { incoming.popFirst() }

  func pullSound(mid: String, at now: Instant) -> AudioPull { audio.pull(at: now) }

  func requestKeyFrame(mid: String, reason: String, at now: Instant) {
    guard let section = described.sections.first(where: { $0.mid == mid }) else { return }
    events.append(.media(.keyFrameRequested(mid: mid, reason: reason)))
    keyFrameRequests.append(section.kind)
  }
}

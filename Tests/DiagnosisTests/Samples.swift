import Metrics
import SDPRules
import SansIO
import TestSupport
import Trace

@testable import Diagnosis

/// Swift Testing has an `Expectation` too.
typealias Expected = Metrics.Expectation

/// Shorthand for traces that are made by hand.
enum Samples {
  static let alice = SampleCall.alice
  static let bob = SampleCall.bob
  static let local = SocketAddress(host: [10, 0, 1, 1], port: 5000)
  static let remote = SocketAddress(host: [10, 0, 2, 1], port: 5000)

  /// A description that breaks no rule.
  static func sdp(
    _ kind: Description.Kind, audio: String = "opus/48000/2", video: [String] = ["VP8"],
    videoPort: Int = 9, setup: String? = nil, lines: [String] = [], candidates: [String] = []
  ) -> String {
    let isOffer = kind == .offer
    let transport = [
      "c=IN IP4 0.0.0.0", "a=ice-ufrag:\(isOffer ? "AAAA" : "BBBB")",
      "a=ice-pwd:\(isOffer ? "aaaaaaaaaaaaaaaaaaaaaaaa" : "bbbbbbbbbbbbbbbbbbbbbbbb")",
      "a=ice-options:trickle",
      "a=fingerprint:sha-256 "
        + (0..<32).map { _ in isOffer ? "AA" : "BB" }.joined(separator: ":"),
      "a=setup:\(setup ?? (isOffer ? "actpass" : "active"))", "a=rtcp-mux", "a=sendrecv",
      "a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid",
    ]
    let bundle = videoPort == 0 ? "0" : "0 1"
    var text = ["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE \(bundle)"]
    text += ["m=audio 9 UDP/TLS/RTP/SAVPF 111"] + transport + ["a=mid:0", "a=rtpmap:111 \(audio)"]
    text += candidates
    let types = video.indices.map { String(96 + $0) }.joined(separator: " ")
    text.append("m=video \(videoPort) UDP/TLS/RTP/SAVPF \(types)")
    text +=
      videoPort == 0 ? ["c=IN IP4 0.0.0.0", "a=inactive", "a=mid:1"] : transport + ["a=mid:1"]
    text += video.enumerated().map { "a=rtpmap:\(96 + $0.offset) \($0.element)/90000" }
    return (text + lines).map { $0 + "\r\n" }.joined()
  }

  /// A call whose descriptions break no rule.
  static func call(_ change: (inout SampleCall) -> Void = { _ in }) -> SampleCall {
    var call = SampleCall()
    call.offer = sdp(.offer)
    call.answer = sdp(.answer)
    change(&call)
    return call
  }

  static func diagnosis(
    _ call: SampleCall, capture: [Finding] = [], _ complaints: Complaints = .any
  ) -> Diagnosis? {
    diagnose(Analysis(call.trace), capture: capture, complaints: complaints)
  }

  /// What a capture shows.
  static func finding(_ rule: Rule, _ value: String? = nil) -> Finding {
    rule.finding(file: 0, value: value, "It stands in packet 7.")
  }

  static func drop(_ number: Int, _ ms: Int, _ link: PeerID, bytes: Int, _ reason: String)
    -> TraceEvent
  {
    TraceEvent(
      at: SampleCall.at(ms), subject: .link(LinkID(index: link.index)),
      kind: .packet(
        PacketEvent(number: number, direction: .up, bytesOnWire: bytes, fate: .dropped(reason))))
  }

  static func sample(
    _ ms: Int, _ peer: PeerID, _ mid: String, _ direction: StreamSample.Direction, packets: Int,
    lost: Int = 0
  ) -> TraceEvent {
    var sample = StreamSample(mid: mid, direction: direction)
    sample.packets = packets
    sample.lostPackets = lost
    sample.cumulativeLost = lost
    return SampleCall.event(ms, peer, .media(.sample(sample)))
  }

  static func discards(
    _ count: Int, _ peer: PeerID, _ layer: String, _ reason: String, from ms: Int = 1500,
    every step: Int = 100
  ) -> [TraceEvent] {
    (0..<count).map {
      SampleCall.event(ms + $0 * step, peer, .discarded(layer: layer, reason: reason))
    }
  }
}

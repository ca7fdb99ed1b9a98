public import SansIO
public import Trace

/// A call of alice with bob, made by hand: everything goes well unless a test says otherwise.
///
/// Milliseconds: dialled 0, offered 100, accepted 1000, connected 1400, first frame 1500 (both sides), hung up `hangUp`.
/// 25 frames a second, shown 100 ms after they were captured; a mark every 250 ms, heard 80 ms after.
public struct SampleCall {
  public static let alice = PeerID(index: 0)
  public static let bob = PeerID(index: 1)

  public var hangUp = 11_500
  public var offer = SampleCall.sdp(video: ["H264/42e01f", "VP8"])
  public var answer = SampleCall.sdp(video: ["H264/42e01f", "VP8"])
  /// When bob is shown nothing, in ms.
  public var dark: [Range<Int>] = []
  /// When alice's sound is off, in ms; until the end when it ends at `hangUp`.
  public var muted: Range<Int>?
  public var videoOff: Range<Int>?
  /// Microseconds between a mark's capture and its playing at bob, by the millisecond of capture.
  public var audioLatency: (Int) -> Int = { _ in 80_000 }
  /// Events that match are left out.
  public var without: (TraceEvent) -> Bool = { _ in false }
  /// Not among those that are left out.
  public var extra: [TraceEvent] = []
  public var header = TraceHeader(
    name: "sample", world: "simulated", seed: 7, peers: ["alice", "bob"])

  public init() {}

  public static func at(_ ms: Int) -> Instant { Instant(nanoseconds: Int64(ms) * 1_000_000) }

  public static func event(_ ms: Int, _ peer: PeerID, _ kind: TraceEvent.Kind) -> TraceEvent {
    TraceEvent(at: at(ms), subject: .peer(peer), kind: kind)
  }

  public static func step(_ ms: Int, _ event: ScriptEvent) -> TraceEvent {
    TraceEvent(at: at(ms), subject: .run, kind: .script(event))
  }

  public var trace: Trace {
    let events = course + transport + media(from: Self.alice, to: Self.bob)
    let all = events + media(from: Self.bob, to: Self.alice)
    return Trace(header: header, events: all.filter { !without($0) } + extra)
  }

  private var course: [TraceEvent] {
    let (alice, bob) = (Self.alice, Self.bob)
    let offer = Description(kind: .offer, sdp: self.offer)
    let answer = Description(kind: .answer, sdp: self.answer)
    let ticket = Ticket(number: 0)
    return [
      Self.step(0, .began(step: 0, text: "alice dials bob")),
      Self.event(0, alice, .signalling(.phone(.dialing))),
      Self.event(100, alice, .signalling(.described(ticket, offer))),
      Self.event(110, alice, .signalling(.applied(.local, offer))),
      Self.event(160, bob, .signalling(.phone(.ringing))),
      Self.event(160, bob, .signalling(.applied(.remote, offer))),
      Self.step(160, .finished(step: 0)),
      Self.step(1000, .began(step: 1, text: "bob answers")),
      Self.event(1000, bob, .signalling(.phone(.connected))),
      Self.event(1010, bob, .signalling(.described(ticket, answer))),
      Self.event(1020, bob, .signalling(.applied(.local, answer))),
      Self.step(1020, .finished(step: 1)),
      Self.event(1070, alice, .signalling(.applied(.remote, answer))),
      Self.event(1070, alice, .signalling(.phone(.connected))),
      Self.step(1070, .began(step: 2, text: "connected within 5s")),
      Self.step(1400, .finished(step: 2)),
      Self.step(1400, .began(step: 3, text: "run for 10s")),
      Self.step(hangUp, .finished(step: 3)),
      Self.step(hangUp, .began(step: 4, text: "alice hangs up")),
      Self.event(hangUp, alice, .signalling(.phone(.disconnected))),
      Self.step(hangUp, .finished(step: 4)),
      Self.step(hangUp + 100, .ended),
    ]
  }

  private var transport: [TraceEvent] {
    let local = SocketAddress(host: [10, 0, 1, 1], port: 5000)
    let remote = SocketAddress(host: [10, 0, 2, 1], port: 5000)
    return [(Self.alice, 110), (Self.bob, 1020)].flatMap { peer, began in
      [
        Self.event(began, peer, .ice(.gathering(.gathering, waitingFor: []))),
        Self.event(
          began + 1, peer, .ice(.candidate(kind: "host", address: local, server: nil))),
        Self.event(began + 80, peer, .ice(.gathering(.complete, waitingFor: []))),
        Self.event(
          1100, peer, .ice(.checkSent(local: local, remote: remote, nominating: false))),
        Self.event(
          1200, peer,
          .ice(.checkSucceeded(local: local, remote: remote, roundTripTime: .milliseconds(100)))),
        Self.event(
          1200, peer,
          .ice(.selected(local: local, remote: remote, localKind: "host", remoteKind: "host"))),
        Self.event(1200, peer, .ice(.state(.connected))),
        Self.event(
          1200, peer, .dtls(.flight(datagrams: 1, byteCount: 200, retransmission: false))),
        Self.event(
          1380, peer,
          .dtls(.fingerprint(verified: true, algorithm: "sha-256", expected: "AB", actual: "AB"))),
        Self.event(
          1400, peer,
          .dtls(.connected(version: "DTLSv1.2", cipher: "X", profile: "SRTP_AEAD_AES_128_GCM"))),
        TraceEvent(
          at: Self.at(1100), subject: .link(LinkID(index: peer.index)),
          kind: .packet(
            PacketEvent(number: 1, direction: .down, bytesOnWire: 100, fate: .delivered))),
        TraceEvent(
          at: Self.at(hangUp), subject: .link(LinkID(index: peer.index)),
          kind: .link(
            .measured(
              .up, from: .start, name: "delay", asked: FixedDecimal(units: 50, places: 0),
              measured: FixedDecimal(units: 501, places: 1), unit: "ms"))),
      ]
    }
  }

  /// Sound in section 0, pictures in section 1.
  private func media(from sender: PeerID, to receiver: PeerID) -> [TraceEvent] {
    let toBob = receiver == Self.bob
    var events: [TraceEvent] = []
    func add(_ ms: Int, _ peer: PeerID, _ event: MediaEvent) {
      events.append(Self.event(ms, peer, .media(event)))
    }
    add(1400, receiver, .receiving(mid: "1", codec: "H264/42e01f", payloadType: 102, ssrc: 1))
    add(1440, receiver, .firstPacket(mid: "0"))
    add(1450, receiver, .firstPacket(mid: "1"))
    add(1470, receiver, .assembled(mid: "1", rtpTimestamp: 0, byteCount: 5000, keyFrame: true))
    add(1480, receiver, .decoded(mid: "1", rtpTimestamp: 0, concealed: false))
    for (frame, ms) in stride(from: 1500, to: hangUp, by: 40).enumerated() {
      if toBob, dark.contains(where: { $0.contains(ms) }) { continue }
      let strip = StripReading(frame: UInt32(frame), captured: Self.at(ms - 100))
      add(
        ms, receiver,
        .rendered(
          mid: "1", strip: strip, psnr: FixedDecimal(units: 350, places: 1),
          ssim: FixedDecimal(units: 97, places: 2)))
    }
    for (mark, ms) in stride(from: 1400, to: hangUp - 100, by: 250).enumerated() {
      let silent = toBob && muted.map { $0.contains(ms) } ?? false
      add(ms, sender, .markSent(mid: "0", mark: UInt32(mark)))
      if silent { continue }
      let delay = Int64(toBob ? audioLatency(ms) : 80_000) * 1000
      events.append(
        TraceEvent(
          at: Instant(nanoseconds: Int64(ms) * 1_000_000 + delay), subject: .peer(receiver),
          kind: .media(.markPlayed(mid: "0", mark: UInt32(mark)))))
    }
    for ms in stride(from: 1500, to: hangUp, by: 100) {
      let silent =
        toBob && muted.map { ($0.lowerBound + 200..<$0.upperBound).contains(ms) } ?? false
      add(ms, receiver, .played(mid: "0", level: silent ? -90 : -20, concealedSamples: 0))
    }
    for ms in stride(from: 1600, through: hangUp, by: 200) {
      for (mid, bytesPerMillisecond) in [("0", 4), ("1", 50)] {
        var sample = StreamSample(mid: mid, direction: .received)
        sample.packets = (ms - 1400) / 20
        sample.bytes = (ms - 1450) * bytesPerMillisecond
        sample.jitter = .milliseconds(2)
        add(ms, receiver, .sample(sample))
      }
    }
    if toBob {
      for (kind, off) in [(TrackKind.audio, muted), (.video, videoOff)] {
        guard let off else { continue }
        add(off.lowerBound, sender, .trackEnabled(kind, false))
        if off.upperBound < hangUp { add(off.upperBound, sender, .trackEnabled(kind, true)) }
      }
    }
    return events
  }

  public static func sdp(
    video codecs: [String], videoPort: Int = 9, extmapID: Int = 1, direction: String = "sendrecv"
  ) -> String {
    var lines = [
      "v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0 1",
      "m=audio 9 UDP/TLS/RTP/SAVPF 111", "c=IN IP4 0.0.0.0", "a=mid:0", "a=sendrecv",
      "a=extmap:\(extmapID) urn:ietf:params:rtp-hdrext:sdes:mid", "a=rtpmap:111 opus/48000/2",
    ]
    let types = codecs.indices.map { String(96 + $0) }.joined(separator: " ")
    lines += [
      "m=video \(videoPort) UDP/TLS/RTP/SAVPF \(types)", "c=IN IP4 0.0.0.0", "a=mid:1",
      "a=\(direction)",
    ]
    for (index, codec) in codecs.enumerated() {
      let parts = codec.split(separator: "/")
      lines.append("a=rtpmap:\(96 + index) \(parts[0])/90000")
      if parts.count == 2 { lines.append("a=fmtp:\(96 + index) profile-level-id=\(parts[1])") }
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }
}

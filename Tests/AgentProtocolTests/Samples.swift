import AgentProtocol
import SansIO
import Trace

/// One value of every message.
enum Samples {
  static let offer = Description(kind: .offer, sdp: "v=0\r\no=- 1 2 IN IP4 0.0.0.0\r\n")

  static var setup: AgentSetup {
    var setup = AgentSetup(
      name: "alice", origin: 123_456_789_000_000, seed: Seed(18_446_744_073_709_551_615),
      scratch: "/dev/shm/alice")
    setup.remote = "bob"
    setup.clock = PeerClock(
      epochUnixNanoseconds: 1_796_000_000_000_000_000, offsetNanoseconds: -5,
      driftPartsPerBillion: 20)
    setup.audio?.codecs = ["opus"]
    setup.audio?.bitRate = .kilobits(32)
    setup.video?.codecs = ["VP8", "H264/42e01f"]
    setup.video?.width = 320
    setup.video?.maximumBitRate = .kilobits(800)
    setup.iceServers = [
      .init(urls: ["stun:203.0.113.1:3478"]),
      .init(
        urls: ["turn:203.0.113.2:3478?transport=udp"], username: "callproof", credential: "secret"),
    ]
    setup.iceTransportPolicy = .relay
    setup.gatherTimeout = .milliseconds(1500)
    setup.trickle = false
    setup.dtls.srtp = ["AEAD_AES_128_GCM"]
    setup.reference = .init(source: "timecode", width: 640, height: 360, framesPerSecond: 30)
    setup.files = [.init(name: "clip.y4m", path: "/dev/shm/alice/clip.y4m")]
    return setup
  }

  static var bareSetup: AgentSetup {
    var setup = AgentSetup(name: "bob", origin: 1, seed: Seed(0), scratch: "/tmp")
    setup.audio = nil
    setup.video = nil
    setup.stills = nil
    return setup
  }

  static var requests: [AgentRequest] {
    [
      .hello, .clock, .create(setup), .create(bareSetup), .command(.createOffer),
      .command(.createAnswer), .command(.localDescription), .command(.restartICE),
      .command(.getStats), .command(.close), .command(.setLocalDescription(offer)),
      .command(.setRemoteDescription(Description(kind: .answer, sdp: "v=0\r\n"))),
      .command(.addICECandidate("candidate:1 1 udp 2130706431 10.0.1.1 50000 typ host", mid: "0")),
      .command(.addICECandidate("", mid: "audio")),
      .command(.setCodecPreferences(mid: "1", ["VP8", "H264/42e01f"])),
      .command(.replaceTrack(mid: "1", source: "black")),
      .command(.replaceTrack(mid: "1", source: nil)), .command(.setTrackEnabled(.audio, false)),
    ]
  }

  static var answers: [(AgentRequest, AgentAnswer)] {
    [
      (
        .hello,
        .hello(
          AgentHello(
            name: "aiortc", version: "1.16.0", level: 4, features: [.trickle, .stats],
            audioCodecs: ["opus"], videoCodecs: ["VP8", "H264"]))
      ),
      (.clock, .clock(nanoseconds: -7)), (.create(setup), .done),
      (.command(.createOffer), .description(offer)),
      (.command(.localDescription), .description(offer)),
      (.command(.getStats), .stats(.object([JSONMember("a", .integer(1))]))),
      (.command(.close), .done),
    ]
  }

  static var notices: [AgentNotice] {
    let at = Instant(nanoseconds: 1_500_000)
    return [
      .event(.ice(.state(.completed)), at: at),
      .event(
        .media(
          .rendered(
            mid: "1", strip: StripReading(frame: 7, captured: at),
            psnr: FixedDecimal(units: 3512, places: 2), ssim: FixedDecimal(units: 98, places: 2))),
        at: nil),
      .event(.media(.sample(sample)), at: at), .candidate("", mid: "0", at: nil),
      .candidate("candidate:1 1 udp 1 10.0.1.1 5 typ host", mid: "0", at: at),
      .connectionState(.connected, at: at), .track(mid: "1", .video, at: at),
      .still(mid: "1", at: at, mimeType: "image/png", bytes: [0, 1, 2, 250]),
      .secret("CLIENT_RANDOM 00 11"),
      .srtpKeys(profile: "SRTP_AEAD_AES_128_GCM", local: [1, 2], remote: [254, 255]),
      .mediaFrame(
        CodedFrame(
          kind: .video, codec: "VP8", timestamp: 4_294_967_295, isKeyFrame: true, bytes: [9, 8]),
        at: at), .keyFrameRequest(.video), .log("a \"quoted\" line\n"), .error("no camera"),
      .unknown(method: "negotiationneeded"),
    ]
  }

  private static var sample: StreamSample {
    var sample = StreamSample(mid: "1", direction: .received)
    sample.packets = 12
    sample.bytes = 3400
    sample.unknown = [.nacks, .plis, .jitter, .retransmitted, .lost, .cumulativeLost]
    return sample
  }
}

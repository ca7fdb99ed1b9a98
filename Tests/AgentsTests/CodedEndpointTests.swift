import AgentProtocol
import Codecs
import SansIO
import SwiftAgent
import TestSupport
import Testing
import Trace

@testable import Agents

@Suite("Coded media for a stack without codecs")
struct CodedEndpointTests {
  private static func sdp(
    _ direction: String = "sendrecv", video: String = "a=rtpmap:96 VP8/90000", port: Int = 9
  ) -> String {
    let lines = [
      "v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0",
      "m=audio 9 UDP/TLS/RTP/SAVPF 0 111", "c=IN IP4 0.0.0.0", "a=mid:a", "a=\(direction)",
      "a=rtpmap:111 opus/48000/2",
      "m=video \(port) UDP/TLS/RTP/SAVPF 95 96", "c=IN IP4 0.0.0.0", "a=mid:v", "a=\(direction)",
      "a=rtpmap:95 AV1/90000", video,
    ]
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  @Test("descriptions say what is sent, and the stack corrects them")
  func describes() {
    let h264 = "a=rtpmap:96 H264/90000\r\na=fmtp:96 profile-level-id=42e01f"
    let rows: [(name: String, sdp: String, isLocal: Bool, sent: [String?], receives: [Bool])] = [
      ("both ways", Self.sdp(), true, ["opus", "VP8"], [true, true]),
      ("own answer sends only", Self.sdp("sendonly"), true, ["opus", "VP8"], [false, false]),
      ("far answer sends only", Self.sdp("sendonly"), false, [nil, nil], [true, true]),
      ("H.264", Self.sdp(video: h264), true, ["opus", "H264/42e01f"], [true, true]),
      ("nothing to code", Self.sdp(video: "a=ptime:20"), true, ["opus", nil], [true, true]),
      ("rejected", Self.sdp(port: 0), false, ["opus", nil], [true, false]),
    ]
    var table = Table()
    for row in rows {
      var sections = CodedSections()
      let offer = Description(kind: .offer, sdp: Self.sdp())
      let answer = Description(kind: .answer, sdp: row.sdp)
      table.equal(sections.apply(offer, isLocal: !row.isLocal), false, "\(row.name): an offer")
      table.equal(sections.apply(answer, isLocal: row.isLocal), true, "\(row.name): an answer")
      table.equal(sections.sections.map(\.mid), ["a", "v"], "\(row.name): mids")
      table.equal(sections.sections.map { $0.sent?.label }, row.sent, "\(row.name): sent")
      table.equal(sections.sections.map(\.receives), row.receives, "\(row.name): received")
    }
    var sections = CodedSections()
    _ = sections.apply(Description(kind: .answer, sdp: Self.sdp()), isLocal: true)
    table.equal(sections.correct(mid: "v", codec: "vp8"), false, "the same")
    table.equal(sections.correct(mid: "v", codec: "AV1"), false, "unknown")
    table.equal(sections.correct(mid: "x", codec: "VP8"), false, "another section")
    table.equal(sections.correct(mid: "v", codec: "H264"), true, "another codec")
    table.equal(sections.section(of: .video)?.sent?.name, "H264", "corrected")
    let broken = Description(kind: .answer, sdp: "nonsense")
    table.equal(sections.apply(broken, isLocal: true), false, "unreadable")
    #expect(table.failures == [])
  }

  /// Two pipelines whose endpoints hand their frames to each other at once.
  private final class Pair {
    var endpoints: [CodedEndpoint] = []
    var pipelines: [MediaPipeline] = []
    var events: [[TraceEvent]] = [[], []]
    var now = Instant.start
    /// Frames that were handed over, by who sent them.
    var frames: [[CodedFrame]] = [[], []]

    init() throws {
      for name in ["alice", "bob"] {
        let setup = AgentSetup(name: name, origin: 0, seed: Seed(1), scratch: "/none")
        let endpoint = CodedEndpoint()
        endpoints.append(endpoint)
        pipelines.append(
          MediaPipeline(
            configuration: try AgentConfiguration(
              setup, hostAddresses: [], executor: InlineCodecExecutor()
            ) { _ in [] },
            endpoint: endpoint))
      }
    }

    func agree(_ sdp: String) {
      for (index, endpoint) in endpoints.enumerated() {
        endpoint.apply(Description(kind: .offer, sdp: sdp), isLocal: index == 0)
        endpoint.apply(Description(kind: .answer, sdp: sdp), isLocal: index == 1)
      }
      exchange()
    }

    func run(until end: Instant) {
      while let due = earliest(pipelines[0].deadline, pipelines[1].deadline), due <= end {
        now = max(now, due)
        for pipeline in pipelines where pipeline.deadline.map({ $0 <= now }) ?? false {
          pipeline.wake(at: now)
        }
        exchange()
      }
      now = end
    }

    func exchange() {
      for _ in 0..<2 {
        for index in 0..<2 {
          pipelines[index].drain(at: now)
          while let frame = endpoints[index].nextOutgoingFrame() {
            frames[index].append(frame)
            endpoints[1 - index].receive(frame, at: now)
          }
          while let kind = endpoints[index].nextKeyFrameRequest() {
            endpoints[1 - index].keyFrameAsked(kind)
          }
          while let event = pipelines[index].nextEvent() { events[index].append(event) }
        }
      }
    }

    func count(_ peer: Int, _ holds: (MediaEvent) -> Bool) -> Int {
      events[peer].count { if case .media(let event) = $0.kind { holds(event) } else { false } }
    }

    func rendered(_ peer: Int) -> Int {
      count(peer) { if case .rendered(_, .some, _, _) = $0 { true } else { false } }
    }

    func marks(_ peer: Int) -> Int {
      count(peer) { if case .markPlayed = $0 { true } else { false } }
    }
  }

  @Test(
    "pictures and sound cross both ways, from a key frame on",
    arguments: ["a=rtpmap:96 VP8/90000", "a=rtpmap:96 H264/90000"])
  func crosses(video: String) throws {
    let pair = try Pair()
    pair.agree(Self.sdp(video: video))
    pair.run(until: .start + .milliseconds(100))
    var table = Table()
    table.equal(pair.frames.map(\.count), [0, 0], "nothing before they are connected")
    for endpoint in pair.endpoints { endpoint.connected() }
    pair.exchange()
    pair.run(until: .start + .seconds(2))
    for peer in 0..<2 {
      let pictures = pair.frames[peer].filter { $0.kind == .video }
      table.equal(pictures.first?.isKeyFrame, true, "\(peer): first picture")
      table.equal(pictures.count { $0.isKeyFrame }, 1, "\(peer): key frames")
      table.holds(pair.rendered(peer) >= 55, "\(peer): \(pair.rendered(peer)) rendered")
      table.holds(pair.marks(peer) >= 6, "\(peer): \(pair.marks(peer)) marks")
      let first = pair.events[peer].first {
        if case .media(.rendered) = $0.kind { true } else { false }
      }
      table.holds(
        first.map { $0.at < .start + .milliseconds(110) } ?? false,
        "\(peer): first picture at \(first?.at.nanoseconds ?? -1)")
    }
    #expect(table.failures == [])
  }

  @Test("a key frame comes when it is asked for, and a muted track sends black")
  func repairs() throws {
    let pair = try Pair()
    pair.agree(Self.sdp())
    for endpoint in pair.endpoints { endpoint.connected() }
    pair.exchange()
    pair.run(until: .start + .milliseconds(500))
    pair.endpoints[0].keyFrameAsked(.video)
    // What cannot be decoded makes the pipeline ask.
    pair.endpoints[0].receive(
      CodedFrame(kind: .video, codec: "VP8", timestamp: 1, isKeyFrame: false, bytes: [0]),
      at: pair.now)
    pair.endpoints[0].receive(
      CodedFrame(kind: .video, codec: "VP9", timestamp: 1, isKeyFrame: false, bytes: [0]),
      at: pair.now)
    pair.pipelines[1].set(.video, enabled: false, at: pair.now)
    pair.run(until: .start + .seconds(1))
    var table = Table()
    for peer in 0..<2 {
      let keys = pair.frames[peer].count { $0.kind == .video && $0.isKeyFrame }
      table.equal(keys, 2, "\(peer): key frames")
    }
    let unread = pair.count(0) { if case .rendered(_, nil, _, _) = $0 { true } else { false } }
    table.holds(unread >= 10, "\(unread) black pictures")
    let refused = pair.events[0].contains {
      $0.kind == .discarded(layer: "coded", reason: "no decoder for 'VP9'")
    }
    table.holds(refused, "an unknown codec")
    #expect(table.failures == [])
  }
}

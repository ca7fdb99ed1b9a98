import AgentProtocol
import SansIO
import Scenario
import TestSupport
import Testing
import Trace

@testable import Live

@Suite("What the world completes")
struct PeerStoryTests {
  private static func section(_ kind: String, _ mid: String, _ map: String) -> String {
    "m=\(kind) 9 UDP/TLS/RTP/SAVPF 96 97\r\nc=IN IP4 0.0.0.0\r\na=mid:\(mid)\r\na=rtpmap:96 \(map)\r\n"
      + "a=rtpmap:97 rtx/90000\r\na=ssrc:77 cname:x\r\n"
  }

  private static let session = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n"
  private static let offer = Description(
    kind: .offer,
    sdp: session + section("audio", "a", "opus/48000/2") + section("video", "v", "VP8/90000"))
  private static let answer = Description(kind: .answer, sdp: offer.sdp)
  private static let candidate = "candidate:1 1 udp 2130706431 10.0.1.1 50000 typ host"

  @Test("the state of the connection stands for ICE and DTLS")
  func connection() {
    var table = Table()
    var story = PeerStory()
    table.equal(
      story.connection(.connected),
      [.ice(.state(.connected)), .dtls(.connected(version: "", cipher: "", profile: ""))], "bare")
    table.equal(story.connection(.connected), [], "twice")
    story = PeerStory()
    _ = story.completing(.ice(.state(.completed)))
    _ = story.completing(.dtls(.connected(version: "DTLS 1.2", cipher: "x", profile: "y")))
    table.equal(story.connection(.connected), [], "all told")
    table.equal(story.connection(.failed), [], "failed after media")
    story = PeerStory()
    _ = story.completing(.ice(.state(.connected)))
    table.equal(
      story.connection(.failed),
      [.dtls(.failed("the connection failed once ICE was connected"))], "DTLS failed")
    story = PeerStory()
    _ = story.completing(.ice(.state(.checking)))
    table.equal(story.connection(.failed), [.ice(.state(.failed))], "ICE failed")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a track waits for the descriptions that say its codec")
  func tracks() {
    var table = Table()
    var story = PeerStory()
    table.equal(
      story.applied(.remote, Self.offer), [.signalling(.applied(.remote, Self.offer))], "remote")
    table.equal(story.track(mid: "v", .video), [], "no answer yet")
    table.equal(
      story.applied(.local, Self.answer),
      [
        .signalling(.applied(.local, Self.answer)),
        .media(.receiving(mid: "v", codec: "VP8", payloadType: 96, ssrc: 77)),
      ], "answered")
    table.equal(story.track(mid: "v", .video), [], "once")
    table.equal(story.track(mid: "nothing", .video), [], "no such section")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what the agent says itself is not said twice")
  func applied() {
    var table = Table()
    var story = PeerStory()
    story.told(.setLocalDescription(Self.offer))
    let own = TraceEvent.Kind.signalling(.applied(.local, Self.offer))
    table.equal(story.completing(own), [own], "own")
    table.equal(story.applied(.local, Self.offer), [], "known")
    story.told(.setLocalDescription(Self.offer))
    table.equal(story.applied(.local, Self.offer), [own], "the next one is not")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("candidates are told in words of ICE, from descriptions too")
  func candidates() {
    var table = Table()
    let found = TraceEvent.Kind.ice(
      .candidate(
        kind: "host", address: SocketAddress(host: [10, 0, 1, 1], port: 50000), server: nil))
    var story = PeerStory()
    table.equal(
      story.candidate(Self.candidate, mid: "a"),
      [.signalling(.candidate(Self.candidate, mid: "a")), found], "trickled")
    table.equal(
      story.candidate("", mid: "a"), [.signalling(.candidate("", mid: "a"))], "end")
    let hidden = "candidate:1 1 udp 1 x.local 5 typ host"
    table.equal(
      story.candidate(hidden, mid: "a"), [.signalling(.candidate(hidden, mid: "a"))], "mDNS")
    story = PeerStory()
    let whole = Description(
      kind: .offer,
      sdp: Self.session + Self.section("audio", "a", "opus/48000/2")
        + "a=\(Self.candidate)\r\n")
    table.equal(
      story.harvest(whole),
      [
        .signalling(.candidate(Self.candidate, mid: "a")), found,
        .signalling(.candidate("", mid: "a")),
      ], "harvested")
    table.holds(story.hasCandidates, "has candidates")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("servers bear the names that the scenario gave them")
  func servers() {
    var table = Table()
    var scenario = Scenario(
      title: "", file: "", peers: [], network: [], networkNames: [], call: [], expectations: [])
    scenario.servers = [
      ServerPlan(name: "gone", kind: .stun, behaviour: .dead),
      ServerPlan(name: "relay", kind: .turn, behaviour: .working),
    ]
    let names = AgentSetup.serverNames(of: scenario)
    var story = PeerStory(servers: names)
    var setup = AgentSetup(name: "alice", origin: 0, seed: Seed(1), scratch: "")
    setup.iceServers = names.keys.sorted().map { AgentSetup.ICEServer(urls: [$0]) }
    table.equal(story.silentServers(of: setup), ["gone", "relay"], "the harness's fuse")
    let rows: [(told: String, expected: String)] = [
      ("stun:203.0.113.1:3478", "gone"),
      ("stun:203.0.113.1:3478 from 10.0.1.1", "gone from 10.0.1.1"),
      ("turn:203.0.113.2:3478?transport=udp", "relay"), ("stun:203.0.113.1:34780", ""),
      ("eth0", ""),
    ]
    for (told, expected) in rows {
      table.equal(
        story.completing(.ice(.gathering(.timedOut, waitingFor: [told]))),
        [.ice(.gathering(.timedOut, waitingFor: [expected.isEmpty ? told : expected]))], told)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("an agent tells of a peer and of nothing else")
  func words() {
    var table = Table()
    let story = PeerStory()
    table.holds(story.accepts(.ice(.state(.new))), "ice")
    table.holds(story.accepts(.unexplained("x")), "unexplained")
    table.holds(!story.accepts(.script(.ended)), "script")
    table.holds(!story.accepts(.signalling(.done(Ticket(number: 1)))), "answers")
    table.holds(
      !story.accepts(
        .packet(PacketEvent(number: 1, direction: .up, bytesOnWire: 1, fate: .sent))), "packets")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

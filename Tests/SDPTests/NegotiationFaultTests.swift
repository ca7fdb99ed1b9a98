import SDP
import TestSupport
import Testing

@Suite("Offer and answer that fall short")
struct NegotiationFaultTests {
  @Test("descriptions that cannot be applied")
  func faults() throws {
    let text = Fixtures.text("peers/chromium-156/av-data.offer.sdp")
    var table = Table()
    func offer(_ name: String, _ change: (String) -> String, _ expected: NegotiationError) throws {
      let offer = try SessionDescription(parsing: change(text))
      var peer = Peers.peer()
      try Peers.expect(expected, name, &table) { () throws(NegotiationError) in
        try peer.setRemote(offer, isOffer: true)
      }
      table.equal(peer.signallingState, .stable, "\(name): state")
    }
    func without(_ prefix: String) -> (String) -> String {
      { $0.split(separator: "\r\n").filter { !$0.hasPrefix(prefix) }.joined(separator: "\r\n") }
    }
    try offer("no fingerprint", without("a=fingerprint"), .missingFingerprint(mLineIndex: 0))
    try offer(
      "no ufrag", without("a=ice-ufrag"), .iceCredentials(mLineIndex: 0, found: "ice-ufrag "))
    try offer(
      "mid twice", { $0.replacing("a=mid:1", with: "a=mid:0") }, .duplicateMID("0", mLineIndex: 1))
    try offer(
      "holdconn", { $0.replacing("actpass", with: "holdconn") },
      .setup(mLineIndex: 0, found: "holdconn"))

    func answer(
      _ name: String, _ expected: NegotiationError, _ change: (inout SessionDescription) -> Void
    ) throws {
      var (alice, answer) = try Self.answered()
      change(&answer)
      let changed = answer
      try Peers.expect(expected, name, &table) { () throws(NegotiationError) in
        try alice.setRemote(changed, isOffer: false)
      }
      table.equal(alice.signallingState, .haveLocalOffer, "\(name): state")
    }
    func replace(_ old: Attribute, _ new: Attribute?) -> (inout SessionDescription) -> Void {
      { answer in
        for index in answer.media.indices {
          answer.media[index].attributes = answer.media[index].attributes.compactMap {
            $0 == old ? new : $0
          }
        }
      }
    }
    try answer("one section less", .sectionCount(found: 1, expected: 2)) { $0.media.removeLast() }
    try answer("swapped", .sectionChanged(mLineIndex: 0, found: "video", expected: "audio")) {
      $0.media.swapAt(0, 1)
    }
    try answer(
      "another mid", .sectionChanged(mLineIndex: 1, found: "video x", expected: "video 1"),
      replace(.mid("1"), .mid("x")))
    try answer("no rtcp-mux", .missingRTCPMux(mLineIndex: 0), replace(.rtcpMux, nil))
    try answer(
      "actpass", .setup(mLineIndex: 0, found: "actpass"), replace(.setup(.active), .setup(.actpass))
    )
    try answer("a foreign mid in BUNDLE", .bundleMember("7")) {
      $0.attributes = [.group(MediaGroup(semantics: "BUNDLE", mids: ["0", "1", "7"]))]
    }

    var peer = Peers.peer()
    let own = try peer.createOffer(Peers.transport("us"))
    try Peers.expect(.outOfTurn(.stable, step: "createAnswer"), "early", &table) {
      () throws(NegotiationError) in _ = try peer.createAnswer(Peers.transport("us"))
    }
    try Peers.expect(.outOfTurn(.stable, step: "setRemote(answer)"), "early", &table) {
      () throws(NegotiationError) in try peer.setRemote(own, isOffer: false)
    }
    try peer.setLocal(own, isOffer: true)
    try Peers.expect(.outOfTurn(.haveLocalOffer, step: "setRemote(offer)"), "glare", &table) {
      () throws(NegotiationError) in try peer.setRemote(own, isOffer: true)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("answers that do less than they could")
  func lesser() throws {
    var table = Table()
    func exchange(_ change: (inout SessionDescription) -> Void) throws -> Negotiation {
      var (alice, answer) = try Self.answered()
      change(&answer)
      try alice.setRemote(answer, isOffer: false)
      return alice
    }
    let unbundled = try exchange { $0.attributes = [] }
    table.equal(
      unbundled.sections.map(\.rejection),
      [nil, "the answer leaves it out of the BUNDLE group"], "no BUNDLE")
    let foreign = try exchange { answer in
      answer.media[1].attributes = answer.media[1].attributes.map {
        if case .rtpMap(var map) = $0 {
          map.encoding = "X" + map.encoding
          return .rtpMap(map)
        }
        return $0
      }
    }
    table.equal(
      foreign.sections[1].rejection, "the far side answers with no codec that was offered", "codec")
    let remapped = try exchange { answer in
      answer.media[0].attributes = answer.media[0].attributes.map {
        if case .extmap(var map) = $0, map.id == 1 {
          map.id = 9
          return .extmap(map)
        }
        return $0
      }
    }
    table.equal(
      remapped.sections[0].headerExtensions.map(\.id), [2, 3, 4], "remapped id is not used")
    // Numbers may differ by direction (RFC 3264 §5.1): each side receives under its own.
    let renumbered = try exchange { answer in
      answer.media[1] = MediaSection(
        kind: .video, port: 9, protocol: answer.media[1].protocol, formats: ["120"],
        lines: answer.media[1].lines.filter {
          switch $0.attribute {
          case .rtpMap, .formatParameters, .feedback: false
          default: true
          }
        } + [.init(.rtpMap(RTPMap(payloadType: 120, encoding: "vp8", clockRate: 90000)))])
    }
    table.equal(renumbered.sections[1].sendCodecs.map(\.payloadType), [120], "sent number")
    table.equal(renumbered.sections[1].receiveCodecs.map(\.payloadType), [96], "received number")
    table.equal(renumbered.sections[1].sendCodecs.first?.feedback, [], "no feedback agreed")

    var reduced = Peers.peer(configuration: NegotiationConfiguration(reducedSizeRTCP: true))
    var plain = Peers.peer()
    try Peers.exchange(&reduced, &plain)
    table.equal(reduced.sections.map(\.reducedSizeRTCP), [false, false], "rtcp-rsize: one side")
    var other = Peers.peer(configuration: NegotiationConfiguration(reducedSizeRTCP: true))
    reduced = Peers.peer(configuration: NegotiationConfiguration(reducedSizeRTCP: true))
    try Peers.exchange(&reduced, &other)
    table.equal(reduced.sections.map(\.reducedSizeRTCP), [true, true], "rtcp-rsize: both sides")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  /// A peer that has made an offer, and the answer to it.
  private static func answered() throws -> (offerer: Negotiation, answer: SessionDescription) {
    var (alice, bob) = (Peers.peer(), Peers.peer())
    let offer = try alice.createOffer(Peers.transport("alice"))
    try alice.setLocal(offer, isOffer: true)
    try bob.setRemote(offer, isOffer: true)
    return (alice, try bob.createAnswer(Peers.transport("bob")))
  }
}

import SDP
import TestSupport
import Testing

@Suite("Offer and answer")
struct NegotiationTests {
  @Test("a first exchange: what is offered, what is agreed")
  func first() throws {
    var (alice, bob) = (Peers.peer(), Peers.peer())
    let (offer, answer) = try Peers.exchange(&alice, &bob)
    var table = Table()
    table.equal(offer.bundleGroups, [["0", "1"]], "BUNDLE")
    table.equal(offer.media.map(\.setup), [.actpass, .actpass], "setup of the offer")
    table.equal(answer.media.map(\.setup), [.active, .active], "setup of the answer")
    table.equal([alice.dtlsRole, bob.dtlsRole], [.server, .client], "DTLS roles")
    table.equal(
      offer.media[1].formats, ["96", "97", "102", "103", "104", "105"], "payload types")
    let audio = offer.media[0].attributes.map(\.text)
    for text in [
      "ice-ufrag:ufrag-offerer", "ice-options:trickle", "rtcp-mux", "sendrecv",
      "rtpmap:111 opus/48000/2", "fmtp:111 minptime=10;useinbandfec=1", "rtcp-fb:111 transport-cc",
      "extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level", "msid:stream sound",
      "extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid", "ssrc:1001 cname:cname",
    ] { table.holds(audio.contains(text), "missing: \(text)") }
    let video = offer.media[1].attributes.map(\.text)
    for text in [
      "rtpmap:97 rtx/90000", "fmtp:97 apt=96", "ssrc-group:FID 2001 2002",
      "fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
      "rtcp-fb:96 nack pli", "rtcp-fb:96 ccm fir", "rtcp-fb:96 goog-remb",
      "extmap:3 \(HeaderExtensionURI.transportWideCC)",
    ] { table.holds(video.contains(text), "missing: \(text)") }
    table.holds(!video.contains("rtcp-rsize"), "rtcp-rsize without being asked for")
    for (peer, name) in [(alice, "alice"), (bob, "bob")] {
      let sections = peer.sections
      table.equal(sections.map(\.mid), ["0", "1"], "\(name): mids")
      table.equal(sections.map(\.direction), [.sendrecv, .sendrecv], "\(name): directions")
      table.equal(
        sections[1].sendCodecs.map(\.label), ["VP8", "H264/42e01f", "H264/42e01f"],
        "\(name): codecs")
      table.equal(sections[1].sendCodecs.first?.rtxPayloadType, 97, "\(name): rtx")
      table.equal(sections[1].sendCodecs.first?.feedback.count, 5, "\(name): feedback")
      table.equal(sections[0].headerExtensions.map(\.id), [1, 2, 3, 4], "\(name): extensions")
      table.equal(sections[1].remoteSSRCs, [2001], "\(name): remote SSRCs")
      table.equal(sections[1].remoteRTXSSRC, 2002, "\(name): remote RTX")
      table.equal(sections[1].localRTXSSRC, 2002, "\(name): local RTX")
      table.equal(sections[1].remoteCNAME, "cname", "\(name): cname")
      table.equal(
        sections[1].remoteMSID, MediaStreamID(stream: "stream", track: "picture"), "\(name): msid")
      table.equal(peer.remoteTransport?.fingerprints, [Peers.fingerprint], "\(name): fingerprint")
      table.equal(peer.signallingState, .stable, "\(name): state")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("candidates: the default address and the tagged section")
  func candidates() throws {
    let host = try Candidate(
      parsing: "candidate:1 1 udp 2130706431 192.0.2.1 5000 typ host generation 0")
    let reflexive = try Candidate(
      parsing: "candidate:2 1 udp 1694498815 2001:db8::7 6000 typ srflx raddr :: rport 0")
    var peer = Peers.peer()
    var transport = Peers.transport("us", candidates: [host, reflexive])
    transport.endOfCandidates = true
    transport.isTrickle = false
    let offer = try peer.createOffer(transport)
    var table = Table()
    table.equal(offer.media.map(\.port), [6000, 9], "ports")
    table.equal(offer.media[0].connection?.value, "IN IP6 2001:db8::7", "connection")
    table.equal(offer.media[0].candidates, [host, reflexive], "candidates")
    table.equal(offer.media[1].candidates, [], "none in the second section")
    table.equal(offer.media.map(\.endOfCandidates), [true, false], "end of candidates")
    table.equal(offer.media[0].iceOptions, [], "no trickle")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("codecs: order, preferences, nothing in common, levels")
  func codecs() throws {
    typealias Row = (
      name: String, offered: [CodecCapability], known: [CodecCapability], preferences: [String]?,
      agreed: [String]
    )
    let mode1 = CodecCapability.h264(profileLevelID: "42e01f")
    let main = CodecCapability.h264(profileLevelID: "4d0028")
    let rows: [Row] = [
      ("the offer's order", [mode1, .vp8], [.vp8, mode1], nil, ["H264/42e01f", "VP8"]),
      (
        "the answerer's order", [mode1, .vp8], [.vp8, mode1], ["VP8", "H264"],
        ["VP8", "H264/42e01f"]
      ),
      ("one only", [mode1, .vp8], [.vp8, mode1], ["VP8"], ["VP8"]),
      ("none in common", [mode1], [.vp8], nil, []),
      ("another profile", [main], [mode1], nil, []),
      ("another mode", [.h264(packetizationMode: 0)], [mode1], nil, []),
      (
        "the same profile by meaning", [.h264(profileLevelID: "42c01f")], [mode1], nil,
        ["H264/42c01f"]
      ),
      ("main", [main, .vp8], [mode1, main], nil, ["H264/4d0028"]),
      (
        "a higher level, asymmetric", [.h264(profileLevelID: "42e034")], [mode1], nil,
        ["H264/42e01f"]
      ),
    ]
    var table = Table()
    for row in rows {
      var alice = Peers.peer([Peers.audio(), Peers.video(codecs: row.offered)])
      var bob = Peers.peer([Peers.audio(), Peers.video(codecs: row.known)])
      if let names = row.preferences { try bob.setCodecPreferences(mid: "1", names) }
      let (_, answer) = try Peers.exchange(&alice, &bob)
      let answered = answer.media[1].isRejected ? [] : answer.media[1].codecs.map(\.label)
      table.equal(answered, row.agreed, row.name)
      table.equal(alice.sections[1].sendCodecs.map(\.label), row.agreed, "\(row.name): alice sends")
      table.equal(answer.media[1].isRejected, row.agreed.isEmpty, "\(row.name): rejected")
      table.equal(answer.bundleGroups, [row.agreed.isEmpty ? ["0"] : ["0", "1"]], row.name)
      table.equal(alice.sections[0].isRejected, false, "\(row.name): audio stays")
      if row.agreed.isEmpty {
        table.holds(
          bob.sections[1].rejection?.hasPrefix("no common codec: offered H264") == true, row.name)
        table.equal(alice.sections[1].rejection, "rejected by the far side", row.name)
      }
    }
    var peer = Peers.peer()
    table.equal(
      CodecCapability.named("H264/4d0028")?.map(\.label), ["H264/4d0028", "H264/4d0028"], "named")
    table.equal(CodecCapability.named("H265"), nil, "not known")
    table.equal(CodecCapability.named("H264/xyz"), nil, "not a profile")
    try Peers.expect(.unknownCodec("opus"), "opus for video", &table) {
      () throws(NegotiationError) in
      try peer.setCodecPreferences(mid: "1", ["opus"])
    }
    try Peers.expect(.unknownMID("9"), "no such section", &table) { () throws(NegotiationError) in
      try peer.setCodecPreferences(mid: "9", [])
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("directions, and sections that nobody planned for")
  func directions() throws {
    let all = [Direction.sendrecv, .sendonly, .recvonly, .inactive]
    var table = Table()
    for ours in all {
      for theirs in all {
        var alice = Peers.peer([Peers.audio(ours)])
        var bob = Peers.peer([Peers.audio(theirs)])
        let (_, answer) = try Peers.exchange(&alice, &bob)
        let row = "\(ours) answered by \(theirs)"
        let agreed = ours.intersection(theirs.reversed)
        table.equal(alice.sections[0].direction, agreed, row)
        table.equal(bob.sections[0].direction, agreed.reversed, row)
        table.equal(answer.media[0].direction, agreed.reversed, row)
        table.equal(answer.media[0].ssrcs.isEmpty, !agreed.receives, "\(row): ssrc")
      }
    }
    var (alice, bob) = (Peers.peer(), Peers.peer([Peers.audio()]))
    try Peers.exchange(&alice, &bob)
    table.equal(bob.sections[1].rejection, "no transceiver for video", "audio only")
    table.equal(alice.sections.map(\.isRejected), [false, true], "audio only")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("renegotiation from either side: sections keep their place, or are reused")
  func renegotiation() throws {
    var (alice, bob) = (Peers.peer(), Peers.peer([Peers.audio()]))
    var table = Table()
    try Peers.exchange(&alice, &bob)
    table.equal(alice.localDescription?.origin.sessionVersion, "1", "version")

    // Bob holds: same sections, the rejected one stays rejected, the DTLS roles stay.
    try bob.setDirection(mid: "0", .sendonly)
    var (offer, answer) = try Peers.exchange(&bob, &alice)
    table.equal(offer.media.map(\.port), [9, 0], "the rejected section keeps its place")
    table.equal(offer.media.map(\.kind), [.audio, .video], "kinds")
    table.equal(offer.origin.sessionVersion, "2", "version counts up")
    table.equal(answer.media[0].direction, .recvonly, "hold answered")
    table.equal(answer.media[0].setup, .passive, "the server stays the server")
    table.equal([alice.dtlsRole, bob.dtlsRole], [.server, .client], "DTLS roles")
    table.equal(answer.bundleGroups, [["0"]], "BUNDLE")

    // Bob adds video: it takes over the rejected section under a new mid, with the numbers of before.
    bob.addTransceiver(Peers.video())
    alice.addTransceiver(Peers.video())
    try bob.setDirection(mid: "0", .sendrecv)
    (offer, answer) = try Peers.exchange(&bob, &alice)
    table.equal(offer.media.count, 2, "reused")
    table.equal(offer.media[1].mid, "2", "under a new mid")
    table.equal(answer.bundleGroups, [["0", "2"]], "BUNDLE with the new section")
    table.equal(alice.sections.map(\.isRejected), [false, false], "both in use")
    table.equal(alice.sections[0].direction, .sendrecv, "off hold")

    // Nothing changed: the same description, the same version.
    let again = try bob.createOffer(Peers.transport("offerer"))
    table.equal(again.origin.sessionVersion, offer.origin.sessionVersion, "same version")
    // Alice stops video: Bob sees port 0, and audio goes on.
    try alice.stop(mid: "2")
    (offer, answer) = try Peers.exchange(&alice, &bob)
    table.equal(offer.media.map(\.isRejected), [false, true], "stopped")
    table.equal(bob.sections[1].rejection, "the offer has port 0", "stopped at the far side")
    table.equal(bob.sections[0].isRejected, false, "audio goes on")

    // An answer that takes the section away, after setRemote.
    bob.addTransceiver(Peers.video())
    alice.addTransceiver(Peers.video())
    let third = try bob.createOffer(Peers.transport("offerer"))
    try bob.setLocal(third, isOffer: true)
    try alice.setRemote(third, isOffer: true)
    table.equal(alice.sections[1].isRejected, false, "preview")
    try alice.setDirection(mid: "3", .recvonly)
    table.equal(alice.sections[1].direction, .recvonly, "preview of a direction")
    try alice.stop(mid: "3")
    table.equal(alice.sections[1].rejection, "no transceiver for video", "preview of a rejection")

    // Rollback on both sides brings back what was agreed before.
    alice.rollback()
    bob.rollback()
    table.equal([alice.signallingState, bob.signallingState], [.stable, .stable], "rolled back")
    table.equal(alice.sections[1].isRejected, true, "rolled back")
    try Peers.exchange(&bob, &alice)
    table.equal(alice.sections[1].isRejected, false, "negotiated after all")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("numbers of the far side's offer are kept for our own")
  func numbers() throws {
    var table = Table()
    for name in [
      "peers/aiortc-1.16.0/av-data.offer.sdp", "peers/firefox-153.8.0/av-data.offer.sdp",
    ] {
      var peer = Peers.peer()
      let theirs = try SessionDescription(parsing: Fixtures.text(name))
      try peer.setRemote(theirs, isOffer: true)
      let answer = try peer.createAnswer(Peers.transport("us"))
      try peer.setLocal(answer, isOffer: false)
      let offer = try peer.createOffer(Peers.transport("us"))
      table.equal(offer.media.map(\.mid), theirs.media.map(\.mid), "\(name): mids")
      for (index, section) in offer.media.enumerated() where !section.isRejected {
        for codec in answer.media[index].codecs {
          let same = section.codecs.first { $0.isSameCodec(as: codec) }
          table.equal(same?.payloadType, codec.payloadType, "\(name): \(codec.label)")
          table.equal(
            same?.rtxPayloadType ?? codec.rtxPayloadType, codec.rtxPayloadType, "\(name): rtx")
        }
        for map in answer.media[index].extmaps {
          table.equal(
            section.extmaps.first { $0.uri == map.uri }?.id, map.id, "\(name): \(map.uri)")
        }
      }
      let maps = offer.media.flatMap(\.extmaps)
      for map in maps {
        table.holds(maps.allSatisfy { $0.id != map.id || $0.uri == map.uri }, "\(name): id reused")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

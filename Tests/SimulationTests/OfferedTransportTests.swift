import DTLS
import SDP
import STUN
import SansIO
import TestSupport
import Testing
import Trace

@Suite("The transport that is offered is the one used")
struct OfferedTransportTests {
  @Test("BUNDLE and rtcp-mux: everything but STUN to servers has one pair of addresses")
  func onePair() throws {
    let outcome = try LossyCall.outcome.get()
    var table = Table()
    for (peer, kind) in [
      (TestCall.alice, Description.Kind.offer), (TestCall.bob, Description.Kind.answer),
    ] {
      let description = try outcome.description(kind)
      table.equal(description.bundleGroups, [["0", "1"]], "group")
      table.holds(description.media.allSatisfy(\.rtcpMux), "rtcp-mux")
      let sent = outcome.wire(peer).filter(\.isOutgoing).map(\.datagram)
      table.equal(Set(sent.map { "\($0.source) \($0.destination)" }).count, 1, "pairs")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("setup, fingerprint hash and SRTP profile are as said")
  func security() throws {
    let hashes = ["sha-256", "sha-384", "sha-512"]
    // As a scenario names them, and as they are registered.
    let profiles = [
      ("AEAD_AES_128_GCM", "SRTP_AEAD_AES_128_GCM"),
      ("AES_CM_128_HMAC_SHA1_80", "SRTP_AES128_CM_HMAC_SHA1_80"),
    ]
    var table = Table()
    for (index, hash) in hashes.enumerated() {
      let (profile, registered) = profiles[index % 2]
      let outcome = try TestCall(hash) {
        $0.alice.more = "dtls: {fingerprint: \(hash), srtp: [\(profile)]}"
        $0.bob.more = "dtls: {fingerprint: \(hash)}"
        $0.steps = ["run for 500ms"]
      }.run()
      let offer = try outcome.description(.offer)
      let answer = try outcome.description(.answer)
      table.equal(offer.media.map(\.setup), [.actpass, .actpass], "\(hash): offer")
      table.equal(answer.media.map(\.setup), [.active, .active], "\(hash): answer")
      for section in offer.media + answer.media {
        table.equal(section.fingerprints.map(\.algorithm), [hash], "\(hash): algorithm")
      }
      // RFC 5763 §5: the active side sends the first handshake record.
      let first = outcome.wire(TestCall.bob).first { DTLSTransport.isDTLS($0.datagram.payload) }
      table.equal(first?.isOutgoing, true, "\(hash): bob begins")
      for peer in [TestCall.alice, TestCall.bob] {
        let events = outcome.dtls(peer)
        let role: DTLSEvent.Role = peer == TestCall.alice ? .server : .client
        table.equal(events.first, .started(role), "\(hash): role")
        var isVerified = false
        for case .fingerprint(let verified, let algorithm, let expected, let actual) in events {
          isVerified = verified && algorithm == hash && expected == actual
        }
        table.holds(isVerified, "\(hash): fingerprint of peer \(1 - peer.index)")
        var said = ""
        for case .connected(_, _, let profile) in events { said = profile }
        table.equal(said, registered, "\(hash): profile")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("ice-options: trickle stands where candidates are trickled, and only there")
  func trickle() throws {
    var table = Table()
    for trickles in [true, false] {
      let outcome = try TestCall("trickle \(trickles)") {
        $0.servers = "one: {stun: working}"
        $0.alice.more = "ice: {trickle: \(trickles)}"
        $0.bob.more = "ice: {trickle: \(trickles)}"
        $0.steps = ["run for 500ms"]
      }.run()
      // What bob got to read.
      var read: SessionDescription?
      for event in outcome.events(of: TestCall.bob) {
        if case .signalling(.applied(.remote, let description)) = event.kind {
          read = try SessionDescription(parsing: description.sdp)
        }
      }
      let offer = try #require(read)
      let signalled = outcome.events(of: TestCall.alice).compactMap { event in
        if case .signalling(.candidate(let text, _)) = event.kind { text } else { nil }
      }
      let name = "trickle \(trickles)"
      table.equal(offer.media[0].iceOptions, trickles ? ["trickle"] : [], name)
      table.equal(!signalled.isEmpty, trickles, "\(name): candidates \(signalled)")
      table.equal(signalled.last, trickles ? "" : nil, "\(name): the end is said")
      table.equal(offer.media[0].endOfCandidates, !trickles, "\(name): a=end-of-candidates")
      table.equal(offer.media[0].candidates.isEmpty, trickles, "\(name): candidates in the offer")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

import SDP
import SDPRules
import SansIO
import TestSupport
import Testing

@Suite("Offers and answers of real peers")
struct RealOfferTests {
  @Test("every real offer gets a legal answer")
  func answers() throws {
    var table = Table()
    for pair in Fixtures.pairs {
      let name = pair.offer.name
      do {
        let offer = try SessionDescription(parsing: pair.offer.text)
        var peer = Peers.peer()
        try peer.setRemote(offer, isOffer: true)
        let preview = peer.sections
        let answer = try peer.createAnswer(Peers.transport("us"))
        try peer.setLocal(answer, isOffer: false)
        Self.check(answer, offer, name, &table)
        table.equal(peer.sections, preview, "\(name): sections before and after")
        table.equal(
          try SessionDescription(parsing: answer.serialized()), answer, "\(name): written")
        Self.check(peer, offer, name, &table)
      } catch { table.holds(false, "\(name): \(error)") }
    }
    #expect(table.rows > 1000 && table.failures.isEmpty, "\(table.failures)")
  }

  /// RFC 3264 §6, RFC 9429 §5.3.1, RFC 9143 §7.3, RFC 8285 §7, RFC 8842 §5.3.
  static func check(
    _ answer: SessionDescription, _ offer: SessionDescription, _ name: String, _ table: inout Table
  ) {
    table.equal(answer.media.map(\.kind), offer.media.map(\.kind), "\(name): order")
    table.equal(answer.media.map(\.mid), offer.media.map(\.mid), "\(name): mids")
    table.equal(answer.media.map(\.protocol), offer.media.map(\.protocol), "\(name): protocols")
    let offered = offer.bundleGroups.flatMap { $0 }
    let bundled = answer.bundleGroups.flatMap { $0 }
    table.holds(bundled.allSatisfy(offered.contains), "\(name): BUNDLE")
    for (index, (ours, theirs)) in zip(answer.media, offer.media).enumerated() {
      let row = "\(name), section \(index)"
      table.equal(ours.mid.map(bundled.contains), !ours.isRejected, "\(row): in BUNDLE")
      table.equal(ours.formats.isEmpty, false, "\(row): formats")
      if ours.kind == .application { table.holds(ours.isRejected, "\(row): rejected") }
      if ours.isRejected { continue }
      table.equal(ours.setup, .active, "\(row): setup")
      table.holds(ours.rtcpMux && ours.iceUfrag != nil && ours.icePwd != nil, "\(row): transport")
      table.holds(!ours.fingerprints.isEmpty, "\(row): fingerprint")
      table.holds(ours.formats.allSatisfy(theirs.formats.contains), "\(row): formats offered")
      for map in ours.extmaps {
        table.holds(
          theirs.extmaps.contains { $0.uri == map.uri && $0.id == map.id }, "\(row): \(map)")
      }
      for feedback in ours.feedback {
        table.holds(theirs.feedback.contains(feedback), "\(row): \(feedback)")
      }
      let reverse = theirs.direction.reversed
      table.equal(ours.direction, ours.direction.intersection(reverse), "\(row): direction")
      for codec in ours.codecs {
        let match = theirs.codecs.first { $0.payloadType == codec.payloadType }
        table.equal(match?.isSameCodec(as: codec), true, "\(row): \(codec.label)")
        if let rtx = codec.rtxPayloadType { table.equal(match?.rtxPayloadType, rtx, "\(row): rtx") }
      }
    }
    let problems = Agreement(offer: offer, answer: answer).extmapProblems
    table.equal(problems.map(\.message), [], "\(name): extmaps")
  }

  /// One sound and one picture of each real offer must be taken, since every one of them carries what we know.
  static func check(
    _ peer: Negotiation, _ offer: SessionDescription, _ name: String, _ table: inout Table
  ) {
    for kind in [MediaKind.audio, .video] where offer.media.contains(where: { $0.kind == kind }) {
      let used = peer.sections.filter { $0.kind == kind && !$0.isRejected }
      table.equal(used.count, 1, "\(name): \(kind), \(peer.sections.compactMap(\.rejection))")
      guard let section = used.first else { continue }
      table.holds(!section.sendCodecs.isEmpty, "\(name): codecs of \(kind)")
      let theirs = offer.media[section.mLineIndex]
      table.equal(section.remoteSSRCs.isEmpty, theirs.ssrcs.isEmpty, "\(name): ssrcs of \(kind)")
      table.equal(
        section.remoteRTXSSRC == nil, !theirs.ssrcGroups.contains { $0.semantics == "FID" },
        "\(name): rtx of \(kind)")
    }
    for section in peer.sections where section.isRejected {
      table.holds(section.rejection != nil, "\(name): reason")
    }
    table.equal(peer.signallingState, .stable, "\(name): state")
    if peer.sections.contains(where: { !$0.isRejected }) {
      table.equal(peer.dtlsRole, .client, "\(name): DTLS role")
      table.holds(peer.remoteTransport?.ufrag.isEmpty == false, "\(name): remote transport")
    }
  }

  @Test("every real exchange can be followed from the offerer's side")
  func exchanges() throws {
    var table = Table()
    for pair in Fixtures.pairs {
      let name = pair.offer.name
      do {
        let offer = try SessionDescription(parsing: pair.offer.text)
        let answer = try SessionDescription(parsing: pair.answer.text)
        var peer = Peers.peer()
        try peer.setLocal(offer, isOffer: true)
        try peer.setRemote(answer, isOffer: false)
        for (section, theirs) in zip(peer.sections, answer.media) where section.kind != .application
        {
          table.equal(section.isRejected, theirs.port == 0, "\(name): \(section.rejection ?? "")")
          if section.isRejected { continue }
          table.equal(
            section.sendCodecs.first?.payloadType, theirs.codecs.first?.payloadType,
            "\(name): first")
          table.equal(
            section.direction, theirs.direction.reversed.intersection(section.direction),
            "\(name): direction")
        }
        let setup = answer.media.compactMap(\.setup).first
        table.equal(peer.dtlsRole, setup == .passive ? .client : .server, "\(name): DTLS role")
        // These calls came up: nothing may be found wrong with their extensions.
        let agreement = Agreement(offer: offer, answer: answer)
        table.equal(agreement.extmapProblems.map(\.message), [], "\(name): extmaps")
      } catch { table.holds(false, "\(name): \(error)") }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("mutated offers and answers are applied or refused")
  func mutations() throws {
    let pair = try #require(Fixtures.pairs.first { $0.offer.name.contains("gst") })
    let (offer, answer) = (Array(pair.offer.text.utf8), Array(pair.answer.text.utf8))
    var generator = Seed(3).stream("negotiation mutations")
    var applied = 0
    for _ in 0..<150 {
      var peer = Peers.peer()
      let bytes = mutated(offer, telling: SessionDescriptionTests.telling, using: &generator)
      if let description = try? SessionDescription(parsing: bytes),
        (try? peer.setRemote(description, isOffer: true)) != nil
      {
        let ours = try peer.createAnswer(Peers.transport("us"))
        try peer.setLocal(ours, isOffer: false)
        _ = Agreement(offer: description, answer: ours)
        _ = try peer.createOffer(Peers.transport("us"))
        applied += 1
      }
      peer = Peers.peer()
      try peer.setLocal(SessionDescription(parsing: offer), isOffer: true)
      let other = mutated(answer, telling: SessionDescriptionTests.telling, using: &generator)
      if let description = try? SessionDescription(parsing: other) {
        if (try? peer.setRemote(description, isOffer: false)) != nil { applied += 1 }
      }
    }
    #expect(applied > 40, "\(applied)")
  }

  @Test("second exchanges on the same connection")
  func second() throws {
    var table = Table()
    for pair in Fixtures.pairs where pair.offer.name.hasSuffix("-2.offer.sdp") {
      let name = pair.offer.name
      let first = name.replacing("-2.offer.sdp", with: ".offer.sdp")
      do {
        var peer = Peers.peer()
        for (round, text) in [Fixtures.text(first), pair.offer.text].enumerated() {
          try peer.setRemote(SessionDescription(parsing: text), isOffer: true)
          let answer = try peer.createAnswer(Peers.transport("us\(round)"))
          try peer.setLocal(answer, isOffer: false)
          Self.check(answer, try #require(peer.remoteDescription), name, &table)
        }
        table.equal(peer.remoteRestartedICE, name.contains("ice-restart"), "\(name): ICE restart")
        let isHold = name.contains("hold")
        table.equal(
          peer.sections.map(\.direction),
          isHold ? [.recvonly, .inactive] : [.sendrecv, .sendrecv], "\(name): directions")
        table.equal(peer.localDescription?.origin.sessionVersion, "2", "\(name): version")
      } catch { table.holds(false, "\(name): \(error)") }
    }
    #expect(table.rows > 0 && table.failures.isEmpty, "\(table.failures)")
  }
}

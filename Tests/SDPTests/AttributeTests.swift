import SDP
import SansIO
import TestSupport
import Testing

@Suite("Attributes")
struct AttributeTests {
  @Test("are read as what they mean, and written as they were")
  func values() {
    let rows: [(text: String, expected: Attribute)] = [
      ("mid:audio0", .mid("audio0")),
      ("sendonly", .direction(.sendonly)),
      ("rtcp-mux", .rtcpMux),
      ("extmap-allow-mixed", .extmapAllowMixed),
      ("end-of-candidates", .endOfCandidates),
      ("ice-options:ice2 trickle", .iceOptions(["ice2", "trickle"])),
      ("setup:actpass", .setup(.actpass)),
      (
        "rtpmap:111 opus/48000/2",
        .rtpMap(RTPMap(payloadType: 111, encoding: "opus", clockRate: 48000, channels: 2))
      ),
      ("rtpmap:96 VP8/90000", .rtpMap(RTPMap(payloadType: 96, encoding: "VP8", clockRate: 90000))),
      (
        "rtcp-fb:96 nack pli", .feedback(RTCPFeedback(payloadType: 96, feedback: "nack pli"))
      ),
      ("rtcp-fb:* ccm fir", .feedback(RTCPFeedback(payloadType: nil, feedback: "ccm fir"))),
      (
        "fmtp:97 apt=96", .formatParameters(FormatParameters(format: "97", text: "apt=96"))
      ),
      (
        "extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
        .extmap(ExtensionMap(id: 4, uri: HeaderExtensionURI.mid))
      ),
      (
        "extmap:4095/recvonly urn:x short=1 y",
        .extmap(
          ExtensionMap(id: 4095, direction: .recvonly, uri: "urn:x", attributes: "short=1 y"))
      ),
      ("group:BUNDLE 0 1", .group(MediaGroup(semantics: "BUNDLE", mids: ["0", "1"]))),
      ("msid:- track", .msid(MediaStreamID(stream: "-", track: "track"))),
      (
        "ssrc:4294967295 cname:a b",
        .ssrc(SourceAttribute(ssrc: .max, name: "cname", argument: "a b"))
      ),
      ("ssrc-group:FID 1 2", .ssrcGroup(SourceGroup(semantics: "FID", ssrcs: [1, 2]))),
      (
        "rid:q send pt=97;max-width=320",
        .rid(RestrictionIdentifier(id: "q", direction: .send, restrictions: "pt=97;max-width=320"))
      ),
      (
        "simulcast:send 1;~2,3 recv 4",
        .simulcast(
          Simulcast(directions: [
            .init(
              direction: .send,
              streams: [
                [.init(id: "1", isPaused: false)],
                [.init(id: "2", isPaused: true), .init(id: "3", isPaused: false)],
              ]),
            .init(direction: .recv, streams: [[.init(id: "4", isPaused: false)]]),
          ]))
      ),
      (
        "rtcp:9 IN IP4 0.0.0.0",
        .rtcp(RTCPPort(port: 9, connection: ConnectionData(address: "0.0.0.0")))
      ),
      ("sctp-port:5000", .sctpPort(5000)),
      ("max-message-size:262144", .maxMessageSize(262144)),
      ("msid-semantic: WMS *", .other(name: "msid-semantic", value: " WMS *")),
      ("ptime:20", .other(name: "ptime", value: "20")),
      ("nonsense", .other(name: "nonsense", value: nil)),
      // Known names with values that are not theirs stay as they stood.
      ("ssrc:4294967296 cname:a", .other(name: "ssrc", value: "4294967296 cname:a")),
      ("msid: track", .other(name: "msid", value: " track")),
      ("rtcp-mux:yes", .other(name: "rtcp-mux", value: "yes")),
      ("fingerprint:sha-256 A:BC", .other(name: "fingerprint", value: "sha-256 A:BC")),
      ("simulcast: send rid=1,2", .other(name: "simulcast", value: " send rid=1,2")),
    ]
    var table = Table()
    for row in rows {
      table.equal(Attribute(parsing: row.text), row.expected, row.text)
      table.equal(row.expected.text, row.text, row.text)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("candidates")
  func candidates() throws {
    var table = Table()
    let text =
      "candidate:842163049 1 udp 1686052607 198.51.100.7 50001 typ srflx raddr 192.0.2.10 rport 50001"
      + " generation 0 ufrag Y7fA network-id 1"
    let candidate = try Candidate(parsing: text)
    table.equal(candidate.value, text, "value")
    table.equal(candidate.kind, .srflx, "kind")
    table.equal(candidate.port, 50001, "port")
    table.equal(candidate.relatedAddress, "192.0.2.10", "raddr")
    table.equal(candidate.extension("ufrag"), "Y7fA", "ufrag")
    table.equal(try Candidate(parsing: "a=" + text + "\r\n"), candidate, "with a= and line end")
    let accepted = [
      "candidate:0 1 UDP 2122252543 0f8b2f3e-1b2c-4d5e-8f90-123456789abc.local 57366 typ host",
      "candidate:1 1 TCP 2105524479 10.77.0.1 9 typ host tcptype active",
      "candidate:1 256 udp 4294967295 2001:db8::1 65535 typ relay raddr :: rport 0",
    ]
    for text in accepted { table.equal(try Candidate(parsing: text).value, text, text) }
    table.equal(try Candidate(parsing: accepted[0]).isMulticastDNS, true, "mDNS")
    table.equal(try Candidate(parsing: accepted[0]).isUDP, true, "UDP")
    for text in [
      "", "candidate:", "candidate:1 1 udp 1 1.2.3.4 9", "candidate:1 0 udp 1 1.2.3.4 9 typ host",
      "candidate:1 1 udp 4294967296 1.2.3.4 9 typ host",
      "candidate:1 1 udp 1 1.2.3.4 65536 typ host",
      "candidate:1 1 udp 1 1.2.3.4 9 typ moon", "candidate:1 1 udp 1 1.2.3.4 9 typ host generation",
      "candidate:1 1 udp -1 1.2.3.4 9 typ host", "candidate:1 1 udp 1 1.2.3.4 9 typ srflx raddr",
    ] {
      table.holds((try? Candidate(parsing: text)) == nil, "accepted: \(text)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("fingerprints")
  func fingerprints() throws {
    var table = Table()
    let print = try Fingerprint(parsing: "SHA-256 ab:0C:fF")
    table.equal(print.value, "sha-256 AB:0C:FF", "written")
    table.equal(print.bytes, [0xab, 0x0c, 0xff], "bytes")
    for text in [
      "", "sha-256", "sha-256 ", "sha-256 A", "sha-256 AB:", "sha-256 AB-CD", "sha-256 AB CD",
    ] {
      table.holds((try? Fingerprint(parsing: text)) == nil, "accepted: \(text)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("format parameters")
  func formatParameters() {
    var table = Table()
    let list = FormatParameter.list(" minptime = 10; UseInbandFEC=1 ;;0-15;x=")
    table.equal(
      list,
      [
        FormatParameter("minptime", "10"), FormatParameter("UseInbandFEC", "1"),
        FormatParameter("0-15", nil), FormatParameter("x", ""),
      ], "list")
    table.equal(list.value("useinbandfec"), "1", "names without case")
    table.equal(FormatParameter.text(list), "minptime=10;UseInbandFEC=1;0-15;x=", "text")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("H.264 profiles compare by meaning")
  func profiles() {
    typealias Row = (text: String, profile: H264Profile.Profile, level: UInt8, is1b: Bool)
    let rows: [Row] = [
      ("42e01f", .constrainedBaseline, 31, false), ("42c01f", .constrainedBaseline, 31, false),
      ("42E01F", .constrainedBaseline, 31, false), ("4d801f", .constrainedBaseline, 31, false),
      ("58c01f", .constrainedBaseline, 31, false), ("42001f", .baseline, 31, false),
      ("42a01f", .baseline, 31, false), ("58a01f", .baseline, 31, false),
      ("4d0028", .main, 40, false), ("4d401f", .main, 31, false), ("58001f", .extended, 31, false),
      ("64001f", .high, 31, false), ("640c1f", .constrainedHigh, 31, false),
      ("42f00b", .constrainedBaseline, 11, true), ("42e00b", .constrainedBaseline, 11, false),
      ("640009", .high, 11, true),
      ("f4001f", .other(profileIDC: 0xf4, constraints: 0), 31, false),
    ]
    var table = Table()
    for row in rows {
      let expected = H264Profile(
        profile: row.profile, level: H264Profile.Level(idc: row.level, is1b: row.is1b))
      table.equal(H264Profile(row.text), expected, row.text)
    }
    table.equal(H264Profile("42e01"), nil, "five digits")
    table.equal(H264Profile("42e01g"), nil, "not hexadecimal")
    let levels = [(10, false), (11, true), (11, false), (31, false)].map {
      H264Profile.Level(idc: $0.0, is1b: $0.1)
    }
    table.equal(levels.shuffled().sorted(), levels, "order of levels")
    table.equal(H264Parameters([]).profile, .absent, "absent")

    // (ours, theirs, both allow asymmetry) → what an answer says
    let answers: [(ours: String, theirs: String, asymmetric: Bool, answer: String)] = [
      ("42e01f", "42c01f", false, "42c01f"), ("42e01f", "42e034", false, "42e01f"),
      ("42e01f", "42c00d", false, "42c00d"), ("42e01f", "42c00d", true, "42e01f"),
      ("42e01f", "42e034", true, "42e01f"),
    ]
    for row in answers {
      func parameters(_ text: String) -> H264Parameters {
        H264Parameters([
          FormatParameter("profile-level-id", text),
          FormatParameter("level-asymmetry-allowed", row.asymmetric ? "1" : "0"),
        ])
      }
      table.equal(
        parameters(row.ours).answer(to: parameters(row.theirs)), row.answer, "\(row)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("10,000 mutations of attributes are kept or read, and written back the same")
  func mutations() {
    var table = Table()
    var lines: [[UInt8]] = []
    for file in Fixtures.all where file.name.contains("av-data") || file.name.contains("rid") {
      for line in file.text.utf8.split(separator: 13) where line.dropFirst().starts(with: "a=".utf8)
      {
        lines.append(Array(line.dropFirst(3)))
      }
    }
    var generator = Seed(2).stream("attribute mutations")
    for index in 0..<10_000 {
      let line = lines[Int.random(in: 0..<lines.count, using: &generator)]
      let text = String(
        decoding: mutated(line, telling: SessionDescriptionTests.telling, using: &generator),
        as: UTF8.self)
      let attribute = Attribute(parsing: text)
      table.equal(Attribute(parsing: attribute.text), attribute, "mutation \(index): \(text)")
      _ = try? Candidate(parsing: text)
      _ = H264Profile(text)
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(10))")
  }
}

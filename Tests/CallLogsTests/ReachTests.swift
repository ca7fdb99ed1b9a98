import CallLogs
import Metrics
import SDPRules
import TestSupport
import Testing

@Suite("Logs of calls that nothing reached")
struct ReachTests {
  private static func log(own: String, other: String, described: Int = 0, failed: Bool = true)
    -> String
  {
    Samples.events(
      """
      4 icegatheringstatechange state=gathering
      8 icecandidate candidate=candidate:1_1_udp_2122260223_\(own)_51220_typ_host
      10 icegatheringstatechange state=complete
      400 setRemoteDescription type=answer candidates_in_sdp=\(described)
      410 addIceCandidate candidate=candidate:1_1_udp_2122260223_\(other)_5555_typ_host result=ok
      420 iceconnectionstatechange state=checking
      30420 iceconnectionstatechange state=\(failed ? "failed" : "connected")
      """)
  }

  @Test("candidates that cannot be reached are named as the cause, and others are not")
  func reach() throws {
    var table = Table()
    for (name, text, cause, words) in [
      (
        "names", Self.log(own: "192.168.1.20", other: "1f4a.local"), "unreachable-candidates",
        "end in .local"
      ),
      (
        "private of another network", Self.log(own: "192.168.1.20", other: "10.8.0.7"),
        "unreachable-candidates", "private addresses, of different networks"
      ),
      (
        "private of the same", Self.log(own: "10.8.0.20", other: "10.8.0.7"), "checks-unanswered",
        ""
      ),
      ("private IPv6", Self.log(own: "fd00::20", other: "fd00::7"), "checks-unanswered", ""),
      ("public", Self.log(own: "192.168.1.20", other: "198.51.100.7"), "checks-unanswered", ""),
      (
        "others in the description", Self.log(own: "192.168.1.20", other: "10.8.0.7", described: 2),
        "checks-unanswered", ""
      ),
      (
        "reached all the same", Self.log(own: "192.168.1.20", other: "10.8.0.7", failed: false),
        nil, ""
      ),
    ] as [(String, String, String?, String)] {
      let log = try #require(try CallLog(Array(text.utf8)))
      let verdict = CallVerdict(log.findings(file: 0), names: ["ice.jsonl"])
      table.equal(verdict.diagnosis?.cause.id, cause, name)
      table.holds(
        words.isEmpty || verdict.sentence?.contains(words) == true,
        "\(name): \(verdict.sentence ?? "")")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what never came: an answer, a packet, a picture that was decoded")
  func missing() {
    var table = Table()
    let rows: [(String, String, [String])] = [
      (
        "an offer for a minute", "70 sendOffer trickle=true\n60000 close",
        ["warning offer-unanswered none in 59930 ms"]
      ),
      (
        "for ten seconds", "70 sendOffer trickle=true\n10000 tick",
        ["warning log-says-too-little 2 events"]
      ),
      (
        "an offer that is answered",
        "70 sendOffer trickle=true\n9000 setRemoteDescription type=answer\n60000 tick",
        ["warning log-says-too-little 3 events"]
      ),
      (
        "an answer of its own", "70 sendAnswer\n60000 tick",
        ["warning log-says-too-little 2 events"]
      ),
      (
        "keys and nothing behind", "0 start\n300 ice-connected\n400 dtls-connected\n20000 close",
        ["error first-frame-missing none in 20000 ms dtls"]
      ),
      (
        "keys and sound",
        "0 start\n300 ice-connected\n400 dtls-connected\n450 first-rtp kind=audio\n20000 close", []
      ),
      (
        "decoded and not shown",
        "0 start\n400 dtls-connected\n450 first-rtp frame=key\n480 first-frame-decoded\n20000 tick",
        ["error first-frame-missing none in 20000 ms decode_render"]
      ),
      (
        "decoded at the end of the log",
        "0 start\n400 dtls-connected\n450 first-rtp frame=key\n480 first-frame-decoded\n900 tick",
        []
      ),
    ]
    for (name, lines, found) in rows {
      table.equal(Samples.found(Samples.events(lines), detail: "last_passed"), found, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

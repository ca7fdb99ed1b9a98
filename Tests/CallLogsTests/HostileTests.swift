import CallLogs
import SDPRules
import SansIO
import TestSupport
import Testing

@Suite("Hostile logs")
struct HostileTests {
  private static let cases = FixtureFolder().folder("cases")

  private static func survive(_ bytes: [UInt8]) {
    guard let log = try? CallLog(bytes) else { return }
    _ = CallVerdict(log.findings(file: 0), names: ["x"], facts: log.facts)
  }

  private static let originals =
    [
      ("51-icelog-gathering-waits-40s", "ice.jsonl"),
      ("53-icelog-candidates-before-description", "ice.jsonl"),
      ("54-timing-first-frame-waits-for-keyframe", "events.jsonl"),
      ("55-timing-drift-grows", "sync.jsonl"), ("56-timing-three-freezes", "frames.csv"),
    ].map { cases.folder($0.0).bytes($0.1) ?? [] } + [Array(DumpTests.dump.utf8)]

  @Test("every truncation is survived, and told")
  func truncations() {
    for original in Self.originals {
      #expect(!original.isEmpty)
      for count in stride(from: 0, to: original.count, by: 13) {
        Self.survive(Array(original[..<count]))
      }
    }
    let cut = Self.originals[0].dropLast(30)
    let ids = (try? CallLog(Array(cut)))?.findings(file: 0).map(\.id)
    #expect(ids?.contains("log-lines-unreadable") == true)
  }

  @Test("mutations of all kinds are survived")
  func mutations() {
    var generator = Seed(51).stream("logs")
    for original in Self.originals {
      for _ in 0..<200 { Self.survive(mutated(original, using: &generator)) }
    }
  }

  @Test("numbers at the ends of their ranges are survived")
  func numbers() {
    let numbers = [
      "0", "-1", "999999999999999999", "-999999999999999999", "1e308", "-1e308", "1e-308",
      "99999999999999999999999", "4000000000000", "-4000000000000.999999999",
    ]
    let names = [
      "start", "icegatheringstatechange", "icecandidateerror", "setRemoteDescription",
      "first-rtp", "rtcp-out", "frame", "first-frame-rendered", "frame-rendered",
    ]
    var lines = ""
    for (index, first) in numbers.enumerated() {
      for (name, second) in zip(names, numbers.dropFirst(index) + numbers) {
        lines +=
          "{\"t_ms\": \(first), \"event\": \"\(name)\", \"errorCode\": \(second), \"candidates_in_sdp\": \(second), \"state\": \"complete\", \"port\": \(second)}\n"
      }
      Self.survive(Array(lines.utf8))
      for second in numbers {
        let sync = (0..<9).map { _ in
          "{\"uptime_ms\": \(second), \"audio_pts_ms\": \(first), \"video_pts_ms\": \(second)}\n"
        }.joined()
        Self.survive(Array(sync.utf8))
        for unit in ["_ns", "_us", "_ms", "_s"] {
          Self.survive(
            Array("frame,render\(unit)\n\(first),\(second)\n\(second),\(first)\n0,1\n".utf8))
        }
      }
    }
  }

  @Test("what repeats without end is read once, and told in a few findings")
  func repetition() {
    var table = Table()
    let unclosed = String(repeating: "\"updateLog\":[{\"a\": ", count: 50_000)
    table.equal(Samples.found(unclosed), ["no log"], "logs of a dump that never end")
    table.equal(
      Samples.found(String(repeating: "\"updateLog\" ", count: 50_000)), ["no log"],
      "names of logs alone")
    let errors = (0..<2000).map { code in
      Samples.events("\(code) icecandidateerror url=turn:turn.example.org errorCode=\(code)")
    }
    let refused = Samples.found(errors.joined())
    table.equal(refused.count, 200, "codes of a server")
    table.holds(refused.contains("error turn-allocation-failed 0"), "the first code")
    let peers = (0..<50).map { peer in
      errors.prefix(50).joined().replacing("\"event\"", with: "\"peer\": \(peer), \"event\"")
    }
    table.equal(Samples.found(peers.joined()).count, 200, "codes of many peers")
    let candidates = { (start: Int) in
      (0..<2000).map { port in
        Samples.events(
          "\(start + port) addIceCandidate candidate=candidate:1_1_udp_1_192.0.2.1_\(port)_typ_host"
        )
      }.joined()
    }
    table.equal(
      Samples.found(
        candidates(0) + Samples.events("3000 setRemoteDescription") + candidates(4000)),
      ["warning log-says-too-little 4001 events"], "candidates that come twice")
    let gatherings = (0..<1000).map { round in
      Samples.events(
        "\(round * 5000) icegatheringstatechange state=gathering\n\(round * 5000 + 4000) icegatheringstatechange state=complete"
      )
    }
    table.equal(Samples.found(gatherings.joined()).count, 200, "gathering again and again")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what is no log, or much too much of one, is said to be so")
  func shapes() {
    var table = Table()
    func fault(_ text: String) -> String {
      do throws(InputFault) {
        return try CallLog(Array(text.utf8)) == nil ? "no log" : "a log"
      } catch {
        return error.description
      }
    }
    let many = String(repeating: ",x", count: 20_000)
    table.equal(fault(""), "no log", "nothing")
    table.equal(fault("\u{0}\u{1}\u{2}"), "no log", "binary")
    table.equal(fault("{}\n{}\n"), "no log", "objects without events")
    table.equal(fault(String(repeating: "[", count: 100_000)), "no log", "deep JSON")
    table.equal(
      fault("{\"event\": " + String(repeating: "[", count: 100_000)), "no log", "deep event")
    table.equal(
      fault("frame,render_ms\(many)\n1,2\n"), "line 1 has 20002 columns; at most 256 are read",
      "many columns")
    table.equal(
      fault("frame,render_ms\(many)\(many)\(many)\n"),
      "line 1 has 120015 bytes; a table of frames has a short head", "a million columns")
    table.equal(fault(String(repeating: "x\n", count: 100_000)), "no log", "text")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

import Foundation
import TestSupport
import Testing

@testable import callproof

@Suite("callproof capture")
struct CaptureCommandTests {
  private static let cases = Checkout.path("Tests/DissectionTests/Fixtures")

  @Test("formats and exit codes")
  func runs() throws {
    let folder = ScratchFolder()
    try folder.write("no capture", to: "none.pcap")
    let both = "\(Self.cases)/cases/48-pcap-both-ends-send-clienthello"
    let good = "\(Self.cases)/captures/firefox-janus-echo"
    var table = Table()
    func run(_ arguments: String..., code: Int32, says: String, _ row: String) -> String {
      let heard = Heard()
      let exit = CommandLineTool.run(["capture"] + arguments, heard.terminal())
      table.equal(exit.rawValue, code, "\(row): exit code")
      table.holds(
        (heard.text + heard.complaints).contains(says), "\(row): \(heard.text)\(heard.complaints)")
      return heard.text
    }
    let sdp = "\(both)/offer.sdp,\(both)/answer.sdp"
    let text = run("\(both)/dtls.pcap", "--sdp", sdp, code: 1, says: "dtls-both-clients", "text")
    table.holds(text.contains("hence"), "consequences: \(text)")
    let json = run(
      "\(both)/dtls.pcap", "--sdp", sdp, "--format=json", code: 1, says: "dtls-both-clients",
      "json")
    let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let first = (root?["findings"] as? [[String: Any]])?.first
    table.equal(first?["file"] as? String, "\(both)/dtls.pcap", "file of the finding")
    table.equal((root?["captures"] as? [Any])?.count, 1, "captures")
    _ = run("\(both)/dtls.pcap", "--format=sarif", code: 1, says: "\"ruleId\"", "sarif")
    _ = run(
      "\(good).pcap", "--sdp", "\(good).offer.sdp,\(good).answer.sdp", code: 0,
      says: "no error; 2 warnings", "good")
    _ = run("\(folder.path)/none.pcap", code: 2, says: "no pcap or pcapng capture", "no capture")
    _ = run("\(folder.path)/missing.pcap", code: 2, says: "missing.pcap", "missing")
    _ = run(folder.path, code: 2, says: folder.path, "folder")
    _ = run(code: 2, says: "wants files", "nothing")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test(
    "descriptions and keys of another call, and descriptions that are given otherwise than meant")
  func others() throws {
    let captures = "\(Self.cases)/captures"
    let (one, other) = ("\(captures)/chromium-aiortc-vp8", "\(captures)/chromium-firefox-vp8")
    var table = Table()
    func run(_ arguments: String..., code: Int32, says: String, not: String? = nil, _ row: String) {
      let heard = Heard()
      let exit = CommandLineTool.run(["capture"] + arguments, heard.terminal())
      table.equal(exit.rawValue, code, "\(row): exit code")
      let text = heard.text + heard.complaints
      table.holds(text.contains(says), "\(row): \(text)")
      if let not { table.holds(!text.contains(not), "\(row): says \(not): \(text)") }
    }
    run(
      "\(one).pcap", "--sdp", "\(other).offer.sdp,\(other).answer.sdp", code: 1,
      says: "[descriptions-of-another-call]", not: "fingerprint-mismatch", "descriptions")
    run(
      "\(one).pcap", "--sdp", "\(one).offer.sdp,\(one).answer.sdp", code: 0, says: "no error",
      not: "descriptions-of-another-call", "its own")
    run(
      "\(one).pcap", "--sdp", "\(one).answer.sdp,\(one).offer.sdp", code: 0, says: "no error",
      not: "descriptions-of-another-call", "the answer first")
    // After an ICE restart the fragments are others, and the certificates the same.
    let folder = ScratchFolder()
    for side in ["offer", "answer"] {
      let text = try String(contentsOfFile: "\(one).\(side).sdp", encoding: .utf8)
      try folder.write(
        text.replacing(/ice-ufrag:.{4}/, with: "ice-ufrag:new\(side.count)"), to: "\(side).sdp")
    }
    run(
      "\(one).pcap", "--sdp", "\(folder.path)/offer.sdp,\(folder.path)/answer.sdp", code: 0,
      says: "no error", not: "descriptions-of-another-call", "restarted")
    for keys in ["keylog.txt", "srtp-keys.json"] {
      run(
        "\(one).pcap", "--keys", "\(other).\(keys)", code: 0, says: "[keys-of-another-call]", keys)
      run(
        "\(one).pcap", "--keys", "\(one).\(keys)", code: 0, says: "opened with keys",
        not: "keys-of-another-call", "its own \(keys)")
    }
    run(
      "\(one).pcap", "--sdp", "\(one).offer.sdp", "\(one).answer.sdp", code: 2,
      says: "a session description, no capture", "no comma")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what is wrong with the descriptions is told too, and explains what the capture shows")
  func descriptions() throws {
    let folder = ScratchFolder()
    let mode = "\(Self.cases)/cases/45-pcap-fragments-under-mode-0"
    let offer = try String(contentsOfFile: "\(mode)/offer.sdp", encoding: .utf8)
    try folder.write(
      offer.replacing("packetization-mode=0", with: "packetization-mode=1"), to: "offer.sdp")
    let heard = Heard()
    _ = CommandLineTool.run(
      [
        "capture", "\(mode)/rtp.pcap", "--sdp", "\(folder.path)/offer.sdp,\(mode)/answer.sdp",
        "--format=json",
      ], heard.terminal())
    let root = try JSONSerialization.jsonObject(with: Data(heard.text.utf8)) as? [String: Any]
    let findings = root?["findings"] as? [[String: Any]] ?? []
    let consequences = findings.first?["consequences"] as? [[String: Any]] ?? []
    var table = Table()
    table.equal(findings.first?["id"] as? String, "codec-parameter-mismatch", "cause")
    table.equal(findings.first?["file"] as? String, "\(mode)/answer.sdp", "its file")
    table.equal(findings.first?["line"] as? Int, 19, "its line")
    let shown = consequences.first { $0["id"] as? String == "packetization-mode-violated" }
    table.equal(shown?["file"] as? String, "\(mode)/rtp.pcap", "where it shows")
    table.equal(
      findings.filter { $0["severity"] as? String == "error" }.count, 1, "told once")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a capture of our own: each packet once, its media decrypted, each loss with its reason")
  func own() throws {
    let capture = Checkout.path("Reports/example/cases/a-very-short-call/capture.pcapng")
    let heard = Heard()
    let exit = CommandLineTool.run(["capture", capture, "--format=json"], heard.terminal())
    let root = try JSONSerialization.jsonObject(with: Data(heard.text.utf8)) as? [String: Any]
    let first = (root?["captures"] as? [[String: Any]])?.first
    let flows = first?["flows"] as? [[String: Any]] ?? []
    var table = Table()
    table.equal(exit, .held, "exit code")
    let call = try #require(flows.first { $0["dtls"] is [String: Any] })
    let streams = call["rtp"] as? [[String: Any]] ?? []
    table.equal(streams.count, 4, "streams")
    var lost = 0
    for direction in ["passage_from_a", "passage_from_b"] {
      let passage = call[direction] as? [String: Any] ?? [:]
      let notes = passage["notes"] as? [String: Int] ?? [:]
      table.equal(passage["extra"] as? Int, 0, "\(direction): extra")
      table.equal(
        passage["lost"] as? Int, notes.values.reduce(0, +), "\(direction): each with a reason")
      lost += passage["lost"] as? Int ?? 0
      let delay = passage["least_delay_ms"] as? Double ?? 0
      table.holds((17.9...20).contains(delay), "\(direction): 20 ms, less the jitter: \(delay)")
    }
    table.holds(lost > 0, "nothing was lost")
    for stream in streams {
      let label = "SSRC \(stream["ssrc"] ?? "")"
      table.equal(stream["duplicates"] as? Int, 0, "\(label): twice")
      let (sent, arrived) = (stream["sent"] as? Int ?? 0, stream["arrived"] as? Int ?? 0)
      table.holds(sent >= arrived && arrived > 0, "\(label): \(arrived) of \(sent)")
    }
    let packets = streams.reduce(0) { $0 + ($1["arrived"] as? Int ?? 0) }
    table.holds((first?["decrypted"] as? Int ?? 0) > packets, "decrypted, reports too")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

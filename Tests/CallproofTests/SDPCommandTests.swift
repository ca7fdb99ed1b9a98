import Foundation
import TestSupport
import Testing

@testable import callproof

@Suite("callproof sdp")
struct SDPCommandTests {
  private static let offer = """
    v=0\r
    o=- 1 1 IN IP4 127.0.0.1\r
    s=-\r
    t=0 0\r
    a=group:BUNDLE 0\r
    m=audio 9 UDP/TLS/RTP/SAVPF 111\r
    c=IN IP4 0.0.0.0\r
    a=ice-ufrag:abcd\r
    a=ice-pwd:abcdefghijklmnopqrstuv\r
    a=ice-options:trickle\r
    a=fingerprint:sha-256 11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00\r
    a=setup:actpass\r
    a=mid:0\r
    a=sendrecv\r
    a=rtcp-mux\r
    a=rtpmap:111 opus/48000/2\r

    """

  @Test("verbs, formats and exit codes")
  func verbs() throws {
    let folder = ScratchFolder()
    try folder.write(Self.offer, to: "offer.sdp")
    let answer = Self.offer.replacing("actpass", with: "active").replacing("abcd\r", with: "wxyz\r")
    try folder.write(answer, to: "answer.sdp")
    try folder.write(answer.replacing("setup:active", with: "setup:actpass"), to: "bad.sdp")
    try folder.write("no description", to: "none.txt")
    let at = { (name: String) in "\(folder.path)/\(name)" }
    var table = Table()
    func run(_ arguments: String..., code: Int32, says: String, _ row: String) {
      let heard = Heard()
      let exit = CommandLineTool.run(["sdp"] + arguments, heard.terminal())
      table.equal(exit.rawValue, code, "\(row): exit code")
      table.holds(
        (heard.text + heard.complaints).contains(says), "\(row): \(heard.text)\(heard.complaints)")
    }
    run("check", at("offer.sdp"), at("answer.sdp"), code: 0, says: "no fault found", "clean")
    run("check", at("offer.sdp"), at("bad.sdp"), code: 1, says: "bad.sdp:12:", "bad")
    run("lint", at("offer.sdp"), code: 0, says: "no fault found", "lint")
    run("check", at("none.txt"), code: 2, says: "no session description found", "none")
    run("check", at("missing.sdp"), code: 2, says: "missing.sdp", "missing")
    run("check", code: 2, says: "wants files", "no files")
    run("frobnicate", code: 2, says: "expected one of check", "verb")
    run(
      "check", at("offer.sdp"), "--format", "xml", code: 2, says: "expected one of text", "format")
    run("diff", at("offer.sdp"), at("answer.sdp"), code: 0, says: "0 audio, mid 0: taken", "pair")
    run(
      "diff", at("offer.sdp"), at("answer.sdp"), "--as", "same", code: 0, says: "DTLS role", "same")
    run("diff", at("offer.sdp"), code: 2, says: "expected two", "one description")
    run("diff", at("offer.sdp"), at("bad.sdp"), "--as", "x", code: 2, says: "same or pair", "way")
    run("show", at("offer.sdp"), code: 0, says: "0 audio, mid 0, sendrecv", "show")
    run("rules", code: 0, says: "extmap-id-changed", "rules")
    run("rules", "setup-conflict", code: 0, says: "RFC 4145", "rule")
    run(
      "rules", "setup-conflict", "--format=json", code: 0, says: "\"clause\": \"RFC 4145",
      "rule, JSON")
    run("rules", "--format=json", code: 0, says: "\"id\": \"extmap-id-changed\"", "rules, JSON")
    run("rules", "--format", "xml", code: 2, says: "expected one of text", "rules, format")
    run("rules", "--format", "sarif", code: 2, says: "text or json", "rules, another format")
    run("rules", "setup-conflcit", code: 2, says: "did you mean 'setup-conflict'?", "slip")
    run("show", at("offer.sdp"), "--format=json", code: 2, says: "text alone", "show, format")
    run("rules", "nonsense", code: 2, says: "no rule 'nonsense'", "unknown rule")
    let formats = [
      ("json", "\"id\": \"setup-invalid\""), ("sarif", "\"ruleId\": \"setup-invalid\""),
      ("markdown", "### error: setup-invalid"), ("html", "<h2>error: setup-invalid</h2>"),
      ("github", "::error file="),
    ]
    for (format, says) in formats {
      run(
        "check", at("offer.sdp"), at("bad.sdp"), "--format=\(format)", code: 1, says: says, format)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("standard input is read up to its limit, whatever that is")
  func limits() throws {
    var table = Table()
    let folder = ScratchFolder()
    let dump = #"{"PeerConnections": {}, "x": ""#
    let large = String(repeating: "a", count: 17 << 20)
    let rows: [(String, String, Int?, String?)] = [
      ("below a limit", "v=0", 3, nil), ("above it", "v=0\n", 3, "more than 3 bytes"),
      ("too large for a description", large, nil, "more than 16777216 bytes"),
      ("not for a dump", dump + large, nil, nil), ("not for a log", large, 64 << 20, nil),
    ]
    for (name, text, limit, fault) in rows {
      let path = try folder.write(text, to: "input")
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      do {
        let bytes = try SDPInput.standardInput(file.fileDescriptor, atMost: limit)
        table.equal(bytes.count, text.utf8.count, name)
        table.equal(nil, fault, name)
      } catch {
        table.equal("\(error)", fault, name)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

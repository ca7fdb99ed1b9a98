import Foundation
import TestSupport
import Testing

@testable import callproof

@Suite("callproof capture")
struct CaptureCommandTests {
  private static let cases =
    URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../DissectionTests/Fixtures").standardized.path

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
      says: "no fault found", "good")
    _ = run("\(folder.path)/none.pcap", code: 2, says: "no pcap or pcapng capture", "no capture")
    _ = run("\(folder.path)/missing.pcap", code: 2, says: "missing.pcap", "missing")
    _ = run(folder.path, code: 2, says: folder.path, "folder")
    _ = run(code: 2, says: "wants files", "nothing")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

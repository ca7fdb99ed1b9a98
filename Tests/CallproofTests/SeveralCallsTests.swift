import Foundation
import TestSupport
import Testing

@testable import callproof

@Suite("Files of several calls")
struct SeveralCallsTests {
  private static let captures = Checkout.fixtures(of: "DissectionTests", "captures")
  private static let cases = Checkout.fixtures(of: "SDPRulesTests", "cases")

  private static func call(_ name: String, _ parts: [String]) -> [String] {
    parts.map { "\(captures)/\(name).\($0)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// An entry of a dump: the offer is set here, the answer comes from there.
  private static func connection(_ offer: String, _ answer: String, state: String) throws -> String
  {
    func quoted(_ value: Any) throws -> String {
      String(
        decoding: try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed]),
        as: UTF8.self)
    }
    func entry(_ time: Int, _ type: String, _ value: String) throws -> String {
      "{\"time\": \"\(1_772_323_200_000 + time)\", \"type\": \"\(type)\", \"value\": \(try quoted(value))}"
    }
    let entries = [
      try entry(0, "setLocalDescription", "type: offer, sdp: \(offer)"),
      try entry(300, "setRemoteDescription", "type: answer, sdp: \(answer)"),
      try entry(400, "iceconnectionstatechange", "checking"),
      try entry(30_900, "iceconnectionstatechange", state),
    ]
    return "{\"rtcConfiguration\": \"\", \"updateLog\": [\(entries.joined(separator: ", "))]}"
  }

  private static func dump(_ connections: [String]) -> String {
    let list = connections.enumerated().map { "\"7-\($0.offset + 1)\": \($0.element)" }
    return
      "{\"getUserMedia\": [], \"PeerConnections\": {\(list.joined(separator: ", "))}, \"UserAgent\": \"x\"}"
  }

  @Test("are recognised, and each call is judged by itself")
  func calls() throws {
    var table = Table()
    let good = Self.call("chromium-aiortc-vp8", ["offer.sdp", "answer.sdp", "pcap"])
    let bad = Self.call(
      "webrtcbin-aiortc-dtls-handshake-failure", ["offer.sdp", "answer.sdp", "pcap"])
    let other = Self.call("firefox-janus-echo", ["pcap"])
    let rows: [(String, [String], code: Int32, [String], Bool)] = [
      (
        "two captures", [good[2], other[0]], 0,
        ["call 1   \(good[2]): no", "call 2   \(other[0]): no"], true
      ),
      (
        "all of two calls", good + bad, 1,
        ["call 2   \(bad[0]), \(bad[1]), \(bad[2]): 1 error", "dtls-no-common-cipher (dtls)"], true
      ),
      (
        "in another order", [bad[2], good[2]] + good.prefix(2) + bad.prefix(2), 1,
        ["call 1   \(good[0]), \(good[1]), \(good[2]): no error"], true
      ),
      ("two pairs of descriptions", Array(good.prefix(2) + bad.prefix(2)), 0, ["2 calls"], true),
      ("one call", good, 0, [], false),
      ("a capture twice", [good[2], good[2]], 0, [], false),
      (
        "a renegotiation",
        ["offer-1", "answer-1", "offer-2", "answer-2"].map {
          "\(Self.cases)/04-renegotiation-reorders-sections/\($0).sdp"
        }, 1, ["[mline-order]"], false
      ),
      (
        "a description of another call", Array(good.prefix(2)) + other, 1,
        ["[descriptions-of-another-call]"], false
      ),
    ]
    for (name, paths, code, says, isSeveral) in rows {
      let end = Heard.run(["diagnose"] + paths)
      table.equal(end.code, code, "\(name): exit code")
      table.equal(end.text.contains("[several-calls]"), isSeveral, "\(name): several")
      for part in says {
        table.holds(end.text.contains(part), "\(name): no \(part) in \(end.text)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("connections of a dump are judged by themselves, and named")
  func connections() throws {
    var table = Table()
    let pair = try Self.call("chromium-aiortc-vp8", ["offer.sdp", "answer.sdp"]).map(Self.text)
    let clash = try ["offer", "answer"].map {
      try Self.text("\(Self.cases)/20-setup-active-both-sides/\($0).sdp")
    }
    let folder = ScratchFolder()
    let first = try Self.connection(pair[0], pair[1], state: "connected")
    let second = try Self.connection(clash[0], clash[1], state: "failed")
    let two = try folder.write(Self.dump([first, second]), to: "two.txt")
    let one = try folder.write(Self.dump([second]), to: "one.txt")
    let mirror = try folder.write(Self.dump([first, first]), to: "mirror.txt")
    let check = Heard.run(["sdp", "check", two])
    table.equal(check.code, 1, "check: exit code")
    table.holds(
      check.text.contains("error: \(two) (connection 2):11: Both sides will begin"), check.text)
    table.holds(check.text.contains("\(two) (connection 1):21: Every candidate"), check.text)
    let json = Heard.run(["sdp", "check", two, "--format=json"]).text
    table.holds(json.contains("\"file\": \"\(two)\"") && json.contains("\"connection\": 2"), json)
    let told = Heard.run(["diagnose", two]).text
    table.holds(told.contains("call 1   \(two) (connection 1): no error"), told)
    table.holds(told.contains("call 2   \(two) (connection 2): 2 errors"), told)
    table.holds(!told.contains("connection 1: "), "no log of the other: \(told)")
    let alone = Heard.run(["sdp", "check", one]).text
    table.holds(alone.contains("error: \(one):11: Both sides"), alone)
    // A page that calls itself: both ends tell the same.
    let page = Heard.run(["diagnose", mirror])
    table.equal(page.code, 0, "mirror")
    table.holds(!page.text.contains("several-calls"), page.text)
    table.equal(page.text.components(separatedBy: "\nwarning").count, 1, "told once: \(page.text)")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("the verdict behind findings does not tell the first of them again")
  func closing() {
    var table = Table()
    let turn = Checkout.fixtures(of: "CallLogsTests", "cases/52-icelog-turn-refuses-credentials")
    for arguments in [
      ["diagnose", "\(turn)/ice.jsonl"],
      ["sdp", "check"]
        + ["offer", "answer"].map { "\(Self.cases)/01-mline-order-swapped/\($0).sdp" },
    ] {
      let lines = Heard.run(arguments).text.split(separator: "\n")
      let message = lines.first?.split(separator: ": ", maxSplits: 2).last?.prefix(40) ?? ""
      table.equal(lines.count { $0.contains(message) }, 1, "\(arguments)")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

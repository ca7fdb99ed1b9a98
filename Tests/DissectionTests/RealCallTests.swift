import Foundation
import SDPRules
import TestSupport
import Testing

@testable import Dissection

@Suite("Captures of real calls")
struct RealCallTests {
  /// Packets, loss and jitter as an independent program had them: tshark 4.0.17 gave time, sequence number and timestamp
  /// of each packet (decoded as RTP, fields only), a script of 40 lines the sums, with clock rates from the descriptions.
  @Test("streams agree with tshark and with an independent jitter", arguments: Samples.calls)
  func streams(_ name: String) {
    let dissector = Samples.call(name)
    let rows = Samples.captures.rows("streams.json", under: name)
    var table = Table()
    let streams = dissector.flows.flatMap { flow in flow.streams.map { (flow, $0) } }
    table.equal(streams.count, rows.count, "streams")
    for row in rows {
      let found = streams.first { flow, stream in
        Int(stream.ssrc) == row["ssrc"] as? Int
          && flow.sender(stream.isForward).host == row["from"] as? String
      }
      guard let stream = found?.1 else {
        table.holds(false, "no stream \(row)")
        continue
      }
      let label = "\(name) \(stream.ssrc)"
      table.equal(stream.packets, row["packets"] as? Int ?? -1, "\(label): packets")
      table.equal(stream.sequence.lost, row["lost"] as? Int ?? -1, "\(label): lost")
      table.equal(
        stream.payloadTypes.keys.map { Int($0) }.sorted(), row["payload_types"] as? [Int] ?? [],
        "\(label): types")
      if let jitter = row["jitter_ms"] as? Double {
        let value = (stream.jitter?.value ?? -1) * 1000
        table.holds(abs(value - jitter) < 0.001, "\(label): jitter \(value), expected \(jitter)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("calls that connected have no error, the other one its cause")
  func verdicts() {
    var table = Table()
    for name in Samples.calls {
      let dissector = Samples.call(name)
      let errors = dissector.findings(file: 0).filter { $0.severity == .error }
      if name.hasSuffix("handshake-failure") {
        table.equal(errors.map(\.id), ["dtls-alert"], name)
        table.holds(errors.first?.message.contains("ECDSA ciphers only") == true, "\(errors)")
        continue
      }
      table.equal(errors.map(\.id), [], name)
      let flow = dissector.flows.first
      table.holds(flow?.dtls.isComplete == true, "\(name): handshake")
      table.holds(flow?.stun.hasSuccess == true, "\(name): checks")
      table.holds(
        flow?.stun.counts.values.allSatisfy { $0.unanswered == 0 } == true, "\(name): answered")
      table.equal(flow?.others ?? -1, 0, "\(name): all told apart")
      table.equal(flow?.rtcp.clear ?? -1, 0, "\(name): SRTCP is not taken for RTCP")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("handshakes are told in full")
  func handshakes() {
    var table = Table()
    let rows: [(String, UInt16, UInt16, [UInt16], Int)] = [
      ("chromium-aiortc-vp8", 0xfefd, 0xc02b, [1], 2),
      ("firefox-janus-echo", 0xfefd, 0xc02b, [7], 2),
      ("chromium-webrtcbin-h264", 0xfefd, 0xcca9, [1], 2),
      ("chromium-firefox-vp8", 0xfefc, 0x1301, [], 0),
    ]
    for (name, version, cipher, profiles, certificates) in rows {
      let log = Samples.call(name).flows.first?.dtls
      table.equal(log?.server?.version, version, "\(name): version")
      table.equal(log?.server?.ciphers, [cipher], "\(name): cipher")
      table.equal(log?.server?.profiles, profiles, "\(name): profile")
      // Each equals a fingerprint of the descriptions, or `verdicts` would tell.
      let count = [true, false].count { log?.sides[$0].certificate != nil }
      table.equal(count, certificates, "\(name): certificates")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a description of another certificate is noticed")
  func fingerprint() throws {
    let name = "chromium-aiortc-vp8"
    let bytes = Samples.captures.bytes("\(name).pcap") ?? []
    let offer = Samples.captures.bytes("\(name).offer.sdp") ?? []
    let answer = String(
      decoding: Samples.captures.bytes("\(name).answer.sdp") ?? [], as: UTF8.self)
    let other = answer.replacing("sha-256 ", with: "sha-256 00:", maxReplacements: .max)
      .split(separator: "\r\n").map { line in
        line.hasPrefix("a=fingerprint:sha-256") ? String(line.dropLast(3)) : String(line)
      }.joined(separator: "\r\n")
    let ids = Samples.dissected(bytes, [offer, Array("\(other)\r\n".utf8)]).findings(file: 0)
      .map(\.id)
    #expect(ids.contains("dtls-fingerprint-mismatch"), "\(ids)")
    let missing = answer.replacing("a=rtpmap:96 ", with: "a=x:").replacing(" 96 ", with: " ")
    let offered = String(decoding: offer, as: UTF8.self).replacing(" 96 ", with: " ")
    let types = Samples.dissected(bytes, [Array(offered.utf8), Array(missing.utf8)])
      .findings(file: 0).filter { $0.id == "payload-type-not-negotiated" }
    #expect(types.count == 2)
  }

  /// The key logs are of DTLS 1.2 and 1.3: what is derived from their secrets must open what the SRTP keys open.
  @Test(
    "keys open every packet of media, and then reports can be read",
    arguments: ["srtp-keys.json", "keylog.txt"])
  func keys(_ kind: String) throws {
    for name in ["chromium-aiortc-vp8", "chromium-firefox-vp8"] {
      let keys = try MediaKeys(Samples.captures.bytes("\(name).\(kind)") ?? [])
      let dissector = Samples.dissected(Samples.captures.bytes("\(name).pcap") ?? [], keys: keys)
      let flow = try #require(dissector.flows.first)
      #expect(dissector.refusedCount == 0)
      #expect(flow.rtcp.encryptedCount == 0 && flow.rtcp.clear > 20)
      let media = flow.streams.reduce(0) { $0 + $1.packets }
      #expect(dissector.openedCount == media + flow.rtcp.clear)
      // Two senders of sound and picture each, by their own clocks.
      let rates = flow.rtcp.clocks.values.compactMap(\.ticksPerSecond)
      #expect(rates.count >= 2)
      for rate in rates {
        #expect(abs(rate - 48_000) < 500 || abs(rate - 90_000) < 1000, "\(rate)")
      }
      #expect(dissector.findings(file: 0).allSatisfy { $0.severity < .error })
    }
  }

  @Test("a key log of another call opens nothing, and what is no key file is refused")
  func wrongKeys() throws {
    let other = try MediaKeys(Samples.captures.bytes("chromium-firefox-vp8.keylog.txt") ?? [])
    let capture = Samples.captures.bytes("chromium-aiortc-vp8.pcap") ?? []
    #expect(Samples.dissected(capture, keys: other).openedCount == 0)
    #expect(throws: MediaKeys.Fault.self) { try MediaKeys(Array("CLIENT_RANDOM 00 11".utf8)) }
    #expect(throws: MediaKeys.Fault.self) { try MediaKeys(Array("{}".utf8)) }
    #expect(throws: MediaKeys.Fault.self) {
      try MediaKeys(Array(#"[{"profile": "SRTP_AEAD_AES_128_GCM", "sends": "00"}]"#.utf8))
    }
  }

  @Test("keys of several files serve together, in any order, and one that comes twice")
  func severalKeyFiles() throws {
    let files = ["chromium-firefox-vp8", "chromium-aiortc-vp8", "chromium-firefox-vp8"].map {
      Samples.captures.bytes("\($0).keylog.txt") ?? []
    }
    let keys = MediaKeys()
    for file in files { try keys.add(file: file) }
    let capture = Samples.captures.bytes("chromium-aiortc-vp8.pcap") ?? []
    #expect(Samples.dissected(capture, keys: keys).openedCount > 0)
    let text = Array(
      #"[{"profile": "SRTP_AEAD_AES_128_GCM", "sends": "\#(String(repeating: "0", count: 56))"}]"#
        .utf8)
    try keys.add(file: text)
    try keys.add(file: text)
    #expect(throws: MediaKeys.Fault.self) { try keys.add(file: Array("{}".utf8)) }
  }

  @Test("both formats of output are whole")
  func output() throws {
    for name in Samples.calls {
      let dissector = Samples.call(name)
      let json = dissector.json(name: "a\"b\u{1b}", format: "pcap")
      let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect(root?["packets"] as? Int == dissector.packetCount)
      #expect(!dissector.text(name: "\u{1b}[2J", format: "pcap").contains("\u{1b}"))
    }
  }
}

import Foundation
import SansIO
import TestSupport
import Testing

@testable import Dissection

/// Holds packets, loss and jitter against tshark and a script of its own, where they are installed.
@Suite("A second opinion on streams")
struct SecondOpinionTests {
  private static let missing = ["tshark", "python3"].first { OtherProgram.path(of: $0) == nil }

  @Test("of every captured call", arguments: Samples.calls)
  func calls(_ name: String) throws {
    try compare(
      Samples.call(name), Samples.captures.bytes("\(name).pcap") ?? [], label: name)
  }

  /// What a real network does to packets, and more of it than the captured calls have seen: delays of 20 to 120 ms, so that
  /// many overtake others, every twentieth lost, every fiftieth twice.
  @Test("of much jitter, loss, reordering and duplicates", arguments: 1...3 as ClosedRange<UInt64>)
  func jitter(_ seed: UInt64) throws {
    var generator = Seed(seed).stream("jitter")
    func chance() -> Double { Double(generator.next() >> 11) / 0x1p53 }
    var capture = BuiltCapture()
    for number in 0..<2000 {
      let sent = Double(number) * 20
      let delay = 20 + 100 * chance() * chance()
      if number % 20 != 7 {
        capture.add(BuiltCapture.rtp(number + 64_800), interface: 0, at: sent + delay)
      }
      if number % 50 == 9 {
        capture.add(BuiltCapture.rtp(number + 64_800), interface: 0, at: sent + delay + 3)
      }
    }
    let description = """
      v=0
      o=- 1 1 IN IP4 10.0.0.2
      s=-
      t=0 0
      m=audio 6000 UDP/TLS/RTP/SAVPF 96
      c=IN IP4 10.0.0.2
      a=rtpmap:96 opus/48000/2

      """
    let bytes = capture.pcapng(names: ["eth0"])
    let dissector = Samples.dissected(bytes, [Array(description.utf8)])
    let stream = try #require(dissector.flows.first?.streams.first)
    #expect(stream.sequence.reordered > 300 && stream.sequence.lost == 100)
    #expect((stream.jitter?.value ?? 0) > 0.01)
    try compare(dissector, bytes, label: "seed \(seed)")
  }

  private func compare(_ dissector: Dissector, _ bytes: [UInt8], label: String) throws {
    guard let python = OtherProgram.python, Self.missing == nil else {
      let missing = Self.missing ?? "python3"
      return print("SKIPPED: second opinion on streams, \(label): \(missing) is missing")
    }
    let folder = ScratchFolder()
    try folder.write(bytes, to: "capture")
    let streams = dissector.flows.flatMap { flow in flow.streams.map { (flow, $0) } }
    let ports = Set(dissector.flows.flatMap { [$0.first.port, $0.second.port] }).sorted()
    // RTX has the timestamps of what it repeats, and so no jitter.
    let rates = Set(
      streams.flatMap { flow, stream -> [String] in
        guard let codec = flow.codec(of: stream), codec.name != "rtx" else { return [] }
        return stream.payloadTypes.keys.map { "\($0)=\(codec.clockRate)" }
      }
    ).sorted()
    let arguments = [
      FixtureFolder().path + "/streams.py", folder("capture"),
      ports.map { "\($0)" }.joined(separator: ","), rates.joined(separator: ","),
    ].filter { !$0.isEmpty }
    let end = try OtherProgram.run(python, arguments)
    var table = Table()
    table.equal(end.code, 0, "\(label): exit code: \(end.complaints)")
    let rows = (try? JSONSerialization.jsonObject(with: Data(end.output))) as? [[String: Any]] ?? []
    table.equal(streams.count, rows.count, "streams")
    for (flow, stream) in streams {
      let row = rows.first { row in
        row["ssrc"] as? Int == Int(stream.ssrc)
          && row["from"] as? String == flow.sender(stream.isForward).host
      }
      let name = "\(label) \(stream.ssrc)"
      table.equal(stream.packets, row?["packets"] as? Int ?? -1, "\(name): packets")
      table.equal(stream.sequence.lost, row?["lost"] as? Int ?? -1, "\(name): lost")
      table.equal(
        stream.payloadTypes.keys.map { Int($0) }.sorted(), row?["payload_types"] as? [Int] ?? [],
        "\(name): types")
      let (ours, theirs) = (stream.jitter.map { $0.value * 1000 }, row?["jitter_ms"] as? Double)
      table.equal(ours == nil, theirs == nil, "\(name): whether there is jitter")
      if let ours, let theirs {
        table.holds(abs(ours - theirs) < 1e-6 * max(1, ours), "\(name): \(ours) and \(theirs) ms")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

import Foundation
import Packets
import SansIO
import TestSupport
import Testing

@testable import Dissection

@Suite("Two captures of one call")
struct ComparisonTests {
  private static func comparison(_ first: [UInt8], _ second: [UInt8]) -> CaptureComparison {
    CaptureComparison(
      Samples.dissected(first, isCompared: true), Samples.dissected(second, isCompared: true))
  }

  /// 100 packets each way, 10 ms apart; 20 ms to Bob, of which every fifth is lost, and 30 ms to Alice.
  private static var call: BuiltCapture {
    var capture = BuiltCapture()
    for number in 0..<100 {
      let sent = Double(number) * 10
      capture.pass(
        BuiltCapture.rtp(number), sent: sent, arrives: number % 5 == 4 ? nil : sent + 20)
      capture.pass(
        BuiltCapture.rtp(number, ssrc: 8), fromAlice: false, sent: sent,
        arrives: sent + (number == 50 ? 95 : 30))
    }
    return capture
  }

  @Test(
    "what was lost and how long it took, by clocks that differ, whichever is given first",
    arguments: [0, 7_200_000, -90_000.5], [true, false])
  func compared(_ clock: Double, _ isAliceFirst: Bool) throws {
    let alice = Self.call.pcapng(only: 0)
    let bob = Self.call.pcapng(only: 1, clock: clock)
    let result = isAliceFirst ? Self.comparison(alice, bob) : Self.comparison(bob, alice)
    var table = Table()
    table.equal(result.ways.count, 2, "ways")
    // The ways take 20 and 30 ms at least, so that the symmetric estimate is 5 ms wrong.
    let expected = Int64((isAliceFirst ? clock - 5 : 5 - clock) * 1e6)
    table.equal(result.clockOffset, expected, "offset")
    table.equal(result.clockUncertainty, 25_000_000, "uncertainty")
    let toBob = try #require(result.ways.first { $0.first.sender.port == 5000 })
    let toAlice = try #require(result.ways.first { $0.first.sender.port == 6000 })
    table.equal(toBob.isOutward, isAliceFirst, "direction")
    table.equal(toAlice.isOutward, !isAliceFirst, "direction back")
    table.equal(toBob.passage.sent, 100, "sent")
    table.equal(toBob.passage.lost, 20, "lost")
    table.equal(toBob.passage.outside, 0, "outside")
    table.equal(toAlice.passage.lost, 0, "lost back")
    table.equal(toAlice.passage.reordered, 6, "overtaken")
    table.equal(toBob.passage.delay?.least, 25_000_000, "least delay")
    table.equal(toAlice.passage.delay?.most, 90_000_000, "most delay back")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("an address translation between the captures is seen through")
  func translated() throws {
    var outside = BuiltCapture()
    let mapped = SocketAddress(host: [203, 0, 113, 1], port: 40_000)
    for number in 0..<100 where number % 5 != 4 {
      outside.add(
        BuiltCapture.rtp(number), from: mapped, to: BuiltCapture.bob, interface: 1,
        at: Double(number) * 10 + 20)
    }
    let result = Self.comparison(Self.call.pcapng(only: 0), outside.pcapng())
    let way = try #require(result.ways.first)
    var table = Table()
    // Whether the last would have come, nobody saw.
    table.equal([way.passage.lost, way.passage.outside], [19, 1], "lost")
    table.equal("\(way.second.sender)", "203.0.113.1:40000", "sender by the second")
    table.equal(way.isOutward, true, "the interface that sent it tells")
    // Packets of one direction leave the clocks unknown.
    table.holds(result.clockOffset == nil && way.passage.delay == nil, "clocks")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what was sent before the other capture began is not lost, and strangers share nothing")
  func others() throws {
    var late = BuiltCapture()
    for number in 50..<100 where number % 5 != 4 {
      late.add(BuiltCapture.rtp(number), interface: 1, at: Double(number) * 10 + 20)
    }
    let result = Self.comparison(Self.call.pcapng(only: 0), late.pcapng())
    let way = try #require(result.ways.first)
    var table = Table()
    table.equal(way.passage.outside, 51, "before and behind")
    table.equal(way.passage.lost, 9, "lost")
    var stranger = BuiltCapture()
    for number in 0..<20 {
      stranger.add(BuiltCapture.rtp(number, ssrc: 1234), interface: 0, at: Double(number))
    }
    let none = Self.comparison(Self.call.pcapng(only: 0), stranger.pcapng())
    table.equal(none.ways.count, 0, "ways of strangers")
    table.equal([none.onlyInFirst.count, none.onlyInSecond.count], [1, 1], "alone")
    table.holds(none.text("a", "b").contains("No packet of a is in b"), "words")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("both formats are whole")
  func output() throws {
    let result = Self.comparison(
      Self.call.pcapng(only: 0), Self.call.pcapng(only: 1, clock: 1000))
    let json = result.json("a\"\u{1b}", "b")
    let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let ways = root?["ways"] as? [[String: Any]]
    var table = Table()
    table.equal(root?["clock_offset_ms"] as? Double, 995, "offset")
    table.equal(ways?.map { $0["lost"] as? Int ?? -1 }, [20, 0], "lost")
    table.equal(ways?.map { $0["passes_first"] as? String ?? "" }, ["a\"\u{1b}", "b"], "direction")
    let text = result.text("\u{1b}[2J", "b")
    table.holds(!text.contains("\u{1b}"), "escapes")
    table.holds(text.contains("the clock of b is 995.000 ms ahead"), text)
    table.holds(text.contains("100 sent, 80 arrived, 20 lost (20.0 %)"), text)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

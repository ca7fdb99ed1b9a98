import Packets
import SansIO
import TestSupport
import Testing

@testable import Dissection

@Suite("Captures of several interfaces")
struct PlaceTests {
  /// 200 packets from Alice, each on its way for 20 ms: every tenth is lost, number 55 takes 45 ms, number 77 comes twice.
  private static var call: BuiltCapture {
    var capture = BuiltCapture()
    for number in 0..<200 {
      let sent = Double(number) * 10
      let isLost = number % 10 == 3
      let arrives = isLost ? nil : sent + (number == 55 ? 45 : 20)
      capture.pass(
        BuiltCapture.rtp(number), sent: sent, arrives: arrives,
        note: isLost ? "dropped by link alice up: loss" : nil)
    }
    capture.add(BuiltCapture.rtp(77), interface: 1, at: 791)
    for number in 0..<50 {
      capture.pass(
        BuiltCapture.rtp(number, ssrc: 8), fromAlice: false, sent: Double(number) * 20 + 5,
        arrives: Double(number) * 20 + 35)
    }
    return capture
  }

  @Test(
    "a packet of two interfaces counts once; what was lost between them is told",
    arguments: [true, false])
  func twoInterfaces(_ hasFlags: Bool) throws {
    var table = Table()
    let dissector = Samples.dissected(Self.call.pcapng(hasFlags: hasFlags))
    table.equal(dissector.flows.count, 1, "flows")
    let flow = try #require(dissector.flows.first)
    table.equal(flow.places.map { dissector.places[$0.index] }, ["alice", "bob"], "along the way")
    table.equal(flow.packets[true], 200, "from Alice")
    table.equal(flow.packets[false], 50, "from Bob")
    let passage = try #require(flow.passages[true])
    table.equal(passage.sent, 200, "sent")
    table.equal(passage.arrived, 180, "arrived")
    table.equal(passage.lost, 20, "lost")
    table.equal(passage.extra, 1, "came twice")
    table.equal(passage.reordered, 2, "56 and 57 overtook 55")
    table.equal(passage.delay?.least, 20_000_000, "least delay")
    table.equal(passage.delay?.most, 45_000_000, "most delay")
    table.equal(flow.passages[false]?.delay?.mean, 30_000_000, "delay back")
    table.equal(flow.notes[true], ["dropped by link alice up: loss": 20], "notes")
    let stream = try #require(flow.streams.first { $0.ssrc == 7 })
    table.equal(stream.packets, 181, "packets as they arrived")
    table.equal(stream.sent, 200, "packets as they were sent")
    table.equal(stream.sequence.lost, 20, "missing numbers")
    table.equal(stream.sequence.duplicates, 1, "twice")
    table.equal(flow.streams.count, 2, "streams")
    let text = dissector.text(name: "x", format: "pcapng")
    table.holds(text.contains("200 sent, 180 arrived, 20 lost (10.0 %)"), text)
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("requests are told by the interface of who asks, and one that never arrives is unanswered")
  func checks() throws {
    var capture = BuiltCapture()
    func message(_ number: UInt8, isRequest: Bool) -> [UInt8] {
      [isRequest ? 0 : 1, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42] + [UInt8](repeating: number, count: 12)
    }
    for number in 0..<10 {
      let at = Double(number) * 50
      // The third is lost on its way there, the fifth's answer on its way back; both are sent again, as they were.
      let isHeard = number != 3
      let isAnswered = isHeard && number != 5
      let request = message(UInt8(number), isRequest: true)
      let response = message(UInt8(number), isRequest: false)
      capture.pass(request, sent: at, arrives: isHeard ? at + 10 : nil)
      if isHeard {
        capture.pass(
          response, fromAlice: false, sent: at + 10, arrives: isAnswered ? at + 20 : nil)
      }
      if !isAnswered {
        capture.pass(request, sent: at + 30, arrives: at + 40)
        capture.pass(response, fromAlice: false, sent: at + 40, arrives: at + 50)
      }
    }
    let flow = try #require(Samples.dissected(capture.pcapng()).flows.first)
    let count = try #require(flow.stun.ordered.first?.count)
    var table = Table()
    table.equal(count.requests, 10, "requests")
    table.equal(count.retransmissions, 2, "sent again")
    table.equal(count.successes, 10, "answered")
    table.equal(count.leastRoundTrip, 20_000_000, "round trip")
    table.equal(flow.stun.strayResponses, 0, "stray responses")
    table.equal(flow.passages[true]?.lost, 1, "lost there")
    table.equal(flow.passages[false]?.lost, 1, "lost back")
    // That the request was sent again is no long way.
    table.equal(flow.passages[true]?.delay?.most, 10_000_000, "most delay")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what an interface of the receiver never saw is lost, unless it came under another address")
  func unheard() throws {
    var capture = BuiltCapture()
    let other = SocketAddress(host: [10, 0, 0, 2], port: 6001)
    for number in 0..<20 {
      capture.pass(BuiltCapture.rtp(number), sent: Double(number), arrives: nil)
      capture.add(
        BuiltCapture.rtp(number, ssrc: 9), from: other, to: BuiltCapture.alice, interface: 1,
        at: Double(number), isOut: true)
    }
    let dissector = Samples.dissected(capture.pcapng())
    let flow = try #require(dissector.flows.first { $0.second.port == 6000 })
    var table = Table()
    table.equal(flow.passages[true]?.lost, 20, "lost")
    table.equal(flow.streams.first?.isUnheard, true, "unheard")
    table.equal(
      dissector.findings(file: 0).filter { $0.value == "20 of 20" }.count, 2, "findings of both")
    let mapped = SocketAddress(host: [203, 0, 113, 1], port: 9)
    for number in 0..<20 {
      capture.add(
        BuiltCapture.rtp(number), from: mapped, to: BuiltCapture.bob, interface: 1,
        at: Double(number) + 5)
    }
    let translated = Samples.dissected(capture.pcapng())
    let inside = translated.flows.first { $0.first.port == 5000 && $0.second.port == 6000 }
    table.holds(inside != nil && inside?.passages[true] == nil, "translated is not lost")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test(
    "interfaces of a capture that do not share a flow stay apart, and media in the clear is no traffic"
  )
  func apart() {
    var capture = BuiltCapture()
    for number in 0..<10 {
      capture.pass(BuiltCapture.rtp(number), sent: Double(number), arrives: nil)
      capture.add(
        BuiltCapture.rtp(number, ssrc: 9), from: SocketAddress(host: [127, 0, 0, 1], port: 1),
        to: SocketAddress(host: [127, 0, 0, 1], port: 2), interface: 1, at: Double(number))
    }
    let dissector = Samples.dissected(capture.pcapng(names: ["eth0", "lo"]))
    var table = Table()
    table.equal(dissector.flows.count, 2, "flows")
    table.holds(dissector.flows.allSatisfy { $0.passages[true] == nil }, "no way between them")
    var writer = PcapngWriter()
    let clear = writer.interface(
      name: "alice decrypted", description: CapturedInterface.decryptedDescription)
    writer.packet(
      interface: clear, at: 1,
      bytes: ipPacket(
        Datagram(
          source: BuiltCapture.alice, destination: BuiltCapture.bob, payload: BuiltCapture.rtp(1)),
        identification: 0), direction: .inbound)
    let second = Samples.dissected(writer.bytes)
    table.equal(second.flows.count, 0, "flows of media in the clear")
    table.equal(second.leftOut.values.reduce(0, +), 1, "left out")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("a capture of all interfaces tells them apart by the kernel's numbers")
  func cooked() throws {
    var dissector = Dissector()
    for number in 0..<10 {
      let ip = ipPacket(
        Datagram(
          source: BuiltCapture.alice, destination: BuiltCapture.bob,
          payload: BuiltCapture.rtp(number)), identification: 0)
      // A bridge: in at interface 3, out at interface 2, 40 µs later.
      for (index, kind) in [(3, 0), (2, 4)] as [(UInt8, UInt8)] {
        let header: [UInt8] =
          [8, 0, 0, 0, 0, 0, 0, index, 0, 1, kind, 6] + [UInt8](repeating: 0, count: 8)
        dissector.add(
          CapturedPacket(
            number: number * 2 + 1, time: Int64(number) * 1_000_000 + (kind == 4 ? 40_000 : 0),
            linkType: 276, bytes: header + ip, originalByteCount: header.count + ip.count))
      }
    }
    dissector.finish()
    let flow = try #require(dissector.flows.first)
    var table = Table()
    table.equal(dissector.places, ["interface 3", "interface 2"], "places")
    table.equal(dissector.flows.count, 1, "flows")
    table.equal(flow.streams.first?.sequence.duplicates, 0, "duplicates")
    // The first was seen before a second place was known.
    table.equal(flow.passages[true]?.lost, 0, "lost")
    table.equal(flow.passages[true]?.delay?.mean, 40_000, "delay")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what an endpoint said last is what the place says that heard it last")
  func lastWords() {
    let ends = [5000, 6000].map { Endpoint([10, 0, 0, 1].span, port: $0) }
    func flow(_ place: Int, _ word: Flow.LastWord?) -> Flow {
      var flow = Flow(ends[0], ends[1], place: place, number: 1, time: 0)
      flow.lastWord[false] = word
      return flow
    }
    let (media, closing) = (
      Flow.LastWord(time: 5, isDTLS: false), Flow.LastWord(time: 9, isDTLS: true)
    )
    for flows in [[flow(0, media), flow(1, closing)], [flow(0, closing), flow(1, media)]] {
      let whole = Flow(merging: flows)
      #expect(whole.lastWord[false]?.time == 9)
      #expect(whole.isLeaving(false) && !whole.isLeaving(true))
    }
    #expect(!Flow(merging: [flow(0, media), flow(1, nil)]).isLeaving(false))
  }

  @Test("matching holds where packets repeat", arguments: [0, 5_000_000, -5_000_000])
  func matches(_ offset: Int) {
    var table = Table()
    func sightings(_ list: [(UInt64, Int)], _ offset: Int = 0) -> [Sighting] {
      list.map { Sighting(identity: $0.0, time: Int64($0.1 + offset)) }
    }
    let rows: [(String, here: [(UInt64, Int)], there: [(UInt64, Int)], pairs: [[Int]])] = [
      ("nothing", [], [], []),
      ("once", [(1, 0)], [(1, 10)], [[0, 0]]),
      ("lost", [(1, 0), (2, 5)], [(2, 15)], [[1, 0]]),
      ("twice at both", [(1, 0), (1, 50)], [(1, 10), (1, 60)], [[0, 0], [1, 1]]),
      ("the first lost", [(2, 0), (1, 0), (1, 50)], [(2, 10), (1, 60)], [[0, 0], [2, 1]]),
      ("the second lost", [(2, 0), (1, 0), (1, 50)], [(2, 10), (1, 11)], [[0, 0], [1, 1]]),
      ("doubled", [(1, 0)], [(1, 10), (1, 11)], [[0, 0]]),
      ("there alone", [(1, 0)], [(2, 10)], []),
    ]
    for (name, here, there, pairs) in rows {
      let match = SightingMatch(sightings(here), sightings(there, offset))
      table.equal(match.pairs.map { [$0.here, $0.there] }, pairs, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

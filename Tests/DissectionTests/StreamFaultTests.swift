import Packets
import SDPRules
import SansIO
import TestSupport
import Testing

@testable import Dissection

/// Streams whose headers or payloads are wrong, each beside one like it that is right.
@Suite("Streams that are wrong in a capture")
struct StreamFaultTests {
  /// A fragment of a picture; `bits`: 0x80 for the first, 0x40 for the last.
  private static func fragment(_ bits: UInt8) -> [UInt8] { [0x7c, bits | 1, 1, 2, 3] }

  /// 0, 3, 1, 2, 4, 7, …: as pictures that lie between others are coded behind them.
  private static func reordered(_ picture: Int) -> Int {
    picture / 4 * 4 + [0, 3, 1, 2][picture % 4]
  }

  private static var rows: [(String, (inout BuiltCall) -> Void, [String])] {
    [
      (
        "pictures and sound",
        { call in
          call.pictures()
          call.sound()
        }, []
      ),
      (
        "no marker at all", { $0.pictures(markers: 5...5) },
        ["error marker-missing: 0 markers in 180 timestamps"]
      ),
      (
        "a timestamp for each packet", { $0.pictures(stamp: { $0 * 3000 + $1 * 1500 }) },
        ["error marker-missing: 180 markers in 360 timestamps"]
      ),
      (
        "and a marker for each picture of three timestamps",
        { call in
          for number in 0..<180 {
            call.send(
              BuiltCall.rtp(
                96, number, timestamp: number * 1000, ssrc: 60, isMarked: number % 3 == 2,
                [0, 1, 2]),
              at: Double(number) * 100 / 9)
          }
        }, ["error marker-missing: 60 markers in 180 timestamps"]
      ),
      (
        "sound that counts as at 16 kHz", { $0.sound(step: 320) },
        ["error timestamp-rate: 16000 ticks a second"]
      ),
      (
        "pictures that count milliseconds", { $0.pictures(stamp: { picture, _ in picture * 33 }) },
        ["error timestamp-rate: 990 ticks a second"]
      ),
      (
        "sound that stands still", { $0.sound(step: 0) },
        ["error timestamp-rate: 0 ticks a second"]
      ),
      ("a tenth too fast", { $0.sound(step: 1056) }, []),
      (
        "sound and pictures of one SSRC",
        { call in
          call.sound(ssrc: 60)
          call.pictures()
        }, ["error ssrc-shared: 60"]
      ),
      (
        "one SSRC on both sides",
        { call in
          call.sound()
          call.sound(fromAlice: false, first: 20_000)
        }, ["warning ssrc-collision: 50"]
      ),
      (
        "an echo",
        { call in
          call.sound()
          call.sound(from: 40, fromAlice: false)
        }, []
      ),
      (
        "an extension that nobody has", { $0.sound(element: 9) },
        ["warning extension-not-negotiated: extension 9"]
      ),
      ("an extension that was agreed", { $0.sound(element: 3) }, []),
      (
        "fragments without an end",
        { $0.pictures(type: 98, payload: { _, packet in fragment(packet == 0 ? 0x80 : 0) }) },
        ["error fragmentation-unit-open: FU-A without end"]
      ),
      (
        "fragments without a start",
        { $0.pictures(type: 98, payload: { _, packet in fragment(packet == 0 ? 0 : 0x40) }) },
        ["error fragmentation-unit-open: FU-A without start"]
      ),
      (
        "fragments with both",
        { $0.pictures(type: 98, payload: { _, packet in fragment(packet == 0 ? 0x80 : 0x40) }) }, []
      ),
      (
        "pictures out of their order",
        { $0.pictures(stamp: { picture, _ in reordered(picture) * 3000 }) },
        ["error timestamps-back: 45 of 180 timestamps"]
      ),
      (
        "pictures that nobody can begin to decode",
        { call in
          call.pictures(type: 98, payload: { _, packet in [packet == 0 ? 0x65 : 0x61, 0x80, 1] })
          for time in stride(from: 1000.0, to: 5000, by: 1000) { call.pli(at: time) }
        }, ["error parameter-sets-missing: no SPS and no PPS"]
      ),
      (
        "or that a receiver can",
        { $0.pictures(type: 98, payload: { _, packet in [packet == 0 ? 0x65 : 0x61, 0x80, 1] }) },
        ["warning parameter-sets-missing: no SPS and no PPS"]
      ),
      (
        "parameter sets in an aggregate",
        { call in
          call.pictures(
            type: 98,
            payload: { _, packet in
              packet == 0 ? [0x78, 0, 2, 0x67, 1, 0, 2, 0x68, 1] : [0x65, 0x80, 1]
            })
        }, []
      ),
      (
        "requests for nobody's key frames",
        { call in
          call.pictures()
          for time in stride(from: 1000.0, to: 5000, by: 1000) { call.pli(ssrc: 77, at: time) }
        }, ["warning feedback-of-nobody: 77"]
      ),
      (
        "requests whose streams were not captured",
        { call in
          call.pictures(fromAlice: false)
          for time in stride(from: 1000.0, to: 5000, by: 1000) { call.pli(ssrc: 77, at: time) }
        }, []
      ),
      (
        "key frames that are asked for in vain",
        { call in
          call.pictures(payload: { _, packet in packet == 0 ? [0x10, 1, 0, 0] : [0, 7, 7, 7] })
          for time in stride(from: 1000.0, to: 5000, by: 1000) { call.pli(at: time) }
        }, ["error key-frame-not-sent: 4 requests"]
      ),
      (
        "key frames that come late",
        { call in
          call.pictures()
          for time in stride(from: 1000.0, to: 5000, by: 1000) { call.pli(at: time) }
        }, ["warning key-frame-not-sent: 4 requests"]
      ),
      (
        "key frames that come",
        { call in
          call.pictures(
            payload: { picture, packet in
              packet == 0 ? [0x10, picture % 30 == 0 ? 0 : 1, 0, 0] : [0, 7, 7, 7]
            })
          for time in stride(from: 990.0, to: 5000, by: 1000) { call.pli(at: time) }
        }, []
      ),
      (
        "packets of version 1, as ChannelData looks",
        { call in
          for number in 0..<50 {
            call.send(
              BuiltCall.rtp(96, number, timestamp: number * 3000, ssrc: 60, version: 1, [1, 2, 3]),
              at: Double(number) * 33)
          }
        }, ["error rtp-version: version 1"]
      ),
      (
        "ChannelData",
        { call in
          for number in 0..<50 {
            let content = BuiltCall.rtp(96, number, timestamp: number * 3000, ssrc: 60, [1, 2, 3])
            call.send([0x40, 1, 0, UInt8(content.count)] + content, at: Double(number) * 33)
          }
        }, []
      ),
    ]
  }

  @Test("what is wrong is told, and nothing else")
  func faults() {
    var table = Table()
    for (name, build, expected) in Self.rows {
      var call = BuiltCall()
      build(&call)
      let found = call.dissected().findings(file: 0).filter { $0.severity > .info }
      table.equal(found.map { "\($0.severity.word) \($0.id): \($0.value ?? "")" }, expected, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// Type of packet, and the last byte of the neighbour's address.
  private typealias Way = (kind: UInt8, neighbour: UInt8)

  @Test(
    "a capture of all interfaces without their numbers: what passed several counts once, what came twice counts twice"
  )
  func cooked() {
    var table = Table()
    let rows: [(String, ways: [Way], packets: Int, duplicates: Int)] = [
      ("one interface", [(0, 1)], 40, 0),
      ("in and out", [(0, 1), (4, 1)], 40, 0),
      ("a container, its bridge, and out", [(3, 1), (0, 1), (4, 2)], 40, 0),
      ("out at two interfaces", [(4, 1), (4, 2)], 40, 0),
      ("twice on one", [(0, 1), (0, 1)], 80, 40),
      ("twice in, and twice out", [(0, 1), (0, 1), (4, 1), (4, 1)], 80, 40),
    ]
    for (name, ways, packets, duplicates) in rows {
      var dissector = Dissector()
      for number in 0..<40 {
        for (place, way) in ways.enumerated() {
          var ip = ipPacket(
            Datagram(
              source: BuiltCapture.alice, destination: BuiltCapture.bob,
              payload: BuiltCapture.rtp(number)), identification: UInt16(number))
          // A router counts the time to live down, and mends the checksum.
          ip[8] -= UInt8(place)
          ip[10] &+= UInt8(place)
          let header: [UInt8] =
            [0, way.kind, 0, 1, 0, 6, 2, 0, 0, 0, 0, way.neighbour, 0, 0, 8, 0]
          dissector.add(
            CapturedPacket(
              number: number * ways.count + place + 1,
              time: Int64(number) * 20_000_000 + Int64(place) * 40_000, linkType: 113,
              bytes: header + ip, originalByteCount: header.count + ip.count))
        }
      }
      dissector.finish()
      let stream = dissector.flows.first?.streams.first
      table.equal(stream?.packets, packets, "\(name): packets")
      table.equal(stream?.sequence.duplicates, duplicates, "\(name): duplicates")
      table.equal(
        dissector.leftOut.values.reduce(0, +), 40 * ways.count - packets, "\(name): left out")
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

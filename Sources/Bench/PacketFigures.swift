internal import RTP

/// Reading RTP headers with three extensions, as every packet that comes in is read.
struct PacketFigures {
  private static let repetitions = 100
  private static let ids: [UInt8] = [2, 3, 4]

  private(set) var rows: [Row] = []

  init() throws {
    let packets = (0..<64).map(Self.packet(number:))
    // One behind the other, so that no reference is counted while they are read.
    let joined = packets.flatMap(\.self)
    let byteCount = packets[0].count
    var sum = 0
    let times = try Stopwatch.least(
      rounds: 200,
      [
        { sum &+= try Self.readHeaders(joined, each: byteCount) },
        {
          for packet in packets { sum &+= try RTPPacket(parsing: packet).payload.count }
        },
      ])
    let allocations = try Stopwatch.allocations {
      sum &+= try Self.readHeaders(joined, each: byteCount)
    }
    guard keep(sum) > 0 else { throw BenchError.wrongResult }
    let count = Double(Self.repetitions * packets.count)
    rows = [
      Row(
        "RTP header, three extensions: read", times[0] / count, "ns", goal: .atMost(40, places: 0)),
      Row("  allocations", Double(allocations) / count, "", goal: .atMost(0, places: 0)),
      Row("  the whole packet, its parts owned", times[1] / Double(packets.count), "ns"),
    ]
  }

  private static func readHeaders(_ packets: [UInt8], each byteCount: Int) throws -> Int {
    let all = packets.span
    var sum = 0
    for _ in 0..<repetitions {
      var start = 0
      while start < all.count {
        let packet = all.extracting(start..<start + byteCount)
        let header = try RTPHeader(parsing: packet)
        for id in ids { sum &+= header.extensionValue(id: id, in: packet)?.lowerBound ?? 0 }
        sum &+= header.payloadRange.count &+ Int(header.sequenceNumber)
        start += byteCount
      }
    }
    return sum
  }

  /// Send time, transport sequence number and mid, before 1100 bytes of payload.
  static func packet(number: Int) -> [UInt8] {
    var packet = RTPPacket(
      payloadType: 96, sequenceNumber: UInt16(truncatingIfNeeded: number), timestamp: 90_000,
      ssrc: 0x1234_5678, payload: (0..<1172).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) })
    packet.setExtension(id: 2, [1, 2, 3])
    packet.setExtension(id: 3, [0, UInt8(truncatingIfNeeded: number)])
    packet.setExtension(id: 4, [0x30])
    return packet.serialized()
  }
}

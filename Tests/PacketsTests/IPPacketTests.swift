import Packets
import SansIO
import TestSupport
import Testing

@Suite("IP packets")
struct IPPacketTests {
  /// Packets whose bytes, checksums included, were worked out apart from this code.
  private static let rows: [(String, Datagram, UInt16, String)] = [
    (
      "IPv4, odd payload",
      Datagram(source: v4(1, 5000), destination: v4(2, 6000), payload: [1, 2, 3]),
      0x1234,
      "4500001f1234400040111498" + "0a0000010a000002" + "13881770000bbcdb" + "010203"
    ),
    (
      "IPv4, nothing, ECN", Datagram(source: v4(1, 1), destination: v4(2, 2), ecn: 3, payload: []),
      0,
      "4503001c0000400040 1126cc" + "0a0000010a000002" + "00010002 0008 ebd8"
    ),
    (
      "IPv6, ECT(0)",
      Datagram(source: v6(1, 5000), destination: v6(2, 6000), ecn: 2, payload: [0xff, 0xfe]), 9,
      "60200000 000a 11 40" + "20010db8000000000000000000000001"
        + "20010db8000000000000000000000002"
        + "13881770 000a 796e fffe"
    ),
  ]

  @Test("known bytes, and back")
  func golden() {
    var table = Table()
    for (name, datagram, identification, hexadecimal) in Self.rows {
      let packet = ipPacket(datagram, identification: identification)
      table.equal(
        SansIO.hexadecimal(packet), hexadecimal.filter { $0 != " " }, name)
      table.equal(Packets.datagram(ipPacket: packet), datagram, name)
      table.equal(packet.count, datagram.ipByteCount, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("checksums come out right for any payload, a sum of zero is sent as all ones")
  func checksums() {
    var table = Table()
    var generator = Seed(5).stream("payloads")
    for count in 0..<200 {
      for (source, destination) in [(Self.v4(1, 1), Self.v4(2, 2)), (Self.v6(1, 1), Self.v6(2, 2))]
      {
        let packet = ipPacket(
          Datagram(source: source, destination: destination, payload: generator.bytes(count)),
          identification: UInt16(truncatingIfNeeded: generator.next()))
        let header = source.isIPv6 ? 40 : 20
        if !source.isIPv6 { table.equal(Self.sum(packet[..<20]), 0xffff, "header, \(count)") }
        let pseudo = source.host + destination.host + [0, 17] + packet[(header + 4)..<(header + 6)]
        table.equal(Self.sum(pseudo + packet[header...]), 0xffff, "UDP, \(count)")
      }
    }
    // 0x0a00 0001 0a00 0002 0011 000a 0001 0002 000a come to 0x142b; the payload makes 0xffff of it.
    let packet = ipPacket(
      Datagram(source: Self.v4(1, 1), destination: Self.v4(2, 2), payload: [0xeb, 0xd4]),
      identification: 0)
    table.equal(hexadecimal(packet[26..<28]), "ffff", "zero")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("options, extension headers, padding and TCP are read")
  func shapes() {
    let udp = "138817700009000055"
    let tcp = "138817700000000100000002501800ff00000000" + "4142"
    let ends4 = "0a0000010a000002"
    let ends6 = "20010db8000000000000000000000001" + "20010db8000000000000000000000002"
    let rows: [(String, String, [UInt8]?)] = [
      ("plain", "4500001d00004000401100 00" + ends4 + udp, [0x55]),
      ("padded by the link", "4500001d0000400040110000" + ends4 + udp + "000000", [0x55]),
      ("IPv4 options", "460000210000400040110000" + ends4 + "01010100" + udp, [0x55]),
      ("TCP", "4500002a0000400040060000" + ends4 + tcp, bytes(hexadecimal: tcp)),
      ("first fragment", "4500001d0000200040110000" + ends4 + udp, nil),
      ("second fragment", "4500001d0000000140110000" + ends4 + udp, nil),
      ("ICMP", "4500001d0000400040010000" + ends4 + udp, bytes(hexadecimal: udp)),
      ("ICMP without a checksum", "450000170000400040010000" + ends4 + udp, nil),
      ("IGMP", "4500001d0000400040020000" + ends4 + udp, nil),
      ("short header length", "4400001d0000400040110000" + ends4 + udp, nil),
      ("total length inside the header", "450000130000400040110000" + ends4 + udp, nil),
      ("total length beyond the end", "4500001e0000400040110000" + ends4 + udp, nil),
      ("UDP length beyond the end", "4500001d0000400040110000" + ends4 + "13881770000a000055", nil),
      (
        "UDP length inside the header", "4500001d0000400040110000" + ends4 + "138817700007000055",
        nil
      ),
      ("TCP too short", "450000270000400040060000" + ends4 + tcp.prefix(38), nil),
      ("version 5", "5500001d0000400040110000" + ends4 + udp, nil),
      ("IPv6", "60000000 0009 11 40" + ends6 + udp, [0x55]),
      (
        "IPv6, hop by hop and destination options",
        "60000000 0021 00 40" + ends6 + "3c00010400000000" + "1101"
          + String(repeating: "00", count: 14) + udp,
        [0x55]
      ),
      ("IPv6, ICMP", "60000000 0009 3a 40" + ends6 + udp, bytes(hexadecimal: udp)),
      ("IPv6 fragment", "60000000 0011 2c 40" + ends6 + "1100000100000001" + udp, nil),
      (
        "IPv6, extension beyond the end", "60000000 0011 00 40" + ends6 + "11ff000000000000" + udp,
        nil
      ),
      ("IPv6 jumbogram", "60000000 0000 11 40" + ends6 + udp, nil),
      ("nothing", "", nil),
    ]
    var table = Table()
    for (name, text, payload) in rows {
      let packet = bytes(hexadecimal: text.filter { $0 != " " })
      table.equal(packet.flatMap { datagram(ipPacket: $0) }?.payload, payload, name)
      table.holds(packet != nil, "\(name): hexadecimal")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a changed payload gets the checksum that fits; no checksum stays none")
  func repair() throws {
    var table = Table()
    for (source, destination) in [(Self.v4(1, 1), Self.v4(2, 2)), (Self.v6(1, 1), Self.v6(2, 2))] {
      var datagram = Datagram(source: source, destination: destination, payload: [1, 2, 3, 4, 5])
      var packet = ipPacket(datagram, identification: 7)
      let layout = try IPLayout(parsing: packet.span)
      packet[layout.payload.lowerBound + 2] ^= 8
      datagram.payload[2] ^= 8
      repairUDPChecksum(ipPacket: &packet, layout: layout)
      table.equal(hexadecimal(packet), hexadecimal(ipPacket(datagram, identification: 7)), "UDP")
      packet[layout.transportStart + 6] = 0
      packet[layout.transportStart + 7] = 0
      let without = packet
      repairUDPChecksum(ipPacket: &packet, layout: layout)
      table.equal(packet, without, "none")
      datagram.transport = .tcp
      datagram.payload = [UInt8](repeating: 1, count: 20)
      packet = ipPacket(datagram, identification: 7)
      let segment = packet
      repairUDPChecksum(ipPacket: &packet, layout: try IPLayout(parsing: packet.span))
      table.equal(packet, segment, "TCP")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("every truncation is refused; 10 000 mutations never trap")
  func hostile() {
    var table = Table()
    var generator = Seed(1).stream("mutations")
    var vectors = Self.rows.map { ipPacket($0.1, identification: $0.2) }
    // The same with hop-by-hop options between the headers.
    var extended = vectors[2]
    extended.insert(contentsOf: [17, 0, 1, 4, 0, 0, 0, 0], at: 40)
    (extended[5], extended[6]) = (18, 0)
    vectors.append(extended)
    for packet in vectors {
      for count in 0..<packet.count {
        table.equal(datagram(ipPacket: Array(packet.prefix(count))), nil, "\(count) bytes")
      }
    }
    var parsed = 0
    for round in 0..<10_000 {
      var packet = vectors[round % vectors.count]
      for _ in 0...Int(generator.next() % 4) {
        // Headers mostly: that is where lengths are.
        let place = generator.next() % UInt64(min(packet.count, 48))
        packet[Int(place)] = UInt8(truncatingIfNeeded: generator.next())
      }
      if let read = datagram(ipPacket: packet) {
        parsed += 1
        table.holds(read.payload.count <= packet.count, "round \(round)")
      }
    }
    table.holds((1000..<9000).contains(parsed), "\(parsed) mutations were still packets")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private static func v4(_ host: UInt8, _ port: UInt16) -> SocketAddress {
    SocketAddress(host: [10, 0, 0, host], port: port)
  }

  private static func v6(_ host: UInt8, _ port: UInt16) -> SocketAddress {
    SocketAddress(
      host: [0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [host], port: port)
  }

  /// The ones' complement sum, the plain way: 0xffff over anything that carries a right checksum.
  private static func sum(_ bytes: some Sequence<UInt8>) -> Int {
    var sum = 0
    for (index, byte) in bytes.enumerated() { sum += Int(byte) << (index % 2 == 0 ? 8 : 0) }
    while sum > 0xffff { sum = sum % 0x10000 + sum / 0x10000 }
    return sum
  }
}

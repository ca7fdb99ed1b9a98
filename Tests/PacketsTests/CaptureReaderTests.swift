import Packets
import SansIO
import TestSupport
import Testing

@Suite("Reading captures")
struct CaptureReaderTests {
  private static func read(
    _ bytes: [UInt8], pieces: Int = 1000
  ) throws(CaptureFault) -> [CapturedPacket] {
    var reader = CaptureReader()
    var packets: [CapturedPacket] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      reader.append(bytes[start..<min(bytes.count, start + pieces)])
      while let packet = try reader.next() { packets.append(packet) }
    }
    if let fault = reader.end() { throw fault }
    return packets
  }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap(hexadecimalDigit)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  @Test("classic files: both byte orders, microseconds and nanoseconds, cut packets")
  func classic() throws {
    var table = Table()
    let rows: [(String, String, Int64)] = [
      (
        "little, µs",
        "d4c3b2a1 0200 0400 00000000 00000000 00000400 65000000 02000000 03000000 02000000 09000000 aabb",
        2_000_003_000
      ),
      (
        "big, µs",
        "a1b2c3d4 0002 0004 00000000 00000000 00040000 00000065 00000002 00000003 00000002 00000009 aabb",
        2_000_003_000
      ),
      (
        "little, ns",
        "4d3cb2a1 0200 0400 00000000 00000000 00000400 65000000 02000000 03000000 02000000 09000000 aabb",
        2_000_000_003
      ),
      (
        "big, ns, frame checksums",
        "a1b23c4d 0002 0004 00000000 00000000 00040000 14000065 00000002 00000003 00000002 00000009 aabb",
        2_000_000_003
      ),
    ]
    for (name, text, time) in rows {
      let expected = [
        CapturedPacket(
          number: 1, time: time, linkType: 101, bytes: [0xaa, 0xbb], originalByteCount: 9)
      ]
      for pieces in [1, 3, 1000] {
        table.equal(try Self.read(Self.bytes(text), pieces: pieces), expected, "\(name), \(pieces)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// A section with two interfaces, every kind of packet, and a second section in the other byte order.
  private static let sections = """
    0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000
    01000000 20000000 0100 0000 00000400 0900 0100 09 000000 00000000 20000000
    01000000 14000000 6500 0000 02000000 14000000
    0a000000 18000000 4b534c54 01000000 78 000000 18000000
    06000000 24000000 00000000 01000000 02000000 01000000 05000000 cc 000000 24000000
    03000000 18000000 05000000 01020304 05 000000 18000000
    02000000 24000000 0100 0000 00000000 07000000 02000000 02000000 0102 0000 24000000
    99000000 0c000000 0c000000
    0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c
    00000001 0000002c 0065 0000 00000000 0009 0001 8a 000000 000e 0008 0000000000000064 0000 0000 0000002c
    00000006 00000024 00000000 00000000 00000c00 00000001 00000001 dd 000000 00000024
    """

  @Test("pcapng: sections, interfaces, resolutions, old and simple packets, secrets")
  func pcapng() throws {
    let bytes = Self.bytes(Self.sections)
    let expected = [
      CapturedPacket(
        number: 1, time: 1 << 32 + 2, linkType: 1, bytes: [0xcc], originalByteCount: 5),
      CapturedPacket(
        number: 2, time: 0, linkType: 1, bytes: [1, 2, 3, 4, 5], originalByteCount: 5),
      CapturedPacket(
        number: 3, time: 7000, linkType: 101, bytes: [1, 2], originalByteCount: 2, interface: 1),
      CapturedPacket(
        number: 4, time: 103_000_000_000, linkType: 101, bytes: [0xdd], originalByteCount: 1,
        interface: 2),
    ]
    var table = Table()
    for pieces in [1, 7, 1000] {
      table.equal(try Self.read(bytes, pieces: pieces), expected, "pieces of \(pieces)")
    }
    var reader = CaptureReader()
    reader.append(bytes)
    while try reader.next() != nil {}
    table.equal(String(decoding: reader.secrets, as: UTF8.self), "x\n", "secrets")
    table.equal(reader.format, .pcapng, "format")
    table.equal(reader.interfaces.count, 3, "interfaces of both sections")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("what the writer writes, the reader reads")
  func roundTrip() throws {
    var writer = PcapngWriter()
    let interface = writer.interface(name: "a")
    for index in 0..<100 {
      writer.packet(
        interface: interface, at: Int64(index) * 1_000_000_007,
        bytes: [UInt8](repeating: 7, count: index), direction: .inbound,
        comment: index % 3 == 0 ? "c" : nil)
    }
    let packets = try Self.read(writer.bytes)
    #expect(packets.map(\.bytes.count) == Array(0..<100))
    #expect(packets.map(\.time) == (0..<100).map { Int64($0) * 1_000_000_007 })
  }

  @Test("faults are named, truncations too")
  func faults() {
    var table = Table()
    func fault(_ bytes: [UInt8]) -> CaptureFault? {
      do throws(CaptureFault) {
        _ = try Self.read(bytes)
        return nil
      } catch { return error }
    }
    table.equal(fault([]), .notACapture(firstBytes: []), "empty")
    table.equal(fault(Array("hello".utf8)), .notACapture(firstBytes: Array("hell".utf8)), "text")
    let whole = Self.bytes(Self.sections)
    for count in 0..<whole.count {
      var reader = CaptureReader()
      reader.append(whole[..<count])
      do throws(CaptureFault) { while try reader.next() != nil {} } catch {
        table.holds(false, "cut at \(count): \(error)")
      }
    }
    var generator = Seed(3).stream("pcapng")
    for _ in 0..<3000 { _ = fault(mutated(whole, using: &generator)) }
    var long = whole
    long[32] = 0xff
    long[35] = 0x7f
    table.holds(
      fault(long).map { if case .length = $0 { true } else { false } } ?? false, "long block")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("link layers")
  func links() {
    var table = Table()
    let v4 = "45"
    let rows: [(String, UInt32, String, Int?)] = [
      ("Ethernet", 1, "000000000000 000000000000 0800 \(v4)", 14),
      ("VLAN", 1, "000000000000 000000000000 8100 0001 0800 \(v4)", 18),
      ("QinQ, IPv6", 1, "000000000000 000000000000 88a8 0001 8100 0002 86dd 60", 22),
      ("ARP", 1, "000000000000 000000000000 0806 00", nil),
      ("cooked v1", 113, "0000 0001 0006 000000000000 0000 0800 \(v4)", 16),
      ("cooked v2", 276, "0800 0000 00000001 0001 00 06 0000000000000000 \(v4)", 20),
      ("raw", 101, v4, 0),
      ("BSD loopback", 0, "02000000 \(v4)", 4),
      ("OpenBSD loopback", 108, "00000018 60", 4),
      ("cut", 1, "000000000000", nil),
      ("802.11", 105, "0800", nil),
    ]
    for (name, type, text, start) in rows {
      let bytes = Self.bytes(text)
      table.equal(try? LinkLayer.ipStart(bytes.span, linkType: type), start, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("fragments of IPv4 and IPv6 in any order become whole; what is missing is told")
  func fragments() {
    func v4(_ identification: UInt8, _ offset: Int, more: Bool, _ payload: [UInt8]) -> [UInt8] {
      let flags = offset / 8 | (more ? 0x2000 : 0)
      return [0x45, 0, 0, UInt8(20 + payload.count), 0, identification]
        + [UInt8(flags >> 8), UInt8(flags & 255), 64, 17, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2]
        + payload
    }
    let payload = (0..<20).map { UInt8($0) }
    let (first, second, third) = (payload[..<8], payload[8..<16], payload[16...])
    var table = Table()
    let orders: [[Int]] = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 0, 1, 2]]
    for order in orders {
      var fragments = FragmentTable()
      let packets = [
        v4(1, 0, more: true, Array(first)), v4(1, 8, more: true, Array(second)),
        v4(1, 16, more: false, Array(third)),
      ]
      let results = order.map { fragments.add(packets[$0][...], number: $0, time: 0).whole }
      table.equal(results.last??.bytes, payload, "\(order)")
      table.equal(results.dropLast().compactMap(\.self).count, 0, "\(order): not before")
      table.equal(fragments.incomplete.count, 0, "\(order): nothing left")
    }
    var fragments = FragmentTable()
    _ = fragments.add(v4(2, 0, more: true, Array(first))[...], number: 5, time: 9)
    table.equal(fragments.incomplete.map(\.bytes), [Array(first)], "first fragment only")
    table.equal(fragments.incomplete.first?.firstNumber, 5, "its number")
    for index in 0..<300 {
      _ = fragments.add(
        v4(UInt8(index % 256), index * 8 % 4096, more: true, [1])[...], number: index, time: 0)
    }
    table.holds(fragments.incomplete.count <= 256, "bounded")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

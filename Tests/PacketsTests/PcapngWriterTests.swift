import Packets
import SansIO
import TestSupport
import Testing

@Suite("pcapng")
struct PcapngWriterTests {
  /// Worked out by hand from the draft, one line a field.
  private static let golden = """
    0a0d0d0a 30000000 4d3c2b1a 0100 0000 ffffffffffffffff
      0400 0900 63616c6c70726f6f66 000000
      00000000 30000000
    01000000 40000000 6500 0000 00000400
      0200 0800 616c696365207570
      0300 0e00 616c696365202d3e20776f726c64 0000
      0900 0100 09 000000
      00000000 40000000
    0a000000 20000000 4b534c54 0a000000 43204120420a43204420 0000
      20000000
    06000000 38000000 00000000 41668618 15cd5b07 03000000 03000000 aabbcc 00
      0100 0400 6c6f7373
      0200 0400 02000000
      00000000 38000000
    06000000 2c000000 00000000 41668618 16cd5b07 00000000 00000000
      0200 0400 01000000
      00000000 2c000000
    06000000 30000000 00000000 41668618 17cd5b07 01000000 dc050000 aa 000000
      0200 0400 01000000
      00000000 30000000
    05000000 40000000 00000000 41668618 17cd5b07
      0400 0800 0300000000000000
      0500 0800 0100000000000000
      0700 0800 0200000000000000
      00000000 40000000
    """

  @Test("known bytes")
  func bytes() {
    var writer = PcapngWriter()
    let interface = writer.interface(name: "alice up", description: "alice -> world")
    writer.secrets("C A B\nC D ")
    // 0x18866641 · 2³² + 123456789
    let time: Int64 = 0x1886_6641 << 32 + 123_456_789
    writer.packet(
      interface: interface, at: time, bytes: [0xaa, 0xbb, 0xcc], direction: .outbound,
      comment: "loss")
    writer.packet(interface: interface, at: time + 1, bytes: [], direction: .inbound)
    writer.packet(
      interface: interface, at: time + 2, bytes: [0xaa][...], originalByteCount: 1500,
      direction: .inbound)
    writer.statistics(
      interface: interface, at: time + 2, received: 3, droppedByInterface: 1, droppedByCapture: 2)
    var table = Table()
    table.equal(
      hexadecimal(writer.bytes), Self.golden.filter { !$0.isWhitespace }, "capture")
    table.equal([writer.interfaceCount, writer.packetCount], [1, 3], "counts")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("blocks of any content stay whole: lengths agree at both ends and are multiples of four")
  func lengths() {
    var writer = PcapngWriter(application: "")
    var generator = Seed(2).stream("content")
    for count in 0..<40 {
      let interface = writer.interface(name: String(repeating: "é", count: count))
      writer.packet(
        interface: interface, at: Int64(count), bytes: generator.bytes(count), direction: .inbound,
        comment: String(repeating: "x", count: count))
      writer.secrets(String(repeating: "s", count: count))
    }
    // A comment that no option can hold is cut.
    writer.packet(
      interface: 0, at: 0, bytes: [1], direction: .outbound,
      comment: String(repeating: "y", count: 70_000))
    var offset = 0
    var types: [Int: Int] = [:]
    let bytes = writer.bytes
    func word(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 + Int(bytes[offset + $1]) << (8 * $1) }
    }
    while offset + 12 <= bytes.count {
      let length = word(offset + 4)
      guard length % 4 == 0, length >= 12, offset + length <= bytes.count,
        word(offset + length - 4) == length
      else { break }
      types[word(offset), default: 0] += 1
      offset += length
    }
    #expect(offset == bytes.count && types == [0x0a0d_0d0a: 1, 1: 40, 6: 41, 10: 40])
  }
}

internal import CBench
internal import FoundationEssentials
internal import LinuxIO
internal import Packets
internal import SansIO

/// A capture of 100,000 packets, read by `callproof capture` and by tshark, in turn; CPU time of the whole processes.
///
/// tshark dissects each packet in full and prints what a script that computes jitter needs: time, source, SSRC, number,
/// timestamp.
struct CaptureFigures {
  private static let packetCount = 100_000
  private static let rounds = 3
  private static let tshark = "/usr/bin/tshark"

  private(set) var rows: [Row] = []
  private(set) var notes: [String] = []

  init() throws {
    let folder = try makeTemporaryFolder(in: "/tmp", prefix: "callproof-bench-")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = "\(folder)/call.pcapng"
    try writeFile(Self.capture(), to: file)
    let program = try builtProgram()
    var (ours, theirs) = (Double.infinity, Double.infinity)
    for _ in 0..<Self.rounds {
      let (time, lines) = try Self.run(program, ["capture", file])
      ours = min(ours, time)
      guard lines.first?.contains("\(Self.packetCount) packets") == true else {
        throw BenchError.wrongResult
      }
      guard fileKind(Self.tshark) == .file else { continue }
      let (other, packets) = try Self.run(
        Self.tshark,
        ["-r", file, "-d", "udp.port==\(Self.port),rtp", "-T", "fields"]
          + ["frame.time_epoch", "ip.src", "rtp.ssrc", "rtp.seq", "rtp.timestamp"].flatMap {
            ["-e", $0]
          })
      theirs = min(theirs, other)
      guard packets.count == Self.packetCount else { throw BenchError.wrongResult }
    }
    rows.append(Row("capture of \(Self.packetCount) packets: callproof capture", ours / 1e6, "ms"))
    guard theirs.isFinite else {
      notes.append("SKIPPED: captures beside tshark: \(Self.tshark) is not installed")
      return
    }
    rows.append(Row("  tshark -T fields", theirs / 1e6, "ms"))
    rows.append(
      Row(
        "  tshark to callproof capture", theirs / ours, "ratio", goal: .atLeast(20, places: 0)))
  }

  private static func run(
    _ path: String, _ arguments: [String]
  ) throws -> (nanoseconds: Double, lines: [String]) {
    let start = bench_children_cpu_nanoseconds()
    let process = try ChildProcess(path: path, arguments: arguments)
    var lines: [String] = []
    while let more = process.readLines() { lines += more }
    guard process.end(within: 60_000) == .code(0) else { throw BenchError.wrongResult }
    return (Double(bench_children_cpu_nanoseconds() - start), lines)
  }

  private static let port: UInt16 = 50_000

  /// Both ways sound and picture, reports and checks between them, as they look on the network.
  private static func capture() -> [UInt8] {
    var writer = PcapngWriter(application: "bench", reserving: packetCount * 700)
    let interface = writer.interface(name: "eth0")
    let ends = [[10, 0, 0, 1], [10, 0, 0, 2]].map { SocketAddress(host: $0, port: port) }
    var generator = Seed(1).stream("capture")
    var numbers = [UInt16](repeating: 0, count: 4)
    for index in 0..<packetCount {
      let side = index % 2
      let payload: [UInt8]
      switch index % 50 {
      case 0: payload = report(ssrc: UInt32(side), &generator)
      case 1: payload = check(&generator)
      case let place:
        let isSound = place % 10 < 4
        let stream = side * 2 + (isSound ? 0 : 1)
        numbers[stream] &+= 1
        payload = media(
          isSound: isSound, number: numbers[stream], ssrc: 1000 + UInt32(stream), &generator)
      }
      writer.packet(
        interface: interface, at: 1_700_000_000_000_000_000 + Int64(index) * 1_000_000,
        bytes: ipPacket(
          Datagram(source: ends[side], destination: ends[1 - side], payload: payload),
          identification: UInt16(truncatingIfNeeded: index)),
        direction: side == 0 ? .outbound : .inbound)
    }
    return writer.bytes
  }

  private static func media(
    isSound: Bool, number: UInt16, ssrc: UInt32, _ generator: inout SplitMix64
  ) -> [UInt8] {
    var writer = ByteWriter(reserving: 1100)
    // With the header extension of transport-wide numbers (RFC 8285 §4.2).
    writer.uint8(0x90)
    writer.uint8(isSound ? 111 : number % 4 == 0 ? 0x80 | 96 : 96)
    writer.uint16(number)
    writer.uint32(UInt32(number) &* (isSound ? 960 : 750))
    writer.uint32(ssrc)
    writer.uint32(0xbede_0001)
    writer.uint32(0x5100_0000 | UInt32(number) << 8)
    writer.append(generator.bytes(isSound ? 90 : 900))
    return writer.bytes
  }

  /// An encrypted sender report.
  private static func report(ssrc: UInt32, _ generator: inout SplitMix64) -> [UInt8] {
    var writer = ByteWriter()
    writer.uint32(0x80c8_0006)
    writer.uint32(ssrc)
    writer.append(generator.bytes(80))
    return writer.bytes
  }

  private static func check(_ generator: inout SplitMix64) -> [UInt8] {
    var writer = ByteWriter()
    writer.uint32(0x0001_0000)
    writer.uint32(0x2112_a442)
    writer.append(generator.bytes(12))
    return writer.bytes
  }
}

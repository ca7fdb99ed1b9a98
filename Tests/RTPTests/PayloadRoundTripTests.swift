import SansIO
import TestSupport
import Testing

@testable import RTP

@Suite("Packetize and depacketize")
struct PayloadRoundTripTests {
  static let frameSizes = [1, 2, 3, 10, 99, 1_150, 1_151, 5_000]
  static let payloadSizes = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 20, 100, 1_150, 1_200, 70_000]

  @Test("VP8 frames come back whole at any payload size")
  func vp8() {
    var table = Table()
    var random = SplitMix64(state: 1)
    var packetizer = VP8Packetizer(firstPictureID: 0x7ffd)
    var pictureID: UInt16 = 0x7ffd
    for frameSize in Self.frameSizes {
      for maximum in Self.payloadSizes {
        let row = "\(frameSize) bytes by \(maximum)"
        let frame = random.bytes(frameSize)
        let payloads = packetizer.packetize(frame, maximumPayload: maximum)
        table.holds(payloads.allSatisfy { $0.count <= max(5, maximum) }, "\(row): too large")
        table.equal(try? VP8Depacketizer.frame(from: payloads), frame, row)
        table.equal(payloads.map(VP8Depacketizer.startsFrame), starts(payloads.count), row)
        table.equal(VP8Depacketizer.isKeyFrame(payloads[0]), frame[0] & 1 == 0, row)
        let ids = payloads.map { (try? VP8Descriptor(parsing: $0))?.pictureID }
        table.holds(ids.allSatisfy { $0 == .bits15(pictureID) }, "\(row): picture id")
        pictureID = (pictureID + 1) & 0x7fff
        if payloads.count > 1 {
          table.equal(refusal(.vp8, Array(payloads.dropFirst())), .notOneFrame, "\(row): no start")
        }
      }
    }
    table.equal(packetizer.packetize([], maximumPayload: 100), [], "empty frame")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("H.264 access units come back whole at any payload size, in mode 0 where they fit")
  func h264() {
    var table = Table()
    var random = SplitMix64(state: 2)
    for sliceSize in Self.frameSizes {
      for maximum in Self.payloadSizes {
        let row = "\(sliceSize) bytes by \(maximum)"
        let units = [
          nalUnit(0x67, 12, &random), nalUnit(0x68, 4, &random), nalUnit(0x06, 30, &random),
          nalUnit(0x65, sliceSize, &random), nalUnit(0x65, sliceSize / 2 + 1, &random),
        ]
        let frame: [UInt8] = units.flatMap { (unit: [UInt8]) -> [UInt8] in [0, 0, 0, 1] + unit }
        let payloads = try? H264Packetizer(mode: 1).packetize(frame, maximumPayload: maximum)
        table.holds(payloads?.allSatisfy { $0.count <= max(3, maximum) } ?? false, "\(row): size")
        table.equal(try? H264Depacketizer.frame(from: payloads ?? []), frame, row)
        table.equal(H264Depacketizer.startsFrame(payloads?.first ?? []), true, row)
        table.equal(payloads?.contains(where: H264Depacketizer.isKeyFrame), true, row)
        let plain = try? H264Packetizer(mode: 0).packetize(frame, maximumPayload: maximum)
        table.equal(plain, units.allSatisfy { $0.count <= maximum } ? units : nil, "\(row): mode 0")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("parameter sets share a STAP-A, a large slice becomes FU-A, order is kept")
  func shapes() {
    var table = Table()
    let frame =
      bytes(
        hexadecimal: "00000001" + "6742c01f" + "000001" + "68ce3c" + "00000001" + "65888400112233")
      ?? []
    let payloads = (try? H264Packetizer(mode: 1).packetize(frame, maximumPayload: 12)) ?? []
    table.equal(
      payloads.map { hexadecimal($0) }, ["7800046742c01f000368ce3c", "65888400112233"], "aggregated"
    )
    let small = (try? H264Packetizer(mode: 1).packetize(frame, maximumPayload: 6)) ?? []
    table.equal(
      small.map { hexadecimal($0) },
      ["6742c01f", "68ce3c", "7c85888400", "7c45112233"], "fragmented")
    table.equal(
      AnnexB.nalUnits(in: [0, 0, 1, 0x65, 9, 0, 0, 0, 0, 1, 0, 0, 1, 0x41, 8, 0]),
      [3..<5, 13..<15],
      "zero bytes around units")
    table.equal(AnnexB.nalUnits(in: [0x65, 1, 2]), [], "no start code")
    table.equal(AnnexB.isKeyFrame(frame), true, "key frame")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("Opus durations by table of contents")
  func opus() {
    var table = Table()
    let rows: [([UInt8], Int?)] = [
      ([0x00], 480), ([0x08], 960), ([0x10], 1920), ([0x18], 2880),  // SILK
      ([0x60], 480), ([0x78], 960),  // hybrid
      ([0x80], 120), ([0x88], 240), ([0x90], 480), ([0xf8, 0xff, 0xfe], 960),  // CELT
      ([0xf9, 1, 2], 1920), ([0xf9, 1], nil),  // two equal frames
      ([0xfa, 1, 2, 3], 1920), ([0xfa], nil), ([0xfa, 3, 2], nil), ([0xfa, 252], nil),
      ([0xfb, 6], 5760), ([0xfb, 7], nil), ([0xfb, 0], nil), ([0xfb], nil), ([], nil),
      ([0x1b, 3], nil),  // 180 ms
    ]
    for (packet, samples) in rows {
      table.equal(try? OpusPayload.duration(of: packet), samples, "\(packet)")
    }
    var packetizer = Packetizer(format: .opus)
    table.equal(
      try? packetizer.packetize([0xf8, 1], maximumPayload: 1), [[0xf8, 1]], "never split")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  private func starts(_ count: Int) -> [Bool] { (0..<count).map { $0 == 0 } }

  private func refusal(_ format: PayloadFormat, _ payloads: [[UInt8]]) -> PayloadError? {
    do throws(PayloadError) {
      _ = try format.frame(from: payloads)
      return nil
    } catch { return error }
  }

  /// A header and random bytes without zeros, so that no start code appears inside.
  private func nalUnit(_ header: UInt8, _ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = random.bytes(count).map { $0 | 1 }
    bytes[0] = header
    if count > 1 { bytes[1] |= 0x80 }
    return bytes
  }
}

import SansIO
import TestSupport
import Testing

@testable import RTP

@Suite("Hostile payloads")
struct PayloadHostileTests {
  /// Vectors, whole packetized frames, and Opus packets with every way of framing.
  static let samples: [[UInt8]] = {
    var random = SplitMix64(state: 3)
    var vp8 = VP8Packetizer()
    var samples = PayloadVector.load().map(\.payload)
    samples += vp8.packetize(random.bytes(200), maximumPayload: 60)
    let annexB = [0, 0, 0, 1, 0x67, 1, 2, 3, 0, 0, 1, 0x68, 4, 0, 0, 1, 0x65] + random.bytes(150)
    samples += (try? H264Packetizer(mode: 1).packetize(annexB, maximumPayload: 60)) ?? []
    samples += [[0xf8, 1, 2], [0xf9, 1, 2], [0xfa, 1, 2, 3], [0xfb, 6, 1, 2]]
    return samples
  }()
  static let formats: [PayloadFormat] = [.vp8, .h264(mode: 1), .opus]

  @Test("every truncation is read or refused, never trapped")
  func truncations() {
    var outcomes = 0
    for sample in Self.samples {
      for count in 0...sample.count { outcomes += read(Array(sample.prefix(count))) }
    }
    #expect(outcomes > 0)
  }

  @Test("10,000 seeded mutations are read or refused, never trapped")
  func mutations() {
    var random = SplitMix64(state: 4)
    var outcomes = 0
    for round in 0..<10_000 {
      outcomes += read(mutated(Self.samples[round % Self.samples.count], using: &random))
    }
    #expect(outcomes > 0)
  }

  @Test("frames larger than the limit are refused")
  func limits() {
    var table = Table()
    let large = [UInt8](repeating: 0x41, count: 60_000)
    let vp8 = [[0x10] + large] + [[UInt8]](repeating: [0x00] + large, count: 80)
    for (format, payloads) in [
      (PayloadFormat.vp8, vp8), (.h264(mode: 1), [[UInt8]](repeating: large, count: 80)),
    ] {
      do throws(PayloadError) {
        _ = try format.frame(from: payloads)
        table.holds(false, "\(format): accepted")
      } catch {
        if case .frameTooLarge = error { continue }
        table.holds(false, "\(format): \(error)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a fuzzing corpus is read or refused")
  func corpus() {
    let files = FixtureFolder.sharedVectors.folder("libwebrtc-corpora/h264-depacketizer").files
    guard !files.isEmpty else {
      print("SKIPPED: H.264 depacketizer corpus: not beside the checkout")
      return
    }
    var random = SplitMix64(state: 5)
    for (_, bytes) in files {
      for count in 0...bytes.count {
        _ = read(Array(bytes.prefix(count)))
        _ = read(Array(bytes.suffix(count)))
      }
      for _ in 0..<1_000 { _ = read(mutated(bytes, using: &random)) }
    }
  }

  /// Runs every parser over the bytes; the count of those that accepted them keeps the work from being optimised away.
  private func read(_ payload: [UInt8]) -> Int {
    var accepted = 0
    for format in Self.formats {
      if format.startsFrame(payload) { accepted += 1 }
      if format.isKeyFrame(payload) { accepted += 1 }
      if format.isKeyFrame(frame: payload) { accepted += 1 }
      for payloads in [[payload], [payload, payload]] {
        if (try? format.frame(from: payloads)) != nil { accepted += 1 }
      }
    }
    accepted += H264Depacketizer.nalUnitTypes(startingIn: payload).count
    if OpusPayload.isStereo(payload) { accepted += 1 }
    // What is not a frame is split all the same, or refused.
    for format in Self.formats {
      var packetizer = Packetizer(format: format)
      if (try? packetizer.packetize(payload, maximumPayload: 7)) != nil { accepted += 1 }
    }
    return accepted
  }
}

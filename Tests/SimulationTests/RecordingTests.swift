import Media
import SansIO
import SwiftAgent
import TestSupport
import Testing

@Suite("A recording comes out as it went in")
struct RecordingTests {
  private typealias Recording = (video: [UInt8], audio: [UInt8])

  /// The bytes of a picture file and a sound file; nil, and a reason printed, where a tool that makes them is missing.
  private static let recording = Result<Recording?, any Error> {
    guard let ffmpeg = OtherProgram.path(of: "ffmpeg"),
      let espeak = OtherProgram.path(of: "espeak-ng")
    else {
      print("SKIPPED: recording: ffmpeg or espeak-ng is missing (ci/setup --tests)")
      return nil
    }
    let folder = ScratchFolder()
    let video = try OtherProgram.run(
      ffmpeg,
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=15", "-t", "2",
        "-pix_fmt", "yuv420p", folder("video.y4m"),
      ])
    let audio = try OtherProgram.run(
      espeak,
      [
        "-w", folder("audio.wav"),
        "One call was put through, and what was said is what was heard.",
      ])
    for end in [video, audio] where end.code != 0 { throw Failure(complaints: end.complaints) }
    return (folder.bytes("video.y4m") ?? [], folder.bytes("audio.wav") ?? [])
  }

  private struct Failure: Error { var complaints: String }

  @Test("pictures: on a perfect link the mean PSNR is 30 dB or more")
  func pictures() throws {
    guard let recording = try Self.recording.get() else { return }
    var table = Table()
    for codec in ["VP8", "H264/42e01f"] {
      let outcome = try TestCall("recording") {
        $0.network = "perfect"
        $0.files = ["talk.y4m": recording.video, "talk.wav": recording.audio]
        $0.alice.size = "320x180"
        $0.alice.video = "source: talk.y4m, bitrate: 2500kbps, codecs: [\(codec)]"
        $0.alice.audio = "source: talk.wav"
        $0.bob.video = "bitrate: 2500kbps"  // where his estimate starts
        $0.steps = ["run for 3s"]
      }.run()
      let quality = outcome.rendered(TestCall.bob).compactMap { $0.psnr?.units }
      let mean = quality.reduce(0, +) / Int64(max(1, quality.count))
      table.equal(outcome.script, "ended", codec)
      table.holds(quality.count >= 3, "\(codec): \(quality.count) pictures compared")
      table.holds(mean >= 3000, "\(codec): mean PSNR \(mean) of \(quality)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("sound: aligned with the file it correlates by 0.9 or more")
  func sound() throws {
    guard let recording = try Self.recording.get() else { return }
    let source = try WAVSource(parsing: recording.audio)
    let pair = try AgentPair { index, agent in
      agent.keepsSound = index == 1
      agent.peer.tracks.removeLast()
      agent.audio = index == 0 ? source : SilenceSource()
    }
    pair.oneWayDelay = .zero
    pair.call()
    pair.run(for: .seconds(5))
    var heard: [Float] = []
    var begin: Instant?
    while let piece = pair.agents[1].nextSound() {
      let first = begin ?? piece.at
      begin = first
      let place = Int((piece.at - first).nanoseconds * 48 / 1_000_000)
      if place > heard.count { heard += [Float](repeating: 0, count: place - heard.count) }
      heard += piece.samples.map { Float($0) }
    }
    let said = source.samples(from: 0, count: source.count).map { Float($0) }
    // Half a second at a time: the jitter buffer may leave out or stretch a piece between two words.
    var correlations: [Float] = []
    let unit = 24_000
    for start in stride(from: 0, to: said.count - unit, by: unit) {
      let piece = Array(said[start..<(start + unit)])
      let energy = piece.reduce(0) { $0 + $1 * $1 } / Float(unit)
      guard energy > 40_000 else { continue }  // a pause
      correlations.append(Self.best(piece, in: heard, around: start))
    }
    let mean = correlations.reduce(0, +) / Float(max(1, correlations.count))
    #expect(correlations.count >= 4, "\(correlations.count) pieces with speech")
    #expect(mean >= 0.9, "\(correlations)")
  }

  /// The largest normalised correlation of the piece with what was heard up to 200 ms earlier or later.
  private static func best(_ piece: [Float], in heard: [Float], around start: Int) -> Float {
    let range = 9_600
    func scan(_ lags: StrideTo<Int>, step: Int) -> (value: Float, lag: Int) {
      var best: (value: Float, lag: Int) = (-1, 0)
      for lag in lags {
        let from = start + lag
        guard from >= 0, from + piece.count <= heard.count else { continue }
        var product: Float = 0
        var a: Float = 0
        var b: Float = 0
        unsafe piece.withUnsafeBufferPointer { piece in
          unsafe heard.withUnsafeBufferPointer { heard in
            var index = 0
            while index < piece.count {
              let x = unsafe piece[index]
              let y = unsafe heard[from + index]
              product += x * y
              a += x * x
              b += y * y
              index += step
            }
          }
        }
        let value = a > 0 && b > 0 ? product / (a * b).squareRoot() : 0
        if value > best.value { best = (value, lag) }
      }
      return best
    }
    // Speech is mostly below 1 kHz: eight samples apart find the place, which is then looked at closely.
    let coarse = scan(stride(from: -range, to: range, by: 8), step: 16)
    return scan(stride(from: coarse.lag - 16, to: coarse.lag + 16, by: 1), step: 1).value
  }
}

internal import Codecs
internal import Media
internal import SansIO

/// What the codecs of a call do, without the call: pictures and sound are encoded and decoded, both ways.
enum CodecWork {
  static func perform(seconds: Int) throws {
    for _ in 0..<2 {
      try pictures(count: 30 * seconds)
      try sound(count: 50 * seconds)
    }
  }

  private static func pictures(count: Int) throws {
    let executor = InlineCodecExecutor()
    var source = TimecodeSource(width: 640, height: 360, framesPerSecond: 30)
    let encoder = try executor.open(
      .videoEncoder(
        .vp8, width: 640, height: 360, framesPerSecond: 30, bitRate: .kilobits(800),
        maximumPayload: 1160))
    let decoder = try executor.open(.videoDecoder(.vp8))
    for index in 0..<count {
      let at = Instant(nanoseconds: Int64(index) * 33_333_333)
      let picture = source.picture(frame: UInt32(index), captured: at)
      let encoded = try result(
        of: .encodePicture(picture, forceKeyFrame: index == 0), encoder, executor)
      guard case .frame(let bytes, _) = encoded,
        case .picture = try result(of: .decodeFrame(bytes), decoder, executor)
      else { throw BenchError.codec("VP8") }
    }
  }

  private static func sound(count: Int) throws {
    let executor = InlineCodecExecutor()
    var source = BeepSource()
    let encoder = try executor.open(.audioEncoder(bitRate: .kilobits(32)))
    let decoder = try executor.open(.audioDecoder())
    for index in 0..<count {
      let samples = source.samples(from: Int64(index) * 960, count: 960)
      guard case .packet(let bytes) = try result(of: .encodeSound(samples), encoder, executor),
        case .sound = try result(of: .decodeSound(bytes), decoder, executor)
      else { throw BenchError.codec("Opus") }
    }
  }

  private static func result(
    of job: CodecJob, _ handle: Int, _ executor: InlineCodecExecutor
  ) throws -> CodecResult {
    executor.submit(job, handle: handle, ticket: 0, at: .start)
    guard let due = executor.deadline, let (_, result) = executor.nextResult(at: due) else {
      throw BenchError.codec("no result")
    }
    return result
  }
}

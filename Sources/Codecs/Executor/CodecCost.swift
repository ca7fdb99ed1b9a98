internal import Media
internal import SansIO

/// How long a job is taken to last in the simulated world: integers, by kind of work and size, not by the machine.
///
/// The figures are a server core's on Debian 12's libraries, at 640x360 and rounded up: libvpx 2.4 ms to encode and
/// 0.7 ms to decode, x264 (ultrafast) 1.0 ms, libavcodec 0.4 ms, Opus 0.16 ms and 0.03 ms for 20 ms of one channel.
enum CodecCost {
  private static let perJob: Int64 = 20_000
  private static let encodeSound: Int64 = 160_000
  private static let decodeSound: Int64 = 30_000

  static func duration(of job: CodecJob, on stream: CodecStream, giving result: CodecResult)
    -> Duration
  {
    switch job {
    case .setBitRate: .zero
    case .encodePicture(let picture, _): video(stream, picture)
    case .decodeFrame:
      if case .picture(let picture, _) = result {
        video(stream, picture)
      } else {
        .nanoseconds(perJob)
      }
    case .encodeSound: .nanoseconds(perJob + encodeSound)
    case .decodeSound, .concealSound, .recoverSound: .nanoseconds(perJob + decodeSound)
    }
  }

  private static func video(_ stream: CodecStream, _ picture: Picture) -> Duration {
    // Tenths of a nanosecond a pixel.
    let tenths: Int64 =
      switch stream {
      case .videoEncoder(.vp8, _, _, _, _, _): 105
      case .videoEncoder(.h264, _, _, _, _, _): 45
      case .videoDecoder(.vp8): 31
      case .videoDecoder(.h264): 16
      case .audioEncoder, .audioDecoder: 0
      }
    return .nanoseconds(perJob + Int64(picture.width * picture.height) * tenths / 10)
  }
}

internal import Codecs
internal import Media
internal import Peer
internal import SDP
internal import SansIO
internal import Trace

// What the endpoint demands: encoders behind cameras and microphones, decoders before screens and loudspeakers.
extension MediaPipeline {
  /// Every so many pictures one is compared with its original.
  private static let referenceInterval = 15
  private static let defaultVideoBitRate = BitRate.kilobits(300)
  private static let defaultAudioBitRate = BitRate.kilobits(32)

  func meet(_ demand: Demand, at now: Instant) {
    do {
      switch demand {
      case .send(let mid, let kind, let codec, let maximumPayload):
        stopSending(mid)
        try startSending(mid, kind, codec, maximumPayload: maximumPayload, at: now)
      case .stopSending(let mid): stopSending(mid)
      case .receive(let mid, let kind, let codec): try startReceiving(mid, kind, codec, at: now)
      case .stopReceiving(let mid): stopReceiving(mid)
      case .keyFrame(let mid):
        if let index = cameras.firstIndex(where: { $0.mid == mid }) {
          cameras[index].encoding?.wantsKeyFrame = true
        }
      case .bitRate(let mid, let rate):
        if let index = cameras.firstIndex(where: { $0.mid == mid }),
          let encoder = cameras[index].encoding?.encoder
        {
          cameras[index].encoding?.dropper.set(rate: rate, at: now)
          submit(.setBitRate(rate), to: encoder, as: .setBitRate, at: now)
        }
      }
    } catch {
      report(.unexplained("codec: \(error)"), at: now)
    }
  }

  private func startSending(
    _ mid: String, _ kind: MediaKind, _ codec: NegotiatedCodec, maximumPayload: Int,
    at now: Instant
  ) throws {
    switch kind {
    case .video:
      guard let source = configuration.video, let format = VideoFormat(codec) else { return }
      let track = configuration.peer.tracks.first { $0.kind == .video }
      let rate = track?.startBitRate ?? Self.defaultVideoBitRate
      let encoder = try executor.open(
        .videoEncoder(
          format, width: source.width, height: source.height,
          framesPerSecond: source.framesPerSecond,
          bitRate: rate, maximumPayload: maximumPayload))
      if !cameras.contains(where: { $0.mid == mid }) {
        cameras.append(VideoCapture(mid: mid, source: source, clock: clock))
      }
      for index in cameras.indices where cameras[index].mid == mid {
        cameras[index].send(
          to: VideoCapture.Encoding(encoder: encoder, dropper: FrameDropper(rate: rate)), at: now)
      }
    case .audio:
      guard let source = configuration.audio else { return }
      let track = configuration.peer.tracks.first { $0.kind == .audio }
      // RFC 7587 §6.1: the far side says whether it makes use of FEC; without a word it does not.
      let wantsFEC = codec.parameters.contains { $0.name == "useinbandfec" && $0.value == "1" }
      let encoder = try executor.open(
        .audioEncoder(
          bitRate: track?.startBitRate ?? Self.defaultAudioBitRate, channels: 1,
          inbandFEC: wantsFEC))
      if !microphones.contains(where: { $0.mid == mid }) {
        microphones.append(AudioCapture(mid: mid, source: source, clock: clock))
      }
      for index in microphones.indices where microphones[index].mid == mid {
        microphones[index].send(to: encoder, at: now)
      }
    default: break
    }
  }

  private func stopSending(_ mid: String) {
    for index in cameras.indices where cameras[index].mid == mid {
      if let encoder = cameras[index].encoding?.encoder { close(encoder) }
      cameras[index].encoding = nil
    }
    for index in microphones.indices where microphones[index].mid == mid {
      if let encoder = microphones[index].encoder { close(encoder) }
      microphones[index].pause()
    }
  }

  private func startReceiving(
    _ mid: String, _ kind: MediaKind, _ codec: NegotiatedCodec, at now: Instant
  ) throws {
    switch kind {
    case .video:
      guard let format = VideoFormat(codec) else { return }
      let decoder = try executor.open(.videoDecoder(format))
      if let index = screens.firstIndex(where: { $0.mid == mid }) {
        close(screens[index].decoder)
        screens[index].decoder = decoder
      } else {
        screens.append(
          VideoSink(
            mid: mid, decoder: decoder, reference: configuration.reference,
            referenceInterval: Self.referenceInterval,
            firstStill: configuration.stillInterval == nil ? nil : now))
      }
    case .audio:
      guard !loudspeakers.contains(where: { $0.mid == mid }) else { return }
      let decoder = try executor.open(.audioDecoder(channels: 1))
      loudspeakers.append(AudioSink(mid: mid, decoder: decoder, clock: clock, at: now))
    default: break
    }
  }

  private func stopReceiving(_ mid: String) {
    for screen in screens where screen.mid == mid { close(screen.decoder) }
    for loudspeaker in loudspeakers where loudspeaker.mid == mid { close(loudspeaker.decoder) }
    screens.removeAll { $0.mid == mid }
    loudspeakers.removeAll { $0.mid == mid }
  }
}

extension VideoFormat {
  /// The codec that produces or reads a negotiated payload format; nil for one that is not video.
  init?(_ codec: NegotiatedCodec) {
    switch codec.name.lowercasedASCII {
    case "vp8": self = .vp8
    case "h264":
      self = .h264(profileLevelID: codec.h264?.profileLevelID ?? "42e01f")
    default: return nil
    }
  }
}

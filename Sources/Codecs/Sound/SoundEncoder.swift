internal import COpus
internal import SansIO

/// Opus at 48 kHz through libopus.
@safe final class SoundEncoder: Codec {
  private let encoder: OpaquePointer
  private let channels: Int

  /// RFC 6716 §3.2.1 allows 1275 bytes a frame; three frames of 20 ms make the longest packet here.
  private static let maximumPacket = 3 * 1276
  /// Frames of 2.5 to 60 ms.
  private static let frameSizes = [120, 240, 480, 960, 1920, 2880]

  init(bitRate: BitRate, channels: Int, constantBitRate: Bool, inbandFEC: Bool) throws(CodecError) {
    guard (1...2).contains(channels) else { throw .unsupportedChannels(channels) }
    var status: Int32 = 0
    guard
      let encoder = unsafe opus_encoder_create(
        48000, Int32(channels), OPUS_APPLICATION_VOIP, &status), status == OPUS_OK
    else { throw .library(.open, status: Int(status)) }
    let settings: [(Int32, Int32)] = [
      (OPUS_SET_BITRATE_REQUEST, Self.bits(bitRate)),
      (OPUS_SET_VBR_REQUEST, constantBitRate ? 0 : 1),
      (OPUS_SET_INBAND_FEC_REQUEST, inbandFEC ? 1 : 0),
      // More expected loss makes libopus 1.3 spend most of 32 kbit/s on FEC, and tones come out as noise.
      (OPUS_SET_PACKET_LOSS_PERC_REQUEST, inbandFEC ? 1 : 0),
      // Below 7 the encoder's choice of mode does not hang on its floating-point analysis of the sound.
      (OPUS_SET_COMPLEXITY_REQUEST, 6),
    ]
    for (request, value) in settings {
      status = unsafe shim_opus_encoder_set(encoder, request, value)
      guard status == OPUS_OK else {
        unsafe opus_encoder_destroy(encoder)
        throw .library(.configure, status: Int(status))
      }
    }
    unsafe self.encoder = encoder
    self.channels = channels
  }

  deinit { unsafe opus_encoder_destroy(encoder) }

  func perform(_ job: CodecJob) -> CodecResult {
    switch job {
    case .encodeSound(let samples):
      return encode(samples)
    case .setBitRate(let bitRate):
      let status = unsafe shim_opus_encoder_set(
        encoder, OPUS_SET_BITRATE_REQUEST, Self.bits(bitRate))
      return status == OPUS_OK ? .none : .failed(.library(.configure, status: Int(status)))
    case .encodePicture, .decodeFrame, .decodeSound, .concealSound, .recoverSound:
      return .failed(.wrongJob)
    }
  }

  private func encode(_ samples: [Int16]) -> CodecResult {
    let frameSize = samples.count / channels
    guard samples.count % channels == 0, Self.frameSizes.contains(frameSize) else {
      return .failed(.soundLength(samples: samples.count))
    }
    var status: Int32 = 0
    let packet = unsafe [UInt8](unsafeUninitializedCapacity: Self.maximumPacket) { buffer, count in
      guard let target = buffer.baseAddress else { return }
      status = unsafe opus_encode(
        encoder, samples, Int32(frameSize), target, Int32(Self.maximumPacket))
      count = max(0, Int(status))
    }
    return status > 0 ? .packet(packet) : .failed(.library(.encode, status: Int(status)))
  }

  private static func bits(_ bitRate: BitRate) -> Int32 {
    Int32(max(6000, min(510_000, bitRate.bitsPerSecond)))
  }
}

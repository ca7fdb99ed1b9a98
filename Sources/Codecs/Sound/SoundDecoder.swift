internal import COpus

/// Opus at 48 kHz through libopus, with its concealment of sound that did not arrive.
@safe final class SoundDecoder: Codec {
  private let decoder: OpaquePointer
  private let channels: Int

  /// A packet holds 120 ms at most (RFC 6716 §3.2.5).
  private static let maximumSamples = 5760
  private static let concealedSamples = 960

  init(channels: Int) throws(CodecError) {
    guard (1...2).contains(channels) else { throw .unsupportedChannels(channels) }
    var status: Int32 = 0
    guard let decoder = unsafe opus_decoder_create(48000, Int32(channels), &status),
      status == OPUS_OK
    else { throw .library(.open, status: Int(status)) }
    unsafe self.decoder = decoder
    self.channels = channels
  }

  deinit { unsafe opus_decoder_destroy(decoder) }

  func perform(_ job: CodecJob) -> CodecResult {
    switch job {
    case .decodeSound(let packet):
      // No bytes would ask the library for concealment; more than it can read would not fit its types.
      guard (1...65535).contains(packet.count) else { return .failed(.byteCount(packet.count)) }
      return decode(packet, samples: Self.maximumSamples)
    case .concealSound:
      return decode([], samples: Self.concealedSamples)
    case .recoverSound(let next):
      guard (1...65535).contains(next.count) else { return .failed(.byteCount(next.count)) }
      // Where the packet repeats nothing, the library conceals.
      return decode(next, samples: Self.concealedSamples, isRepeat: true)
    case .encodePicture, .setBitRate, .decodeFrame, .encodeSound:
      return .failed(.wrongJob)
    }
  }

  /// - Parameter isRepeat: what the packet repeats of the one before it is wanted, not its own sound.
  private func decode(
    _ packet: [UInt8], samples: Int, isRepeat: Bool = false
  ) -> CodecResult {
    var status: Int32 = 0
    let sound = unsafe [Int16](unsafeUninitializedCapacity: samples * channels) { buffer, count in
      guard let target = buffer.baseAddress else { return }
      status = unsafe packet.withUnsafeBufferPointer { packet in
        unsafe opus_decode(
          decoder, packet.isEmpty ? nil : packet.baseAddress, Int32(packet.count),
          target, Int32(samples), isRepeat ? 1 : 0)
      }
      count = max(0, Int(status)) * channels
    }
    return status > 0 ? .sound(sound) : .failed(.library(.decode, status: Int(status)))
  }
}

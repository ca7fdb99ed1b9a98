internal import CAVCodec
internal import Media

/// H.264 through libavcodec: one thread, bit-exact, each picture given out at once.
@safe final class H264Decoder: Codec {
  private let library: UnsafePointer<avcodec_functions>
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let frame: UnsafeMutablePointer<AVFrame>

  init() throws(CodecError) {
    guard let library = unsafe avcodec_load() else { throw .notInstalled("libavcodec") }
    unsafe library.pointee.av_log_set_level(AV_LOG_QUIET)
    guard let decoder = unsafe library.pointee.avcodec_find_decoder(AV_CODEC_ID_H264),
      let context = unsafe library.pointee.avcodec_alloc_context3(decoder)
    else { throw .library(.allocate, status: 0) }
    var owned: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.flags |= Int32(AV_CODEC_FLAG_LOW_DELAY | AV_CODEC_FLAG_BITEXACT)
    unsafe context.pointee.max_pixels = Int64(Picture.maximumSide * Picture.maximumSide)
    let status = unsafe library.pointee.avcodec_open2(context, decoder, nil)
    guard status == 0 else {
      unsafe library.pointee.avcodec_free_context(&owned)
      throw .library(.open, status: Int(status))
    }
    guard let packet = unsafe library.pointee.av_packet_alloc(),
      let frame = unsafe library.pointee.av_frame_alloc()
    else {
      unsafe library.pointee.avcodec_free_context(&owned)
      throw .library(.allocate, status: 0)
    }
    unsafe self.library = library
    unsafe self.context = context
    unsafe self.packet = packet
    unsafe self.frame = frame
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
    unsafe library.pointee.avcodec_free_context(&context)
    unsafe library.pointee.av_packet_free(&packet)
    unsafe library.pointee.av_frame_free(&frame)
  }

  func perform(_ job: CodecJob) -> CodecResult {
    guard case .decodeFrame(let bytes) = job else { return .failed(.wrongJob) }
    guard (1...CodecStream.maximumFrameBytes).contains(bytes.count) else {
      return .failed(.byteCount(bytes.count))
    }
    // The library pads what it allocates, which its bit reader needs.
    var status = unsafe library.pointee.av_new_packet(packet, Int32(bytes.count))
    guard status == 0 else { return .failed(.library(.allocate, status: Int(status))) }
    unsafe bytes.withUnsafeBytes {
      unsafe UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: bytes.count)
        .copyMemory(from: $0)
    }
    status = unsafe library.pointee.avcodec_send_packet(context, packet)
    unsafe library.pointee.av_packet_unref(packet)
    guard status == 0 else { return .failed(.library(.decode, status: Int(status))) }
    var result = CodecResult.none
    // One picture at most is expected; the newest is what is shown.
    while true {
      status = unsafe library.pointee.avcodec_receive_frame(context, frame)
      guard status == 0 else { break }
      result = copyOfFrame()
      unsafe library.pointee.av_frame_unref(frame)
    }
    guard status == shim_AVERROR_EAGAIN || status == shim_AVERROR_EOF else {
      return .failed(.library(.decode, status: Int(status)))
    }
    return result
  }

  private func copyOfFrame() -> CodecResult {
    let width = unsafe Int(frame.pointee.width)
    let height = unsafe Int(frame.pointee.height)
    let format = unsafe frame.pointee.format
    guard format == AV_PIX_FMT_YUV420P.rawValue || format == AV_PIX_FMT_YUVJ420P.rawValue,
      let luma = unsafe frame.pointee.data.0, let cb = unsafe frame.pointee.data.1,
      let cr = unsafe frame.pointee.data.2
    else { return .failed(.pixelFormat(Int(format))) }
    guard Picture.isPossible(width: width, height: height) else {
      return .failed(.unsupportedSize(width: width, height: height))
    }
    let concealed =
      unsafe frame.pointee.decode_error_flags != 0
      || frame.pointee.flags & Int32(AV_FRAME_FLAG_CORRUPT) != 0
    let picture = unsafe Picture(
      width: width, height: height,
      planes: [
        (UnsafePointer(luma), Int(frame.pointee.linesize.0)),
        (UnsafePointer(cb), Int(frame.pointee.linesize.1)),
        (UnsafePointer(cr), Int(frame.pointee.linesize.2)),
      ])
    return .picture(picture, concealed: concealed)
  }
}

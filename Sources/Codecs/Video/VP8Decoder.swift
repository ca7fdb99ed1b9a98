internal import CVPX
internal import Media

/// VP8 through libvpx, one thread.
@safe final class VP8Decoder: Codec {
  private let context: UnsafeMutablePointer<vpx_codec_ctx_t>

  init() throws(CodecError) {
    let context = UnsafeMutablePointer<vpx_codec_ctx_t>.allocate(capacity: 1)
    unsafe context.initialize(to: vpx_codec_ctx_t())
    var configuration = vpx_codec_dec_cfg_t(threads: 1, w: 0, h: 0)
    let status = unsafe shim_vpx_dec_init(context, &configuration)
    guard status == VPX_CODEC_OK else {
      unsafe context.deallocate()
      throw .library(.open, status: Int(status.rawValue))
    }
    unsafe self.context = context
  }

  deinit {
    unsafe vpx_codec_destroy(context)
    unsafe context.deallocate()
  }

  func perform(_ job: CodecJob) -> CodecResult {
    guard case .decodeFrame(let bytes) = job else { return .failed(.wrongJob) }
    guard (1...CodecStream.maximumFrameBytes).contains(bytes.count) else {
      return .failed(.byteCount(bytes.count))
    }
    if let size = Self.keyFrameSize(bytes),
      !Picture.isPossible(width: size.width, height: size.height)
    {
      return .failed(.unsupportedSize(width: size.width, height: size.height))
    }
    var status = unsafe bytes.withUnsafeBufferPointer {
      unsafe vpx_codec_decode(context, $0.baseAddress, UInt32($0.count), nil, 0)
    }
    guard status == VPX_CODEC_OK else {
      return .failed(.library(.decode, status: Int(status.rawValue)))
    }
    var corrupted: Int32 = 0
    status = unsafe shim_vpx_control_out(
      context, Int32(VP8D_GET_FRAME_CORRUPTED.rawValue), &corrupted)
    guard status == VPX_CODEC_OK else {
      return .failed(.library(.decode, status: Int(status.rawValue)))
    }
    var iterator: vpx_codec_iter_t?
    guard let image = unsafe vpx_codec_get_frame(context, &iterator) else { return .none }
    let width = unsafe Int(image.pointee.d_w)
    let height = unsafe Int(image.pointee.d_h)
    guard unsafe image.pointee.fmt == VPX_IMG_FMT_I420,
      Picture.isPossible(width: width, height: height),
      let luma = unsafe image.pointee.planes.0, let cb = unsafe image.pointee.planes.1,
      let cr = unsafe image.pointee.planes.2
    else { return unsafe .failed(.pixelFormat(Int(image.pointee.fmt.rawValue))) }
    let picture = unsafe Picture(
      width: width, height: height,
      planes: [
        (UnsafePointer(luma), Int(image.pointee.stride.0)),
        (UnsafePointer(cb), Int(image.pointee.stride.1)),
        (UnsafePointer(cr), Int(image.pointee.stride.2)),
      ])
    return .picture(picture, concealed: corrupted != 0)
  }

  /// The size that a key frame declares (RFC 6386 §9.1), before the library makes room for it.
  private static func keyFrameSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 10, bytes[0] & 1 == 0 else { return nil }
    let width = Int(bytes[6]) | Int(bytes[7] & 0x3f) << 8
    let height = Int(bytes[8]) | Int(bytes[9] & 0x3f) << 8
    return (width, height)
  }
}

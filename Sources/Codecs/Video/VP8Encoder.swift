internal import CVPX
internal import Media
internal import SansIO

/// VP8 through libvpx: one thread, constant bit rate, key frames only when asked for.
///
/// `cpu_used` is negative: with a positive one libvpx adapts its effort to the wall clock, and the bytes differ from
/// run to run.
@safe final class VP8Encoder: Codec {
  private let context: UnsafeMutablePointer<vpx_codec_ctx_t>
  private var configuration: vpx_codec_enc_cfg_t
  private let width: Int
  private let height: Int
  private var frame: Int64 = 0

  init(width: Int, height: Int, framesPerSecond: Int, bitRate: BitRate) throws(CodecError) {
    var configuration = unsafe vpx_codec_enc_cfg_t()
    var status = unsafe vpx_codec_enc_config_default(vpx_codec_vp8_cx(), &configuration, 0)
    guard status == VPX_CODEC_OK else { throw .library(.configure, status: Int(status.rawValue)) }
    unsafe configuration.g_w = UInt32(width)
    unsafe configuration.g_h = UInt32(height)
    unsafe configuration.g_timebase = vpx_rational(num: 1, den: Int32(framesPerSecond))
    unsafe configuration.g_threads = 1
    unsafe configuration.g_lag_in_frames = 0
    unsafe configuration.g_error_resilient = UInt32(VPX_ERROR_RESILIENT_DEFAULT)
    unsafe configuration.rc_end_usage = VPX_CBR
    unsafe configuration.rc_target_bitrate = UInt32(bitRate.encoderKilobits)
    // The figures of libwebrtc's VP8 encoder, except that no frame is dropped and so the quantizer may go higher (63, not 56).
    unsafe configuration.rc_dropframe_thresh = 0
    unsafe configuration.rc_min_quantizer = 2
    unsafe configuration.rc_max_quantizer = 63
    unsafe configuration.rc_undershoot_pct = 100
    unsafe configuration.rc_overshoot_pct = 15
    unsafe configuration.rc_buf_initial_sz = 500
    unsafe configuration.rc_buf_optimal_sz = 600
    unsafe configuration.rc_buf_sz = 1000
    unsafe configuration.kf_mode = VPX_KF_DISABLED
    let context = UnsafeMutablePointer<vpx_codec_ctx_t>.allocate(capacity: 1)
    unsafe context.initialize(to: vpx_codec_ctx_t())
    status = unsafe shim_vpx_enc_init(context, &configuration)
    guard status == VPX_CODEC_OK else {
      unsafe context.deallocate()
      throw .library(.open, status: Int(status.rawValue))
    }
    // A key frame may take half the optimal buffer, and three frames' worth at least.
    let intraPercent = max(300, 600 * framesPerSecond / 20)
    let controls: [(vp8e_enc_control_id, Int)] = [
      (VP8E_SET_CPUUSED, -6), (VP8E_SET_STATIC_THRESHOLD, 1), (VP8E_SET_NOISE_SENSITIVITY, 0),
      (VP8E_SET_TOKEN_PARTITIONS, 0), (VP8E_SET_MAX_INTRA_BITRATE_PCT, intraPercent),
    ]
    for (control, value) in controls {
      status = unsafe shim_vpx_control_int(context, Int32(control.rawValue), Int32(value))
      guard status == VPX_CODEC_OK else {
        unsafe vpx_codec_destroy(context)
        unsafe context.deallocate()
        throw .library(.configure, status: Int(status.rawValue))
      }
    }
    unsafe self.context = context
    unsafe self.configuration = configuration
    self.width = width
    self.height = height
  }

  deinit {
    unsafe vpx_codec_destroy(context)
    unsafe context.deallocate()
  }

  func perform(_ job: CodecJob) -> CodecResult {
    switch job {
    case .encodePicture(let picture, let forceKeyFrame):
      return encode(picture, forceKeyFrame: forceKeyFrame)
    case .setBitRate(let bitRate):
      unsafe configuration.rc_target_bitrate = UInt32(bitRate.encoderKilobits)
      let status = unsafe vpx_codec_enc_config_set(context, &configuration)
      return status == VPX_CODEC_OK
        ? .none : .failed(.library(.configure, status: Int(status.rawValue)))
    case .decodeFrame, .encodeSound, .decodeSound, .concealSound, .recoverSound:
      return .failed(.wrongJob)
    }
  }

  private func encode(_ picture: Picture, forceKeyFrame: Bool) -> CodecResult {
    guard picture.width == width, picture.height == height else {
      return .failed(.pictureSize(width: picture.width, height: picture.height))
    }
    let status = unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return VPX_CODEC_INVALID_PARAM }
      // libvpx only reads it, though its interface does not say so.
      let luma = unsafe UnsafeMutablePointer(mutating: start)
      let lumaCount = width * height
      let chromaCount = picture.chromaWidth * picture.chromaHeight
      var image = unsafe vpx_image_t()
      unsafe vpx_img_wrap(&image, VPX_IMG_FMT_I420, UInt32(width), UInt32(height), 1, luma)
      // The wrapper rounds odd widths up; our rows are packed.
      unsafe image.planes.0 = luma
      unsafe image.planes.1 = luma + lumaCount
      unsafe image.planes.2 = luma + lumaCount + chromaCount
      unsafe image.stride.0 = Int32(width)
      unsafe image.stride.1 = Int32(picture.chromaWidth)
      unsafe image.stride.2 = Int32(picture.chromaWidth)
      let flags = forceKeyFrame ? Int(VPX_EFLAG_FORCE_KF) : 0
      return unsafe vpx_codec_encode(context, &image, frame, 1, flags, UInt(VPX_DL_REALTIME))
    }
    guard status == VPX_CODEC_OK else {
      return .failed(.library(.encode, status: Int(status.rawValue)))
    }
    frame += 1
    var iterator: vpx_codec_iter_t?
    while let packet = unsafe vpx_codec_get_cx_data(context, &iterator) {
      guard unsafe packet.pointee.kind == VPX_CODEC_CX_FRAME_PKT else { continue }
      let data = unsafe packet.pointee.data.frame
      let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data.buf, count: data.sz))
      return unsafe .frame(bytes, isKeyFrame: data.flags & UInt32(VPX_FRAME_IS_KEY) != 0)
    }
    return .none
  }
}

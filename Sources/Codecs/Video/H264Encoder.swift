internal import CX264
internal import Media
internal import SansIO

/// H.264 through x264: one thread, no delay, constant bit rate, key frames only when asked for, slices that fit a packet.
///
/// Baseline is what x264 calls constrained baseline (its SPS says 42 c0). Every key frame carries SPS and PPS;
/// x264's own remarks (SEI) are left out.
@safe final class H264Encoder: Codec {
  private let encoder: OpaquePointer
  private let width: Int
  private let height: Int
  private var frame: Int64 = 0

  /// Left free in a slice: x264 estimates what start codes and emulation prevention add.
  private static let sliceMargin = 16

  init(
    profileLevelID: String, width: Int, height: Int, framesPerSecond: Int, bitRate: BitRate,
    maximumPayload: Int
  ) throws(CodecError) {
    let profile = try H264Profile(profileLevelID)
    guard width % 2 == 0, height % 2 == 0 else {
      throw .unsupportedSize(width: width, height: height)
    }
    guard (200...65535).contains(maximumPayload) else {
      throw .unsupportedMaximumPayload(maximumPayload)
    }
    var parameters = unsafe x264_param_t()
    guard unsafe x264_param_default_preset(&parameters, "ultrafast", "zerolatency") == 0 else {
      throw .library(.configure, status: -1)
    }
    unsafe parameters.i_width = Int32(width)
    unsafe parameters.i_height = Int32(height)
    unsafe parameters.i_csp = X264_CSP_I420
    unsafe parameters.i_fps_num = UInt32(framesPerSecond)
    unsafe parameters.i_fps_den = 1
    unsafe parameters.i_timebase_num = 1
    unsafe parameters.i_timebase_den = UInt32(framesPerSecond)
    unsafe parameters.b_vfr_input = 0
    unsafe parameters.i_level_idc = Int32(profile.level)
    unsafe parameters.i_threads = 1
    unsafe parameters.b_sliced_threads = 0
    unsafe parameters.b_deterministic = 1
    unsafe parameters.b_cpu_independent = 1
    unsafe parameters.i_keyint_max = X264_KEYINT_MAX_INFINITE
    unsafe parameters.i_scenecut_threshold = 0
    unsafe parameters.b_repeat_headers = 1
    unsafe parameters.b_annexb = 1
    unsafe parameters.i_slice_max_size = Int32(maximumPayload - Self.sliceMargin)
    unsafe parameters.i_log_level = X264_LOG_NONE
    // x264 writes the profile that the tools in use make necessary.
    unsafe parameters.b_cabac = profile.name == .baseline ? 0 : 1
    unsafe parameters.analyse.b_transform_8x8 = profile.name == .high ? 1 : 0
    unsafe Self.set(bitRate, in: &parameters)
    guard unsafe x264_param_apply_profile(&parameters, profile.name.rawValue) == 0 else {
      throw .unsupportedProfile(profileLevelID)
    }
    guard let encoder = unsafe shim_x264_encoder_open(&parameters) else {
      throw .library(.open, status: -1)
    }
    unsafe self.encoder = encoder
    self.width = width
    self.height = height
  }

  deinit { unsafe x264_encoder_close(encoder) }

  /// Constant bit rate with a buffer of half a second: what a key frame may take at most.
  private static func set(_ bitRate: BitRate, in parameters: inout x264_param_t) {
    let kilobits = bitRate.encoderKilobits
    unsafe parameters.rc.i_rc_method = X264_RC_ABR
    unsafe parameters.rc.i_bitrate = kilobits
    unsafe parameters.rc.i_vbv_max_bitrate = kilobits
    unsafe parameters.rc.i_vbv_buffer_size = max(10, kilobits / 2)
  }

  func perform(_ job: CodecJob) -> CodecResult {
    switch job {
    case .encodePicture(let picture, let forceKeyFrame):
      return encode(picture, forceKeyFrame: forceKeyFrame)
    case .setBitRate(let bitRate):
      var parameters = unsafe x264_param_t()
      unsafe x264_encoder_parameters(encoder, &parameters)
      unsafe Self.set(bitRate, in: &parameters)
      let status = unsafe x264_encoder_reconfig(encoder, &parameters)
      return status == 0 ? .none : .failed(.library(.configure, status: Int(status)))
    case .decodeFrame, .encodeSound, .decodeSound, .concealSound, .recoverSound:
      return .failed(.wrongJob)
    }
  }

  private func encode(_ picture: Picture, forceKeyFrame: Bool) -> CodecResult {
    guard picture.width == width, picture.height == height else {
      return .failed(.pictureSize(width: picture.width, height: picture.height))
    }
    return unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return .none }
      // x264 copies it, though its interface does not promise so.
      let luma = unsafe UnsafeMutablePointer(mutating: start)
      let lumaCount = width * height
      var input = unsafe x264_picture_t()
      unsafe x264_picture_init(&input)
      unsafe input.i_type = forceKeyFrame ? X264_TYPE_IDR : X264_TYPE_AUTO
      unsafe input.i_pts = frame
      unsafe input.img.i_csp = X264_CSP_I420
      unsafe input.img.i_plane = 3
      unsafe input.img.plane.0 = luma
      unsafe input.img.plane.1 = luma + lumaCount
      unsafe input.img.plane.2 = luma + lumaCount + lumaCount / 4
      unsafe input.img.i_stride.0 = Int32(width)
      unsafe input.img.i_stride.1 = Int32(width / 2)
      unsafe input.img.i_stride.2 = Int32(width / 2)
      frame += 1
      var units: UnsafeMutablePointer<x264_nal_t>?
      var count: Int32 = 0
      var output = unsafe x264_picture_t()
      let size = unsafe x264_encoder_encode(encoder, &units, &count, &input, &output)
      guard size >= 0 else { return .failed(.library(.encode, status: Int(size))) }
      guard size > 0, let units = unsafe units else { return .none }
      var coded: [UInt8] = []
      coded.reserveCapacity(Int(size))
      for index in 0..<Int(count) {
        let unit = unsafe units[index]
        guard unsafe unit.i_type != Int32(NAL_SEI.rawValue) else { continue }
        unsafe coded += UnsafeBufferPointer(start: unit.p_payload, count: Int(unit.i_payload))
      }
      return unsafe .frame(coded, isKeyFrame: output.b_keyframe != 0)
    }
  }
}

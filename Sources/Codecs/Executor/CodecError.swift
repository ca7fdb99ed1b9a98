/// Why a codec could not be opened or a job could not be done.
public enum CodecError: Error, Hashable, Sendable {
  /// A call into a library failed, with the library's own number.
  case library(Call, status: Int)
  /// A library that is loaded when it is needed, in the version that the program was built for.
  case notInstalled(String)
  case unsupportedProfile(String)
  case unsupportedSize(width: Int, height: Int)
  case unsupportedFrameRate(Int)
  case unsupportedChannels(Int)
  case unsupportedMaximumPayload(Int)
  /// A picture that is not of the size the encoder was opened for.
  case pictureSize(width: Int, height: Int)
  /// Sound that is not 2.5 to 60 ms long.
  case soundLength(samples: Int)
  /// A frame or packet of no bytes, or of more than 16 MiB.
  case byteCount(Int)
  /// A frame that decodes to something other than 8-bit 4:2:0.
  case pixelFormat(Int)
  /// Such a job is not for this codec.
  case wrongJob
  /// No codec is open under this handle.
  case notOpen(handle: Int)
  /// A fault that the scenario asked for.
  case planted

  public enum Call: String, Hashable, Sendable {
    case allocate, open, configure, encode, decode
  }
}

extension CodecError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .library(let call, let status): "\(call.rawValue) failed with status \(status)"
    case .notInstalled(let library): "\(library), in the version built for, is not installed"
    case .unsupportedProfile(let profile): "unsupported profile-level-id \(profile)"
    case .unsupportedSize(let width, let height): "unsupported size \(width)x\(height)"
    case .unsupportedFrameRate(let rate): "unsupported frame rate \(rate)"
    case .unsupportedChannels(let count): "unsupported number of channels \(count)"
    case .unsupportedMaximumPayload(let count): "unsupported maximum payload \(count)"
    case .pictureSize(let width, let height): "picture of another size: \(width)x\(height)"
    case .soundLength(let samples): "sound of \(samples) samples"
    case .byteCount(let count): "frame of \(count) bytes"
    case .pixelFormat(let format): "pixel format \(format) is not 4:2:0"
    case .wrongJob: "wrong job for this codec"
    case .notOpen(let handle): "no codec is open under \(handle)"
    case .planted: "planted fault"
    }
  }
}

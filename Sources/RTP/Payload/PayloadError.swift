/// Why a payload, or the payloads of one frame, cannot be turned into coded media or back.
public enum PayloadError: Error, Hashable, Sendable {
  /// The payload ends inside a field: `offset` is where the field begins, in bytes from its start.
  case truncated(offset: Int)
  /// There is a header but nothing behind it.
  case emptyPayload
  /// A NAL unit type that RFC 6184 §5.2 does not define or modes 0 and 1 do not allow.
  case nalUnitType(UInt8)
  /// In mode 0 a NAL unit must fit one packet (RFC 6184 §6.2).
  case nalUnitTooLarge(byteCount: Int, maximum: Int)
  /// The bytes are not in Annex B form, or hold nothing.
  case noNALUnits
  /// A fragment that sets both start and end, or has an inner type that cannot be fragmented (RFC 6184 §5.8).
  case fragmentHeader(UInt8)
  /// A fragment without its start, or a start while another NAL unit is not yet ended.
  case fragmentOutOfOrder
  /// The first payload does not start a frame, or a later one does.
  case notOneFrame
  /// A frame larger than `PayloadFormat.maximumFrameByteCount`.
  case frameTooLarge(byteCount: Int)
  /// An Opus packet whose frames do not fit its length or 120 ms (RFC 6716 §3.4).
  case opusFraming
}

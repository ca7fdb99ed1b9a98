/// Turns the payloads of one H.264 access unit into Annex B bytes, and says what a payload holds (RFC 6184 §5).
public enum H264Depacketizer {
  /// The access unit that complete payloads in order make up, each NAL unit behind a 4-byte start code.
  public static func frame(from payloads: [[UInt8]]) throws(PayloadError) -> [UInt8] {
    var frame: [UInt8] = []
    var isInFragment = false
    for payload in payloads {
      // A start code a NAL unit: the smallest unit in an aggregate takes three bytes of payload and five of the frame.
      try PayloadFormat.check(byteCount: frame.count + 2 * payload.count + 4)
      let parsed = try H264Payload(parsing: payload)
      switch parsed {
      case .fragment(let nalHeader, let isStart, let isEnd, let bytes):
        guard isStart != isInFragment else { throw .fragmentOutOfOrder }
        if isStart {
          frame += startCode
          frame.append(nalHeader)
        }
        frame += bytes
        isInFragment = !isEnd
      case .single(let unit):
        guard !isInFragment else { throw .fragmentOutOfOrder }
        frame += startCode
        frame += unit
      case .aggregate(let units):
        guard !isInFragment else { throw .fragmentOutOfOrder }
        for unit in units {
          frame += startCode
          frame += unit
        }
      }
    }
    guard !isInFragment else { throw .fragmentOutOfOrder }
    guard !frame.isEmpty else { throw .emptyPayload }
    return frame
  }

  /// A guess: H.264 has no mark at the start of a frame (ITU-T H.264 §7.4.1.2.3 lists what may come first).
  ///
  /// True for parameter sets, SEI, a delimiter, or a slice that begins at the first macroblock.
  public static func startsFrame(_ payload: [UInt8]) -> Bool {
    guard let first = heads(of: payload).first else { return false }
    switch first.type {
    case H264NALUnitType.supplementalInformation...H264NALUnitType.accessUnitDelimiter:
      return true
    case H264NALUnitType.slice...H264NALUnitType.instantaneousRefresh:
      // first_mb_in_slice is the first field of a slice header; ue(v) writes 0 as one bit that is set.
      return first.next & 0x80 != 0
    default:
      return false
    }
  }

  /// True when the payload holds a part of an IDR picture, or a sequence parameter set, which comes with one.
  public static func isKeyFrame(_ payload: [UInt8]) -> Bool {
    heads(of: payload).contains {
      $0.type == H264NALUnitType.instantaneousRefresh
        || $0.type == H264NALUnitType.sequenceParameterSet
    }
  }

  /// Types of the NAL units in a payload; of a fragmented one in its first fragment only; none when malformed.
  public static func nalUnitTypes(startingIn payload: [UInt8]) -> [UInt8] {
    guard case .fragment(_, isStart: false, _, _)? = try? H264Payload(parsing: payload) else {
      return heads(of: payload).map(\.type)
    }
    return []
  }

  private static let startCode: [UInt8] = [0, 0, 0, 1]

  /// Type and the byte behind the header of each unit; a later fragment's byte is 0, since it begins no slice.
  private static func heads(of payload: [UInt8]) -> [(type: UInt8, next: UInt8)] {
    guard let parsed = try? H264Payload(parsing: payload) else { return [] }
    switch parsed {
    case .single(let unit):
      return [(unit[0] & 0x1f, unit.count > 1 ? unit[1] : 0)]
    case .aggregate(let units):
      return units.map { ($0[0] & 0x1f, $0.count > 1 ? $0[1] : 0) }
    case .fragment(let nalHeader, let isStart, _, let bytes):
      // A later fragment of parameter sets or SEI starts nothing: its type is kept only for slices.
      let type = nalHeader & 0x1f
      if isStart { return [(type: type, next: bytes.first ?? 0)] }
      guard type <= H264NALUnitType.instantaneousRefresh else { return [] }
      return [(type, 0)]
    }
  }
}

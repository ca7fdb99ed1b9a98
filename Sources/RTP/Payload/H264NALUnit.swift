/// Types of NAL units that packet handling asks about (ITU-T H.264 table 7-1; RFC 6184 table 1).
public enum H264NALUnitType {
  public static let slice: UInt8 = 1
  public static let instantaneousRefresh: UInt8 = 5
  public static let supplementalInformation: UInt8 = 6
  public static let sequenceParameterSet: UInt8 = 7
  public static let pictureParameterSet: UInt8 = 8
  public static let accessUnitDelimiter: UInt8 = 9
  public static let singleTimeAggregation: UInt8 = 24  // STAP-A
  public static let fragmentation: UInt8 = 28  // FU-A
}

/// Annex B byte streams: NAL units behind start codes (ITU-T H.264 Annex B).
public enum AnnexB {
  /// Where the NAL units lie, start codes and zero bytes around them left out; empty ones are skipped.
  public static func nalUnits(in stream: [UInt8]) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var start: Int?
    var zeros = 0
    func close(_ start: Int, _ end: Int) {
      var end = end
      // trailing_zero_8bits and the zero_byte of the next start code belong to no NAL unit.
      while end > start, stream[end - 1] == 0 { end -= 1 }
      if end > start { units.append(start..<end) }
    }
    for index in stream.indices {
      switch stream[index] {
      case 0: zeros += 1
      case 1 where zeros >= 2:
        if let start { close(start, index - zeros) }
        start = index + 1
        zeros = 0
      default: zeros = 0
      }
    }
    if let start { close(start, stream.count) }
    return units
  }

  /// True when a whole coded frame holds an IDR slice.
  public static func isKeyFrame(_ stream: [UInt8]) -> Bool {
    nalUnits(in: stream).contains {
      stream[$0.lowerBound] & 0x1f == H264NALUnitType.instantaneousRefresh
    }
  }
}

internal import SansIO

/// One RTP payload of H.264, taken apart: what modes 0 and 1 may carry (RFC 6184 §5.2, §6.2, §6.3).
public enum H264Payload: Hashable, Sendable {
  /// The payload is one NAL unit, header first (RFC 6184 §5.6).
  case single([UInt8])
  /// STAP-A: several whole NAL units of one access unit (RFC 6184 §5.7.1).
  case aggregate([[UInt8]])
  /// FU-A: a part of a NAL unit whose header byte is `nalHeader` (RFC 6184 §5.8).
  case fragment(nalHeader: UInt8, isStart: Bool, isEnd: Bool, bytes: [UInt8])

  public init(parsing payload: [UInt8]) throws(PayloadError) {
    guard let indicator = payload.first else { throw .truncated(offset: 0) }
    switch indicator & 0x1f {
    case 1...23:
      self = .single(payload)
    case H264NALUnitType.singleTimeAggregation:
      self = .aggregate(try Self.aggregated(payload))
    case H264NALUnitType.fragmentation:
      self = try Self.fragment(payload)
    case let type:
      throw .nalUnitType(type)
    }
  }

  private static func aggregated(_ payload: [UInt8]) throws(PayloadError) -> [[UInt8]] {
    var reader = ByteReader(payload, in: 1..<payload.count)
    var units: [[UInt8]] = []
    while !reader.isAtEnd {
      let offset = reader.offset
      guard let size = try? reader.uint16(), size > 0, let unit = try? reader.take(Int(size)) else {
        throw .truncated(offset: offset)
      }
      units.append(unit)
    }
    guard !units.isEmpty else { throw .emptyPayload }
    for unit in units {
      // RFC 6184 §5.7: aggregation units hold NAL units, never packets.
      guard (1...23).contains(unit[0] & 0x1f) else { throw .nalUnitType(unit[0] & 0x1f) }
    }
    return units
  }

  private static func fragment(_ payload: [UInt8]) throws(PayloadError) -> H264Payload {
    guard payload.count >= 2 else { throw .truncated(offset: 1) }
    guard payload.count > 2 else { throw .emptyPayload }
    let header = payload[1]
    let isStart = header & 0x80 != 0
    let isEnd = header & 0x40 != 0
    guard !(isStart && isEnd), (1...23).contains(header & 0x1f) else {
      throw .fragmentHeader(header)
    }
    return .fragment(
      nalHeader: payload[0] & 0xe0 | header & 0x1f, isStart: isStart, isEnd: isEnd,
      bytes: Array(payload[2...]))
  }
}

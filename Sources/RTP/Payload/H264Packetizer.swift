/// Splits H.264 access units into payloads: single NAL units, and in mode 1 STAP-A and FU-A (RFC 6184 §5.6-5.8).
public struct H264Packetizer: Hashable, Sendable {
  /// packetization-mode: 0 sends single NAL units only; 1 (non-interleaved) aggregates and fragments (RFC 6184 §6).
  public let mode: Int

  /// - Parameter mode: 0 or 1; another value counts as 1.
  public init(mode: Int) { self.mode = mode == 0 ? 0 : 1 }

  /// Payloads of one access unit in Annex B form, in order.
  ///
  /// In mode 1 neighbours that fit one packet together are aggregated (parameter sets, SEI and small slices), and what is larger than
  /// a packet is cut into fragments of about equal size.
  ///
  /// - Parameter maximumPayload: bytes; in mode 1 below 3 it counts as 3, which holds a fragment of one byte.
  public func packetize(_ annexB: [UInt8], maximumPayload: Int) throws(PayloadError) -> [[UInt8]] {
    let units = AnnexB.nalUnits(in: annexB)
    guard !units.isEmpty else { throw .noNALUnits }
    let maximum = mode == 0 ? maximumPayload : max(3, maximumPayload)
    var payloads: [[UInt8]] = []
    var waiting: [Range<Int>] = []
    var aggregateByteCount = 1
    for unit in units {
      let type = annexB[unit.lowerBound] & 0x1f
      guard (1...23).contains(type) else { throw .nalUnitType(type) }
      if mode == 0 {
        guard unit.count <= maximum else {
          throw .nalUnitTooLarge(byteCount: unit.count, maximum: maximum)
        }
        payloads.append(Array(annexB[unit]))
        continue
      }
      // RFC 6184 §5.7: each aggregated unit stands behind its size in 16 bits.
      if aggregateByteCount + 2 + unit.count > maximum || unit.count > 0xffff {
        flush(&waiting, of: annexB, into: &payloads)
        aggregateByteCount = 1
      }
      if unit.count > maximum {
        payloads += fragments(of: annexB, unit: unit, maximum: maximum)
      } else if unit.count > 0xffff {
        payloads.append(Array(annexB[unit]))
      } else {
        waiting.append(unit)
        aggregateByteCount += 2 + unit.count
      }
    }
    flush(&waiting, of: annexB, into: &payloads)
    return payloads
  }

  private func flush(
    _ waiting: inout [Range<Int>], of stream: [UInt8], into payloads: inout [[UInt8]]
  ) {
    defer { waiting.removeAll() }
    guard waiting.count > 1 else {
      if let only = waiting.first { payloads.append(Array(stream[only])) }
      return
    }
    // RFC 6184 §5.7.1: F is set if any unit's is, NRI is the highest.
    var forbidden: UInt8 = 0
    var importance: UInt8 = 0
    for unit in waiting {
      forbidden |= stream[unit.lowerBound] & 0x80
      importance = max(importance, stream[unit.lowerBound] & 0x60)
    }
    var payload = [forbidden | importance | H264NALUnitType.singleTimeAggregation]
    for unit in waiting {
      payload += [UInt8(unit.count >> 8), UInt8(unit.count & 0xff)]
      payload += stream[unit]
    }
    payloads.append(payload)
  }

  private func fragments(of stream: [UInt8], unit: Range<Int>, maximum: Int) -> [[UInt8]] {
    let header = stream[unit.lowerBound]
    // The unit is larger than a packet, so there are two fragments at least: start and end never meet (RFC 6184 §5.8).
    let ranges = evenRanges(of: unit.lowerBound + 1..<unit.upperBound, maximum: maximum - 2)
    return ranges.enumerated().map { index, range in
      var fragmentHeader = header & 0x1f
      if index == 0 { fragmentHeader |= 0x80 }
      if index == ranges.count - 1 { fragmentHeader |= 0x40 }
      return [header & 0xe0 | H264NALUnitType.fragmentation, fragmentHeader] + stream[range]
    }
  }
}

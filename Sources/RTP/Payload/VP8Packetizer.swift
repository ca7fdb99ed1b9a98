/// Splits VP8 frames into payloads of about equal size (RFC 7741 §4).
///
/// Every packet of every frame carries the frame's 15-bit picture id, so that a receiver tells a lost frame from lost padding.
public struct VP8Packetizer: Hashable, Sendable {
  /// The picture id of the next frame; wraps at 15 bits.
  public private(set) var nextPictureID: UInt16

  /// - Parameter firstPictureID: any; RFC 7741 §4.2 advises a random one.
  public init(firstPictureID: UInt16 = 0) {
    nextPictureID = firstPictureID & 0x7fff
  }

  /// Payloads of one coded frame, in order; none for an empty frame.
  ///
  /// - Parameter maximumPayload: bytes; below 5 it counts as 5, which holds the descriptor and one coded byte.
  public mutating func packetize(_ frame: [UInt8], maximumPayload: Int) -> [[UInt8]] {
    guard !frame.isEmpty else { return [] }
    var descriptor = VP8Descriptor()
    descriptor.pictureID = .bits15(nextPictureID)
    nextPictureID = nextPictureID &+ 1 & 0x7fff
    let ranges = evenRanges(
      of: 0..<frame.count, maximum: max(1, maximumPayload - descriptor.byteCount))
    // Partition boundaries are not followed: RFC 7741 §4.4 allows it, and then PID stays 0 and S marks the first packet.
    return ranges.enumerated().map { index, range in
      descriptor.startsPartition = index == 0
      return descriptor.serialized() + frame[range]
    }
  }
}

/// Cuts a range into the fewest pieces of at most `maximum`, whose sizes differ by one at most.
func evenRanges(of range: Range<Int>, maximum: Int) -> [Range<Int>] {
  let total = range.count
  guard total > 0 else { return [] }
  let count = (total - 1) / max(1, maximum) + 1
  let (size, larger) = total.quotientAndRemainder(dividingBy: count)
  var start = range.lowerBound
  return (0..<count).map { index in
    let end = start + size + (index < larger ? 1 : 0)
    defer { start = end }
    return start..<end
  }
}

internal import RTP

/// Whether NAL units that were cut into fragments have both their ends (RFC 6184 §5.8), told where nothing is lost between packets.
struct FragmentMeter: Sendable {
  /// Units that another one followed before their end came.
  private(set) var open = 0
  /// Fragments in the middle of a unit that never began.
  private(set) var headless = 0
  /// Units that began and ended.
  private(set) var whole = 0
  private var isInside = false
  /// The fragment that is next belongs to a unit whose beginning was lost, or is before the first packet.
  private var isUnknown = true

  /// - Parameter isNext: nothing lies between it and the packet before.
  mutating func add(_ payload: [UInt8], isNext: Bool) {
    if !isNext { (isInside, isUnknown) = (false, true) }
    guard case .fragment(_, let isStart, let isEnd, _)? = try? H264Payload(parsing: payload) else {
      if isInside { open += 1 }
      (isInside, isUnknown) = (false, false)
      return
    }
    if isStart {
      if isInside { open += 1 }
      isInside = true
    } else if !isInside, !isUnknown {
      headless += 1
    }
    if isEnd {
      if isInside { whole += 1 }
      isInside = false
    }
    if isStart || isEnd { isUnknown = false }
  }
}

internal import SansIO
internal import Trace

extension Quantity {
  /// As it stands in a report: "first frame", "av offset p95".
  public var name: String {
    switch self {
    case .connectionTime: "connection time"
    case .firstFrame: "first frame"
    case .freezeTotal: "freeze total"
    case .freezeCount: "freezes"
    case .longestFreeze: "longest freeze"
    case .frameRate: "frame rate"
    case .avOffset(let statistic): "av offset \(statistic.rawValue)"
    case .avDrift: "av drift"
    case .packetsLost(let kind): "packets lost \(kind.rawValue)"
    case .bitRate(let kind): "bitrate \(kind.rawValue)"
    case .psnr: "psnr mean"
    case .ssim: "ssim mean"
    case .marksLost: "marks lost"
    }
  }

  /// The unit of its limits and of what is measured.
  public var unit: String {
    switch self {
    case .connectionTime, .firstFrame, .freezeTotal, .longestFreeze, .avOffset: "ms"
    case .freezeCount, .ssim: ""
    case .frameRate: "fps"
    case .avDrift: "ms/min"
    case .packetsLost, .marksLost: "%"
    case .bitRate: "kbps"
    case .psnr: "dB"
    }
  }
}

extension Bound: CustomStringConvertible {
  /// "at most 2000", "at least 25", "-125 to 45".
  public var description: String {
    switch (least, most) {
    case (let least?, let most?):
      least == most ? "exactly \(most.plain)" : "\(least.plain) to \(most.plain)"
    case (let least?, nil): "at least \(least.plain)"
    case (nil, let most?): "at most \(most.plain)"
    case (nil, nil): "measured"
    }
  }
}

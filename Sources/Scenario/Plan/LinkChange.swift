public import Netem
public import SansIO

/// What a file says about a link: a profile, single fields, or a profile with fields changed.
public struct LinkChange: Hashable, Sendable {
  /// As written: "3g", "{loss: 5%, burst: 3}".
  public var text: String
  /// Nil: what is not named stays as it is.
  public var profile: LinkSettings?
  public var up: [LinkField]
  public var down: [LinkField]

  public init(text: String, profile: LinkSettings?, up: [LinkField] = [], down: [LinkField] = []) {
    self.text = text
    self.profile = profile
    self.up = up
    self.down = down
  }

  /// The link after the change.
  public func applied(to link: LinkSettings) -> LinkSettings {
    var result = profile ?? link
    for field in up { field.apply(to: &result.up) }
    for field in down { field.apply(to: &result.down) }
    return result
  }
}

/// One named field of one direction of a link.
public enum LinkField: Hashable, Sendable {
  case rate(BitRate?)
  case queue(QueueLimit?)
  case delay(Duration)
  case jitter(Jitter?)
  /// Nil: not named, stays as it is.
  case loss(mean: Double?, burst: BurstLength?)
  case lossAt(LossPlace)
  case duplication(Double)
  case reordering(Reordering?)
  case corruption(Double)
  case mtu(Int?)
  case overhead(Int)

  func apply(to settings: inout DirectionSettings) {
    switch self {
    case .rate(let rate): settings.rate = rate
    case .queue(let queue): settings.queue = queue
    case .delay(let delay): settings.delay = delay
    case .jitter(let jitter): settings.jitter = jitter
    case .loss(let mean, let burst): settings.loss = Loss(mean, burst, changing: settings.loss)
    case .lossAt(let place): settings.lossAt = place
    case .duplication(let probability): settings.duplication = probability
    case .reordering(let reordering): settings.reordering = reordering
    case .corruption(let probability): settings.corruption = probability
    case .mtu(let mtu): settings.mtu = mtu
    case .overhead(let byteCount): settings.overheadBytesPerPacket = byteCount
    }
  }
}

/// How many packets in a row a loss takes, in the mean.
public enum BurstLength: Hashable, Sendable {
  /// Each packet is lost by itself.
  case single
  case packets(Double)

}

extension Loss {
  /// Loss by mean and mean burst, where what is not given is taken from `old`; nil: nothing is lost.
  init?(_ newMean: Double?, _ newBurst: BurstLength?, changing old: Loss?) {
    let mean = newMean ?? old?.mean ?? 0
    guard mean > 0 else { return nil }
    guard case .packets(let length) = newBurst ?? old?.burst ?? .single else {
      self = .uniform(mean)
      return
    }
    // A mean that bursts of that length cannot give is lost packet by packet.
    self = .bursts(meanLoss: mean, meanBurst: length) ?? .uniform(mean)
  }

  private var burst: BurstLength {
    guard case .gilbertElliott = self, let length = meanBurst else { return .single }
    return .packets(length)
  }
}

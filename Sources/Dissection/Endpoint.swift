internal import SansIO

/// An address and a port without an allocation: what flows are found by.
struct Endpoint: Hashable, Sendable, Comparable {
  private let high: UInt64
  private let low: UInt64
  let port: UInt16
  private let isIPv6: Bool

  /// 4 or 16 bytes.
  init(_ host: Span<UInt8>, port: UInt16) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    isIPv6 = host.count == 16
    for index in 0..<host.count {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(host[index])
    }
    self.high = high
    self.low = low
    self.port = port
  }

  init(_ address: SocketAddress) { self.init(address.host.span, port: address.port) }

  static func < (a: Endpoint, b: Endpoint) -> Bool {
    (a.high, a.low, a.port) < (b.high, b.low, b.port)
  }

  var address: SocketAddress {
    let bytes = (0..<16).map { index in
      UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index % 8)))
    }
    return SocketAddress(host: isIPv6 ? bytes : Array(bytes[12...]), port: port)
  }

  var host: String { address.hostText }
}

extension Endpoint: CustomStringConvertible {
  var description: String { address.description }
}

/// Something for each direction of a flow: `true` is from its first endpoint.
struct BothWays<Value> {
  private var forward: Value
  private var backward: Value

  init(_ value: Value) {
    forward = value
    backward = value
  }

  subscript(isForward: Bool) -> Value {
    get { isForward ? forward : backward }
    _modify {
      if isForward { yield &forward } else { yield &backward }
    }
  }
}

extension BothWays: Sendable where Value: Sendable {}
extension BothWays: Equatable where Value: Equatable {}
extension BothWays: Hashable where Value: Hashable {}

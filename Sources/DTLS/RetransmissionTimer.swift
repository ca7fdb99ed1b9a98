/// How long a flight waits for its answer before it is sent again (RFC 6347 §4.2.4.1); each wait doubles.
public enum RetransmissionTimer: Hashable, Sendable {
  /// First twice the ICE round trip, at least 50 ms; never more than 3 s (dtls_transport.cc of libwebrtc).
  case libwebrtc
  /// First 1 s, never more than 60 s: OpenSSL's own, and the advice of RFC 6347 §4.2.4.1.
  case openSSL

  func first(roundTripTime: Duration) -> Duration {
    switch self {
    case .libwebrtc: min(maximum, max(.milliseconds(50), roundTripTime * 2))
    case .openSSL: .seconds(1)
    }
  }

  var maximum: Duration {
    switch self {
    case .libwebrtc: .seconds(3)
    case .openSSL: .seconds(60)
    }
  }
}

/// The wait of the flight under way; libssl says when it begins and when it ran out.
struct FlightTimer {
  let first: Duration
  let maximum: Duration
  private(set) var current: Duration

  init(_ timer: RetransmissionTimer, roundTripTime: Duration) {
    first = timer.first(roundTripTime: roundTripTime)
    maximum = timer.maximum
    current = first
  }

  mutating func restart() { current = first }

  mutating func backOff() { current = min(maximum, current * 2) }
}

/// `o=`: who made the description, and which version of it this is (RFC 8866 §5.2).
public struct Origin: Hashable, Sendable {
  public var username: String
  /// Numbers on the wire, kept as text: some stacks write more than 64 bits.
  public var sessionID: String
  public var sessionVersion: String
  public var networkType: String
  public var addressType: String
  public var address: String

  public init(
    username: String = "-", sessionID: String, sessionVersion: String, networkType: String = "IN",
    addressType: String = "IP4", address: String = "127.0.0.1"
  ) {
    self.username = username
    self.sessionID = sessionID
    self.sessionVersion = sessionVersion
    self.networkType = networkType
    self.addressType = addressType
    self.address = address
  }

  init?(_ scanner: inout Scanner) {
    guard let username = scanner.word(), let id = scanner.word(), let version = scanner.word(),
      let network = scanner.word(), let type = scanner.word(), let address = scanner.word(),
      scanner.isDone
    else { return nil }
    self.init(
      username: username, sessionID: id, sessionVersion: version, networkType: network,
      addressType: type, address: address)
  }

  public var value: String {
    "\(username) \(sessionID) \(sessionVersion) \(networkType) \(addressType) \(address)"
  }
}

/// `c=`: where media is received when ICE does not say better (RFC 8866 §5.7).
public struct ConnectionData: Hashable, Sendable {
  public var networkType: String
  public var addressType: String
  /// With the TTL and count of a multicast address, if they were there.
  public var address: String

  public init(networkType: String = "IN", addressType: String = "IP4", address: String) {
    self.networkType = networkType
    self.addressType = addressType
    self.address = address
  }

  /// No address yet: RFC 9429 §5.2.1.
  public static let unspecified = ConnectionData(address: "0.0.0.0")

  init?(_ scanner: inout Scanner) {
    guard let network = scanner.word(), let type = scanner.word(), let address = scanner.word(),
      scanner.isDone
    else { return nil }
    self.init(networkType: network, addressType: type, address: address)
  }

  public var value: String { "\(networkType) \(addressType) \(address)" }
}

/// `b=`: a bandwidth, in the unit its modifier defines (RFC 8866 §5.8: `AS` counts kbit/s, `TIAS` bit/s).
public struct Bandwidth: Hashable, Sendable {
  public var modifier: String
  public var amount: UInt64

  public init(modifier: String, amount: UInt64) {
    self.modifier = modifier
    self.amount = amount
  }

  init?(_ scanner: inout Scanner) {
    guard let modifier = scanner.until(.colon), !modifier.isEmpty,
      let amount: UInt64 = scanner.number(), scanner.isDone
    else { return nil }
    self.init(modifier: modifier, amount: amount)
  }

  public var value: String { "\(modifier):\(amount)" }
}

/// `t=`: start and stop of the session in NTP seconds; both 0 in WebRTC (RFC 8866 §5.9).
public struct Timing: Hashable, Sendable {
  public var start: UInt64
  public var stop: UInt64

  public init(start: UInt64 = 0, stop: UInt64 = 0) {
    self.start = start
    self.stop = stop
  }

  init?(_ scanner: inout Scanner) {
    guard let start: UInt64 = scanner.number(), let stop: UInt64 = scanner.number(), scanner.isDone
    else { return nil }
    self.init(start: start, stop: stop)
  }

  public var value: String { "\(start) \(stop)" }
}

/// A call into OpenSSL, or a setting, that cannot work; what the far side does wrong is an event instead.
public enum DTLSError: Error, Hashable, Sendable {
  /// OpenSSL refused; `call` is its function, `reason` its own words.
  case library(call: String, reason: String)
  /// Outside 280...16384 bytes of UDP payload; OpenSSL wants 256 and what a cipher adds.
  case mtu(Int)
  /// `DTLSConfiguration.profiles` is empty.
  case noProfiles
}

/// Why a packet or a key was refused; a packet's fault is data, so callers turn it into a discarded event.
public enum SRTPError: Error, Hashable, Sendable {
  case keyingMaterial(byteCount: Int, expected: Int)
  /// Too short, too long, or its header reaches past its end.
  case malformed(byteCount: Int)
  /// The tag does not fit: tampered with, or protected under another key (RFC 3711 §3.3).
  case notAuthentic
  /// This index was received before (RFC 3711 §3.3.2).
  case replayed
  /// Too far behind the newest index for the replay window to know it (RFC 3711 §3.3.2).
  case tooOld
  /// The key has protected all the packets that it may (RFC 3711 §9.2).
  case keyExpired
  /// Any other refusal of libsrtp, as its `srtp_err_status_t`.
  case library(call: String, status: UInt32)
}

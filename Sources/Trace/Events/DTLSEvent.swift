/// The DTLS handshake of one peer (RFC 6347, 5764, 8122).
public enum DTLSEvent: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable { case client, server }

  case started(Role)
  /// One flight left, as that many datagrams.
  case flight(datagrams: Int, byteCount: Int, retransmission: Bool)
  /// The far certificate against `a=fingerprint`; `algorithm` as in SDP: "sha-256".
  case fingerprint(verified: Bool, algorithm: String, expected: String, actual: String)
  /// `profile` as registered: "SRTP_AEAD_AES_128_GCM".
  case connected(version: String, cipher: String, profile: String)
  case failed(String)
  case closed
}

/// Where packets were captured, as a pcapng file describes it; a classic file has one interface without a name.
public struct CapturedInterface: Hashable, Sendable {
  /// if_name and if_description of draft-ietf-opsawg-pcapng-03 §4.2.
  public var name: String?
  public var description: String?

  public init(name: String? = nil, description: String? = nil) {
    self.name = name
    self.description = description
  }

  /// Our own captures have, beside each peer's interface, one with its media in the clear, which never was on a network.
  public static let decryptedDescription = "RTP and RTCP of the peer, without SRTP"
  public var isDecrypted: Bool { description == Self.decryptedDescription }
}

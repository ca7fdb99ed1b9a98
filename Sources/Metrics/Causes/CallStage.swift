/// The links of the chain by which a call comes up and media flows, in order.
public enum CallStage: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Offer and answer are made and taken.
  case signalling
  /// What the descriptions say fits together.
  case agreement
  /// Candidates.
  case gathering
  /// A candidate pair over which both ends reach each other, and go on doing so.
  case checks
  /// The handshake, and with it the keys.
  case dtls
  /// Packets of media can be unprotected.
  case srtp
  /// They arrive, and their headers are those that were agreed on.
  case rtp
  /// Frames can be put together from them.
  case depacketize
  /// Frames can be decoded.
  case decode
  /// Pictures are shown and sound is heard, evenly.
  case render
  /// Sound and picture belong together.
  case sync

  public static func < (a: CallStage, b: CallStage) -> Bool { a.place < b.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

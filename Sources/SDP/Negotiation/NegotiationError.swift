/// Where a peer is between offer and answer (RFC 9429 §3.2, without provisional answers).
public enum SignallingState: String, Hashable, Sendable {
  case stable
  case haveLocalOffer = "have-local-offer"
  case haveRemoteOffer = "have-remote-offer"
}

/// A description that cannot be applied, or a step out of turn.
public enum NegotiationError: Error, Hashable, Sendable {
  /// RFC 9429 §5.5 and §5.6: the state does not allow this step.
  case outOfTurn(SignallingState, step: String)
  /// RFC 3264 §6 and §8: sections are never removed, and an answer has as many as its offer.
  case sectionCount(found: Int, expected: Int)
  /// RFC 9429 §5.6: a section keeps its kind and its mid.
  case sectionChanged(mLineIndex: Int, found: String, expected: String)
  case duplicateMID(String, mLineIndex: Int)
  /// RFC 9143 §7.3: the group of an answer is a part of the group of its offer.
  case bundleMember(String)
  /// RFC 8839 §5.4: `ice-ufrag` has at least 4 characters, `ice-pwd` at least 22, both at most 256.
  case iceCredentials(mLineIndex: Int, found: String)
  /// RFC 8842 §5: each description carries the hash of its certificate.
  case missingFingerprint(mLineIndex: Int)
  /// RFC 8842 §5.3: an answer is active or passive.
  case setup(mLineIndex: Int, found: String)
  /// RFC 9429 §5.6, with the multiplexing policy "require".
  case missingRTCPMux(mLineIndex: Int)
  case payloadTypesExhausted
  case unknownMID(String)
  case unknownCodec(String)
}

internal import SDP

/// One m-section, as far as it says what is to be expected of a capture.
struct DescribedSection: Hashable, Sendable {
  var kind: MediaKind
  /// Nil: rejected.
  var direction: Direction?

  /// - Parameter session: what the description says of all sections.
  init(_ section: MediaSection, session: Direction?) {
    kind = section.kind
    direction = section.isRejected ? nil : section.declaredDirection ?? session ?? .sendrecv
  }
}

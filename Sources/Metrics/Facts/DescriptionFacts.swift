internal import SDP
internal import SDPRules
public import Trace

/// What one offer and its answer say, section by section: the only place of this target that reads SDP.
public struct DescriptionFacts: Hashable, Sendable {
  public struct Section: Hashable, Sendable {
    public var mid: String?
    /// Nil: neither audio nor video.
    public var kind: TrackKind?
    public var offerCodecs: [String]
    /// Empty when the section is rejected.
    public var answerCodecs: [String]
    public var isRejected: Bool
    public var offererReceives: Bool
    public var answererReceives: Bool
  }

  public private(set) var sections: [Section] = []
  public private(set) var extmapProblems: [String] = []
  /// `a=extmap` lines that the answer accepted.
  private(set) var extmapCount = 0
  /// Why one of the two could not be read.
  public private(set) var problem: String?

  init(_ exchange: CallFacts.Exchange) {
    let offer: SessionDescription
    let answer: SessionDescription
    do {
      offer = try SessionDescription(parsing: exchange.offer.sdp)
    } catch {
      problem = "the offer cannot be read: \(error)"
      return
    }
    do {
      answer = try SessionDescription(parsing: exchange.answer.sdp)
    } catch {
      problem = "the answer cannot be read: \(error)"
      return
    }
    let agreement = Agreement(offer: offer, answer: answer)
    extmapProblems = agreement.extmapProblems.map(\.message)
    for (index, offered) in offer.media.enumerated() {
      let agreed = agreement.sections.first { $0.mLineIndex == index }
      let answered = answer.media.indices.contains(index) ? answer.media[index] : nil
      let isRejected = agreed?.isRejected ?? true
      if let answered, !isRejected { extmapCount += answered.extmaps.count }
      // The answer's direction is what both do (RFC 3264 §6.1).
      let direction = answered?.direction
      sections.append(
        Section(
          mid: agreed?.mid ?? offered.mid, kind: TrackKind(rawValue: offered.kind.text),
          offerCodecs: codecOrder(of: offered), answerCodecs: agreed?.codecs ?? [],
          isRejected: isRejected,
          offererReceives: !isRejected && (direction == .sendrecv || direction == .sendonly),
          answererReceives: !isRejected && (direction == .sendrecv || direction == .recvonly)))
    }
  }

  public func sections(of kind: TrackKind) -> [Section] { sections.filter { $0.kind == kind } }

  /// Whether two lists name the same codecs in the same order; H.264 profiles are compared by meaning (RFC 6184 §8.1).
  static func isSameOrder(_ found: [String], _ wanted: [String]) -> Bool {
    found.count == wanted.count
      && zip(found, wanted).allSatisfy { found, wanted in
        // A bare "H264" stands for any profile.
        isSameCodec(found, as: wanted)
          || !wanted.contains("/") && isSameCodec(String(found.prefix { $0 != "/" }), as: wanted)
      }
  }
}

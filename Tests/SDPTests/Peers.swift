import SDP
import TestSupport

/// Two peers of ours, for tests.
enum Peers {
  static let fingerprint = Fingerprint(algorithm: "sha-256", bytes: [UInt8](0..<32))

  static func transport(_ name: String, candidates: [Candidate] = []) -> TransportParameters {
    TransportParameters(
      ufrag: "ufrag-\(name)", pwd: "password-of-22-characters-\(name)", fingerprint: fingerprint,
      candidates: candidates)
  }

  static func audio(_ direction: Direction = .sendrecv, codecs: [CodecCapability]? = nil)
    -> TransceiverPlan
  {
    TransceiverPlan(
      kind: .audio, direction: direction, codecs: codecs, streamID: "stream", trackID: "sound",
      ssrc: 1001, cname: "cname")
  }

  static func video(_ direction: Direction = .sendrecv, codecs: [CodecCapability]? = nil)
    -> TransceiverPlan
  {
    TransceiverPlan(
      kind: .video, direction: direction, codecs: codecs, streamID: "stream", trackID: "picture",
      ssrc: 2001, rtxSSRC: 2002, cname: "cname")
  }

  static func peer(
    _ transceivers: [TransceiverPlan] = [audio(), video()],
    configuration: NegotiationConfiguration = NegotiationConfiguration()
  ) -> Negotiation {
    Negotiation(sessionID: 7, transceivers: transceivers, configuration: configuration)
  }

  /// One whole exchange over text, as the wire has it.
  @discardableResult static func exchange(
    _ offerer: inout Negotiation, _ answerer: inout Negotiation
  )
    throws -> (offer: SessionDescription, answer: SessionDescription)
  {
    let offer = try offerer.createOffer(transport("offerer"))
    try offerer.setLocal(offer, isOffer: true)
    try answerer.setRemote(SessionDescription(parsing: offer.serialized()), isOffer: true)
    let answer = try answerer.createAnswer(transport("answerer"))
    try answerer.setLocal(answer, isOffer: false)
    try offerer.setRemote(SessionDescription(parsing: answer.serialized()), isOffer: false)
    return (offer, answer)
  }

  /// A row that must fail with that error.
  static func expect(
    _ expected: NegotiationError, _ row: String, _ table: inout Table,
    _ body: () throws(NegotiationError) -> Void
  ) throws {
    do {
      try body()
      table.holds(false, "\(row): accepted")
    } catch { table.equal(error, expected, row) }
  }
}

internal import STUN
public import SansIO

/// A simulated STUN server (RFC 8489): tells whoever asks which address the question came from.
///
/// Answers Binding requests only; all else is dropped, as a server on the open Internet does with noise. No credentials.
public final class STUNServerNode: Node {
  public enum Behaviour: Hashable, Sendable {
    /// Answers at once.
    case working
    /// Answers that much later.
    case slow(Duration)
    /// Takes everything and says nothing.
    case dead
  }

  public let address: SocketAddress
  public let behaviour: Behaviour
  /// Requests answered, refusals included.
  public private(set) var answered = 0
  /// Datagrams that were no Binding request, or too many at once.
  public private(set) var discarded = 0

  /// Answers whose time has not come, in order.
  private var waiting: [(at: Instant, answer: Datagram)] = []
  private var outgoing = Queue<Datagram>()
  /// Of answers kept at any time; a scenario's peers never come near.
  private static let limit = 1000

  public init(address: SocketAddress, behaviour: Behaviour) {
    self.address = address
    self.behaviour = behaviour
  }

  public var deadline: Instant? { waiting.first?.at }

  public func receive(_ datagram: Datagram, at now: Instant) {
    wake(at: now)
    guard behaviour != .dead else { return }
    guard datagram.transport == .udp, datagram.destination == address,
      waiting.count + outgoing.count < Self.limit,
      let payload = Self.answer(to: datagram.payload, from: datagram.source)
    else {
      discarded += 1
      return
    }
    answered += 1
    let answer = Datagram(source: address, destination: datagram.source, payload: payload)
    if case .slow(let delay) = behaviour {
      waiting.append((now + .nanoseconds(max(delay.boundedNanoseconds, 0)), answer))
    } else {
      outgoing.append(answer)
    }
  }

  public func wake(at now: Instant) {
    let due = waiting.prefix { $0.at <= now }
    for (_, answer) in due { outgoing.append(answer) }
    waiting.removeFirst(due.count)
  }

  public func nextDatagram() -> Datagram? { outgoing.popFirst() }

  private static func answer(to bytes: [UInt8], from source: SocketAddress) -> [UInt8]? {
    guard let request = try? STUNMessage(parsing: bytes), request.method == .binding,
      request.messageClass == .request
    else { return nil }
    // RFC 8489 §6.3.1: a request with a required attribute that is not known is refused, and they are listed.
    let unknown = request.unknownRequiredAttributes
    let response =
      unknown.isEmpty
      ? STUNMessage(
        .success, transactionID: request.transactionID, attributes: [.xorMappedAddress(source)])
      : STUNMessage(
        .error, transactionID: request.transactionID,
        attributes: [.errorCode(.unknownAttribute), .unknownAttributes(unknown)])
    return response.serialized(integrityKey: nil, fingerprint: true)
  }
}

/// The two sides of a call, and which endpoint is whose.
struct CallSides: Sendable {
  let descriptions: [CallDescription]
  /// From addresses of the descriptions and from the fragments in checks: whether the endpoint is the offerer's.
  private var known: [Endpoint: Bool] = [:]

  init(_ descriptions: [CallDescription]) {
    self.descriptions = descriptions
    for description in descriptions {
      for endpoint in description.endpoints { known[endpoint] = description.isOffer }
    }
  }

  var isEmpty: Bool { descriptions.isEmpty }

  /// What a check tells: its USERNAME is the receiver's fragment, a colon, and the sender's (RFC 8445 §7.2.2).
  mutating func learn(sender: Endpoint, username: String) {
    guard known[sender] == nil, known.count < 4096, let colon = username.firstIndex(of: ":")
    else { return }
    let own = username[username.index(after: colon)...]
    guard
      let description = descriptions.first(where: { $0.credentials.contains { $0.ufrag == own } })
    else { return }
    known[sender] = description.isOffer
  }

  /// Whether the endpoint is the offerer's; nil: nobody says.
  func isOfferer(_ endpoint: Endpoint, peer: Endpoint) -> Bool? {
    if let known = known[endpoint] { return known }
    if let known = known[peer] { return !known }
    let byHost = descriptions.filter { $0.hosts.contains(endpoint.host) }
    guard let first = byHost.first, byHost.allSatisfy({ $0.isOffer == first.isOffer }) else {
      return nil
    }
    return first.isOffer
  }

  /// What a payload type means on the way to the receiver: the numbers are the receiver's (RFC 3264 §5.1).
  func codec(_ payloadType: UInt8, from sender: Endpoint, to receiver: Endpoint)
    -> CallDescription.Codec?
  {
    let isOffer = isOfferer(receiver, peer: sender)
    let ordered =
      descriptions.filter { $0.isOffer == isOffer } + descriptions.filter { $0.isOffer != isOffer }
    for description in ordered.reversed() where description.isOffer == isOffer {
      if let codec = description.codecs[payloadType] { return codec }
    }
    for description in ordered.reversed() {
      if let codec = description.codecs[payloadType] { return codec }
    }
    return descriptions.isEmpty ? CallDescription.assignedCodec(payloadType) : nil
  }

  /// All descriptions of the side that an endpoint belongs to.
  func descriptions(of endpoint: Endpoint, peer: Endpoint) -> [CallDescription] {
    guard let isOffer = isOfferer(endpoint, peer: peer) else { return [] }
    return descriptions.filter { $0.isOffer == isOffer }
  }
}

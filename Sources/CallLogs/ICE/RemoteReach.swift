internal import SDP
internal import SDPRules

/// Why nothing of what the other side sent can be reached, where its candidates say so.
enum RemoteReach: String, Sendable {
  case mdns
  case privateNetwork = "private"

  /// Nil: one of them may be reached, or the log does not have them all.
  init?(_ record: ICERecord) {
    // Those of descriptions are counted, not known.
    guard record.remoteDescriptions.allSatisfy({ $0.candidates == 0 }) else { return nil }
    let added = record.remoteCandidates.filter { $0.outcome == .added || $0.outcome == .unknown }
    let known = added.compactMap(\.candidate)
    guard !known.isEmpty, known.count == added.count else { return nil }
    if known.allSatisfy(\.isMulticastDNS) {
      self = .mdns
      return
    }
    let own = record.gatherings.flatMap(\.found).map(\.candidate)
    // A relay reaches no private network either, but its side is reached.
    guard !own.isEmpty, own.allSatisfy(Self.isPrivate) else { return nil }
    let networks = Set(own.map(Self.network))
    guard known.allSatisfy({ Self.isPrivate($0) && !networks.contains(Self.network(of: $0)) })
    else { return nil }
    self = .privateNetwork
  }

  var words: String {
    switch self {
    case .mdns:
      "All of those are names that end in .local, which only a host of the same network can look up."
    case .privateNetwork:
      "All candidates of both sides are private addresses, of different networks."
    }
  }

  private static func isPrivate(_ candidate: Candidate) -> Bool {
    switch Address(candidate.address)?.reach {
    case .privateNetwork, .link, .loopback: true
    case .everywhere, .unspecified, nil: candidate.isMulticastDNS
    }
  }

  /// The first half of an IPv4 address: hosts of one site mostly have that in common. IPv6 is taken for one network.
  private static func network(of candidate: Candidate) -> String {
    let address = candidate.address
    if address.utf8.contains(UInt8(ascii: ":")) { return ":" }
    return address.split(separator: ".").prefix(2).joined(separator: ".")
  }
}

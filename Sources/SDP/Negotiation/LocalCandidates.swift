internal import SansIO

extension SessionDescription {
  /// This local description with the candidates that are known by now: what W3C's `localDescription` shows.
  ///
  /// They stand in the section of the BUNDLE group's transport, whose port and address follow them (RFC 9429 §5.2.1).
  public func withCandidates(of transport: TransportParameters) -> SessionDescription {
    guard let index = media.firstIndex(where: { !$0.isRejected }) else { return self }
    var section = media[index]
    section.lines.removeAll { line in
      switch line.content {
      case .attribute(.candidate), .attribute(.endOfCandidates), .connection: true
      default: false
      }
    }
    var front = [DescriptionLine(.connection(transport.defaultConnection))]
    front += transport.candidates.map { DescriptionLine(.candidate($0)) }
    if transport.endOfCandidates { front.append(DescriptionLine(.endOfCandidates)) }
    section.lines = front + section.lines
    section.port = transport.defaultAddress?.port ?? 9
    var result = self
    result.media[index] = section
    return result
  }
}

extension TransportParameters {
  /// RFC 8839 §4.2.1: the default candidate is the likeliest to work: relayed, then reflexive, then host.
  var defaultAddress: SocketAddress? {
    for kind in [Candidate.Kind.relay, .srflx, .host] {
      for candidate in candidates where candidate.kind == kind && candidate.isUDP {
        if let address = SocketAddress(candidate.address, port: candidate.port) { return address }
      }
    }
    return nil
  }

  var defaultConnection: ConnectionData {
    guard let address = defaultAddress else { return .unspecified }
    return ConnectionData(addressType: address.isIPv6 ? "IP6" : "IP4", address: address.hostText)
  }
}

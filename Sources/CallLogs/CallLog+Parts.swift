internal import SDPRules
internal import Trace

extension CallLog {
  /// The log of each connection of a dump that has several, with its number; else the log itself.
  public var parts: [(connection: Int?, log: CallLog)] {
    guard case .events(let log) = content, log.peers.count > 1,
      log.peers.allSatisfy({ $0.connection != nil })
    else { return [(nil, self)] }
    return log.peers.map { peer in
      // Where it is found says which.
      let alone = EventLog.Peer(name: nil, connection: peer.connection, events: peer.events)
      return (peer.connection, CallLog(content: .events(EventLog(peers: [alone]))))
    }
  }

  /// What tells its call from others, as `CallMarks` has it; empty where the log does not have the descriptions of both sides.
  public var marks: Set<String> {
    guard case .events(let log) = content else { return [] }
    return log.peers.reduce(into: []) { marks, peer in
      let own = Self.descriptions("setlocaldescription", peer)
      let other = Self.descriptions("setremotedescription", peer)
      guard !own.isEmpty, !other.isEmpty else { return }
      for text in own + other { marks.formUnion(CallMarks.marks(of: Array(text.utf8))) }
    }
  }

  private static func descriptions(_ event: String, _ peer: EventLog.Peer) -> [String] {
    let texts = peer.events.lazy.filter { $0.name == event }.compactMap { $0.text("sdp") }
    // Dumps have words in front of it.
    return texts.prefix(8).compactMap { text -> String? in
      guard let start = text.firstRange(of: "v=0") else { return nil }
      return String(text[start.lowerBound...])
    }
  }
}

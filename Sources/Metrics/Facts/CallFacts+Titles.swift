internal import Trace

extension CallFacts {
  /// How reports call the descriptions of each exchange: "alice's offer", "alice's offer 2" once it is renewed.
  ///
  /// - Parameter peers: the names of the run's peers.
  public func titles(_ peers: [String]) -> [(offer: String, answer: String)] {
    var turns: [String: Int] = [:]  // for look-up only
    func title(_ peer: PeerID, _ kind: Description.Kind) -> String {
      let name = peers.indices.contains(peer.index) ? peers[peer.index] : "peer \(peer.index)"
      let title = "\(name)'s \(kind.rawValue)"
      let turn = turns[title, default: 0] + 1
      turns[title] = turn
      return turn == 1 ? title : "\(title) \(turn)"
    }
    return exchanges.map { (title($0.offerer, .offer), title($0.answerer, .answer)) }
  }
}

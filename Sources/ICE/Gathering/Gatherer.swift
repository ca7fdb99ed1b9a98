internal import SansIO

/// The search for server-reflexive candidates, and its fuse.
struct Gatherer: Sendable {
  var state = ICEGatheringState.new
  var queries: [ServerQuery] = []
  var fuse: Instant?
  var hasEnded = false

  /// RFC 8445 §14.3: MAX(500 ms, Ta × queries).
  func rto(_ configuration: ICEConfiguration) -> Duration {
    max(configuration.minimumRTO, configuration.pacing * queries.count)
  }

  var nextToStart: Int? { queries.firstIndex { $0.state == .waiting } }

  /// Servers not heard of, by name; one that answered elsewhere is named with the interface it still owes.
  var waitingFor: [String] {
    var names: [String] = []
    for query in queries where query.isUnfinished {
      let owesAll = queries.allSatisfy { $0.server != query.server || $0.isUnfinished }
      let name =
        owesAll ? query.server.name : "\(query.server.name) from \(query.host.base.hostText)"
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

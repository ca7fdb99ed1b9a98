/// Puts together what several places saw of the same flows.
enum FlowTable {
  /// In the order of their first packets.
  ///
  /// - Parameter isCompared: sightings are kept for a comparison with another capture: those of the place that saw most.
  static func flows(of views: [Flow], isCompared: Bool) -> [Flow] {
    struct Pair: Hashable {
      var first: Endpoint
      var second: Endpoint
    }
    var groups: [[Flow]] = []
    var indexOfGroup: [Pair: Int] = [:]
    for view in views {
      let pair = Pair(first: view.first, second: view.second)
      if let index = indexOfGroup[pair] {
        groups[index].append(view)
      } else {
        indexOfGroup[pair] = groups.count
        groups.append([view])
      }
    }
    let owners = owners(views)
    return groups.map { group in
      var flow = Flow(merging: group)
      if group.count == 1 { tellUnheard(&flow, owners, views) }
      for isForward in [true, false] {
        flow.sightings[isForward] =
          isCompared
          ? group.map { $0.sightings[isForward] }.max { $0.count < $1.count } ?? [] : []
      }
      return flow
    }
  }

  /// The places whose interfaces sent from an address.
  private static func owners(_ views: [Flow]) -> [String: Set<Int>] {
    var owners: [String: Set<Int>] = [:]
    for view in views {
      for isForward in [true, false] {
        for place in view.places where place.outbound[isForward] > 0 {
          owners[view.sender(isForward).host, default: []].insert(place.index)
        }
      }
    }
    return owners
  }

  /// What was sent to an address whose own interface was captured as well, and saw nothing of it, is lost.
  private static func tellUnheard(
    _ flow: inout Flow, _ owners: [String: Set<Int>], _ views: [Flow]
  ) {
    guard let here = flow.places.first?.index else { return }
    for isForward in [true, false] where flow.packets[isForward] > 0 {
      guard owners[flow.sender(isForward).host]?.contains(here) == true,
        let there = owners[flow.sender(!isForward).host], !there.contains(here)
      else { continue }
      // An address translation may have changed where it came from.
      let sent = Set(flow.sightings[isForward].lazy.map(\.identity))
      let isHeard = views.contains { view in
        view.places.contains { there.contains($0.index) }
          && [true, false].contains { way in
            view.sightings[way].contains { sent.contains($0.identity) }
          }
      }
      guard !isHeard else { continue }
      flow.passages[isForward] = Passage(lost: flow.packets[isForward])
      for index in flow.streams.indices where flow.streams[index].isForward == isForward {
        flow.streams[index].sent = flow.streams[index].packets
        flow.streams[index].isUnheard = true
      }
    }
  }
}

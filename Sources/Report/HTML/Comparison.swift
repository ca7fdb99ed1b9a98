public import Metrics
internal import SansIO

/// One call in both worlds.
public struct WorldPair: Hashable, Sendable {
  public var simulated: CaseResult
  public var live: CaseResult

  /// The worlds do not agree on it.
  public var differs: Bool { simulated.verdict != live.verdict }

  /// The calls of a run that ran in both worlds, in their order.
  public static func all(in results: [CaseResult]) -> [WorldPair] {
    let ran = results.filter { $0.verdict != .skipped }
    return ran.filter { $0.world == "simulated" }.compactMap { simulated in
      ran.first {
        $0.world == "live" && $0.name == simulated.name && $0.file == simulated.file
          && $0.attempt == simulated.attempt
      }.map { WorldPair(simulated: simulated, live: $0) }
    }
  }
}

/// Cases that ran in both worlds: what each says, side by side; the last column is live minus simulated.
func comparisonTable(_ results: [CaseResult]) -> Markup {
  let pairs = WorldPair.all(in: results)
  guard !pairs.isEmpty else { return "" }
  return """
    <table class="compared" id="worlds"><caption>Where the two worlds differ</caption>
    <thead><tr><th>Case</th><th>Of</th><th>What</th><th class="number">Simulated</th>\
    <th class="number">Live</th><th class="number">Difference</th></tr></thead>
    <tbody>
    \(pairs.flatMap(rows))</tbody>
    </table>

    """
}

/// What a simulation has to get right, by the names that measurements have.
private let compared = [
  "connection time", "first frame", "av offset p50", "packets lost audio", "packets lost video",
  "bitrate audio", "bitrate video", "frame rate", "marks lost",
]

private func rows(_ pair: WorldPair) -> [Markup] {
  let (simulated, live) = (pair.simulated, pair.live)
  var rows: [Markup] = [
    """
    <tr><th scope="row"><a href="#\(anchor(of: live))">\(simulated.title)</a></th><td></td><td>verdict</td>\
    <td class="number">\(pill(simulated.verdict))</td><td class="number">\(pill(live.verdict))</td>\
    <td class="number">\(pair.differs ? "differs" : "same")</td></tr>

    """
  ]
  let metrics = simulated.metrics + live.metrics
  for subject in distinct(metrics.map(\.subject)) {
    for name in compared {
      let found = [simulated, live].map { result in
        result.metrics.first { $0.name == name && $0.subject == subject }
      }
      guard let any = found[0] ?? found[1] else { continue }
      let values = found.map { $0?.value.readable ?? "not measured" }
      rows.append(
        """
        <tr><td></td><td>\(subject)</td><td>\(name) <span class="muted">\(any.unit)</span></td>\
        <td class="number">\(values[0])</td><td class="number">\(values[1])</td>\
        <td class="number">\(difference(found[0]?.value, found[1]?.value))</td></tr>

        """)
    }
  }
  return rows
}

private func difference(_ simulated: FixedDecimal?, _ live: FixedDecimal?) -> String {
  guard let simulated, let live else { return "" }
  let places = max(simulated.places, live.places)
  let difference = FixedDecimal(live.drawable - simulated.drawable, places: min(places, 3))
  return (difference.units > 0 ? "+" : "") + difference.readable
}

internal import Call
internal import Metrics
internal import Report
internal import SansIO
internal import Trace

extension CasePage {
  /// What the page shows of a case that ran.
  init(record: RunRecord, analysis: Analysis, result: CaseResult, slug: String) {
    let peers = record.trace.header.peers
    self.init(
      result: result, slug: slug, phases: analysis.phases.map(Bar.init),
      charts: Self.charts(analysis.series), links: Self.links(record.trace),
      descriptions: Self.descriptions(analysis.call, peers: peers),
      pictures: record.stills.map { still in
        let seconds = FixedDecimal(units: (still.at - .start).milliseconds / 100, places: 1)
        return Image(
          caption: "\(peers[still.peer.index]) saw at \(seconds) s", mimeType: still.mimeType,
          bytes: still.bytes)
      },
      files: Self.files(slug: slug, logs: record.logs))
  }

  private static func files(slug: String, logs: [ProcessText]) -> [Link] {
    [
      Link(title: "trace (JSON lines)", href: "cases/\(slug)/trace.jsonl"),
      Link(title: "capture (pcapng)", href: "cases/\(slug)/capture.pcapng"),
      Link(title: "SRTP keys (JSON)", href: "cases/\(slug)/srtp-keys.json"),
    ]
      + logs.map { Link(title: "\($0.name)'s log", href: "cases/\(slug)/\($0.name).log") }
  }

  /// One chart for each unit; lines whose names differ are told apart by them.
  private static func charts(_ series: [Series]) -> [Chart] {
    var charts: [Chart] = []
    for line in series where !line.points.isEmpty {
      let points = line.points.map {
        Chart.Point(x: FixedDecimal(units: ($0.at - .start).milliseconds, places: 3), y: $0.value)
      }
      let entry = Chart.Line(
        name: "\(line.subject), \(line.name)", points: points,
        isReference: line.name.hasPrefix("target"))
      if let index = charts.firstIndex(where: { $0.unit == line.unit }) {
        charts[index].lines.append(entry)
      } else {
        charts.append(Chart(title: title(line), unit: line.unit, lines: [entry]))
      }
    }
    return charts
  }

  private static func title(_ series: Series) -> String {
    switch series.unit {
    case "kbps": "Bit rate"
    case "fps": "Frame rate"
    case "ms": "A/V offset (positive: sound ahead)"
    default: series.name
    }
  }

  private static func links(_ trace: Trace) -> [LinkFigure] {
    trace.events.compactMap { event in
      guard case .link(let link) = event.subject,
        case .link(
          .measured(let direction, let from, let name, let asked, let measured, let unit)) =
          event.kind, asked != nil || measured != nil
      else { return nil }
      let seconds = FixedDecimal(units: (from - .start).milliseconds / 100, places: 1)
      return LinkFigure(
        subject: "\(trace.header.peers[link.index]) \(direction.rawValue)", name: name,
        asked: asked, measured: measured, unit: unit,
        period: from == .start ? nil : "from \(seconds) s")
    }
  }

  private static func descriptions(_ facts: CallFacts, peers: [String]) -> [Text] {
    guard facts.exchanges.isEmpty else {
      return zip(facts.exchanges, facts.titles(peers)).flatMap { exchange, titles in
        [
          Text(title: titles.offer, body: exchange.offer.sdp),
          Text(title: titles.answer, body: exchange.answer.sdp),
        ]
      }
    }
    return facts.offer.map { [Text(title: "the offer, never answered", body: $0.sdp)] } ?? []
  }
}

extension CasePage.Bar {
  fileprivate init(_ phase: Phase) {
    self.init(
      name: phase.name, subject: phase.subject,
      fromMilliseconds: .milliseconds(phase.from - .start),
      toMilliseconds: .milliseconds(phase.to - .start))
  }
}

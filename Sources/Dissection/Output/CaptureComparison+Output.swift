internal import SDPRules

extension CaptureComparison {
  /// For a terminal; the names are those of the files.
  public func text(_ first: String, _ second: String) -> String {
    guard !ways.isEmpty else {
      return Escaping.visible("No packet of \(first) is in \(second).") + "\n"
    }
    var lines = ["\(first) against \(second): \(clockWords(second))"]
    for way in ways {
      let (from, to) = way.isOutward == false ? (second, first) : (first, second)
      let unknown = way.isOutward == nil ? ", which of them is passed first is unknown" : ""
      lines.append(
        "  \(way.first.sender) -> \(way.first.receiver)\(translation(way, second)), from \(from) to \(to)\(unknown): \(Words.passage(way.passage))"
      )
    }
    for (name, flows) in [(first, onlyInFirst), (second, onlyInSecond)] {
      for flow in flows {
        lines.append(
          "  \(flow.first) <-> \(flow.second) is in \(name) alone: \(flow.packets[true]) packets there, \(flow.packets[false]) back"
        )
      }
    }
    return lines.map { Escaping.visible($0) + "\n" }.joined()
  }

  private func clockWords(_ second: String) -> String {
    guard let clockOffset, let clockUncertainty else {
      return "how the clocks differ is unknown, since no packets of both directions are in both"
    }
    let side = clockOffset < 0 ? "behind" : "ahead"
    return
      "the clock of \(second) is \(Words.decimal(Double(abs(clockOffset)) / 1e6, 3)) ms \(side), give or take \(Words.milliseconds(clockUncertainty)) (half the least round trip)"
  }

  private func translation(_ way: Way, _ second: String) -> String {
    way.first == way.second
      ? "" : " (\(way.second.sender) -> \(way.second.receiver) in \(second))"
  }

  /// A JSON object; the names are those of the files.
  public func json(_ first: String, _ second: String) -> String {
    func text(_ value: Endpoint) -> String { Escaping.json("\(value)") }
    func object(_ fields: [(String, String)]) -> String {
      "{\(fields.map { "\(Escaping.json($0.0)): \($0.1)" }.joined(separator: ", "))}"
    }
    func milliseconds(_ value: Int64?) -> String {
      value.map { Words.decimal(Double($0) / 1e6, 6) } ?? "null"
    }
    let ways = ways.map { way in
      object(
        [
          ("from", text(way.first.sender)), ("to", text(way.first.receiver)),
          ("from_in_second", text(way.second.sender)), ("to_in_second", text(way.second.receiver)),
          ("passes_first", way.isOutward.map { Escaping.json($0 ? first : second) } ?? "null"),
        ] + way.passage.fields)
    }
    func alone(_ flows: [Flow]) -> String {
      "[\(flows.map { "[\(text($0.first)), \(text($0.second))]" }.joined(separator: ", "))]"
    }
    return object([
      ("first", Escaping.json(first)), ("second", Escaping.json(second)),
      ("clock_offset_ms", milliseconds(clockOffset)),
      ("clock_uncertainty_ms", milliseconds(clockUncertainty)),
      ("ways", "[\(ways.joined(separator: ",\n      "))]"),
      ("only_in_first", alone(onlyInFirst)), ("only_in_second", alone(onlyInSecond)),
    ])
  }
}

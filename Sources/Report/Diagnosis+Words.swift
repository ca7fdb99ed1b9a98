public import Metrics
internal import SansIO

extension Evidence {
  /// "alice's offer, line 12", "capture.pcapng, packet 412, 1.38 s"; nil: it stands nowhere in particular.
  public var place: String? {
    let words = [
      file, line.map { "line \($0)" }, packet.map { "packet \($0)" },
      at.map { "\(($0 - .start).seconds.readable) s" },
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// "packets sent: 412".
  public var count: String? { counter.map { "\($0.name): \($0.value)" } }
}

extension CaseResult {
  /// "7 expectations could not be measured because of that"; nil: none.
  public var foldedWords: String? {
    let count = expectations.count(where: \.isFolded)
    guard count > 0 else { return nil }
    return
      "\(count) \(count == 1 ? "expectation" : "expectations") could not be measured because of that"
  }
}

/// Collects what the rules find; bounded, so that a hostile description does not fill memory.
struct Findings {
  private(set) var list: [Finding] = []

  private struct Source: Hashable {
    var rule: String
    var file: Int
  }
  private var counts: [Source: Int] = [:]
  /// With those that said again what was said: looking for them costs more than finding them.
  private var attempts: [Source: Int] = [:]

  static let limit = 500
  static let limitPerRule = 40
  private static let limitAttempts = 1000
  /// Of a text from outside: who reads a finding needs to recognize the line, not to have all of it.
  static let limitValueBytes = 500
  static let limitMessageBytes = 1000

  /// Texts are made only of what is not left out.
  mutating func add(
    _ rule: Rule, _ place: Place, value: @autoclosure () -> String? = nil,
    severity: Severity? = nil, clause: String? = nil, fix: @autoclosure () -> String? = nil,
    _ message: @autoclosure () -> String
  ) {
    guard list.count < Self.limit else { return }
    let source = Source(rule: rule.id, file: place.file)
    attempts[source, default: 0] += 1
    guard attempts[source, default: 0] <= Self.limitAttempts,
      counts[source, default: 0] < Self.limitPerRule
    else { return }
    let finding = Finding(
      id: rule.id, severity: severity ?? rule.severity, place: place,
      value: value().map { Self.cut($0, to: Self.limitValueBytes) },
      clause: clause ?? rule.clause, message: Self.cut(message(), to: Self.limitMessageBytes),
      fix: fix() ?? rule.fix)
    if list.contains(where: {
      $0.id == finding.id && $0.place == place && $0.value == finding.value
    }) {
      return
    }
    counts[source, default: 0] += 1
    list.append(finding)
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
  }
}

/// Collects what the rules find; bounded, so that a hostile description does not fill memory.
struct Findings {
  private(set) var list: [Finding] = []
  private var counts: [String: Int] = [:]

  static let limit = 500
  static let limitPerRule = 40

  mutating func add(
    _ rule: Rule, _ place: Place, value: String? = nil, severity: Severity? = nil,
    clause: String? = nil, fix: String? = nil, _ message: String
  ) {
    guard list.count < Self.limit,
      counts["\(rule.id) \(place.file)", default: 0] < Self.limitPerRule
    else { return }
    let finding = Finding(
      id: rule.id, severity: severity ?? rule.severity, place: place, value: value,
      clause: clause ?? rule.clause, message: message, fix: fix ?? rule.fix)
    if list.contains(where: {
      $0.id == finding.id && $0.place == place && $0.value == finding.value
    }) {
      return
    }
    counts["\(rule.id) \(place.file)", default: 0] += 1
    list.append(finding)
  }
}

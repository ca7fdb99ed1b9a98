/// Plain comparisons for table tests: a row that is wrong becomes a line of text, and the table one `#expect`.
public struct Table {
  /// What was wrong, one line a finding; empty when every row held.
  public private(set) var failures: [String] = []
  public private(set) var rows = 0

  public init() {}

  public mutating func equal<Value: Equatable>(_ actual: Value, _ expected: Value, _ row: String) {
    rows += 1
    if actual != expected { failures.append("\(row): got \(actual), expected \(expected)") }
  }

  public mutating func holds(_ condition: Bool, _ row: String) {
    rows += 1
    if !condition { failures.append(row) }
  }
}

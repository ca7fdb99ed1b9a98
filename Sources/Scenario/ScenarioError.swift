/// One fault of a scenario file: where it is, what was found there and what would have been accepted.
public struct ScenarioError: Error, Hashable, Sendable {
  public var file: String
  /// Counts from 1.
  public var line: Int
  /// In characters; counts from 1.
  public var column: Int
  /// The value's place in the document: "peers.alice.video"; nil at its top.
  public var path: String?
  /// "'3gg'", "a list".
  public var found: String
  /// "a duration such as 3s".
  public var expected: String
  /// The nearest value that would have been accepted, where one is near.
  public var suggestion: String?

  public init(
    at mark: SourceMark, path: String? = nil, found: String, expected: String,
    suggestion: String? = nil
  ) {
    self.file = mark.file
    self.line = mark.line
    self.column = mark.column
    self.path = path
    self.found = found
    self.expected = expected
    self.suggestion = suggestion
  }
}

extension ScenarioError: CustomStringConvertible {
  /// "file.yaml:9:29: network: found '3gg'; expected a profile name (perfect, wifi, …); did you mean '3g'?"
  public var description: String {
    var text = "\(file):\(line):\(column): "
    if let path { text += "\(path): " }
    text += "found \(found); expected \(expected)"
    if let suggestion { text += "; did you mean '\(suggestion)'?" }
    return text
  }
}

/// Everything that is wrong with a scenario file, in file order; never empty.
public struct ScenarioErrors: Error, Hashable, Sendable {
  /// More than a reader mends in one go; beyond that, errors are left out.
  static let limit = 50

  public var errors: [ScenarioError]

  init(_ errors: [ScenarioError]) {
    var seen: Set<ScenarioError> = []
    let inOrder = errors.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    self.errors = Array(
      inOrder.map(\.element).filter { seen.insert($0).inserted }.prefix(Self.limit))
  }
}

extension ScenarioErrors: CustomStringConvertible {
  /// A line for each error.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// A place in a scenario file; lines and columns count from 1, columns in characters.
public struct SourceMark: Hashable, Sendable {
  public var file: String
  public var line: Int
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceMark: CustomStringConvertible {
  /// "file.yaml:9:29".
  public var description: String { "\(file):\(line):\(column)" }
}

/// A value and the place where the scenario file states it.
public struct Marked<Value: Sendable>: Sendable {
  public var value: Value
  public var mark: SourceMark

  public init(_ value: Value, mark: SourceMark) {
    self.value = value
    self.mark = mark
  }
}

extension Marked: Equatable where Value: Equatable {}
extension Marked: Hashable where Value: Hashable {}

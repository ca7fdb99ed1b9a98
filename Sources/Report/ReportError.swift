/// Why a line is not the result of a case.
public enum ReportError: Error, Hashable, Sendable {
  /// The member is missing or not what it must be: "cases[].verdict".
  case member(String, expected: String)
}

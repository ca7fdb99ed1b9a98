import TestSupport

/// Runs a few lines of Python beside the modules that the shipped agents share.
struct PythonScript {
  static let modules = Checkout.path("Sources/CResources/agents")

  let text: String

  /// Says in the words that `ci/test` counts why a test is skipped, if it is.
  static func canRun(_ test: String) -> Bool {
    if OtherProgram.python == nil { print("SKIPPED: \(test): python3 is missing") }
    return OtherProgram.python != nil
  }

  /// - Parameter input: what the script reads from standard input, which ends after it.
  func run(
    _ arguments: [String] = [], input: String = "", by interpreter: String? = OtherProgram.python
  ) throws -> OtherProgram.End {
    try OtherProgram.run(
      interpreter ?? "python3", ["-B", "-c", text] + arguments, input: Array(input.utf8),
      environment: ["PYTHONPATH": Self.modules, "PATH": "/usr/bin:/bin"])
  }
}

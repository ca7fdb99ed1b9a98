/// What the process says to whoever started it.
enum ExitCode: Int32 {
  /// All expectations held.
  case held = 0
  /// An expectation failed, a case broke, or nothing was proved.
  case failed = 1
  /// The input was wrong.
  case wrongInput = 2
  /// The machine lacks something.
  case machineLacks = 3
}

internal import LinuxIO

/// What an agent needs of the process it talks to.
protocol AgentProcess: AnyObject {
  /// Where its standard input is written to; this and the two below do not block.
  var input: Int32 { get }
  var output: Int32 { get }
  /// Its standard error.
  var log: Int32 { get }
  /// Ends it and everything that it started.
  func end()
}

extension SandboxedProcess: AgentProcess {
  func end() { try? kill() }
}

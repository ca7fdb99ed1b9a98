internal import LinuxIO

/// Serves the agent protocol on standard input and output with Chromium; returns the process's exit code.
///
/// - Parameter binary: Nil: the first of the known ones that PATH has.
public func runChromiumAgent(binary: String? = nil, flags: [String] = []) -> Int32 {
  Interrupts.catchThem()
  let agent = BrowserAgent(input: 0, output: OwnProcess.claimOutput()) { (_) throws(BrowserError) in
    try Chromium(binary: binary, flags: flags)
  }
  return agent.run()
}

/// Serves the agent protocol on standard input and output with Firefox; returns the process's exit code.
///
/// - Parameter binary: Nil: the first of the known ones that PATH has.
public func runFirefoxAgent(binary: String? = nil, flags: [String] = []) -> Int32 {
  Interrupts.catchThem()
  let agent = BrowserAgent(input: 0, output: OwnProcess.claimOutput()) {
    (deadline) throws(BrowserError) in
    try Firefox(binary: binary, flags: flags, until: deadline)
  }
  return agent.run()
}

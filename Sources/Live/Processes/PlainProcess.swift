internal import LinuxIO

/// An agent's process without a sandbox: it sees the machine as it is, and its log goes where ours goes.
final class PlainProcess: AgentProcess {
  private static let killSignal: Int32 = 9

  private let process: ChildProcess

  /// - Parameter path: a path, not a name to be looked for.
  init(path: String, arguments: [String]) throws(SystemError) {
    process = try ChildProcess(path: path, arguments: arguments)
    Descriptor.makeNonBlocking(process.input)
    Descriptor.makeNonBlocking(process.output)
  }

  var input: Int32 { process.input }
  var output: Int32 { process.output }
  /// There is none to be read.
  var log: Int32 { -1 }
  func end() { process.end(within: 0) }

  /// How it ended, if it does so in that time; it is ended if not, and nil, as for one that somebody else killed.
  func exit(within milliseconds: Int32) -> ChildProcess.Exit? {
    let exit = process.end(within: milliseconds)
    return exit == .signal(Self.killSignal) ? nil : exit
  }
}

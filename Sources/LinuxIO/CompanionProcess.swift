internal import CLinux
internal import Glibc

/// A program that may not outlive this process, with the environment and the descriptors that it is given.
public final class CompanionProcess {
  private let pid: pid_t
  private var exit: ChildProcess.Exit?

  /// - Parameters:
  ///   - path: Without a slash it is looked for in PATH.
  ///   - descriptors: What the program has as 0, 1, 2 and so on; nil: nothing. They stay open here.
  public init(
    path: String, arguments: [String], environment: [String: String], descriptors: [Int32?]
  ) throws(SystemError) {
    var pid: pid_t = 0
    var argv = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = environment.map { "\($0.key)=\($0.value)" }
    variables.sort()
    var envp = unsafe variables.map { unsafe strdup($0) } + [nil]
    let numbers = descriptors.map { $0 ?? -1 }
    let error = unsafe linux_launch(path, &argv, &envp, numbers, Int32(numbers.count), &pid)
    for index in unsafe argv.indices { unsafe free(argv[index]) }
    for index in unsafe envp.indices { unsafe free(envp[index]) }
    guard error == 0 else { throw SystemError(call: "run \(path)", errno: error) }
    self.pid = pid
  }

  deinit { end(within: 0) }

  /// Whether the program has ended by itself.
  public var hasEnded: Bool {
    guard exit == nil else { return true }
    var information = unsafe siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    return unsafe waitid(P_PID, id_t(pid), &information, options) != 0 || information.si_signo != 0
  }

  /// Lets the program end by itself for that long, then ends it and what it started.
  @discardableResult
  public func end(within milliseconds: Int32) -> ChildProcess.Exit {
    if let exit { return exit }
    var code: Int32 = 0
    let exit: ChildProcess.Exit =
      unsafe linux_end(pid, milliseconds, &code) == 1 ? .signal(code) : .code(code)
    self.exit = exit
    return exit
  }
}

internal import Glibc

/// A program that runs in a sandbox, until it ends, is killed, or the sandbox goes.
public final class SandboxedProcess {
  /// Names it in `Sandbox.nextExit`. It is the number that the sandbox's init knows, not the machine's.
  public let pid: Int32
  /// To the program's standard input; -1: closed. Non-blocking, as the two others.
  public private(set) var input: Int32
  /// From its standard output.
  public let output: Int32
  /// From its standard error.
  public let log: Int32

  private let sandbox: Sandbox

  init(pid: Int32, sandbox: Sandbox, input: Int32, output: Int32, log: Int32) {
    self.pid = pid
    self.sandbox = sandbox
    self.input = input
    self.output = output
    self.log = log
  }

  deinit {
    closeInput()
    close(output)
    close(log)
  }

  /// Sends a signal to the program's process group; a program that has ended gets none.
  public func signal(_ signal: Int32) throws(SystemError) { try sandbox.signal(pid, signal) }

  /// Ends the program and everything that it ever started, wherever that has hidden.
  public func kill() throws(SystemError) { try signal(SIGKILL) }

  /// Lets the program read the end of its input.
  public func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }
}

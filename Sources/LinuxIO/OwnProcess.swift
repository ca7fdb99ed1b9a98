internal import CLinux
internal import Glibc

/// What a process can ask the system about itself.
public enum OwnProcess {
  /// Has the kernel end this process when its parent does, however that ends.
  public static func endWithParent() { _ = linux_end_with_parent() }

  /// Keeps standard output for the caller alone: what libraries print to it goes to standard error from now on.
  ///
  /// Returns the descriptor that leads where standard output led.
  public static func claimOutput() -> Int32 {
    let claimed = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard claimed >= 0 else { return STDOUT_FILENO }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return claimed
  }

  /// Whether somebody could still read what is written there; of a pipe the kernel knows.
  public static func isRead(_ output: Int32) -> Bool {
    var entry = pollfd(fd: output, events: 0, revents: 0)
    return unsafe poll(&entry, 1, 0) <= 0 || Int32(entry.revents) & (POLLERR | POLLHUP) == 0
  }

  /// The folders in which programs are looked for, as PATH names them.
  public static var searchPath: [String] {
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }
    return (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
  }

  public static let standardInput = STDIN_FILENO

  public static var id: Int32 { getpid() }

  /// Whether a process of that number runs now.
  public static func isRunning(_ id: Int32) -> Bool { kill(id, 0) == 0 || errno != ESRCH }

  /// The columns of the terminal that standard output is; nil: it is none, or does not say.
  public static var terminalColumns: Int? {
    let columns = linux_terminal_columns(STDOUT_FILENO)
    return columns > 0 ? Int(columns) : nil
  }
}

internal import CLinux
internal import Glibc

/// A program that runs in a process group of its own and is spoken to in lines.
public final class ChildProcess {
  /// How a process came to its end.
  public enum Exit: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// The longest line that is kept; a child that writes more is read no further.
  private static let lineLimit = 256 << 20

  private let pid: pid_t
  /// Where its standard input is written to, for who does more than send lines.
  public let input: Int32
  /// Readable when the child has written something, or has ended.
  public let output: Int32
  private var reader: LineReader
  private var exit: Exit?

  public init(path: String, arguments: [String]) throws(SystemError) {
    var pid: pid_t = 0
    var input: Int32 = -1
    var output: Int32 = -1
    var argv = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe argv.append(nil)
    let error = unsafe linux_spawn(path, &argv, &pid, &input, &output)
    for index in unsafe argv.indices { unsafe free(argv[index]) }
    guard error == 0 else { throw SystemError(call: "posix_spawn \(path)", errno: error) }
    self.pid = pid
    self.input = input
    self.output = output
    reader = LineReader(output, limit: Self.lineLimit)
  }

  deinit {
    end(within: 0)
    close(input)
    close(output)
  }

  /// Writes a line; false: the child no longer reads.
  public func send(_ line: String) -> Bool {
    do {
      try writeAll(Array((line + "\n").utf8), to: input)
      return true
    } catch {
      return false
    }
  }

  /// The whole lines that the child has written by now; nil at the end of its output. Blocks while there is nothing to read.
  public func readLines() -> [String]? { try? reader.read() }

  /// Lets the child end by itself for that long, then ends it and what it started.
  @discardableResult
  public func end(within milliseconds: Int32) -> Exit {
    if let exit { return exit }
    var code: Int32 = 0
    let exit: Exit =
      unsafe linux_end(pid, milliseconds, &code) == 1 ? .signal(code) : .code(code)
    self.exit = exit
    return exit
  }
}

extension ChildProcess.Exit: CustomStringConvertible {
  /// "exit code 3", "signal 11 (SIGSEGV, segmentation fault)".
  public var description: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal) (\(signalName(signal)))"
    }
  }
}

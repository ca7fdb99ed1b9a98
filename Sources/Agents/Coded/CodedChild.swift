internal import AgentProtocol
internal import Glibc
internal import LinuxIO

/// The agent that is wrapped: a process that speaks the protocol's level 3.
final class CodedChild {
  /// Frames that the agent has not read yet: about two seconds of sound and pictures.
  private static let limit = 160

  private let command: [String]
  private let process: ChildProcess
  private var reader: LineReader
  private let writer: LineWriter

  init(_ command: [String]) throws {
    guard let name = command.first, let path = findProgram(name, in: OwnProcess.searchPath) else {
      throw SystemError(call: "start '\(command.first ?? "")'", errno: ENOENT)
    }
    self.command = command
    process = try ChildProcess(path: path, arguments: Array(command.dropFirst()))
    reader = LineReader(process.output, limit: AgentMessage.lineLimit)
    writer = try LineWriter(process.input, name: "wrapped", limit: Self.limit)
  }

  var descriptor: Int32 { reader.descriptor }

  /// The lines it wrote, when the descriptor is readable; nil: it wrote its last.
  func readLines() throws(LineBuffer.TooLong) -> [String]? { try reader.read() }

  func pass(_ line: String) { writer.write { line } }

  /// False: the agent does not keep up, and this is left out.
  func tell(_ notice: AgentNotice) -> Bool { writer.offer { notice.line } }

  /// Lets it end for so long, then ends it; how it ended, in words.
  func end(within milliseconds: Int32) -> String {
    let exit = process.end(within: milliseconds)
    // Nobody reads any more, so that this does not wait.
    writer.finish()
    let name = command.joined(separator: " ")
    return switch exit {
    case .code: "'\(name)' ended with \(exit)"
    case .signal: "'\(name)' was ended by \(exit)"
    }
  }
}

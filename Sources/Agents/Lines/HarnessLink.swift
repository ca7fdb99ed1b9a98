internal import AgentProtocol
internal import Codecs
internal import LinuxIO
internal import SwiftAgent

/// The agent's end of the line to the harness: messages on standard input and output (see the AgentProtocol target).
final class HarnessLink {
  private var reader: LineReader
  private let writer: LineWriter

  /// What libraries print to standard output goes to standard error from now on.
  init() throws {
    let output = OwnProcess.claimOutput()
    reader = LineReader(0, limit: AgentMessage.lineLimit)
    writer = try LineWriter(output, name: "harness", limit: 8192)
  }

  var descriptor: Int32 { reader.descriptor }

  /// The lines that have come, when the descriptor is readable; nil: the harness is gone, or writes lines without end.
  func readLines() -> [String]? {
    do {
      return try reader.read()
    } catch {
      tell(.error("a line of more than \(error.limit >> 20) MiB came in"))
      return nil
    }
  }

  func answer(_ answer: AgentAnswer, to id: Int64) { writer.write { answer.line(id: id) } }

  /// A line of an agent behind this one, as it came.
  func pass(_ line: String, isAnswer: Bool) {
    if isAnswer { writer.write { line } } else { writer.offer { line } }
  }

  /// What has to be known for the run to be judged is told however much waits; the rest may be left out.
  func tell(_ notice: AgentNotice) {
    if case .error = notice { writer.write { notice.line } } else { writer.offer { notice.line } }
  }

  /// A picture for the report, coded where it delays nobody.
  func tell(_ still: MediaPipeline.Still) {
    writer.offer {
      guard let bytes = try? webP(still.picture) else {
        return AgentNotice.log("a still could not be coded").line
      }
      return AgentNotice.still(
        mid: still.mid, at: still.at, mimeType: "image/webp", bytes: bytes
      ).line
    }
  }

  /// Returns when all that was said is written.
  func finish() {
    let dropped = writer.droppedLines
    if dropped > 0 {
      writer.write { AgentNotice.log("\(dropped) lines were left out: nobody read them").line }
    }
    writer.finish()
  }
}

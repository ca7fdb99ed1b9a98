internal import LinuxIO

/// Writes lines from a thread of its own, so that a reader who is slow holds nobody up.
///
/// Lines are made there, too: what is costly about them (base64, pictures) does not delay whoever has something to say.
final class LineWriter {
  typealias MakeLine = @Sendable () -> String

  /// More lines than this do not wait: those that may be left out are.
  private let limit: Int
  private let queue: WorkQueue<MakeLine>
  private let thread: SystemThread
  private(set) var droppedLines = 0

  init(_ descriptor: Int32, name: String, limit: Int) throws {
    self.limit = limit
    let queue = try WorkQueue<MakeLine>()
    self.queue = queue
    thread = try SystemThread(name) {
      while let lines = queue.take() {
        var bytes: [UInt8] = []
        for makeLine in lines {
          bytes.append(contentsOf: makeLine().utf8)
          bytes.append(UInt8(ascii: "\n"))
        }
        // Nobody reads any more: what waits is of no use to anyone.
        guard (try? writeAll(bytes, to: descriptor)) != nil else { return }
      }
    }
  }

  /// Writes a line whatever waits before it: an answer.
  func write(_ makeLine: @escaping MakeLine) { queue.append(makeLine) }

  /// Writes a line if there is room for it; false: it is left out.
  @discardableResult
  func offer(_ makeLine: @escaping MakeLine) -> Bool {
    let isTaken = queue.append(makeLine, limit: limit)
    if !isTaken { droppedLines += 1 }
    return isTaken
  }

  deinit { finish() }

  /// Returns when all that was said is written, or nobody reads it; nothing more is written from then on.
  func finish() {
    queue.end()
    thread.join()
  }
}

internal import FoundationEssentials
internal import LinuxIO

/// A browser's process, the folder that it may write in, and the last words of its log.
final class BrowserProcess {
  private static let keptLines = 20
  private static let lineLimit = 500

  let program: String
  let folder: String
  private let process: CompanionProcess
  /// Readable when the browser has logged something.
  let log: Int32
  private var lastLines: [String] = []
  private var unfinished: [UInt8] = []

  /// Starts a browser whose home and temporary folder is `folder`, which goes when this value does.
  ///
  /// - Parameter descriptors: What it has as 3, 4 and so on.
  init(
    program: String, arguments: [String], environment: [String: String], folder: String,
    descriptors: [Int32] = []
  ) throws(BrowserError) {
    self.program = program
    self.folder = folder
    let own = ProcessInfo.processInfo.environment
    let places = [
      "HOME": folder, "TMPDIR": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
    ]
    let all = own.merging(places) { $1 }.merging(environment) { $1 }
    do throws(SystemError) {
      let (log, end) = try makePipe()
      Descriptor.makeNonBlocking(log)
      defer { Descriptor.close(end) }
      self.log = log
      process = try CompanionProcess(
        path: program, arguments: arguments, environment: all,
        descriptors: [nil, end, end] + descriptors)
    } catch {
      throw BrowserError("\(program) could not be started: \(error.reason)")
    }
  }

  deinit {
    Descriptor.close(log)
    process.end(within: 0)
    // What the browser started may write to the end: what was removed meanwhile stops the removal.
    for _ in 0..<20 where fileKind(folder) != nil {
      try? FileManager.default.removeItem(atPath: folder)
      if fileKind(folder) != nil { _ = waitForInput([], milliseconds: 50) }
    }
  }

  /// A new folder, below TMPDIR.
  static func makeFolder() throws(BrowserError) -> String {
    let place = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    do throws(SystemError) {
      return try makeTemporaryFolder(in: place, prefix: "callproof-browser-")
    } catch {
      throw BrowserError("no folder for the browser's profile: \(error)")
    }
  }

  /// The first of these programs that is there; a name without a slash is looked for in PATH.
  static func find(_ names: [String]) -> String? {
    names.lazy.compactMap { findProgram($0, in: OwnProcess.searchPath) }.first
  }

  /// Keeps the last lines of what was logged.
  func readLog() {
    var buffer = [UInt8](repeating: 0, count: 16384)
    while let count = try? Descriptor.read(log, into: &buffer), count > 0 {
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n") {
          if unfinished.count < Self.lineLimit { unfinished.append(byte) }
          continue
        }
        lastLines.append(String(decoding: unfinished, as: UTF8.self))
        unfinished.removeAll(keepingCapacity: true)
        if lastLines.count > Self.keptLines { lastLines.removeFirst() }
      }
    }
  }

  var hasEnded: Bool { process.hasEnded }

  /// How it ended, and what it said last; ends it where it still runs.
  func ending() -> String {
    let exit = process.end(within: 1000)
    readLog()
    let words = lastLines.suffix(3).joined(separator: " | ")
    return words.isEmpty ? "\(exit)" : "\(exit); its last words: \(words)"
  }

  /// Lets it end by itself for that long.
  func end(within milliseconds: Int32) { process.end(within: milliseconds) }
}

internal import CallLogs
internal import Dissection
internal import Glibc
internal import LinuxIO
internal import Runner
internal import SDPRules
internal import Trace

/// What a person gave of one call: files of every kind, told by their content.
struct CallInput {
  struct Source {
    var path: String
    var description: DescriptionSource
    var kind: DescriptionSource.Kind?
    /// Of a dump with several; nil: the only one, or no dump.
    var connection: Int?
  }

  /// In the order in which they were exchanged, as far as names and texts tell.
  var descriptions: [Source] = []
  var candidates: [(path: String, entries: [CandidateLog.Entry])] = []
  var captures: [String] = []
  var logs: [(path: String, connection: Int?, log: CallLog)] = []
  /// With what could not be read of it: what stands before is there.
  var traces: [(path: String, trace: Trace, cut: TraceError?)] = []
  private(set) var keys: [String] = []
  /// Files of folders that are nothing of these, or too many, or too much.
  private(set) var leftOut: [String] = []
  /// Logs and traces that were given twice, and what they are the same as.
  private(set) var repeated: [(path: String, original: String)] = []
  private var texts: [(path: String, bytes: [UInt8])] = []

  private static let folderFileLimit = 1000
  /// Traces and logs of long calls are larger than what holds descriptions alone.
  private static let limitBytes = 64 << 20
  /// What all of them may have together; captures are read piece by piece and do not count.
  private let totalLimitBytes: Int
  private var byteCount = 0

  init(_ paths: [String], totalLimitBytes: Int = 256 << 20) throws(InputError) {
    self.totalLimitBytes = totalLimitBytes
    for path in paths {
      if path != "-", fileKind(path) == .folder {
        try addFolder(path)
      } else {
        guard try add(path) else {
          throw InputError(["\(path): nothing of a call; expected \(CallFileKind.expected)"])
        }
      }
    }
    if descriptions.count == 2, descriptions[0].kind == .answer, descriptions[1].kind == .offer {
      descriptions.swapAt(0, 1)
    }
  }

  var isEmpty: Bool {
    descriptions.isEmpty && captures.isEmpty && logs.isEmpty && traces.isEmpty
  }

  /// Takes what a folder holds of a call; the rest of it is somebody else's.
  private mutating func addFolder(_ path: String) throws(InputError) {
    let names = CallFolder.files(of: path)
    for (index, name) in names.enumerated() {
      let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      guard index < Self.folderFileLimit, CallFolder.mayBeOfCall(name),
        try add(file, isOfFolder: true)
      else {
        leftOut.append(file)
        continue
      }
    }
    if isEmpty {
      let below =
        fileKind("\(path)/cases") == .folder ? "; the cases of a run are below cases/" : ""
      throw InputError([
        "\(path): the folder holds nothing of a call\(below); expected \(CallFileKind.expected)"
      ])
    }
  }

  /// False: it is of no kind that is known.
  private mutating func add(_ path: String, isOfFolder: Bool = false) throws(InputError) -> Bool {
    do {
      if path != "-", try CallFileKind.isCapture(path) {
        captures.append(path)
        return true
      }
      let bytes =
        path == "-"
        ? try SDPInput.standardInput(atMost: Self.limitBytes)
        : try readFile(path, atMost: Self.limitBytes)
      guard bytes.count <= totalLimitBytes - byteCount else {
        throw InputFault(
          description: "with it, the files have more than \(totalLimitBytes) bytes together")
      }
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
      guard try add(path, text, isOfFolder: isOfFolder) else { return false }
      byteCount += bytes.count
      return true
    } catch {
      // A folder may hold what cannot be read; what is named must be readable.
      if isOfFolder { return false }
      throw InputError(["\(path): \(error)"])
    }
  }

  private mutating func add(_ path: String, _ bytes: [UInt8], isOfFolder: Bool) throws -> Bool {
    switch CallFileKind(bytes) {
    case .trace:
      guard isNew(path, bytes) else { return true }
      let (trace, cut) = try Self.trace(bytes)
      traces.append((path, trace, cut))
      return true
    case .keys:
      _ = try MediaKeys(bytes)
      keys.append(path)
      return true
    case .binary: return false
    case .text: break
    }
    let log = try CallLog(bytes)
    if let log {
      guard isNew(path, bytes) else { return true }
      logs += log.parts.map { (path, $0.connection, $0.log) }
    }
    // A log may hold descriptions and candidates too.
    guard let contents = try? InputReader.read(bytes, atMost: Self.limitBytes) else {
      return log != nil
    }
    let isDamaged = contents.candidates.isEmpty && !CallFileKind.hasDescription(bytes)
    if isDamaged && (log != nil || isOfFolder) { return log != nil }
    let files = SDPInput.files(contents.descriptions, path)
    for (source, file) in zip(contents.descriptions, files) {
      let kind = source.kind ?? CallFolder.kind(path)
      descriptions.append(
        Source(path: path, description: source, kind: kind, connection: file.connection))
    }
    if !contents.candidates.isEmpty { candidates.append((path, contents.candidates)) }
    return true
  }

  /// False: the same was given already, and counts once.
  private mutating func isNew(_ path: String, _ bytes: [UInt8]) -> Bool {
    if let original = texts.first(where: { $0.bytes == bytes }) {
      repeated.append((path, original.path))
      return false
    }
    texts.append((path, bytes))
    return true
  }

  /// All of it, or what stands before a line that cannot be read.
  private static func trace(_ bytes: [UInt8]) throws(InputFault) -> (Trace, cut: TraceError?) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(TraceError) {
      return (try Trace(lines: text), nil)
    } catch {
      let lines = text.utf8.split(
        separator: UInt8(ascii: "\n"), maxSplits: max(0, error.line - 1),
        omittingEmptySubsequences: false)
      let head = lines.prefix(max(0, error.line - 1)).map { String(Substring($0)) }
        .joined(separator: "\n")
      if error.line > 1, let trace = try? Trace(lines: head) { return (trace, error) }
      throw InputFault(
        description: "line \(error.line) of a trace: expected \(error.expected)")
    }
  }
}

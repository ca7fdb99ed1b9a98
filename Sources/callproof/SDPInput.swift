internal import Glibc
internal import LinuxIO
internal import Runner
internal import SDPRules

/// Descriptions and candidates from files and standard input, with the names of where they came from.
struct SDPInput {
  private(set) var descriptions: [[UInt8]] = []
  /// What the text around each calls it.
  private(set) var kinds: [DescriptionSource.Kind?] = []
  private(set) var candidates: [CandidateLog] = []
  /// Of the descriptions, then of the candidates.
  private(set) var files: [FindingReport.File] = []

  init(_ paths: [String]) throws(InputError) {
    var logs: [(name: String, entries: [CandidateLog.Entry])] = []
    for path in paths {
      let contents = try Self.contents(of: path)
      for (source, file) in zip(contents.descriptions, Self.files(contents.descriptions, path)) {
        descriptions.append(source.bytes)
        kinds.append(source.kind)
        files.append(file)
      }
      if !contents.candidates.isEmpty { logs.append((path, contents.candidates)) }
    }
    for log in logs {
      candidates.append(CandidateLog(file: files.count, entries: log.entries))
      files.append(FindingReport.File(name: log.name))
    }
    guard !descriptions.isEmpty else {
      throw InputError(["\(paths.joined(separator: ", ")): no session description found"])
    }
  }

  /// Which connection of a dump each is of; 0: the only one, or of no dump.
  var connections: [Int] { files.prefix(descriptions.count).map { $0.connection ?? 0 } }

  /// Of two descriptions the one that leaves the DTLS role open is the offer (RFC 8842 §5.2), where nothing calls them.
  mutating func putOfferFirst() {
    guard descriptions.count == 2, !Self.isOffer(descriptions[0], kinds[0]),
      Self.isOffer(descriptions[1], kinds[1])
    else { return }
    descriptions.swapAt(0, 1)
    kinds.swapAt(0, 1)
    files.swapAt(0, 1)
  }

  /// The files of findings; connections are named where there are several.
  static func files(_ sources: [DescriptionSource], _ path: String) -> [FindingReport.File] {
    let hasSeveral = Set(sources.map(\.connection)).count > 1
    return sources.map { source in
      FindingReport.File(
        name: path, source, connection: hasSeveral ? source.connection : nil)
    }
  }

  private static func isOffer(_ bytes: [UInt8], _ kind: DescriptionSource.Kind?) -> Bool {
    kind.map { $0 == .offer }
      ?? String(decoding: bytes, as: UTF8.self).contains("a=setup:actpass")
  }

  private static func contents(of path: String) throws(InputError) -> InputContents {
    do {
      let bytes =
        path == "-"
        ? try standardInput()
        : try readFile(
          path,
          atMost: InputReader.limitBytes(
            start: try readFile(path, first: InputReader.startByteCount)))
      return try InputReader.read(bytes)
    } catch {
      throw InputError(["\(path): \(error)"])
    }
  }

  /// - Parameter limit: in bytes; nil: that of `InputReader`, which is larger for dumps than for all else.
  static func standardInput(
    _ descriptor: CInt = STDIN_FILENO, atMost limit: Int? = nil
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var most = limit ?? InputReader.limitBytes
    try InputPieces.read(descriptor) { piece in
      bytes += piece
      if bytes.count > most, limit == nil { most = InputReader.limitBytes(start: bytes) }
      guard bytes.count <= most else { throw InputFault(description: "more than \(most) bytes") }
    }
    return bytes
  }
}

/// Puts a report where it was asked to go.
enum SDPOutput {
  static func write(
    _ text: String, _ arguments: ParsedArguments?, _ terminal: Terminal
  ) throws {
    if let path = arguments?.string("--output") {
      try writeFile(Array(text.utf8), to: path)
      return
    }
    // The text is made harmless already; `say` ends it with the line end it has.
    var terminal = terminal
    terminal.say(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}

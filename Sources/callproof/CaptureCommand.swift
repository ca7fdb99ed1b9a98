internal import CallLogs
internal import Dissection
internal import Glibc
internal import LinuxIO
internal import Packets
internal import Runner
internal import SDPRules

/// `callproof capture`: what the call in a capture was, and what was wrong with it.
enum CaptureCommand: Subcommand {
  static let name = "capture"
  static let synopsis = "FILES… [OPTIONS]"
  static let summary = "says what the call in a packet capture was, and what was wrong with it"
  static let details = """
    Files are pcap or pcapng: Ethernet, Linux cooked, raw IP or loopback, with VLAN tags, IPv4 and IPv6. With the call's
    descriptions (--sdp offer.sdp,answer.sdp) codecs have names, roles, credentials and payload types are compared, and
    what `sdp check` finds wrong with them is told as well.
    A packet that several interfaces saw counts once, and the way between them is told. Two captures of one call (one from
    each end, say) are compared: what was lost on which way, how long it took, how their clocks differ. Media is decrypted
    with the TLS secrets of a pcapng file, or with --keys.
    It ends with the verdict of `callproof diagnose`.
    Exit codes: 0 nothing of severity error, 1 an error found, 2 the input could not be read.
    """
  static let options = [
    OptionSpec(
      name: "--sdp", value: "FILES", help: "descriptions of the call, with commas between them"),
    OptionSpec(
      name: "--keys", value: "FILE",
      help: "keys of the call: an NSS key log (SSLKEYLOGFILE), or the srtp-keys.json of a run"),
    OptionSpec(
      name: "--format", value: "FORMAT",
      help: "text (default), json; findings alone: sarif, markdown, html or github"),
    OptionSpec(name: "--output", value: "FILE", help: "writes there instead of standard output"),
  ]

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    guard !arguments.paths.isEmpty else {
      throw UsageError(description: "capture wants files: callproof capture call.pcapng")
    }
    let format = try SDPCommand.format(arguments)
    let input = try arguments.string("--sdp").map { list throws(InputError) in
      var input = try SDPInput(list.split(separator: ",").map { String($0) })
      input.putOfferFirst()
      return input
    }
    for path in arguments.paths where isDescription(path) {
      throw InputError([
        "\(path): a session description, no capture; expected captures, and descriptions with commas between them: --sdp offer.sdp,answer.sdp"
      ])
    }
    let descriptions = input.map(descriptions) ?? []
    var report = FindingReport(files: [], findings: [])
    var facts: [CallFact] = []
    var texts: [String] = []
    var comparisons: [String] = []
    var previous: Dissector?
    for (index, path) in arguments.paths.enumerated() {
      report.files.append(FindingReport.File(name: path))
      var reading = CaptureReading(
        descriptions, keys: try keys([arguments.string("--keys")].compactMap(\.self)),
        isCompared: arguments.paths.count > 1)
      try reading.read(path)
      report.findings += reading.findings(file: index)
      facts += CallExamination.facts(reading.dissector.held)
      texts.append(
        format == .json
          ? reading.dissector.json(name: path, format: reading.format)
          : reading.dissector.text(name: path, format: reading.format))
      if let previous {
        let comparison = CaptureComparison(previous, reading.dissector)
        let other = arguments.paths[index - 1]
        comparisons.append(
          format == .json ? comparison.json(other, path) : comparison.text(other, path))
      }
      previous = reading.dissector
    }
    if let input {
      report.findings += faults(input, firstFile: report.files.count)
      report.files += input.files
    }
    let verdict = VerdictReport(report.findings, files: report.files, facts: facts)
    let text =
      switch format {
      case .text: (texts + comparisons).joined(separator: "\n") + "\n" + verdict.written(as: .text)
      case .json:
        verdict.written(
          as: .json, with: [("captures", list(texts)), ("comparisons", list(comparisons))])
      default: verdict.written(as: format)
      }
    try SDPOutput.write(text, arguments, terminal)
    return verdict.report.hasErrors ? .failed : .held
  }

  private static func isDescription(_ path: String) -> Bool {
    guard path != "-", (try? CallFileKind.isCapture(path)) == false,
      let start = try? readFile(path, first: 4096)
    else { return false }
    return !start.contains(0) && CallFileKind.hasDescription(start)
  }

  private static func list(_ objects: [String]) -> String {
    objects.isEmpty ? "[]" : "[\n    \(objects.joined(separator: ",\n    "))\n  ]"
  }

  /// Those of all files together.
  static func keys(_ paths: [String]) throws(InputError) -> MediaKeys {
    let keys = MediaKeys()
    for path in paths {
      do {
        try keys.add(file: readFile(path, atMost: 1 << 20))
      } catch {
        throw InputError(["\(path): \(error)"])
      }
    }
    return keys
  }

  private static func descriptions(_ input: SDPInput) -> [CallDescription] {
    zip(input.descriptions, input.kinds).map { bytes, kind in
      CallDescription(bytes, isOffer: kind.map { $0 == .offer })
    }
  }

  /// What is wrong with the descriptions themselves; their files stand behind the captures.
  private static func faults(_ input: SDPInput, firstFile: Int) -> [Finding] {
    let check = SDPCheck.check(
      input.descriptions, kinds: input.kinds, connections: input.connections,
      candidates: input.candidates)
    return check.findings.map { $0.moved(by: firstFile) }
  }
}

/// Reads one file piece by piece.
struct CaptureReading {
  private(set) var dissector: Dissector
  private var reader = CaptureReader()
  /// Why not all of the file could be read.
  private var fault: CaptureFault?

  init(_ descriptions: [CallDescription], keys: MediaKeys, isCompared: Bool) {
    dissector = Dissector(descriptions, keys: keys, isCompared: isCompared)
  }

  var format: String { reader.format?.rawValue ?? "" }

  mutating func read(_ path: String) throws {
    let descriptor =
      path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw InputError(["\(path): \(SystemError(call: "open", errno: errno))"])
    }
    defer { if path != "-" { close(descriptor) } }
    do {
      try InputPieces.read(descriptor) { piece in
        reader.append(piece)
        try dissector.add(from: &reader)
      }
      fault = reader.end()
    } catch let error as CaptureFault {
      fault = error
    } catch {
      throw InputError(["\(path): \(error)"])
    }
    dissector.finish()
    // What came before a fault is worth telling, when there is any.
    if let fault, reader.packetCount == 0 { throw InputError(["\(path): \(fault)"]) }
  }

  func findings(file: Int) -> [Finding] {
    let findings = dissector.findings(file: file)
    guard let fault else { return findings }
    return findings + [
      CaptureRules.ranOut.finding(
        file: file,
        "Only the first \(reader.packetCount) packets could be read: \(fault).")
    ]
  }
}

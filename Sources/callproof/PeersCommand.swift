internal import Live
internal import Trace

/// `callproof peers`: every implementation that can take part in live calls, and what brings those that are missing.
enum PeersCommand: Subcommand {
  static let name = "peers"
  static let synopsis = "[--json]"
  static let summary =
    "lists the implementations for live calls, their versions, and what installs them"
  static let details = "Nothing is started for it: versions are those of packages."
  static let options = [
    OptionSpec(name: "--json", value: nil, help: "for programs: one array of objects")
  ]

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    if let path = arguments.paths.first {
      throw UsageError(description: "peers takes no arguments: found '\(path)'")
    }
    var terminal = terminal
    let surroundings = Surroundings()
    if arguments.has("--json") {
      let list = JSONValue.array(StackCatalogue.stacks.map { json($0, surroundings) })
      terminal.say(String(list.document.dropLast()))
      return .held
    }
    let width = StackCatalogue.stacks.map(\.name.count).max() ?? 0
    for stack in StackCatalogue.stacks {
      let name = stack.name + String(repeating: " ", count: width - stack.name.count)
      let about = "\(stack.title); \(abilities(of: stack))"
      switch stack.presence(in: surroundings) {
      case .found(let version):
        terminal.say("\(name)  \(terminal.paint("yes", .green))  \(version)  \(about)")
      case .missing(let reason):
        terminal.say("\(name)  \(terminal.paint("no ", .yellow))  \(reason): \(stack.install)")
      }
    }
    return .held
  }

  private static func abilities(of stack: Stack) -> String {
    if stack.isService { return "server" }
    let codecs =
      stack.videoCodecs.isEmpty ? "" : "; video \(stack.videoCodecs.joined(separator: " "))"
    return "level \(stack.level)\(codecs)"
  }

  private static func json(_ stack: Stack, _ surroundings: Surroundings) -> JSONValue {
    var version = JSONValue.null
    var lacks = JSONValue.null
    switch stack.presence(in: surroundings) {
    case .found(let found): version = .string(found)
    case .missing(let reason): lacks = .string(reason)
    }
    return .object([
      JSONMember("name", .string(stack.name)), JSONMember("title", .string(stack.title)),
      JSONMember("kind", .string(stack.isService ? "server" : "peer")),
      JSONMember("version", version), JSONMember("missing", lacks),
      JSONMember("install", .string(stack.install)),
      JSONMember("level", .integer(Int64(stack.level))),
      JSONMember("features", .array(stack.featureNames.map(JSONValue.string))),
      JSONMember("video", .array(stack.videoCodecs.map(JSONValue.string))),
    ])
  }
}

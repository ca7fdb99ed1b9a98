public import Metrics
internal import Report
internal import SansIO
public import Scenario
internal import Trace

/// What a worker process is told: one case, one line.
public struct WorkerTask: Hashable, Sendable {
  public var file: String
  public var name: String
  public var seed: UInt64
  public var network: String?
  /// Where the case's files go.
  public var folder: String
  /// The same folder as the report links to it.
  public var slug: String
  public var world: WorldKind
  /// Which time this is that the run makes the same call, counted from 1.
  public var attempt: Int
  /// What `--case-timeout` said, in seconds; nil: it was not given.
  public var caseTimeout: Int64?
  /// Whether what peers send to public servers may leave the machine (`--allow-public`).
  public var allowsPublic: Bool

  public init(
    file: String, name: String, seed: UInt64, network: String?, folder: String, slug: String,
    world: WorldKind = .simulated, attempt: Int = 1, caseTimeout: Int64? = nil,
    allowsPublic: Bool = false
  ) {
    self.file = file
    self.name = name
    self.seed = seed
    self.network = network
    self.folder = folder
    self.slug = slug
    self.world = world
    self.attempt = attempt
    self.caseTimeout = caseTimeout
    self.allowsPublic = allowsPublic
  }

  /// As the result will be called.
  public var title: String {
    CaseResult.title(name, world: world.rawValue, attempt: attempt)
  }

  /// What belongs into the command that repeats the case.
  var arguments: RunArguments {
    RunArguments(network: network, caseTimeout: caseTimeout, allowsPublic: allowsPublic)
  }

  public var line: String {
    JSONValue.object([
      JSONMember("file", .string(file)), JSONMember("name", .string(name)),
      JSONMember("seed", .string(String(seed))),
      JSONMember("network", network.map(JSONValue.string) ?? .null),
      JSONMember("folder", .string(folder)), JSONMember("slug", .string(slug)),
      JSONMember("world", .string(world.rawValue)), JSONMember("attempt", .integer(Int64(attempt))),
      JSONMember("caseTimeout", caseTimeout.map(JSONValue.integer) ?? .null),
      JSONMember("allowsPublic", .bool(allowsPublic)),
    ]).line
  }

  public init?(line: String) {
    guard let json = try? JSONValue(parsing: line), let file = json["file"]?.stringValue,
      let name = json["name"]?.stringValue,
      let seed = json["seed"]?.stringValue.flatMap({ UInt64($0) }),
      let folder = json["folder"]?.stringValue, let slug = json["slug"]?.stringValue,
      let world = json["world"]?.stringValue.flatMap(WorldKind.init(rawValue:)),
      let attempt = json["attempt"]?.integerValue.flatMap({ Int(exactly: $0) }), attempt > 0
    else { return nil }
    self.init(
      file: file, name: name, seed: seed, network: json["network"]?.stringValue, folder: folder,
      slug: slug, world: world, attempt: attempt, caseTimeout: json["caseTimeout"]?.integerValue,
      allowsPublic: json["allowsPublic"]?.boolValue ?? false)
  }
}

/// What a worker process answers: the result, and the case's section of the page.
public struct WorkerAnswer: Sendable {
  public var result: CaseResult
  public var section: String

  public init(result: CaseResult, section: String) {
    self.result = result
    self.section = section
  }

  public var line: String {
    JSONValue.object([
      JSONMember("result", result.json), JSONMember("section", .string(section)),
    ]).line
  }

  public init?(line: String) {
    guard let json = try? JSONValue(parsing: line), let result = json["result"],
      let section = json["section"]?.stringValue, let decoded = try? CaseResult(json: result)
    else { return nil }
    self.init(result: decoded, section: section)
  }
}

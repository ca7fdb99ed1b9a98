internal import FoundationEssentials
internal import Netem
public import SansIO
public import Scenario

/// One case of a run: a scenario, or a cell of its matrix, with everything that decides how it goes.
public struct Case: Sendable {
  public var scenario: Scenario
  public var seed: Seed
  /// The folder of the case within the report: unique, stable, made of letters, digits and hyphens.
  public var slug: String
}

/// What cannot be run because of what was given.
public struct InputError: Error, Sendable, CustomStringConvertible {
  /// One problem a line, each with its place.
  public var problems: [String]
  public var description: String { problems.joined(separator: "\n") }

  public init(_ problems: [String]) { self.problems = problems }
}

/// The cases of a run: found in files and folders, decoded, narrowed down.
public enum CaseList {
  /// The seed of every case whose file names none.
  public static let defaultSeed: UInt64 = 1

  /// What narrows or changes the cases.
  public struct Selection: Sendable {
    public var seed: UInt64?
    /// A profile for the first peer's link in place of what the file says.
    public var network: String?
    /// Only cases whose name or file contains this, upper or lower case.
    public var filter: String?
    public init(seed: UInt64? = nil, network: String? = nil, filter: String? = nil) {
      self.seed = seed
      self.network = network
      self.filter = filter
    }
  }

  /// Every case of the scenario files at those paths, in the order of the paths; folders in alphabetical order.
  public static func cases(in paths: [String], _ selection: Selection) throws -> [Case] {
    if let network = selection.network { try checkProfile(network) }
    var problems: [String] = []
    var cases: [Case] = []
    for file in try files(in: paths) {
      do throws(InputError) {
        for scenario in try scenarios(in: file, network: selection.network) {
          guard matches(scenario, selection.filter) else { continue }
          cases.append(
            Case(
              scenario: scenario,
              seed: Seed(selection.seed ?? scenario.seed ?? defaultSeed), slug: ""))
        }
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw InputError(problems) }
    nameFolders(&cases)
    return cases
  }

  /// The scenario files at those paths, each once.
  public static func files(in paths: [String]) throws(InputError) -> [String] {
    var seen: Set<String> = []
    var files: [String] = []
    for path in paths {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw InputError(["\(path): no such file or folder"])
      }
      let found = isFolder ? scenarioFiles(inFolder: path) : [path]
      if found.isEmpty { throw InputError(["\(path): no scenario in it (*.yaml, *.yml)"]) }
      files += found.filter { seen.insert($0).inserted }
    }
    return files
  }

  /// All cells of one file. `network`: a profile for the first peer's link in place of what the file says.
  public static func scenarios(
    in file: String, network: String? = nil
  ) throws(InputError) -> [Scenario] {
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw InputError(["\(file): cannot be read"])
    }
    do {
      return try Scenario.parse(Array(bytes), file: file, network: network)
    } catch {
      throw InputError(error.errors.map(\.description))
    }
  }

  /// The case that a worker is told to run.
  public static func find(_ task: WorkerTask) throws -> Case {
    let scenarios = try scenarios(in: task.file, network: task.network)
    guard let scenario = scenarios.first(where: { $0.name == task.name }) else {
      throw InputError(["\(task.file): no case '\(task.name)'"])
    }
    return Case(scenario: scenario, seed: Seed(task.seed), slug: task.slug)
  }

  private static func scenarioFiles(inFolder folder: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let root = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
      .map { "\(root)/\($0)" }
  }

  private static func checkProfile(_ name: String) throws(InputError) {
    guard NetworkProfile.named(name) == nil else { return }
    let names = NetworkProfile.all.map(\.name)
    var text = "--network: found '\(name)'; expected one of \(names.joined(separator: ", "))"
    if let near = Scenario.nearest(name, in: names) { text += "; did you mean '\(near)'?" }
    throw InputError([text])
  }

  private static func matches(_ scenario: Scenario, _ filter: String?) -> Bool {
    guard let filter = filter?.lowercased(), !filter.isEmpty else { return true }
    return scenario.name.lowercased().contains(filter)
      || scenario.file.lowercased().contains(filter)
  }

  /// Folder names do not depend on the order in which the cases were given.
  private static func nameFolders(_ cases: inout [Case]) {
    let order = cases.indices.sorted { cases[$0].sortKey < cases[$1].sortKey }
    var taken: [String: Int] = [:]
    for index in order {
      let slug = slug(cases[index].scenario.name)
      let count = taken[slug, default: 0] + 1
      taken[slug] = count
      cases[index].slug = count == 1 ? slug : "\(slug)-\(count)"
    }
  }

  private static func slug(_ name: String) -> String {
    var slug = ""
    for character in name.lowercased().utf8 {
      switch character {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        slug.unicodeScalars.append(Unicode.Scalar(character))
      default:
        if slug.last != "-", !slug.isEmpty { slug += "-" }
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? "case" : String(slug.prefix(80))
  }
}

extension Case {
  /// Reports are in this order, whatever order the cases ran in.
  var sortKey: (String, String) { (scenario.file, scenario.name) }
}

internal import Metrics
internal import Netem
public import SansIO
public import Scenario

/// One case of a run: a scenario, or a cell of its matrix, with everything that decides how it goes.
public struct Case: Sendable {
  public var scenario: Scenario
  public var world: WorldKind
  /// Which time this is that the run makes the same call, counted from 1.
  public var attempt = 1
  public var seed: Seed
  /// The folder of the case within the report: unique, stable, made of letters, digits and hyphens.
  public var slug: String
  /// Why it will not run; nil: it will, if the machine has what it takes.
  public var skip: String?

  /// As reports have it: "Basic call (live) #2".
  public var title: String {
    CaseResult.title(scenario.name, world: world.rawValue, attempt: attempt)
  }
}

/// Which worlds a run is asked for.
public enum WorldChoice: String, Sendable, CaseIterable { case simulated, live, both }

/// What cannot be run because of what was given.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
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
    /// Nil: each case in the simulated world where its file allows that, else live.
    public var world: WorldChoice?
    /// How often each case runs.
    public var repeats = 1
    public init(seed: UInt64? = nil, network: String? = nil, filter: String? = nil) {
      self.seed = seed
      self.network = network
      self.filter = filter
    }
  }

  /// Every case of the scenario files at those paths, in the order of the paths; folders in alphabetical order.
  ///
  /// Throws everything that is wrong with any of the files together.
  public static func cases(
    in paths: [String], _ selection: Selection = Selection()
  ) throws(InputError) -> [Case] {
    if let network = selection.network { try checkProfile(network) }
    let found = ScenarioFiles(at: paths)
    var problems = found.problems
    var cases: [Case] = []
    for file in found.files {
      do throws(InputError) {
        cases += try ScenarioFiles.scenarios(in: file, network: selection.network).flatMap {
          runs(of: $0, selection)
        }
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw InputError(problems) }
    // Before cases are left out, so that a case has the same folder with a filter as without.
    nameFolders(&cases)
    return cases.filter { matches($0.scenario, selection.filter) }
  }

  /// The case that a worker is told to run.
  static func find(_ task: WorkerTask) throws(InputError) -> Case {
    var scenarios = try ScenarioFiles.scenarios(in: task.file, network: task.network)
    scenarios.removeAll { !$0.worlds.contains(task.world) }
    guard let scenario = scenarios.first(where: { $0.name == task.name }) else {
      throw InputError(["\(task.file): no case '\(task.name)' any more"])
    }
    return Case(
      scenario: scenario, world: task.world, attempt: task.attempt, seed: Seed(task.seed),
      slug: task.slug)
  }

  /// What one scenario becomes: a case for each world and each repetition.
  private static func runs(of scenario: Scenario, _ selection: Selection) -> [Case] {
    let seed = selection.seed ?? scenario.seed ?? defaultSeed
    return worlds(of: scenario, selection.world).flatMap { world in
      (1...max(1, selection.repeats)).map { attempt in
        // With the same seed, a simulated call would be the same call.
        let offset = world == .simulated ? UInt64(attempt - 1) : 0
        var item = Case(
          scenario: scenario, world: world, attempt: attempt, seed: Seed(seed &+ offset), slug: "",
          skip: scenario.skip)
        if !scenario.worlds.contains(world) {
          item.skip = "its file allows the \(scenario.worlds[0].rawValue) world only"
        }
        return item
      }
    }
  }

  private static func worlds(of scenario: Scenario, _ choice: WorldChoice?) -> [WorldKind] {
    switch choice {
    case .simulated: [.simulated]
    case .live: [.live]
    case .both: WorldKind.allCases
    case nil: [scenario.worlds.contains(.simulated) ? .simulated : .live]
    }
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
}

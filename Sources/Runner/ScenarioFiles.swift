internal import FoundationEssentials
internal import LinuxIO
public import Scenario

/// The scenario files at some paths: each once, whatever ways lead to it.
public struct ScenarioFiles: Sendable {
  /// What was found, in the order of the paths; within a folder in alphabetical order.
  public private(set) var files: [String] = []
  /// Paths at which nothing was found, one line each.
  public private(set) var problems: [String] = []
  private var position: [String: Int] = [:]

  public init(at paths: [String]) {
    for path in paths { add(Self.tidy(path)) }
  }

  /// The folder that holds these files and no other scenario; nil: there is none that has a name.
  var folder: String? {
    let folders = files.map {
      $0.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
    guard let first = folders.first else { return nil }
    let depth = folders.map { zip(first, $0).prefix { $0 == $1 }.count }.min() ?? 0
    let folder = first.prefix(depth).joined(separator: "/")
    return !folder.isEmpty && Set(Self(at: [folder]).files) == Set(files) ? folder : nil
  }

  /// All cells of one file. `network`: a profile for the first peer's link in place of what the file says.
  public static func scenarios(
    in file: String, network: String? = nil
  ) throws(InputError) -> [Scenario] {
    let bytes: [UInt8]
    do {
      // Above what a scenario may have, so that its own error names the limit.
      bytes = try readFile(file, atMost: 16 << 20)
    } catch {
      throw InputError(["\(file): cannot be read: \(error)"])
    }
    let scenarios: [Scenario]
    do {
      scenarios = try Scenario.parse(bytes, file: file, network: network)
    } catch {
      throw InputError(error.errors.map(\.description))
    }
    // A call can be described without it, but a case of which nothing is expected proves nothing.
    guard !scenarios.contains(where: \.expectations.isEmpty) else {
      let error = ScenarioError(
        at: SourceMark(file: file, line: 1, column: 1), found: "no 'expect'",
        expected: "what must hold, such as 'expect: [connected: {bob: within 5s}]'")
      throw InputError([error.description])
    }
    return scenarios
  }

  private mutating func add(_ path: String) {
    switch fileKind(path) {
    case nil: problems.append("\(path): no such file or folder")
    // A shell's *.yaml brings the locks along.
    case .file: if !LockFile.isLock(path) { add(file: path) }
    case .other: problems.append("\(path): neither a file nor a folder")
    case .folder:
      guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
        problems.append("\(path): cannot be read")
        return
      }
      let found = names.filter(Self.isScenario).sorted()
      if found.isEmpty { problems.append("\(path): no scenario in it (*.yaml, *.yml)") }
      for name in found {
        add(file: path == "." ? name : path == "/" ? "/\(name)" : "\(path)/\(name)")
      }
    }
  }

  /// A file with several names goes by the first in the alphabet, so that the order of the paths does not matter.
  private mutating func add(file: String) {
    let identity = realPath(file) ?? file
    if let index = position[identity] {
      files[index] = min(files[index], file)
    } else {
      position[identity] = files.count
      files.append(file)
    }
  }

  /// Hidden files and what lies in hidden folders are no scenarios.
  private static func isScenario(_ name: String) -> Bool {
    (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && !LockFile.isLock(name)
      && !name.split(separator: "/").contains { $0.hasPrefix(".") }
  }

  /// "./Scenarios//loss/" becomes "Scenarios/loss".
  private static func tidy(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    let joined = parts.joined(separator: "/")
    if path.hasPrefix("/") { return "/" + joined }
    return joined.isEmpty ? (path.isEmpty ? "" : ".") : joined
  }
}

internal import LinuxIO
internal import Resources

/// The memory that a sandbox has in place of a disk: nothing in it outlives the run.
enum Scratch {
  static let root = Sandbox.scratchRoot
  /// Scripts of agents and files that sources name; peers read there.
  static let shared = "\(root)/shared"

  /// Puts the scripts of all agents where those find them, and each other.
  static func layScripts() throws {
    try makeFolders("\(shared)/agents")
    for name in resourceNames() where name.hasPrefix("agents/") {
      guard let bytes = resource(name) else { continue }
      try writeFile(bytes, to: "\(shared)/\(name)")
    }
  }

  /// Puts the files that sources name where agents find them: by the name as the scenario writes it.
  static func lay(files: [String: [UInt8]]) throws -> [String: String] {
    var paths: [String: String] = [:]
    for (index, name) in files.keys.sorted().enumerated() {
      let suffix = name.split(separator: ".").last.map { $0.count < 8 ? ".\($0)" : "" } ?? ""
      let path = "\(shared)/files/\(index)\(suffix.contains("/") ? "" : suffix)"
      try makeFolders("\(shared)/files")
      try writeFile(files[name] ?? [], to: path)
      paths[name] = path
    }
    return paths
  }
}

internal import FoundationEssentials
internal import LinuxIO

/// The machine as far as stacks are looked for on it. Nothing is started for that.
public struct Surroundings: Sendable {
  /// The program itself, which is the agent of some stacks.
  public var program: String
  /// Where `ci/setup --peers` puts what is no Debian package.
  public var peersFolder: String
  /// Folders in which programs are looked for.
  public var path: [String]
  private let packages: [String: String]

  /// As this process finds it.
  public init() {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
    program = realPath("/proc/self/exe") ?? "/proc/self/exe"
    let data = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "/root")/.local/share"
    peersFolder = environment["CALLPROOF_PEERS"] ?? "\(data)/callproof"
    path = OwnProcess.searchPath
    packages = Self.debianPackages()
  }

  /// A machine made up for a test.
  init(program: String, peersFolder: String, path: [String], packages: [String: String]) {
    self.program = program
    self.peersFolder = peersFolder
    self.path = path
    self.packages = packages
  }

  /// The version of a Debian package that is installed.
  func version(ofPackage name: String) -> String? { packages[name] }

  /// The program of that name on the path.
  func program(named name: String) -> String? {
    findProgram(name, in: path)
  }

  /// The version of a Python distribution in a virtual environment of the peers' folder.
  func version(ofDistribution name: String, in environment: String) -> String? {
    let libraries = "\(peersFolder)/\(environment)/lib"
    for library in Self.names(in: libraries) where library.hasPrefix("python") {
      for entry in Self.names(in: "\(libraries)/\(library)/site-packages") {
        let parts = entry.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0] == name, parts[1].hasSuffix(".dist-info") else { continue }
        return String(parts[1].dropLast(".dist-info".count))
      }
    }
    return nil
  }

  func hasFile(_ path: String) -> Bool { fileKind(path) == .file }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// dpkg's own list: a block a package, `Package:`, `Status:` and `Version:` among its lines.
  private static func debianPackages() -> [String: String] {
    guard let bytes = try? readFile("/var/lib/dpkg/status", atMost: 256 << 20) else { return [:] }
    var packages: [String: String] = [:]
    var name: String?
    var isInstalled = false
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: "Package: ".utf8) {
        name = String(decoding: line.dropFirst(9), as: UTF8.self)
        isInstalled = false
      } else if line.starts(with: "Status: ".utf8) {
        isInstalled = line.suffix(10).elementsEqual(" installed".utf8)
      } else if line.starts(with: "Version: ".utf8), let name, isInstalled {
        packages[name] = String(decoding: line.dropFirst(9), as: UTF8.self)
      }
    }
    return packages
  }
}

internal import CLinux
internal import Glibc

/// A program that shall run in a sandbox.
public struct ProcessSpec {
  /// A path, not a name to be looked for.
  public var path: String
  public var arguments: [String]
  /// All of it: nothing is inherited.
  public var environment: [String: String]
  /// Nil: a namespace without any network.
  public var network: NetworkNamespace?
  /// Directly below `Sandbox.scratchRoot`; made where it is missing. The program begins there.
  public var folder: String
  /// Descriptors beside the three that every program has, and the numbers (below 98) under which it finds them.
  public var descriptors: [(ours: Int32, theirs: Int32)] = []
  public var niceness: Int32 = 0
  /// Bytes that each of its processes may fill (RLIMIT_DATA); nil: as many as there are.
  public var memoryLimit: Int?
  public var openFilesLimit = 4096

  public init(
    path: String, arguments: [String] = [], environment: [String: String] = [:],
    network: NetworkNamespace? = nil, folder: String
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.network = network
    self.folder = folder
  }

  /// Path, folder, arguments (the path first) and variables, each with a zero behind it.
  func text() throws(SystemError) -> [CChar] {
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var text: [CChar] = []
    for string in [path, folder, path] + arguments + variables {
      guard !string.utf8.contains(0) else {
        throw SystemError(
          call: "start \(path): a zero byte in an argument or variable", errno: EINVAL)
      }
      text += string.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    return text
  }

  /// What failed, in words to which the system's reason is added.
  func words(for step: linux_step) -> String {
    switch step {
    case LINUX_STEP_FOLDER: "start \(path): enter its folder \(folder)"
    case LINUX_STEP_NETWORK: "start \(path): enter its network"
    case LINUX_STEP_LIMITS: "start \(path): set its limits"
    case LINUX_STEP_IDENTITY: "start \(path): give up rights"
    case LINUX_STEP_DESCRIPTORS: "start \(path): hand over descriptors"
    case LINUX_STEP_INIT: "start \(path): the sandbox's init does not answer"
    default: "start \(path)"
    }
  }
}

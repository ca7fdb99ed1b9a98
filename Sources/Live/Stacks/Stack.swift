public import AgentProtocol
internal import Scenario

/// One implementation that can take part in live calls: how it is found, what it can, how its agent is started.
public struct Stack: Sendable {
  /// Whether the machine has it.
  public enum Presence: Hashable, Sendable {
    case found(version: String)
    /// What is missing, as a sentence: "Firefox is not installed".
    case missing(String)
  }

  /// The word of `stack:` in a scenario.
  public var name: String
  /// What people call it.
  public var title: String
  /// The command that brings it.
  public var install: String
  /// 1 to 4, as the agent protocol counts; with the harness's codecs where the stack has none.
  public var level: Int
  public var features: Set<AgentHello.Feature>
  public var videoCodecs: [String]
  /// A server that scenarios name under `servers:`, not a peer.
  public var isService: Bool
  var find: @Sendable (Surroundings) -> Presence
  var command: @Sendable (Surroundings, PeerPlan) throws(LiveError) -> AgentCommand

  init(
    name: String, title: String, install: String, level: Int = 4,
    features: Set<AgentHello.Feature> = [], videoCodecs: [String] = [], isService: Bool = false,
    find: @escaping @Sendable (Surroundings) -> Presence,
    command: @escaping @Sendable (Surroundings, PeerPlan) throws(LiveError) -> AgentCommand
  ) {
    self.name = name
    self.title = title
    self.install = install
    self.level = level
    self.features = features
    self.videoCodecs = videoCodecs
    self.isService = isService
    self.find = find
    self.command = command
  }

  /// As the agent protocol names them, in its order.
  public var featureNames: [String] {
    AgentHello.Feature.allCases.filter(features.contains).map(\.rawValue)
  }

  /// Whether the machine has it, and if not why.
  public func presence(in surroundings: Surroundings) -> Presence { find(surroundings) }

  /// Why the machine lacks it and what brings it; nil: it is there.
  public func lack(in surroundings: Surroundings) -> String? {
    guard case .missing(let reason) = find(surroundings) else { return nil }
    return "\(reason): \(install)"
  }
}

/// How the agent of a stack is started.
struct AgentCommand: Hashable {
  var path: String
  var arguments: [String] = []
  /// Beside what every agent gets.
  var environment: [String: String] = [:]
}

extension AgentCommand {
  /// A script of ours, run by an interpreter.
  static func script(
    _ name: String, by interpreter: String, arguments: [String] = []
  ) -> AgentCommand {
    AgentCommand(path: interpreter, arguments: ["\(Scratch.shared)/\(name)"] + arguments)
  }

  /// The same, with the harness's codecs between the harness and it (level 3).
  func coded(by program: String) -> AgentCommand {
    AgentCommand(
      path: program, arguments: ["agent", "coded", "--", path] + arguments,
      environment: environment)
  }
}

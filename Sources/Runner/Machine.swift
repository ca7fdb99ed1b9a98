internal import LinuxIO
internal import Scenario

/// What the machine has for live cases, as the program that runs them knows it.
public struct Machine {
  /// Why there can be no live world here, and what to do about it; nil: there can.
  public var lacksLive: () -> String?
  /// Why a stack, or "coturn", is not there, and what brings it; nil: it is.
  public var lacksStack: (_ name: String) -> String?

  public init(lacksLive: @escaping () -> String?, lacksStack: @escaping (String) -> String?) {
    self.lacksLive = lacksLive
    self.lacksStack = lacksStack
  }

  /// What of these stacks is missing, one line each.
  public func missing(_ stacks: [String]) -> [String] {
    ([lacksLive()] + stacks.map(lacksStack)).compactMap(\.self)
  }
}

/// Asks the machine for each thing once.
final class Inventory {
  private static let turnServer = "coturn"

  private let machine: Machine
  private let allowsPublic: Bool
  /// For look-up only.
  private var stacks: [String: String?] = [:]
  private lazy var live = machine.lacksLive()

  /// - Parameter allowsPublic: whether what is for public servers may leave the machine.
  init(_ machine: Machine, allowsPublic: Bool = false) {
    self.machine = machine
    self.allowsPublic = allowsPublic
  }

  /// Why the case cannot run here; nil: it can.
  func lacks(_ item: Case) -> String? {
    guard item.world == .live else { return nil }
    if let live { return live }
    if !allowsPublic, let server = item.scenario.servers.first(where: { $0.external != nil }) {
      return "\(server.name) is outside the machine (\(server.external?.text ?? "")); "
        + "only with --allow-public does anything leave it"
    }
    for peer in item.scenario.peers {
      if let reason = lacks(peer) { return reason }
    }
    return item.scenario.servers.contains { $0.kind == .turn && $0.behaviour == .working }
      ? stack(Self.turnServer) : nil
  }

  private func lacks(_ peer: PeerPlan) -> String? {
    guard let binary = peer.binary else { return stack(peer.stack) }
    // A bare name is looked for when it is started.
    guard binary.contains("/"), fileKind(binary) != .file else { return nil }
    return "\(binary), the program of \(peer.name), is not there"
  }

  private func stack(_ name: String) -> String? {
    if let known = stacks[name] { return known }
    let reason = machine.lacksStack(name)
    stacks[name] = reason
    return reason
  }
}

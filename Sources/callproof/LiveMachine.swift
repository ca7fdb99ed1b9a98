internal import LinuxIO
internal import Live
internal import Runner

/// What this machine has for the live world: the one place that asks `Live` and `LinuxIO` for it.
enum LiveMachine {
  /// One thing that a live run wants.
  struct Part {
    /// "TUN devices".
    var name: String
    /// Nil: it is there.
    var missing: String?
    /// What is known of it where it is there: "as root", "156.0.8078.108".
    var detail = ""
    /// Without it live runs are impossible, not only less exact.
    var isNeeded = true
  }

  static var machine: Machine {
    Machine(
      lacksLive: { abilities.first { $0.isNeeded && $0.missing != nil }?.missing },
      lacksStack: StackCatalogue.lacks)
  }

  /// What the machine itself must allow.
  static var abilities: [Part] {
    let found = Sandbox.probe()
    return [
      part("namespaces", found.namespaces), part("TUN devices", found.tun),
      part("real-time priority", found.realTime, isNeeded: false),
    ]
  }

  /// The implementations that a peer may be, and the servers beside them.
  static var stacks: [Part] {
    let surroundings = Surroundings()
    return StackCatalogue.stacks.filter { $0.name != "agent" }.map { stack in
      switch stack.presence(in: surroundings) {
      case .found(let version): Part(name: stack.name, missing: nil, detail: version)
      case .missing: Part(name: stack.name, missing: stack.lack(in: surroundings))
      }
    }
  }

  private static func part(
    _ name: String, _ ability: SandboxAbilities.Ability, isNeeded: Bool = true
  ) -> Part {
    let remedy = ability.remedy.isEmpty ? "" : "; \(ability.remedy)"
    return Part(
      name: name, missing: ability.isThere ? nil : ability.found + remedy, detail: ability.found,
      isNeeded: isNeeded)
  }
}

internal import Runner
internal import Scenario

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
      lacksStack: { name in stacks.first { $0.name == name }?.missing ?? unknown(name) })
  }

  /// What the machine itself must allow.
  static var abilities: [Part] {
    [Part(name: "live world", missing: "this version of callproof has no live world yet")]
  }

  /// The implementations that a peer may be, and the servers beside them.
  static var stacks: [Part] {
    Scenario.stacks.filter { $0 != "agent" }.map { Part(name: $0, missing: nil) }
  }

  private static func unknown(_ name: String) -> String? {
    name == "agent" || stacks.contains { $0.name == name }
      ? nil : "this version of callproof has no '\(name)'"
  }
}

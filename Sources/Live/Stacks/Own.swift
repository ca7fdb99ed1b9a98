internal import Scenario

extension Stack {
  /// Our own peer, on real sockets.
  static let swift = Stack(
    name: "swift", title: "Callproof's own peer", install: "nothing to install",
    features: [.trickle, .mute, .codecPreferences, .iceRestart, .stats, .ipv6, .keylog],
    videoCodecs: ["VP8", "H264"], find: { _ in .found(version: "0.1.0") },
    command: { surroundings, plan throws(LiveError) in
      try noBinary(plan)
      return AgentCommand(
        path: surroundings.program, arguments: ["agent", "swift"] + plan.flags)
    })

  /// A program of the user's that speaks the agent protocol.
  static let agent = Stack(
    name: "agent", title: "any program that speaks the agent protocol",
    install: "name it as the peer's 'binary'", level: 1,
    find: { _ in .found(version: "as it says itself") },
    command: { _, plan throws(LiveError) in
      guard let binary = plan.binary else {
        throw .wrongPlan(
          peer: plan.name, reason: "stack 'agent' wants 'binary': the program to start")
      }
      return AgentCommand(path: binary, arguments: plan.flags.map(Testbed.absolute(argument:)))
    })

  /// For stacks whose program is ours.
  static func noBinary(_ plan: PeerPlan) throws(LiveError) {
    guard plan.binary == nil else {
      throw .wrongPlan(peer: plan.name, reason: "stack '\(plan.stack)' has no use for 'binary'")
    }
  }
}

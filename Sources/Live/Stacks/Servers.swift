internal import AgentProtocol
internal import Scenario

extension Stack {
  /// Its mode stands in `flags`: echotest, videoroom-publish, videoroom-subscribe, streaming.
  static let janus = Stack(
    name: "janus", title: "Janus (echotest, videoroom, streaming)",
    install: "apt-get install janus",
    level: 3, features: [.trickle, .stats, .ipv6, .echo], videoCodecs: ["VP8", "H264"],
    find: { surroundings in
      guard surroundings.program(named: "janus") != nil else {
        return .missing("Janus is not installed")
      }
      guard surroundings.program(named: "python3") != nil else {
        return .missing("Janus' agent wants python3")
      }
      return .found(version: surroundings.version(ofPackage: "janus") ?? "unknown")
    },
    command: { surroundings, plan throws(LiveError) in
      let python = surroundings.program(named: "python3") ?? "/usr/bin/python3"
      let flags = plan.flags.isEmpty ? ["echotest"] : plan.flags
      let command = AgentCommand.script("agents/janus.py", by: python, arguments: flags)
      // A mountpoint is fed with coded media; the other modes pass on what they get.
      return flags.contains("streaming") ? command.coded(by: surroundings.program) : command
    })

  static let coturn = Stack(
    name: "coturn", title: "coturn (TURN server)", install: "apt-get install coturn",
    features: [.relay], isService: true,
    find: { surroundings in
      guard surroundings.program(named: "turnserver") != nil else {
        return .missing("coturn is not installed")
      }
      return .found(version: surroundings.version(ofPackage: "coturn") ?? "unknown")
    },
    command: { _, plan throws(LiveError) in
      throw .wrongPlan(
        peer: plan.name, reason: "coturn is a server, not a peer: servers: {turn1: {turn: working}}"
      )
    })
}

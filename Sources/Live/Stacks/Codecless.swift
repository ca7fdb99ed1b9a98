internal import AgentProtocol
internal import Scenario

extension Stack {
  /// RTP only: the harness's codecs are put before it, and mute for it.
  static let pion = Stack(
    name: "pion", title: "Pion (Go)", install: "ci/setup --peers",
    features: [.trickle, .mute, .codecPreferences, .iceRestart, .relay, .stats, .ipv6],
    videoCodecs: ["VP8", "H264"],
    find: { surroundings in
      guard surroundings.hasFile("\(surroundings.peersFolder)/pion/agent") else {
        return .missing("Pion's agent is not in \(surroundings.peersFolder)/pion")
      }
      return .found(
        version: surroundings.version(ofPackage: "golang-github-pion-webrtc.v3-dev") ?? "unknown")
    },
    command: { surroundings, plan throws(LiveError) in
      AgentCommand(
        path: plan.binary ?? "\(surroundings.peersFolder)/pion/agent", arguments: plan.flags
      ).coded(by: surroundings.program)
    })

  static let libdatachannel = Stack(
    name: "libdatachannel", title: "libdatachannel (Python)", install: "ci/setup --peers",
    features: [.trickle, .mute, .relay, .ipv6], videoCodecs: ["VP8", "H264"],
    find: { surroundings in
      let names = ["libdatachannel_py", "libdatachannel"]
      for name in names {
        if let version = surroundings.version(ofDistribution: name, in: "libdatachannel") {
          return .found(version: version)
        }
      }
      return .missing("libdatachannel is not in \(surroundings.peersFolder)/libdatachannel")
    },
    command: { surroundings, plan throws(LiveError) in
      AgentCommand.script(
        "agents/libdatachannel_agent.py",
        by: plan.binary ?? "\(surroundings.peersFolder)/libdatachannel/bin/python",
        arguments: plan.flags
      ).coded(by: surroundings.program)
    })
}

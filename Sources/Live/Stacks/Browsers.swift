internal import AgentProtocol
internal import Scenario

extension Stack {
  static let chromium = Stack(
    name: "chromium", title: "Chromium", install: "apt-get install chromium-headless-shell",
    features: browserFeatures, videoCodecs: ["VP8", "VP9", "H264", "AV1"],
    find: { surroundings in
      for package in ["chromium-headless-shell", "chromium"] {
        if surroundings.program(named: package) != nil {
          return .found(version: surroundings.version(ofPackage: package) ?? "unknown")
        }
      }
      return .missing("Chromium is not installed")
    },
    command: { surroundings, plan throws(LiveError) in
      let found =
        surroundings.program(named: "chromium-headless-shell")
        ?? surroundings.program(named: "chromium") ?? "chromium"
      return browser("chromium", plan.binary ?? found, surroundings, plan)
    })

  static let firefox = Stack(
    name: "firefox", title: "Firefox", install: "apt-get install firefox-esr",
    features: browserFeatures.union([.keylog]), videoCodecs: ["VP8", "VP9", "AV1"],
    find: { surroundings in
      for package in ["firefox-esr", "firefox"] {
        if surroundings.program(named: package) != nil {
          return .found(version: surroundings.version(ofPackage: package) ?? "unknown")
        }
      }
      return .missing("Firefox is not installed")
    },
    command: { surroundings, plan throws(LiveError) in
      let found =
        surroundings.program(named: "firefox-esr") ?? surroundings.program(named: "firefox")
        ?? "firefox"
      return browser("firefox", plan.binary ?? found, surroundings, plan)
    })

  private static let browserFeatures: Set<AgentHello.Feature> = [
    .trickle, .mute, .codecPreferences, .iceRestart, .relay, .stats, .replaceTrack, .ipv6,
  ]

  private static func browser(
    _ engine: String, _ binary: String, _ surroundings: Surroundings, _ plan: PeerPlan
  ) -> AgentCommand {
    AgentCommand(
      path: surroundings.program,
      arguments: ["agent", engine, "--binary", binary, "--"] + plan.flags)
  }
}

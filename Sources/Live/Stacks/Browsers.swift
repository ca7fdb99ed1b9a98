internal import AgentProtocol
internal import Scenario

extension Stack {
  static let chromium = browser(
    "chromium", "Chromium", install: "apt-get install chromium-headless-shell",
    features: browserFeatures, videoCodecs: ["VP8", "VP9", "H264", "AV1"],
    programs: [
      ("chromium-headless-shell", "chromium-headless-shell"), ("chromium", "chromium"),
      ("google-chrome", "google-chrome-stable"),
    ])

  static let firefox = browser(
    "firefox", "Firefox", install: "apt-get install firefox-esr",
    features: browserFeatures.union([.keylog]), videoCodecs: ["VP8", "VP9", "AV1"],
    programs: [("firefox-esr", "firefox-esr"), ("firefox", "firefox")])

  private static let browserFeatures: Set<AgentHello.Feature> = [
    .trickle, .mute, .codecPreferences, .iceRestart, .relay, .stats, .replaceTrack, .ipv6,
  ]

  /// - Parameter programs: the preferred one first, each with the package that brings it.
  private static func browser(
    _ name: String, _ title: String, install: String, features: Set<AgentHello.Feature>,
    videoCodecs: [String], programs: [(name: String, package: String)]
  ) -> Stack {
    Stack(
      name: name, title: title, install: install, features: features, videoCodecs: videoCodecs,
      find: { surroundings in
        for program in programs where surroundings.program(named: program.name) != nil {
          return .found(version: surroundings.version(ofPackage: program.package) ?? "unknown")
        }
        return .missing("\(title) is not installed")
      },
      command: { surroundings, plan throws(LiveError) in
        let found = programs.lazy.compactMap { surroundings.program(named: $0.name) }.first
        return AgentCommand(
          path: surroundings.program,
          arguments: ["agent", name, "--binary", plan.binary ?? found ?? name, "--"] + plan.flags)
      })
  }
}

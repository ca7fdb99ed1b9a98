internal import AgentProtocol
internal import Scenario

extension Stack {
  static let aiortc = python(
    "aiortc", "aiortc (Python)", distribution: "aiortc",
    features: [.mute, .codecPreferences, .relay, .stats, .replaceTrack, .ipv6, .keylog],
    videoCodecs: ["VP8", "H264"])

  static let libwebrtc = python(
    "libwebrtc", "libwebrtc (the wrtc wheel)", distribution: "wrtc",
    features: [
      .trickle, .mute, .codecPreferences, .iceRestart, .relay, .stats, .replaceTrack, .ipv6,
    ],
    videoCodecs: ["VP8", "VP9", "AV1"])

  /// A wheel in the virtual environment of the peers' folder.
  private static func python(
    _ name: String, _ title: String, distribution: String, features: Set<AgentHello.Feature>,
    videoCodecs: [String]
  ) -> Stack {
    Stack(
      name: name, title: title, install: "ci/setup --peers", features: features,
      videoCodecs: videoCodecs,
      find: { surroundings in
        guard let version = surroundings.version(ofDistribution: distribution, in: "python") else {
          return .missing("\(distribution) is not in \(surroundings.peersFolder)/python")
        }
        return .found(version: version)
      },
      command: { surroundings, plan throws(LiveError) in
        .script(
          "agents/\(name).py", by: plan.binary ?? "\(surroundings.peersFolder)/python/bin/python",
          arguments: plan.flags)
      })
  }

  /// webrtcbin belongs to the system's Python, whose `gi` no virtual environment has.
  static let gstreamer = Stack(
    name: "gstreamer", title: "GStreamer webrtcbin", install: "ci/setup --peers",
    features: [.trickle, .mute, .codecPreferences, .relay, .stats, .ipv6],
    videoCodecs: ["VP8", "H264"],
    find: { surroundings in
      for package in ["gstreamer1.0-nice", "python3-gi", "gir1.2-gst-plugins-bad-1.0"]
      where surroundings.version(ofPackage: package) == nil {
        return .missing("GStreamer's WebRTC is not installed (\(package) is missing)")
      }
      return .found(version: surroundings.version(ofPackage: "gir1.2-gst-plugins-bad-1.0") ?? "")
    },
    command: { _, plan throws(LiveError) in
      .script(
        "agents/gstreamer.py", by: plan.binary ?? "/usr/bin/python3", arguments: plan.flags)
    })
}

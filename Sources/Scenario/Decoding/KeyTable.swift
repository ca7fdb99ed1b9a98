/// The keys that one kind of map may have; the schema has the same, which a test holds.
struct KeyTable: Sendable {
  /// As the schema's `$defs` call it.
  var name: String
  var keys: [String]

  init(_ name: String, _ keys: [String]) {
    self.name = name
    self.keys = keys
  }
}

extension KeyTable {
  static let scenario = KeyTable(
    "scenario",
    [
      "scenario", "seed", "worlds", "network", "peers", "servers", "signalling", "call", "expect",
      "matrix", "exceptions",
    ])
  static let signalling = KeyTable("signalling", ["delay"])
  static let peer = KeyTable(
    "peer",
    [
      "stack", "binary", "flags", "label", "ip", "forwards", "host", "clock", "audio", "video",
      "ice", "dtls",
    ])
  static let clock = KeyTable("clock", ["offset", "drift"])
  static let audio = KeyTable("audio", ["source", "codecs", "direction", "bitrate"])
  static let video = KeyTable(
    "video", ["source", "size", "fps", "codecs", "direction", "bitrate", "max_bitrate"])
  static let ice = KeyTable("ice", ["gather_timeout", "servers", "policy", "trickle"])
  static let dtls = KeyTable("dtls", ["timer", "mtu", "fingerprint", "srtp"])
  static let server = KeyTable("server", ServerPlan.Kind.allCases.map(\.rawValue))
  static let publicServer = KeyTable("publicServer", ["public", "username", "credential"])
  static let linkDirection = KeyTable(
    "linkDirection",
    [
      "rate", "queue", "delay", "jitter", "loss", "burst", "loss_at", "duplicate", "reorder",
      "corrupt", "mtu", "overhead",
    ])
  static let link = KeyTable("link", ["profile", "up", "down"] + linkDirection.keys)
  static let step = KeyTable("step", ["network"])
  static let expectation = KeyTable(
    "expectation",
    [
      "sdp", "gathering", "connected", "first frame", "freezes", "frame rate", "av offset",
      "av drift", "packets lost", "bitrate", "psnr", "ssim", "marks lost", "video", "audio",
      "times out",
      "fails with",
    ])
  static let sdp = KeyTable("sdp", ["extmap", "fingerprint", "codecs"])
  static let codecLists = KeyTable("codecLists", ["audio", "video"])
  static let codecExpectation = KeyTable(
    "codecExpectation", codecLists.keys + ["offer", "answer"])
  static let byKind = KeyTable("byKind", ["audio", "video"])
  static let failure = KeyTable("failure", ["cause", "stage", "because"])
  static let exception = KeyTable("exception", ["where", "set", "skip"])
  static let byStatistic = KeyTable("byStatistic", ["p50", "p95", "worst"])

  static let all: [KeyTable] = [
    scenario, signalling, peer, clock, audio, video, ice, dtls, server, publicServer, linkDirection,
    link,
    step, expectation, sdp, codecLists, codecExpectation, byKind, byStatistic,
    failure, exception,
  ]
}

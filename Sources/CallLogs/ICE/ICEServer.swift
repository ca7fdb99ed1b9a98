/// A STUN or TURN server as configurations and errors name it.
struct ICEServer: Hashable, Sendable {
  /// "turn:turn.example.org:3478?transport=udp"
  var url: String

  var isTURN: Bool { scheme == "turn" || scheme == "turns" }
  var isSTUN: Bool { scheme == "stun" || scheme == "stuns" }

  private var scheme: String { url.prefix { $0 != ":" }.lowercased() }
}

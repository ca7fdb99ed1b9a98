/// Every stack that is shipped, in the order in which lists show them.
public enum StackCatalogue {
  public static let stacks: [Stack] = [
    .swift, .chromium, .firefox, .aiortc, .gstreamer, .janus, .libwebrtc, .pion, .libdatachannel,
    .agent, .coturn,
  ]

  public static func stack(named name: String) -> Stack? { stacks.first { $0.name == name } }

  /// Why the machine lacks a stack, and what brings it; nil: it is there.
  public static func lacks(_ name: String) -> String? {
    guard let stack = stack(named: name) else {
      return "no stack '\(name)'; known are \(stacks.map(\.name).joined(separator: ", "))"
    }
    return stack.lack(in: Surroundings())
  }
}

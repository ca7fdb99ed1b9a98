internal import AgentProtocol
internal import LinuxIO
internal import SDP
internal import SansIO
internal import Trace

/// Why a description is of no use to a call.
private struct Unusable: Error, CustomStringConvertible {
  var description: String
}

/// One description made by an agent alone, by the requests that a call makes, in their order.
enum SoloTalk: Hashable {
  case made(sections: Int)
  /// It does not know how, and says so.
  case refused(String)
  /// It ended, hung, or answered what breaks a call.
  case broken(String)

  /// - Parameters:
  ///   - hello: what the agent has answered already.
  ///   - offer: what it shall answer; nil: it shall offer.
  init(_ solo: SoloAgent, hello: AgentHello, folder: String, offer: Description?) {
    do {
      self = try Self.talk(solo, hello, folder, offer)
    } catch {
      self = .broken("\(error)")
    }
  }

  var isMade: Bool { if case .made = self { true } else { false } }
  var isBroken: Bool { if case .broken = self { true } else { false } }

  var words: String {
    switch self {
    case .made(let count): "\(count) sections"
    case .refused(let reason): "refused (\(reason))"
    case .broken(let reason): reason
    }
  }

  private static func talk(
    _ solo: SoloAgent, _ hello: AgentHello, _ folder: String, _ offer: Description?
  ) throws -> SoloTalk {
    try create(solo, folder)
    _ = try solo.ask(.clock)
    if let offer,
      case .failed(_, let message) = try solo.ask(.command(.setRemoteDescription(offer)))
    {
      return .refused(message)
    }
    let kind: Description.Kind = offer == nil ? .offer : .answer
    let description: Description
    switch try solo.ask(.command(offer == nil ? .createOffer : .createAnswer)) {
    case .description(let made): description = made
    case .failed(_, let message): return .refused(message)
    case .hello, .clock, .stats, .done: return .broken("no description")
    }
    let sections = try count(description, kind)
    switch try solo.ask(.command(.setLocalDescription(description))) {
    case .failed(let code, let message) where code != AgentAnswer.unknownMethod:
      return .broken("it refuses its own description: \(message)")
    default: break
    }
    // Without trickle, its candidates are those of the description that it has then.
    if !hello.features.contains(.trickle),
      case .description(let whole) = try solo.ask(.command(.localDescription))
    {
      _ = try count(whole, kind)
    }
    _ = try solo.ask(.command(.close))
    return .made(sections: sections)
  }

  static func create(_ solo: SoloAgent, _ folder: String) throws {
    let setup = AgentSetup(
      name: "check", origin: monotonicNanoseconds(), seed: Seed(1), scratch: folder)
    if case .failed(_, let message) = try solo.ask(.create(setup), within: .seconds(30)) {
      throw PeerFailure(
        peer: solo.agent.name, stack: solo.agent.stack, kind: .refused("create: \(message)"))
    }
  }

  private static func count(_ description: Description, _ kind: Description.Kind) throws -> Int {
    guard description.kind == kind else {
      throw Unusable(description: "its \(kind.rawValue) has type '\(description.kind.rawValue)'")
    }
    do {
      return try SessionDescription(parsing: description.sdp).media.count
    } catch {
      throw Unusable(description: "its \(kind.rawValue) cannot be read: \(error)")
    }
  }
}

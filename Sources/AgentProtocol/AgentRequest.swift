public import Trace

/// What the harness asks of an agent, one line each; the answer carries the same id.
public enum AgentRequest: Hashable, Sendable {
  /// The protocol's version, which is the first thing said.
  case hello
  /// What the agent's clock says now, so that its instants can be put on the run's.
  case clock
  case create(AgentSetup)
  case command(Command)

  public static let protocolVersion: Int64 = 1
}

/// What an agent says of itself in answer to `hello`.
public struct AgentHello: Hashable, Sendable {
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    case trickle, mute, codecPreferences, iceRestart, relay, stats, replaceTrack, ipv6, keylog, echo
  }

  public var name: String
  public var version: String
  /// 1 one-shot offer and answer; 2 trickle and state; 3 coded media; 4 pixels and samples.
  public var level: Int
  public var features: Set<Feature>
  public var audioCodecs: [String]
  public var videoCodecs: [String]

  public init(
    name: String, version: String, level: Int, features: Set<Feature> = [],
    audioCodecs: [String] = [], videoCodecs: [String] = []
  ) {
    self.name = name
    self.version = version
    self.level = level
    self.features = features
    self.audioCodecs = audioCodecs
    self.videoCodecs = videoCodecs
  }
}

/// What an agent answers.
public enum AgentAnswer: Hashable, Sendable {
  case hello(AgentHello)
  case clock(nanoseconds: Int64)
  case description(Description)
  /// `getStats`: whatever the stack gives.
  case stats(JSONValue)
  case done
  /// -32601: the agent does not know the method.
  case failed(code: Int64, message: String)

  public static let unknownMethod: Int64 = -32601
  public static let commandFailed: Int64 = -32000
}

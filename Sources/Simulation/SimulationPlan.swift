internal import Codecs
internal import DTLS
internal import ICE
internal import Media
internal import Netem
internal import Peer
internal import SDP
internal import SansIO
internal import Scenario
internal import SwiftAgent
internal import Trace

/// Who takes part in a simulated run, made from the scenario: peers at 10.0.n.1, servers at 203.0.113.n.
struct SimulationPlan {
  private static let peerPort: UInt16 = 50_000
  private static let stunPort: UInt16 = 3478

  var agents: [AgentConfiguration] = []
  var servers: [STUNServerNode] = []

  init(scenario: Scenario, seed: Seed, files: [String: [UInt8]]) throws {
    for (index, server) in scenario.servers.enumerated() {
      servers.append(
        STUNServerNode(
          address: Self.address(ofServer: index), behaviour: Self.behaviour(server.behaviour)))
    }
    let sources = try scenario.peers.map { try Sources($0, files: files) }
    for (index, plan) in scenario.peers.enumerated() {
      guard plan.stack == "swift" else {
        throw SimulationError.unsupportedStack(peer: plan.name, stack: plan.stack)
      }
      var agent = AgentConfiguration(
        id: PeerID(index: index),
        peer: Self.peer(plan, index: index, scenario: scenario, seed: seed),
        executor: InlineCodecExecutor())
      agent.audio = sources[index].audio
      agent.video = sources[index].video
      if scenario.peers.count == 2 { agent.reference = sources[1 - index].video }
      agents.append(agent)
    }
  }

  private static func address(ofServer index: Int) -> SocketAddress {
    SocketAddress(host: [203, 0, 113, UInt8(index % 254) + 1], port: stunPort)
  }

  private static func behaviour(_ plan: ServerPlan.Behaviour) -> STUNServerNode.Behaviour {
    switch plan {
    case .working: .working
    case .slow(let delay): .slow(delay)
    // Public servers are for the live world; one is as good as dead here.
    case .dead, .external: .dead
    }
  }

  private static func peer(
    _ plan: PeerPlan, index: Int, scenario: Scenario, seed: Seed
  ) -> PeerConfiguration {
    var peer = PeerConfiguration(
      name: plan.name,
      hostAddresses: [
        SocketAddress(host: [10, 0, UInt8(index % 254) + 1, 1], port: peerPort)
      ], seed: seed)
    peer.clock = plan.clock
    peer.gatherTimeout = plan.ice.gatherTimeout
    peer.trickle = plan.ice.trickle
    peer.stunServers = scenario.servers.enumerated()
      .filter { plan.ice.servers.contains($0.element.name) }
      .map { STUNServer(address: address(ofServer: $0.offset), name: $0.element.name) }
    peer.dtls.mtu = plan.dtls.mtu
    peer.dtls.timer = plan.dtls.timer == .libwebrtc ? .libwebrtc : .openSSL
    if let names = plan.dtls.srtp {
      peer.dtls.profiles = names.compactMap(Self.profile)
    }
    peer.fingerprintAlgorithm =
      FingerprintAlgorithm(rawValue: plan.dtls.fingerprint.rawValue) ?? .sha256
    if let audio = plan.audio {
      peer.tracks.append(
        TrackConfiguration(
          kind: .audio, direction: direction(audio.direction),
          codecs: audio.codecs.flatMap { CodecCapability.named($0) ?? [] },
          startBitRate: audio.bitRate ?? .kilobits(32),
          maximumBitRate: audio.bitRate ?? .kilobits(32)))
    }
    if let video = plan.video {
      peer.tracks.append(
        TrackConfiguration(
          kind: .video, direction: direction(video.direction),
          codecs: video.codecs.flatMap { CodecCapability.named($0) ?? [] },
          startBitRate: video.bitRate, maximumBitRate: video.bitRateMaximum))
    }
    return peer
  }

  /// By the name that a scenario has for it (`DTLSPlan.srtpProfiles`, those of RFC 4568 and 7714).
  private static func profile(_ name: String) -> SRTPProfile? {
    switch name {
    case "AES_CM_128_HMAC_SHA1_80": .aes128CMHMACSHA1_80
    case "AEAD_AES_128_GCM": .aeadAES128GCM
    default: nil
    }
  }

  private static func direction(_ plan: MediaDirection) -> Direction {
    switch plan {
    case .sendrecv: .sendrecv
    case .sendonly: .sendonly
    case .recvonly: .recvonly
    case .inactive: .inactive
    }
  }
}

/// The camera and the microphone of one peer.
private struct Sources {
  var video: (any VideoSource)?
  var audio: (any AudioSource)?

  init(_ plan: PeerPlan, files: [String: [UInt8]]) throws {
    if let plan = plan.video {
      switch plan.source {
      case .timecode:
        video = TimecodeSource(
          width: plan.width, height: plan.height, framesPerSecond: plan.framesPerSecond)
      case .black:
        video = BlackSource(
          width: plan.width, height: plan.height, framesPerSecond: plan.framesPerSecond)
      case .file(let path): video = try Self.read(path, files) { try Y4MSource(parsing: $0) }
      }
    }
    if let plan = plan.audio {
      switch plan.source {
      case .beep: audio = BeepSource()
      case .silence: audio = SilenceSource()
      case .file(let path): audio = try Self.read(path, files) { try WAVSource(parsing: $0) }
      }
    }
  }

  private static func read<Source>(
    _ path: String, _ files: [String: [UInt8]], _ parse: ([UInt8]) throws -> Source
  ) throws -> Source {
    guard let bytes = files[path] else { throw SimulationError.missingFile(path) }
    do {
      return try parse(bytes)
    } catch {
      throw SimulationError.unreadableFile(path, reason: "\(error)")
    }
  }
}

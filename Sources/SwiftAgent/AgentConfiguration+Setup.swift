public import AgentProtocol
public import Codecs
internal import DTLS
internal import ICE
internal import Media
internal import Peer
internal import SDP
public import SansIO
internal import Trace

extension AgentConfiguration {
  private static let defaultAudioBitRate = BitRate.kilobits(32)
  private static let defaultVideoBitRate = BitRate.kilobits(300)
  private static let defaultMaximumVideoBitRate = BitRate.kilobits(800)

  /// What `create` asked for. The Swift peer has no TURN client: `turn:` servers are passed over, and relay alone is refused.
  ///
  /// - Parameters:
  ///   - hostAddresses: bound addresses, the preferred one first.
  ///   - read: gives the bytes of a file that a source names, by its path.
  public init(
    _ setup: AgentSetup, hostAddresses: [SocketAddress], executor: any CodecExecutor,
    read: @escaping (String) throws -> [UInt8]
  ) throws {
    guard setup.iceTransportPolicy == .all else { throw SetupError.relayOnly }
    var peer = PeerConfiguration(
      name: setup.name, hostAddresses: hostAddresses, seed: setup.seed)
    peer.clock = setup.clock
    peer.gatherTimeout = setup.gatherTimeout
    peer.trickle = setup.trickle
    peer.stunServers = try setup.iceServers.flatMap(\.urls).compactMap { try STUNServer(url: $0) }
    try peer.apply(setup.dtls)
    self.init(id: PeerID(index: 0), peer: peer, executor: executor)
    stillInterval = setup.stills
    let files = SourceFiles(setup.files, read: read)
    if let track = setup.audio {
      audio = try files.audio(track.source)
      let rate = track.bitRate ?? Self.defaultAudioBitRate
      self.peer.tracks.append(
        TrackConfiguration(
          kind: .audio, direction: try direction(track.direction),
          codecs: try capabilities(track.codecs, otherwise: [.opus]),
          startBitRate: rate, maximumBitRate: rate))
    }
    if let track = setup.video {
      video = try files.video(
        track.source, width: track.width, height: track.height,
        framesPerSecond: track.framesPerSecond)
      let start = track.bitRate ?? Self.defaultVideoBitRate
      self.peer.tracks.append(
        TrackConfiguration(
          kind: .video, direction: try direction(track.direction),
          codecs: try capabilities(
            track.codecs, otherwise: [.vp8, .h264(), .h264(packetizationMode: 0)]),
          startBitRate: start,
          maximumBitRate: track.maximumBitRate ?? max(start, Self.defaultMaximumVideoBitRate)))
    }
    if let original = setup.reference {
      reference = try files.video(
        original.source, width: original.width, height: original.height,
        framesPerSecond: original.framesPerSecond)
    }
  }
}

/// The codecs a setup names, those that this peer has; none named: its own order.
private func capabilities(
  _ names: [String], otherwise own: [CodecCapability]
) throws(SetupError) -> [CodecCapability] {
  guard !names.isEmpty else { return own }
  let known = names.flatMap { CodecCapability.named($0) ?? [] }
  guard !known.isEmpty else { throw .codecs(names) }
  return known
}

private func direction(_ text: String) throws(SetupError) -> Direction {
  guard let direction = Direction(rawValue: text) else { throw .direction(text) }
  return direction
}

extension PeerConfiguration {
  fileprivate mutating func apply(_ setup: AgentSetup.DTLS) throws(SetupError) {
    // Less than a record's head, or more than a datagram, is no path's.
    guard (256...65_507).contains(setup.mtu) else { throw .mtu(setup.mtu) }
    dtls.mtu = setup.mtu
    dtls.timer = setup.timer == "openssl" ? .openSSL : .libwebrtc
    guard let algorithm = FingerprintAlgorithm(rawValue: setup.fingerprint) else {
      throw .fingerprint(setup.fingerprint)
    }
    fingerprintAlgorithm = algorithm
    if let names = setup.srtp {
      dtls.profiles = names.compactMap(SRTPProfile.init(setupName:))
      guard !dtls.profiles.isEmpty else { throw .srtp(names) }
    }
  }
}

extension SRTPProfile {
  /// By the names of RFC 4568 §6.2 and RFC 7714 §14.1.
  fileprivate init?(setupName name: String) {
    switch name {
    case "AES_CM_128_HMAC_SHA1_80": self = .aes128CMHMACSHA1_80
    case "AEAD_AES_128_GCM": self = .aeadAES128GCM
    default: return nil
    }
  }
}

extension STUNServer {
  /// RFC 7064 §3.1, addresses only: there is no resolver here. Nil: a TURN server, which serves as nothing.
  fileprivate init?(url: String) throws(SetupError) {
    let scheme = url.prefix { $0 != ":" }
    let rest = url.dropFirst(scheme.count + 1).prefix { $0 != "?" }
    if scheme == "turn" || scheme == "turns" { return nil }
    var host = rest
    var port: UInt16? = 3478
    // A bracketed or a plain address, with or without a port.
    if let colon = rest.lastIndex(of: ":"), rest.first != "[" || rest[..<colon].last == "]" {
      host = rest[..<colon]
      port = UInt16(rest[rest.index(after: colon)...])
    }
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    guard scheme == "stun", let port, let address = SocketAddress(host, port: port) else {
      throw .iceServer(url)
    }
    self.init(address: address, name: url)
  }
}

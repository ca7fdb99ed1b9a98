internal import Codecs
public import Media
public import Peer
internal import Playout
internal import SDP
public import SansIO
public import Trace

/// The Swift peer with its codecs, sources and sinks: an `Agent` that is told commands, and a `Node` of the network.
public final class SwiftAgent: Agent, Node {
  /// A picture that the receiver saw.
  public struct Still: Sendable {
    public var at: Instant
    public var mid: String
    public var picture: Picture
  }

  /// Sound that the loudspeaker played, 48 kHz, one channel.
  public struct Sound: Sendable {
    /// When the first sample left.
    public var at: Instant
    public var mid: String
    public var samples: [Int16]
  }

  /// What a job at the executor was for.
  private enum Job {
    case encodedPicture(mid: String, frame: UInt32, ticks: Int64)
    case encodedSound(mid: String, ticks: Int64, level: Int)
    case decodedPicture(mid: String, rtpTimestamp: UInt32, renderAt: Instant)
    case decodedSound(mid: String, start: Instant, isConcealed: Bool)
  }

  /// Every so many pictures one is compared with its original.
  private static let referenceInterval = 15
  private static let defaultAudioBitRate = BitRate.kilobits(32)
  private static let encoderQueueLimit = 2

  private let id: PeerID
  private let configuration: AgentConfiguration
  public let peer: Peer
  private let executor: any CodecExecutor
  private let clock: PeerClock
  private var cameras: [VideoCapture] = []
  private var microphones: [AudioCapture] = []
  private var screens: [VideoSink] = []
  private var loudspeakers: [AudioSink] = []
  private var enabled: [TrackKind: Bool] = [.audio: true, .video: true]
  private var jobs: [Int: Job] = [:]
  private var nextJob = 0
  private var isClosed = false
  private var events = Queue<TraceEvent>()
  private var stills = Queue<Still>()
  private var sounds = Queue<Sound>()

  public init(configuration: AgentConfiguration) throws {
    self.configuration = configuration
    id = configuration.id
    peer = try Peer(configuration: configuration.peer)
    executor = configuration.executor
    clock = configuration.peer.clock
  }

  // MARK: Agent

  public func perform(_ command: Command, ticket: Ticket, at now: Instant) {
    switch command {
    case .setTrackEnabled(let kind, let isEnabled):
      enabled[kind] = isEnabled
      report(.media(.trackEnabled(kind, isEnabled)), at: now)
      report(.signalling(.done(ticket)), at: now)
    case .replaceTrack:
      report(.signalling(.failed(ticket, "a Swift peer keeps the source it started with")), at: now)
    case .close:
      isClosed = true
      peer.perform(command, ticket: ticket, at: now)
    default: peer.perform(command, ticket: ticket, at: now)
    }
    drain(at: now)
  }

  public func nextEvent() -> TraceEvent? { events.popFirst() }

  public func nextStill() -> Still? { stills.popFirst() }

  /// Drained until nil by whoever asked to keep it.
  public func nextSound() -> Sound? { sounds.popFirst() }

  // MARK: Node

  public func receive(_ datagram: Datagram, at now: Instant) {
    peer.receive(datagram, at: now)
    drain(at: now)
  }

  public func nextDatagram() -> Datagram? { peer.nextDatagram() }

  /// True for the addresses that datagrams to this agent bear.
  public func owns(_ address: SocketAddress) -> Bool {
    peer.configuration.hostAddresses.contains(address)
  }

  public var deadline: Instant? {
    guard !isClosed else { return nil }
    var result = earliest(peer.deadline, executor.deadline)
    for camera in cameras { result = earliest(result, camera.deadline) }
    for microphone in microphones { result = earliest(result, microphone.deadline) }
    for screen in screens { result = earliest(result, screen.deadline) }
    for loudspeaker in loudspeakers { result = earliest(result, loudspeaker.deadline) }
    return result
  }

  public func wake(at now: Instant) {
    guard !isClosed else { return }
    peer.wake(at: now)
    drain(at: now)
    capture(at: now)
    pullSound(at: now)
    collectResults(at: now)
    render(at: now)
    drain(at: now)
  }

  // MARK: Capture

  private func capture(at now: Instant) {
    for index in cameras.indices {
      while let due = cameras[index].deadline, due <= now { takePicture(index, at: now) }
    }
    for index in microphones.indices {
      while let due = microphones[index].deadline, due <= now { takeSound(index, at: now) }
    }
  }

  private func takePicture(_ index: Int, at now: Instant) {
    let mid = cameras[index].mid
    let (frame, picture, ticks) = cameras[index].take(at: now, blank: enabled[.video] == false)
    report(.media(.captured(mid: mid, frame: frame)), at: now)
    guard cameras[index].inFlight < Self.encoderQueueLimit else {
      report(.media(.skipped(mid: mid, frame: frame, reason: "encoder busy")), at: now)
      return
    }
    guard !cameras[index].dropper.mustSkip(at: now) else {
      report(.media(.skipped(mid: mid, frame: frame, reason: "bit rate spent")), at: now)
      return
    }
    cameras[index].inFlight += 1
    let forceKeyFrame = cameras[index].wantsKeyFrame
    cameras[index].wantsKeyFrame = false
    submit(
      .encodePicture(picture, forceKeyFrame: forceKeyFrame), to: cameras[index].encoder,
      as: .encodedPicture(mid: mid, frame: frame, ticks: ticks), at: now)
  }

  private func takeSound(_ index: Int, at now: Instant) {
    let mid = microphones[index].mid
    let (samples, ticks, marks) = microphones[index].take(muted: enabled[.audio] == false)
    for mark in marks { report(.media(.markSent(mid: mid, mark: mark.mark)), at: mark.at) }
    submit(
      .encodeSound(samples), to: microphones[index].encoder,
      as: .encodedSound(mid: mid, ticks: ticks, level: level(samples)), at: now)
  }

  // MARK: Playout

  private func pullSound(at now: Instant) {
    for index in loudspeakers.indices {
      while loudspeakers[index].deadline <= now {
        let start = loudspeakers[index].deadline
        let mid = loudspeakers[index].mid
        loudspeakers[index].pulled()
        switch peer.pullSound(mid: mid, at: now) {
        case .packet(let packet, _):
          submit(
            .decodeSound(packet), to: loudspeakers[index].decoder,
            as: .decodedSound(mid: mid, start: start, isConcealed: false), at: now)
        case .recover(let next):
          submit(
            .recoverSound(fromNext: next), to: loudspeakers[index].decoder,
            as: .decodedSound(mid: mid, start: start, isConcealed: true), at: now)
        case .conceal:
          submit(
            .concealSound, to: loudspeakers[index].decoder,
            as: .decodedSound(mid: mid, start: start, isConcealed: true), at: now)
        case .nothing: break
        }
      }
    }
  }

  private func render(at now: Instant) {
    for index in screens.indices {
      while let (event, picture) = screens[index].render(at: now) {
        report(.media(event), at: now)
        if let interval = configuration.stillInterval,
          screens[index].isStillDue(every: interval, at: now)
        {
          stills.append(Still(at: now, mid: screens[index].mid, picture: picture))
        }
      }
    }
  }

  // MARK: Codecs

  private func submit(_ job: CodecJob, to handle: Int, as purpose: Job, at now: Instant) {
    jobs[nextJob] = purpose
    executor.submit(job, handle: handle, ticket: nextJob, at: now)
    nextJob += 1
  }

  private func collectResults(at now: Instant) {
    while let (ticket, result) = executor.nextResult(at: now) {
      guard let job = jobs.removeValue(forKey: ticket) else { continue }
      switch job {
      case .encodedPicture(let mid, let frame, let ticks):
        finishPicture(result, mid: mid, frame: frame, ticks: ticks, at: now)
      case .encodedSound(let mid, let ticks, let level):
        switch result {
        case .packet(let packet):
          peer.send(
            OutgoingFrame(
              mid: mid, payload: packet, isKeyFrame: false, ticks: ticks, level: level), at: now)
        case .failed(let error):
          report(.discarded(layer: "codec", reason: "sound not encoded: \(error)"), at: now)
        case .none, .frame, .picture, .sound: break
        }
      case .decodedPicture(let mid, let rtpTimestamp, let renderAt):
        finishDecoding(result, mid: mid, rtpTimestamp: rtpTimestamp, renderAt: renderAt, at: now)
      case .decodedSound(let mid, let start, let isConcealed):
        if case .failed(let error) = result {
          report(.discarded(layer: "codec", reason: "sound not decoded: \(error)"), at: now)
        }
        guard case .sound(let samples) = result,
          let index = loudspeakers.firstIndex(where: { $0.mid == mid })
        else { continue }
        if configuration.keepsSound {
          sounds.append(Sound(at: start, mid: mid, samples: samples))
        }
        let played = loudspeakers[index].play(samples, isConcealed: isConcealed, from: start)
        for (event, at) in played { report(.media(event), at: at) }
      }
    }
  }

  private func finishPicture(
    _ result: CodecResult, mid: String, frame: UInt32, ticks: Int64, at now: Instant
  ) {
    guard let index = cameras.firstIndex(where: { $0.mid == mid }) else { return }
    cameras[index].inFlight -= 1
    switch result {
    case .frame(let payload, let isKeyFrame):
      cameras[index].dropper.spent(byteCount: payload.count, at: now)
      report(
        .media(
          .encoded(mid: mid, frame: frame, byteCount: payload.count, keyFrame: isKeyFrame)), at: now
      )
      peer.send(
        OutgoingFrame(mid: mid, payload: payload, isKeyFrame: isKeyFrame, ticks: ticks), at: now)
    case .failed(let error):
      report(.media(.skipped(mid: mid, frame: frame, reason: "encoder failed: \(error)")), at: now)
    case .none, .picture, .sound, .packet:
      report(.media(.skipped(mid: mid, frame: frame, reason: "dropped by the encoder")), at: now)
    }
  }

  private func finishDecoding(
    _ result: CodecResult, mid: String, rtpTimestamp: UInt32, renderAt: Instant, at now: Instant
  ) {
    guard let index = screens.firstIndex(where: { $0.mid == mid }) else { return }
    switch result {
    case .picture(let picture, let concealed):
      report(
        .media(.decoded(mid: mid, rtpTimestamp: rtpTimestamp, concealed: concealed)), at: now)
      screens[index].show(picture, at: max(renderAt, now))
    case .failed(let error):
      report(
        .media(.decodeFailed(mid: mid, rtpTimestamp: rtpTimestamp, reason: "\(error)")), at: now)
      peer.requestKeyFrame(mid: mid, reason: "decoder failed", at: now)
    case .none, .frame, .sound, .packet: break
    }
  }

  // MARK: What the peer wants and tells

  private func drain(at now: Instant) {
    while let demand = peer.nextDemand() { meet(demand, at: now) }
    if peer.canSend {
      for index in cameras.indices { cameras[index].begin(at: now) }
      for index in microphones.indices { microphones[index].begin(at: now) }
    }
    while let (mid, playable) = peer.nextFrame(at: now) {
      guard let screen = screens.first(where: { $0.mid == mid }) else { continue }
      submit(
        .decodeFrame(playable.frame.payload), to: screen.decoder,
        as: .decodedPicture(
          mid: mid, rtpTimestamp: playable.frame.rtpTimestamp, renderAt: playable.renderAt),
        at: now)
    }
    while let kind = peer.nextEvent() { report(kind, at: now) }
  }

  private func meet(_ demand: Demand, at now: Instant) {
    do {
      switch demand {
      case .send(let mid, let kind, let codec, let maximumPayload):
        stopSending(mid)
        try startSending(mid, kind, codec, maximumPayload: maximumPayload)
      case .stopSending(let mid): stopSending(mid)
      case .receive(let mid, let kind, let codec): try startReceiving(mid, kind, codec, at: now)
      case .keyFrame(let mid):
        if let index = cameras.firstIndex(where: { $0.mid == mid }) {
          cameras[index].wantsKeyFrame = true
        }
      case .bitRate(let mid, let rate):
        if let index = cameras.firstIndex(where: { $0.mid == mid }) {
          cameras[index].dropper.set(rate: rate, at: now)
          executor.submit(.setBitRate(rate), handle: cameras[index].encoder, ticket: -1, at: now)
        }
      }
    } catch {
      report(.unexplained("codec: \(error)"), at: now)
    }
  }

  private func startSending(
    _ mid: String, _ kind: MediaKind, _ codec: NegotiatedCodec, maximumPayload: Int
  ) throws {
    switch kind {
    case .video:
      guard let source = configuration.video, let format = VideoFormat(codec) else { return }
      let track = configuration.peer.tracks.first { $0.kind == .video }
      let rate = track?.startBitRate ?? .kilobits(300)
      let encoder = try executor.open(
        .videoEncoder(
          format, width: source.width, height: source.height,
          framesPerSecond: source.framesPerSecond,
          bitRate: rate, maximumPayload: maximumPayload))
      cameras.append(
        VideoCapture(mid: mid, encoder: encoder, source: source, clock: clock, rate: rate))
    case .audio:
      guard let source = configuration.audio else { return }
      let rates = configuration.peer.tracks.first { $0.kind == .audio }
      // RFC 7587 §6.1: the far side says whether it makes use of FEC; without a word it does not.
      let wantsFEC = codec.parameters.contains { $0.name == "useinbandfec" && $0.value == "1" }
      let encoder = try executor.open(
        .audioEncoder(
          bitRate: rates?.startBitRate ?? Self.defaultAudioBitRate, channels: 1,
          inbandFEC: wantsFEC))
      microphones.append(
        AudioCapture(mid: mid, encoder: encoder, source: source, clock: clock))
    default: break
    }
  }

  private func stopSending(_ mid: String) {
    for camera in cameras where camera.mid == mid { executor.close(camera.encoder) }
    for microphone in microphones where microphone.mid == mid { executor.close(microphone.encoder) }
    cameras.removeAll { $0.mid == mid }
    microphones.removeAll { $0.mid == mid }
  }

  private func startReceiving(
    _ mid: String, _ kind: MediaKind, _ codec: NegotiatedCodec, at now: Instant
  ) throws {
    switch kind {
    case .video:
      guard let format = VideoFormat(codec) else { return }
      let decoder = try executor.open(.videoDecoder(format))
      if let index = screens.firstIndex(where: { $0.mid == mid }) {
        executor.close(screens[index].decoder)
        screens[index].decoder = decoder
      } else {
        screens.append(
          VideoSink(
            mid: mid, decoder: decoder, reference: configuration.reference,
            referenceInterval: Self.referenceInterval,
            firstStill: configuration.stillInterval == nil ? nil : now))
      }
    case .audio:
      guard !loudspeakers.contains(where: { $0.mid == mid }) else { return }
      let decoder = try executor.open(.audioDecoder(channels: 1))
      loudspeakers.append(AudioSink(mid: mid, decoder: decoder, clock: clock, at: now))
    default: break
    }
  }

  private func report(_ kind: TraceEvent.Kind, at: Instant) {
    events.append(TraceEvent(at: at, subject: .peer(id), kind: kind))
  }
}

extension VideoFormat {
  /// The codec that produces or reads a negotiated payload format; nil for one that is not video.
  init?(_ codec: NegotiatedCodec) {
    switch codec.name.lowercased() {
    case "vp8": self = .vp8
    case "h264":
      self = .h264(profileLevelID: codec.h264?.profileLevelID ?? "42e01f")
    default: return nil
    }
  }
}

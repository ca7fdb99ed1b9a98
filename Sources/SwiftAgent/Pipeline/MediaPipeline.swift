internal import Codecs
public import Media
internal import Peer
public import SansIO
public import Trace

/// Cameras, microphones, screens and loudspeakers with their codecs, in front of an endpoint that carries coded frames.
///
/// Whoever owns it drains the endpoint through `drain` after whatever may have changed it, and calls `wake` when it is due.
public final class MediaPipeline {
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
  enum Job {
    case encodedPicture(mid: String, frame: UInt32, ticks: Int64)
    case encodedSound(mid: String, ticks: Int64, level: Int)
    case decodedPicture(mid: String, rtpTimestamp: UInt32, renderAt: Instant)
    case decodedSound(mid: String, start: Instant, isConcealed: Bool)
    case setBitRate
  }

  private static let encoderQueueLimit = 2

  let configuration: AgentConfiguration
  private let endpoint: any MediaEndpoint
  let executor: any CodecExecutor
  let clock: PeerClock
  var cameras: [VideoCapture] = []
  var microphones: [AudioCapture] = []
  var screens: [VideoSink] = []
  var loudspeakers: [AudioSink] = []
  private var enabled: [TrackKind: Bool] = [.audio: true, .video: true]
  private var jobs: [Int: (handle: Int, purpose: Job)] = [:]
  private var nextJob = 0
  private var events = Queue<TraceEvent>()
  private var stills = Queue<Still>()
  private var sounds = Queue<Sound>()

  public init(configuration: AgentConfiguration, endpoint: any MediaEndpoint) {
    self.configuration = configuration
    self.endpoint = endpoint
    executor = configuration.executor
    clock = configuration.peer.clock
  }

  /// `MediaStreamTrack.enabled`: false sends silence or black.
  public func set(_ kind: TrackKind, enabled isEnabled: Bool, at now: Instant) {
    enabled[kind] = isEnabled
    report(.media(.trackEnabled(kind, isEnabled)), at: now)
  }

  public func nextEvent() -> TraceEvent? { events.popFirst() }

  public func nextStill() -> Still? { stills.popFirst() }

  /// Drained until nil by whoever asked to keep it.
  public func nextSound() -> Sound? { sounds.popFirst() }

  /// When it wants to be woken; the endpoint has a deadline of its own.
  public var deadline: Instant? {
    var result = executor.deadline
    for camera in cameras { result = earliest(result, camera.deadline) }
    for microphone in microphones { result = earliest(result, microphone.deadline) }
    for screen in screens { result = earliest(result, screen.deadline) }
    for loudspeaker in loudspeakers { result = earliest(result, loudspeaker.deadline) }
    return result
  }

  public func wake(at now: Instant) {
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
    guard var encoding = cameras[index].encoding else { return }
    guard encoding.inFlight < Self.encoderQueueLimit else {
      report(.media(.skipped(mid: mid, frame: frame, reason: "encoder busy")), at: now)
      return
    }
    guard !encoding.dropper.mustSkip(at: now) else {
      report(.media(.skipped(mid: mid, frame: frame, reason: "bit rate spent")), at: now)
      return
    }
    submit(
      .encodePicture(picture, forceKeyFrame: encoding.wantsKeyFrame), to: encoding.encoder,
      as: .encodedPicture(mid: mid, frame: frame, ticks: ticks), at: now)
    encoding.inFlight += 1
    encoding.wantsKeyFrame = false
    cameras[index].encoding = encoding
  }

  private func takeSound(_ index: Int, at now: Instant) {
    let mid = microphones[index].mid
    let (samples, ticks, marks) = microphones[index].take(muted: enabled[.audio] == false)
    for mark in marks { report(.media(.markSent(mid: mid, mark: mark.mark)), at: mark.at) }
    guard let encoder = microphones[index].encoder else { return }
    submit(
      .encodeSound(samples), to: encoder,
      as: .encodedSound(mid: mid, ticks: ticks, level: level(samples)), at: now)
  }

  // MARK: Playout

  private func pullSound(at now: Instant) {
    for index in loudspeakers.indices {
      while loudspeakers[index].deadline <= now {
        let start = loudspeakers[index].deadline
        let mid = loudspeakers[index].mid
        loudspeakers[index].pulled()
        switch endpoint.pullSound(mid: mid, at: now) {
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

  func submit(_ job: CodecJob, to handle: Int, as purpose: Job, at now: Instant) {
    jobs[nextJob] = (handle, purpose)
    executor.submit(job, handle: handle, ticket: nextJob, at: now)
    nextJob += 1
  }

  /// What the codec still owes will not come.
  func close(_ handle: Int) {
    executor.close(handle)
    jobs = jobs.filter { $0.value.handle != handle }
  }

  private func collectResults(at now: Instant) {
    while let (ticket, result) = executor.nextResult(at: now) {
      guard let job = jobs.removeValue(forKey: ticket) else { continue }
      switch job.purpose {
      case .encodedPicture(let mid, let frame, let ticks):
        finishPicture(result, mid: mid, frame: frame, ticks: ticks, at: now)
      case .encodedSound(let mid, let ticks, let level):
        switch result {
        case .packet(let packet):
          endpoint.send(
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
      case .setBitRate: break
      }
    }
  }

  private func finishPicture(
    _ result: CodecResult, mid: String, frame: UInt32, ticks: Int64, at now: Instant
  ) {
    guard let index = cameras.firstIndex(where: { $0.mid == mid }) else { return }
    cameras[index].encoding?.inFlight -= 1
    switch result {
    case .frame(let payload, let isKeyFrame):
      cameras[index].encoding?.dropper.spent(byteCount: payload.count, at: now)
      report(
        .media(
          .encoded(mid: mid, frame: frame, byteCount: payload.count, keyFrame: isKeyFrame)), at: now
      )
      endpoint.send(
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
      screens[index].show(picture, at: renderAt, now: now)
    case .failed(let error):
      report(
        .media(.decodeFailed(mid: mid, rtpTimestamp: rtpTimestamp, reason: "\(error)")), at: now)
      endpoint.requestKeyFrame(mid: mid, reason: "decoder failed", at: now)
    case .none, .frame, .sound, .packet: break
    }
  }

  // MARK: What the endpoint wants and tells

  /// Takes what the endpoint has for the pipeline: demands, frames, events.
  public func drain(at now: Instant) {
    while let demand = endpoint.nextDemand() { meet(demand, at: now) }
    if endpoint.canSend {
      for index in cameras.indices { cameras[index].begin(at: now) }
      for index in microphones.indices { microphones[index].begin(at: now) }
    }
    while let frame = endpoint.nextIncomingFrame(at: now) {
      guard let screen = screens.first(where: { $0.mid == frame.mid }) else { continue }
      submit(
        .decodeFrame(frame.payload), to: screen.decoder,
        as: .decodedPicture(
          mid: frame.mid, rtpTimestamp: frame.rtpTimestamp, renderAt: frame.renderAt),
        at: now)
    }
    while let kind = endpoint.nextEvent() { report(kind, at: now) }
  }

  public func report(_ kind: TraceEvent.Kind, at: Instant) {
    events.append(TraceEvent(at: at, subject: .peer(configuration.id), kind: kind))
  }
}

public import SansIO
internal import Trace

/// What one peer received, reckoned once.
public struct PeerNumbers: Sendable {
  /// After a track is enabled again, until its first frame can be here: propagation and playout.
  static let propagation = Duration.milliseconds(500)

  public let connected: Instant?
  /// Nil: no frame was rendered.
  public let firstFrame: Instant?
  public let smoothness: Smoothness?
  public let rendered: [StreamRecord.Rendered]
  public let offset: AVOffset
  /// The received streams that are looked at: of each kind the first one that got anything.
  public let audio: StreamRecord?
  public let video: StreamRecord?
  let audioRate: Throughput?
  let videoRate: Throughput?
  let audioLoss: PacketLoss?
  let videoLoss: PacketLoss?
  let marks: MarkCount?
  let psnrMean: Double?
  let psnrLeast: Double?
  let ssimMean: Double?
  let ssimLeast: Double?

  /// - Parameters:
  ///   - far: who is at the other end.
  ///   - source: whose pictures and sound come from there.
  init(peer: PeerRecord, far: PeerRecord?, source: PeerRecord?, call: CallFacts) {
    let end = call.end
    let audioDisabled = source?.disabledSpans(.audio, end: end) ?? []
    let videoDisabled = source?.disabledSpans(.video, end: end) ?? []
    func received(_ kind: TrackKind) -> StreamRecord? {
      let streams = peer.streams.filter { $0.kind == kind }
      return streams.first(where: \.hasReceived) ?? streams.first(where: \.isReceiving)
    }
    let audio = received(.audio)
    let video = received(.video)
    let farAudio = source?.streams.first { $0.kind == .audio && !$0.marksSent.isEmpty }
    self.audio = audio
    self.video = video
    connected = peer.connected

    let rendered = video?.rendered.filter { $0.at <= end } ?? []
    self.rendered = rendered
    firstFrame = rendered.first?.at
    smoothness =
      rendered.isEmpty
      ? nil
      : Smoothness(
        rendered: rendered.map(\.at),
        inactive: videoDisabled.widened(before: .zero, after: Self.propagation), end: end)
    offset = AVOffset(
      rendered: rendered, marksPlayed: audio?.marksPlayed ?? [],
      marksSent: farAudio?.marksSent ?? [], end: end)

    func rate(_ stream: StreamRecord?) -> Throughput? {
      guard let stream, !stream.received.allSatisfy({ $0.value.unknown.contains(.bytes) }),
        let from = stream.firstPacket ?? stream.received.first(where: { $0.value.packets > 0 })?.at
      else { return nil }
      return Throughput(samples: stream.received, from: from, end: end)
    }
    audioRate = rate(audio)
    videoRate = rate(video)
    audioLoss = PacketLoss(audio?.received.last?.value)
    videoLoss = PacketLoss(video?.received.last?.value)

    // Of a peer that only passes media on it may not be known when it was connected.
    let isForwarded = source?.name != far?.name
    let there = isForwarded ? far?.connected ?? source?.connected : far?.connected
    if let farAudio, let here = peer.connected, let there {
      let both = max(here, there, isForwarded ? source?.connected ?? there : there)
      marks = MarkCount(
        sent: farAudio.marksSent, played: audio?.marksPlayed ?? [], from: both,
        end: end,
        inactive: audioDisabled.widened(before: Self.propagation, after: Self.propagation))
    } else {
      marks = nil
    }
    let psnr = rendered.compactMap { $0.psnr?.doubleValue }
    psnrMean = Self.mean(psnr)
    psnrLeast = psnr.min()
    let ssim = rendered.compactMap { $0.ssim?.doubleValue }
    ssimMean = Self.mean(ssim)
    ssimLeast = ssim.min()
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

extension PeerRecord {
  /// From each `enabled = false` until it is true again, or the end of the call.
  func disabledSpans(_ kind: TrackKind, end: Instant) -> [Span] {
    var spans: [Span] = []
    var from: Instant?
    for change in trackChanges where change.kind == kind && change.at <= end {
      switch (from, change.enabled) {
      case (nil, false): from = change.at
      case (let start?, true):
        spans.append(Span(from: start, to: change.at))
        from = nil
      case (nil, true), (.some, false): break
      }
    }
    if let from { spans.append(Span(from: from, to: end)) }
    return spans
  }
}

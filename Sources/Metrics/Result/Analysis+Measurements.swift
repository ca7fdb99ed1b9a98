internal import SansIO
internal import Trace

extension Analysis {
  /// All that could be measured, per peer and then per link, in a stable order; what was not measured is absent.
  public var measurements: [Measurement] {
    peers.indices.flatMap { ofPeer($0) } + peers.indices.flatMap { ofLink($0) } + ofEmulator
  }

  private func ofPeer(_ index: Int) -> [Measurement] {
    var list = MeasurementList(subject: peers[index].name)
    let peer = numbers[index]
    func quantity(_ quantity: Quantity) {
      guard case .measured(let estimate, _) = reading(quantity, of: index) else { return }
      list.add(quantity.name, estimate.value, quantity.unit, estimate.interval)
    }
    addZero(index, &list)
    quantity(.connectionTime)
    quantity(.firstFrame)
    // On a quick path media flows on a valid pair before one is selected (RFC 8445 §12.1).
    if let frame = peer.firstFrame, let pair = peers[index].firstSelected, frame >= pair {
      list.add(
        "first frame after pair selected", .tenthsOfMilliseconds((frame - pair).nanoseconds), "ms")
    }
    quantity(.freezeCount)
    quantity(.freezeTotal)
    quantity(.longestFreeze)
    if let smoothness = peer.smoothness {
      list.add("gaps ≥ 200 ms", .count(smoothness.longGaps), "")
      list.add("pauses", .count(smoothness.pauses), "")
    }
    quantity(.frameRate)
    if !peer.rendered.isEmpty { list.add("frames rendered", .count(peer.rendered.count), "") }
    for statistic in Quantity.Statistic.allCases { quantity(.avOffset(statistic)) }
    quantity(.avDrift)
    if let drift = peer.offset.drift {
      // 1 ms a second is 1000 ppm.
      let ppm = Estimate(
        drift.slope * 1000, drift.lower * 1000, drift.upper * 1000, places: 0, narrowing: .slope,
        length: peer.offset.length)
      list.add("av drift rate", ppm.value, "ppm", ppm.interval)
    }
    for kind in TrackKind.allCases { addStream(kind, index, &list) }
    quantity(.psnr)
    if let least = peer.psnrLeast { list.add("psnr min", .rounded(least, places: 2), "dB") }
    quantity(.ssim)
    if let least = peer.ssimLeast { list.add("ssim min", .rounded(least, places: 4), "") }
    quantity(.marksLost)
    addCourse(index, &list)
    return list.measurements
  }

  /// What connection and first frame are counted from, since the run began; and how well clocks are known.
  private func addZero(_ index: Int, _ list: inout MeasurementList) {
    let peer = peers[index]
    if let offered = peer.offerCreated {
      list.add("offer created", .tenthsOfMilliseconds(offered.nanoseconds), "ms")
    } else if let accepted = peer.accepted(script) {
      list.add("call accepted", .tenthsOfMilliseconds(accepted.nanoseconds), "ms")
    }
    if peer.uncertainty != .zero {
      list.add(
        "clock uncertainty", FixedDecimal(units: peer.uncertainty.nanoseconds / 1000, places: 3),
        "ms")
    }
  }

  private var ofEmulator: [Measurement] {
    var list = MeasurementList(subject: "emulator")
    for (name, value) in emulator.lateness {
      list.add(
        "lateness \(name)", FixedDecimal(units: value.nanoseconds / 1000, places: 3), "ms")
    }
    if let drops = emulator.drops { list.add("dropped by the machine", .count(drops), "packets") }
    for server in emulator.outside {
      list.add("sent to \(server.server)", .count(server.sent), "datagrams")
      list.add("received from \(server.server)", .count(server.received), "datagrams")
    }
    for (reason, packets) in emulator.kept {
      list.add("came to no link: \(reason)", .count(packets), "packets")
    }
    return list.measurements
  }

  private func addStream(_ kind: TrackKind, _ index: Int, _ list: inout MeasurementList) {
    let peer = numbers[index]
    let word = kind.rawValue
    if let loss = kind == .audio ? peer.audioLoss : peer.videoLoss {
      list.add("packets lost \(word)", .rounded(loss.afterRepair, places: 3), "%")
      if let before = loss.beforeRepair {
        list.add("packets lost before repair \(word)", .rounded(before, places: 3), "%")
      }
    }
    if case .measured(let rate, _) = reading(.bitRate(kind), of: index) {
      list.add("bitrate \(word)", rate.value, "kbps", rate.interval)
    }
    if let last = (kind == .audio ? peer.audio : peer.video)?.received.last?.value,
      last.packets > 0, !last.unknown.contains(.jitter)
    {
      list.add("jitter \(word)", .tenthsOfMilliseconds(last.jitter.nanoseconds), "ms")
    }
    let sent = peers[index].streams.filter { $0.kind == kind }.compactMap(\.sent.last?.value)
      .filter { !$0.unknown.contains(.retransmitted) }
    if !sent.isEmpty {
      list.add(
        "retransmitted \(word)", .count(sent.reduce(0) { $0 + $1.retransmittedPackets }), "packets")
    }
  }

  private func addCourse(_ index: Int, _ list: inout MeasurementList) {
    let peer = peers[index]
    let trips = peer.roundTripTimes.sorted()
    if !trips.isEmpty {
      list.add("rtt", .tenthsOfMilliseconds(trips[trips.count / 2].nanoseconds), "ms")
    }
    if let audio = numbers[index].audio, !audio.levels.isEmpty {
      let concealed = audio.levels.reduce(0) { $0 + $1.concealedSamples }
      // A level is that of 100 ms: 4800 samples.
      list.add(
        "sound concealed",
        .rounded(Double(concealed) * 100 / Double(audio.levels.count * 4800), places: 2), "%")
    }
    if numbers[index].video != nil {
      list.add(
        "key frames requested", .count(peer.streams.reduce(0) { $0 + $1.keyFrameRequests.count }),
        "")
    }
    let skipped = peer.streams.reduce(0) { $0 + $1.skippedFrames }
    if skipped > 0 { list.add("frames skipped", .count(skipped), "") }
    if let most = peer.processor.map(\.waitingPerSecond).max() {
      list.add("processor wait worst", .tenthsOfMilliseconds(most.nanoseconds), "ms/s")
    }
    if peer.discarded > 0 { list.add("discarded", .count(peer.discarded), "packets") }
  }

  /// "link alice up delay", as asked and as measured; of a later period, from when.
  private func ofLink(_ index: Int) -> [Measurement] {
    let measures = links[index].measures
    let first = measures.map(\.from).min() ?? .start
    return measures.flatMap { measure in
      let name = "link \(peers[index].name) \(measure.direction.rawValue) \(measure.name)"
      let period = measure.from > first ? " from \(measure.from.plain)" : ""
      return [("asked", measure.asked), ("measured", measure.measured)].compactMap { word, value in
        value.map {
          Measurement(name: name, subject: word + period, value: $0, unit: measure.unit)
        }
      }
    }
  }
}

/// The measurements of one subject, as they are added.
private struct MeasurementList {
  let subject: String
  var measurements: [Measurement] = []

  init(subject: String) { self.subject = subject }

  mutating func add(
    _ name: String, _ value: FixedDecimal, _ unit: String,
    _ interval: ClosedRange<FixedDecimal>? = nil
  ) {
    measurements.append(
      Measurement(name: name, subject: subject, value: value, unit: unit, interval: interval))
  }
}

import Congestion
import RTP
import SansIO

/// A video call over one narrow link, in steps of a millisecond: a sender that obeys its estimate, a queue, a receiver.
struct Bottleneck {
  /// Who estimates: the receiver, who says so by REMB, or the sender, from transport-wide feedback.
  enum Feedback: String, CaseIterable {
    case remb = "REMB"
    case transportWide = "transport-wide"
  }

  struct Settings {
    var feedback = Feedback.remb
    var rate = BitRate.kilobits(330)
    /// From when on the link has another rate.
    var change: (at: Int, rate: BitRate)?
    /// Milliseconds, each way.
    var delay = 100
    var jitter = 0
    var queuePackets = 100
    var lossPercent: UInt64 = 0
    /// Milliseconds during which everything is lost.
    var blackout = 0..<0
    var start = BitRate.kilobits(300)
    /// The encoder never makes more.
    var encoderMaximum = BitRate.kilobits(2500)
    var framesPerSecond = 30
    var seconds = 30
    var seed: UInt64 = 1
  }

  /// What the link saw within one second.
  struct Second {
    var bits = 0
    var dropped = 0
    var offered = 0
    /// Milliseconds in the queue, of each packet.
    var waits: [Int] = []
    var estimate = 0
  }

  private enum Message {
    case remb(BitRate)
    case transport(TransportFeedback)
  }

  private struct OnTheWay {
    var at: Int
    var sequence: Int
    var byteCount: Int
    var sendTime: AbsSendTime
  }

  private static let audioBytes = 80 + 60
  private static let videoOverhead = 60

  private(set) var seconds: [Second]
  let settings: Settings
  private var estimator: ReceiveBandwidthEstimator
  private var sender: SendBandwidthEstimator
  private var recorder = TransportFeedbackRecorder(senderSSRC: 1, mediaSSRC: 2)
  private var pacer: Pacer
  private var generator: SplitMix64
  private var target: Double
  private var encoderRate: Double
  private var queue: [(byteCount: Int, since: Int, sequence: Int, sendTime: AbsSendTime)] = []
  private var serving = 0.0  // bits of the first packet already sent
  private var arriving: [OnTheWay] = []
  private var feedback: [(at: Int, message: Message)] = []
  private var sequence = 0
  private var highest = -1
  private var received = 0
  private var reported = (expected: 0, received: 0)

  init(_ settings: Settings) {
    self.settings = settings
    var configuration = ReceiveBandwidthEstimator.Configuration()
    configuration.start = settings.start
    estimator = ReceiveBandwidthEstimator(configuration: configuration)
    estimator.roundTripTime = .milliseconds(2 * settings.delay)
    sender = SendBandwidthEstimator(start: settings.start, maximum: .kilobits(20_000))
    sender.roundTripTime = .milliseconds(2 * settings.delay)
    target = Double(settings.start.bitsPerSecond)
    encoderRate = target
    pacer = Pacer(target: settings.start)
    generator = Seed(settings.seed).stream("bottleneck")
    seconds = Array(repeating: Second(), count: settings.seconds)
  }

  mutating func run() {
    for now in 0..<1000 * settings.seconds { step(now) }
  }

  /// The share of the link's rate that came through, in percent.
  func utilisation(_ range: Range<Int>) -> Int {
    let capacity = range.reduce(0) { $0 + Int(rate(at: $1 * 1000).bitsPerSecond) }
    return range.reduce(0) { $0 + seconds[$1].bits } * 100 / capacity
  }

  /// Milliseconds in the queue that so many percent of the packets did not exceed.
  func wait(_ range: Range<Int>, percent: Int) -> Int {
    let waits = range.flatMap { seconds[$0].waits }.sorted()
    return waits.isEmpty ? 0 : waits[min(waits.count - 1, waits.count * percent / 100)]
  }

  func dropped(_ range: Range<Int>) -> Int { range.reduce(0) { $0 + seconds[$1].dropped } }

  var summary: String {
    seconds.indices.map { index in
      "\(index): \(seconds[index].bits / 1000)k est \(seconds[index].estimate / 1000)k "
        + "wait \(wait(index..<index + 1, percent: 50))/\(wait(index..<index + 1, percent: 95)) "
        + "drop \(seconds[index].dropped)"
    }.joined(separator: "\n")
  }

  private func rate(at now: Int) -> BitRate {
    if let change = settings.change, now >= change.at { return change.rate }
    return settings.rate
  }

  private func instant(_ milliseconds: Int) -> Instant {
    Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  private mutating func step(_ now: Int) {
    while let first = feedback.first, first.at <= now {
      feedback.removeFirst()
      switch first.message {
      case .remb(let rate): obey(rate)
      case .transport(let report):
        if let rate = sender.receive(report, at: instant(now)) {
          seconds[now / 1000].estimate = Int(rate.bitsPerSecond)
          obey(rate)
        }
      }
    }
    encode(now)
    while let packet = pacer.next(at: instant(now)) { offer(packet.byteCount, now) }
    serve(now)
    while let first = arriving.first, first.at <= now { receive(arriving.removeFirst(), now) }
    if settings.feedback == .transportWide { sendTransportFeedback(now) }
    if now % 1000 == 999, settings.feedback == .remb { report(now) }
  }

  private mutating func obey(_ rate: BitRate) {
    // What sound takes is not the encoder's.
    let audio = Double(Self.audioBytes * 8 * 50)
    target = max(30_000, Double(rate.bitsPerSecond) - audio)
    pacer.target = rate
  }

  private mutating func encode(_ now: Int) {
    if now % 20 == 0 {
      pacer.enqueue(
        PacedPacket(priority: .audio, byteCount: Self.audioBytes, id: 0), at: instant(now))
    }
    let interval = 1000 / settings.framesPerSecond
    guard now % interval == 0 else { return }
    // The encoder's rate control needs some frames to follow.
    encoderRate += 0.2 * (min(target, Double(settings.encoderMaximum.bitsPerSecond)) - encoderRate)
    let mean = encoderRate * Double(interval) / 8000
    let noise = 0.6 + 0.8 * generator.next().unitInterval
    // A key frame each 10 s, six times as large; what it cost is saved slowly.
    let isKey = now % (interval * settings.framesPerSecond * 10) == 0
    var size = max(100, Int(mean * (isKey ? 6 : noise * 0.98)))
    while size > 0 {
      let payload = min(size, 1150)
      size -= payload
      pacer.enqueue(
        PacedPacket(priority: .video, byteCount: payload + Self.videoOverhead, id: 0),
        at: instant(now))
    }
  }

  private mutating func offer(_ byteCount: Int, _ now: Int) {
    defer { sequence += 1 }
    seconds[now / 1000].offered += 1
    sender.sent(
      transportSequence: UInt16(truncatingIfNeeded: sequence), byteCount: byteCount,
      at: instant(now))
    let lost = generator.next() % 100 < settings.lossPercent
    guard !lost, !settings.blackout.contains(now) else { return }
    guard queue.count < settings.queuePackets else {
      seconds[now / 1000].dropped += 1
      return
    }
    let time = AbsSendTime(nanoseconds: instant(now).nanoseconds + 5_000_000_000)
    queue.append((byteCount, now, sequence, time))
  }

  private mutating func serve(_ now: Int) {
    guard !queue.isEmpty else {
      serving = 0
      return
    }
    serving += Double(rate(at: now).bitsPerSecond) / 1000
    while let first = queue.first, serving >= Double(first.byteCount * 8) {
      serving -= Double(first.byteCount * 8)
      queue.removeFirst()
      seconds[now / 1000].bits += first.byteCount * 8
      seconds[now / 1000].waits.append(now - first.since)
      let jitter = settings.jitter > 0 ? Int(generator.next() % UInt64(settings.jitter)) : 0
      // Jitter that keeps the order.
      let at = max(now + settings.delay + jitter, arriving.last?.at ?? 0)
      arriving.append(
        OnTheWay(
          at: at, sequence: first.sequence, byteCount: first.byteCount, sendTime: first.sendTime))
    }
  }

  private mutating func receive(_ packet: OnTheWay, _ now: Int) {
    received += 1
    highest = max(highest, packet.sequence)
    guard settings.feedback == .remb else {
      recorder.received(
        transportSequence: UInt16(truncatingIfNeeded: packet.sequence), at: instant(now))
      return
    }
    estimator.received(
      byteCount: packet.byteCount, sendTime: packet.sendTime, at: instant(now))
    sendREMB(now)
  }

  private mutating func report(_ now: Int) {
    let expected = highest + 1 - reported.expected
    let lost = expected - (received - reported.received)
    if expected > 0 { estimator.noteLoss(fraction: max(0, Double(lost) / Double(expected))) }
    reported = (highest + 1, received)
    seconds[now / 1000].estimate = Int(estimator.estimate?.bitsPerSecond ?? 0)
    sendREMB(now)
  }

  private mutating func sendREMB(_ now: Int) {
    guard let rate = estimator.dueREMB(at: instant(now)) else { return }
    send(.remb(rate), now)
  }

  private mutating func sendTransportFeedback(_ now: Int) {
    for report in recorder.feedback(at: instant(now)) { send(.transport(report), now) }
  }

  private mutating func send(_ message: Message, _ now: Int) {
    let lost = generator.next() % 100 < settings.lossPercent || settings.blackout.contains(now)
    if !lost { feedback.append((now + settings.delay, message)) }
  }
}

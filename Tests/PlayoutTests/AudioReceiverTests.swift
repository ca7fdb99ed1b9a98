import RTP
import SansIO
import TestSupport
import Testing

@testable import Playout

@Suite("Audio: an adaptive buffer, pulled every 20 ms")
struct AudioReceiverTests {
  @Test("a clean link plays everything in order with little delay")
  func clean() {
    var table = Table()
    for phase in [0, 1, 7, 10, 19] {
      for jitter in [0, 4] {
        let row = "phase \(phase), jitter \(jitter)"
        let audio = SimulatedAudio()
        var link = SimulatedLink(seed: 2)
        link.jitter = milliseconds(jitter)
        var run = AudioRun()
        run.nextPull = .milliseconds(phase)
        run.run(carry(audio.packets(), over: &link))
        table.equal(run.numbers, Array(0..<run.numbers.count), row)
        table.holds(run.numbers.count >= 495, "\(row): played \(run.numbers.count)")
        table.equal(run.receiver.statistics.concealed, 0, "\(row): concealed")
        table.holds(
          run.latencies(of: audio, since: .milliseconds(3000))
            .allSatisfy { $0 - link.delay <= milliseconds(45) }, "\(row): late")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("loss is concealed unit for unit; reordering and duplicates are not heard")
  func loss() {
    var table = Table()
    let audio = SimulatedAudio()
    var link = SimulatedLink(seed: 3)
    let arrivals = carry(audio.packets(), over: &link)
    var run = AudioRun()
    run.run(arrivals.enumerated().filter { $0.offset % 10 != 5 }.map(\.element))
    table.equal(run.receiver.statistics.concealed, 50, "each lost one concealed")
    table.equal(
      run.numbers, (0..<499).filter { $0 % 10 != 5 }.prefix(run.numbers.count).map { $0 }, "rest")
    table.holds(
      run.receiver.delay <= milliseconds(45), "delay does not grow: \(run.receiver.delay)")

    link = SimulatedLink(seed: 4)
    link.jitter = milliseconds(50)
    link.keepsOrder = false
    let shuffled = carry(audio.packets(), over: &link)
    run = AudioRun()
    run.run(
      inOrder(shuffled + shuffled.map { Arrival(at: $0.at + milliseconds(3), packet: $0.packet) }))
    let late = run.numbers.filter { $0 > 100 }
    table.holds(zip(late.dropFirst(), late).allSatisfy { $0 > $1 }, "in order")
    table.holds(late.count >= 385, "at most 3 in 100 lost or adjusted: \(late.count)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a drop waits for a quiet unit, half a second at most")
  func quietUnits() {
    var table = Table()
    let loud = AudioLevel(level: 20, hasVoice: true)
    let quiet = AudioLevel(level: 60, hasVoice: false)
    let change = 300
    func dropped(_ level: ((Int) -> AudioLevel)?) -> (numbers: [Int], delay: Duration) {
      var link = SimulatedLink(seed: 5)
      let arrivals = carry(SimulatedAudio(packetCount: 600).packets(), over: &link)
      var run = AudioRun()
      run.level = level
      run.receiver.setMinimumDelay(milliseconds(200))
      run.run(Array(arrivals.prefix(change)))
      run.receiver.setMinimumDelay(.zero)
      run.run(Array(arrivals.dropFirst(change)))
      let played = Set(run.numbers)
      return ((change - 15..<560).filter { !played.contains($0) }, run.receiver.delay)
    }
    let unknown = dropped(nil)
    table.holds(unknown.numbers.first.map { $0 < change + 15 } ?? false, "at once: \(unknown)")
    let mixed = dropped { $0 % 10 >= 8 ? quiet : loud }
    table.holds(
      !mixed.numbers.isEmpty && mixed.numbers.allSatisfy { $0 % 10 >= 8 }, "quiet ones: \(mixed)")
    let allLoud = dropped { _ in loud }
    table.holds(allLoud.numbers.first.map { $0 >= change + 10 } ?? false, "later: \(allLoud)")
    for (name, run) in [("unknown", unknown), ("mixed", mixed), ("loud", allLoud)] {
      table.holds(run.delay <= milliseconds(65), "\(name): the delay ends at \(run.delay)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the delay grows with jitter and shrinks again")
  func adapts() {
    var table = Table()
    let audio = SimulatedAudio(packetCount: 3000)
    var quiet = SimulatedLink(seed: 5)
    var noisy = SimulatedLink(seed: 6)
    noisy.jitter = milliseconds(120)
    let packets = audio.packets()
    let arrivals =
      carry(Array(packets[..<1000]), over: &quiet)
      + carry(Array(packets[1000..<2000]), over: &noisy)
      + carry(Array(packets[2000...]), over: &quiet)
    var run = AudioRun()
    run.run(inOrder(arrivals))
    func delay(at milliseconds: Int) -> Duration {
      run.pulls.last { $0.at <= .milliseconds(milliseconds) }?.delay ?? .zero
    }
    table.holds(delay(at: 19_900) <= milliseconds(45), "before: \(delay(at: 19_900))")
    table.holds(
      (milliseconds(85)...milliseconds(150)).contains(delay(at: 39_900)),
      "amid: \(delay(at: 39_900))")
    table.holds(delay(at: 59_000) <= milliseconds(45), "after: \(delay(at: 59_000))")
    let concealed = run.pulls.filter { $0.at > .milliseconds(23_000) && $0.pull == .conceal }.count
    table.holds(concealed <= 40, "concealed once adapted: \(concealed)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a sender clock 500 ppm off does not move the delay", arguments: [-500, 500] as [Int64])
  func drift(partsPerMillion: Int64) {
    var table = Table()
    let audio = SimulatedAudio(packetCount: 30_000, driftPartsPerMillion: partsPerMillion)
    var link = SimulatedLink(seed: 7)
    link.jitter = milliseconds(2)
    var run = AudioRun()
    run.run(carry(audio.packets(), over: &link))
    let latencies = run.latencies(of: audio, since: .milliseconds(5_000))
    table.holds(
      latencies.allSatisfy { $0 - link.delay <= milliseconds(50) && $0 >= link.delay },
      "latency up to \(latencies.max() ?? .zero)")
    // 600 s at 500 ppm are 300 ms: 15 units, give or take the first.
    let statistics = run.receiver.statistics
    let adjusted = partsPerMillion > 0 ? statistics.dropped : statistics.concealed
    table.holds((13...19).contains(adjusted), "adjusted \(adjusted): \(statistics)")
    table.holds(run.receiver.bufferedUnits <= 4, "buffered \(run.receiver.bufferedUnits)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a blackout of 3 s, lost or queued, does not leave sound late", arguments: [false, true])
  func blackout(isQueued: Bool) {
    var table = Table()
    let audio = SimulatedAudio(packetCount: 600)
    var link = SimulatedLink(seed: 8)
    link.outage = Instant.milliseconds(4_000)..<Instant.milliseconds(7_000)
    link.isQueued = isQueued
    var run = AudioRun()
    run.run(carry(audio.packets(), over: &link))
    let latencies = run.latencies(of: audio, since: .milliseconds(7_200))
    table.holds(latencies.count >= 230, "played \(latencies.count)")
    table.holds(
      latencies.allSatisfy { $0 - link.delay <= milliseconds(60) },
      "late by \(latencies.max() ?? .zero)")
    let silent = run.pulls.filter { $0.at > .milliseconds(5_200) && $0.at < .milliseconds(7_000) }
    table.holds(silent.allSatisfy { $0.pull == .nothing }, "silence after a second of concealment")
    let concealed = run.pulls.filter { $0.pull == .conceal }.count
    table.holds((48...52).contains(concealed), "concealed \(concealed)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("muted tracks, timestamp jumps, a longer route")
  func changes() {
    var table = Table()
    var audio = SimulatedAudio(packetCount: 1000, muted: 200..<600)
    var link = SimulatedLink(seed: 9)
    var run = AudioRun()
    run.run(carry(audio.packets(), over: &link))
    table.holds(run.numbers.filter { $0 >= 600 }.count >= 395, "after the mute")
    table.holds(
      run.latencies(of: audio, since: .milliseconds(12_100))
        .allSatisfy { $0 - link.delay <= milliseconds(60) }, "late after the mute")

    audio = SimulatedAudio(packetCount: 1000)
    link = SimulatedLink(seed: 9)
    run = AudioRun()
    run.run(
      carry(audio.packets(), over: &link).map { arrival in
        var arrival = arrival
        if arrival.at >= .milliseconds(10_000) { arrival.packet.timestamp &-= 1_000_000_000 }
        return arrival
      })
    table.holds(run.numbers.count >= 990, "timestamp jump: played \(run.numbers.count)")

    let arrivals = audio.packets().map {
      Arrival(at: $0.at + milliseconds($0.at < .milliseconds(5_000) ? 20 : 320), packet: $0.packet)
    }
    run = AudioRun()
    run.run(arrivals)
    table.holds(run.numbers.count >= 990, "longer route: played \(run.numbers.count)")
    table.holds(run.receiver.delay <= milliseconds(45), "longer route: delay \(run.receiver.delay)")
    // And back: the excess is given up quickly.
    run = AudioRun()
    run.run(
      inOrder(
        audio.packets().map {
          Arrival(
            at: $0.at + milliseconds($0.at < .milliseconds(5_000) ? 320 : 20), packet: $0.packet)
        }))
    let latencies = run.latencies(of: audio, since: .milliseconds(18_000))
    table.holds(
      latencies.allSatisfy { $0 <= milliseconds(70) }, "shorter route: \(latencies.max() ?? .zero)")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("hostile packets end in counts, never in a trap")
  func hostile() {
    var random = SplitMix64(state: 10)
    let packets = SimulatedAudio(packetCount: 100).packets().map(\.packet)
    var receiver = AudioReceiver()
    var now = Instant.start
    for round in 0..<10_000 {
      var packet = packets[round % packets.count]
      switch random.next() % 5 {
      case 0: packet.timestamp = UInt32(truncatingIfNeeded: random.next())
      case 1: packet.payload = random.bytes(Int(random.next() % 5))
      case 2: packet.timestamp &+= UInt32(round &* 960)
      default: break
      }
      now = now + .microseconds(Int64(random.next() % 30_000))
      receiver.receive(packet: packet, at: now)
      if random.next() % 20 == 0 {
        receiver.receiveSenderReport(
          ntp: random.next(), rtpTimestamp: UInt32(truncatingIfNeeded: random.next()))
      }
      _ = receiver.pull(at: now)
    }
    #expect(receiver.bufferedUnits <= AudioReceiver.unitLimit)
    #expect(receiver.statistics.malformed > 0)
  }
}

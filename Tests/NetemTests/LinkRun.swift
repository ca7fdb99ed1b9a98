import Netem
import SansIO

/// Offers packets to a link and lets time pass, as a world would.
struct LinkRun {
  var link: Netem
  /// Arrival of each tag, in order of arrival; a copy comes again.
  private(set) var arrivals: [(tag: Int, at: Int64, payload: [UInt8])] = []
  private(set) var drops: [(tag: Int, reason: String)] = []
  private var nextTag = 0

  init(_ settings: DirectionSettings, seed: UInt64 = 7, name: String = "alice up") {
    link = Netem(settings: settings, seed: Seed(seed), name: name)
  }

  /// Offers `count` packets of `byteCount` IP bytes from `start` on, one each `interval` (nanoseconds).
  mutating func offer(
    _ count: Int, byteCount: Int = 1000, from start: Int64 = 0, every interval: Int64 = 0
  ) {
    let payload = [UInt8](repeating: 0x55, count: byteCount - 28)
    for index in 0..<Int64(count) {
      let now = start + index * interval
      wait(until: now)
      link.offer(datagram(payload), tag: nextTag, at: Instant(nanoseconds: now))
      nextTag += 1
      drain(at: Instant(nanoseconds: now))
    }
  }

  mutating func set(_ settings: DirectionSettings, at now: Int64) {
    wait(until: now)
    link.set(settings, at: Instant(nanoseconds: now))
    drain(at: Instant(nanoseconds: now))
  }

  /// Wakes the link at each of its deadlines, the last one not after `end`.
  mutating func wait(until end: Int64 = .max) {
    while let deadline = link.deadline, deadline.nanoseconds <= end { drain(at: deadline) }
  }

  private mutating func drain(at now: Instant) {
    while let output = link.next(at: now) {
      switch output {
      case .deliver(let datagram, let tag, let at):
        arrivals.append((tag, at.nanoseconds, datagram.payload))
      case .drop(let tag, let reason): drops.append((tag, reason))
      }
    }
  }
}

func datagram(_ payload: [UInt8]) -> Datagram {
  Datagram(
    source: SocketAddress(host: [10, 0, 0, 1], port: 5000),
    destination: SocketAddress(host: [10, 0, 0, 2], port: 6000), payload: payload)
}

let millisecond: Int64 = 1_000_000

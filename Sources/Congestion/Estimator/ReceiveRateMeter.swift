internal import SansIO

/// Bits a second that came lately: over half a second, or longer where little comes.
struct ReceiveRateMeter: Sendable {
  private struct Bucket: Sendable {
    var number: Int64
    var bytes: Int
    var packets: Int
  }

  private static let bucket: Int64 = 10_000_000
  private static let shortest: Int64 = 50  // buckets
  private static let longest: Int64 = 200
  private static let fewestPackets = 12

  private var buckets: [Bucket] = []
  private var first: Int64?

  mutating func received(byteCount: Int, at now: Instant) {
    let number = now.nanoseconds / Self.bucket
    if first == nil { first = number }
    if buckets.last?.number == number {
      buckets[buckets.count - 1].bytes += byteCount
      buckets[buckets.count - 1].packets += 1
    } else {
      buckets.append(Bucket(number: number, bytes: byteCount, packets: 1))
      // Twice what is wanted, so that the front is seldom moved.
      if buckets.count > 2 * Int(Self.longest) { buckets.removeFirst(Int(Self.longest)) }
    }
  }

  /// Nil: too little came to tell.
  func bitsPerSecond(at now: Instant) -> Double? {
    guard let first else { return nil }
    let current = now.nanoseconds / Self.bucket
    let seen = current - first + 1
    guard seen >= 20 else { return nil }
    var bytes = 0
    var packets = 0
    var width = min(Self.shortest, seen)
    for bucket in buckets.reversed() {
      let age = current - bucket.number + 1
      if age > Self.shortest, packets >= Self.fewestPackets { break }
      guard age <= Self.longest else { break }
      bytes += bucket.bytes
      packets += bucket.packets
      width = max(width, age)
    }
    guard packets >= 2 else { return nil }
    return Double(bytes) * 8 * 1e9 / Double(width * Self.bucket)
  }

  mutating func reset() {
    buckets.removeAll()
    first = nil
  }
}

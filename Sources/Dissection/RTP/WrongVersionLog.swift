/// Packets that look like RTP but for their version: those with an SSRC that comes again and again.
struct WrongVersionLog: Sendable {
  struct Key: Hashable, Sendable {
    var version: UInt8
    var ssrc: UInt32
    var payloadType: UInt8
    var isForward: Bool
  }

  struct Count: Sendable {
    var packets = 0
    var firstNumber: Int
    var firstTime: Int64
    var lastSequence: UInt16
    /// Packets whose number follows the one before closely.
    var following = 0
    /// What stands where RTX says which packet it repeats (RFC 4588 §4).
    var originals: Set<UInt16> = []
  }

  private(set) var counts: [Key: Count] = [:]

  init() {}

  /// What each side sent, as the given log has it.
  init(forward: WrongVersionLog, backward: WrongVersionLog) {
    counts = forward.counts.filter(\.key.isForward)
    counts.merge(backward.counts.filter { !$0.key.isForward }) { own, _ in own }
  }

  mutating func add(_ header: PlainRTP, _ bytes: [UInt8], isForward: Bool, number: Int, time: Int64)
  {
    let key = Key(
      version: header.version, ssrc: header.ssrc, payloadType: header.payloadType,
      isForward: isForward)
    guard var count = counts[key] else {
      if counts.count < 256 {
        counts[key] = Count(
          packets: 1, firstNumber: number, firstTime: time, lastSequence: header.sequenceNumber)
        note(bytes, key)
      }
      return
    }
    count.packets += 1
    if (1...100).contains(header.sequenceNumber &- count.lastSequence) { count.following += 1 }
    count.lastSequence = header.sequenceNumber
    counts[key] = count
    note(bytes, key)
  }

  private mutating func note(_ bytes: [UInt8], _ key: Key) {
    guard bytes.count >= 14, (counts[key]?.originals.count ?? 0) < 20_000 else { return }
    counts[key]?.originals.insert(UInt16(bytes[12]) << 8 | UInt16(bytes[13]))
  }

  /// Such that are RTP for sure.
  var certain: [(key: Key, count: Count)] {
    counts.filter { $0.value.packets >= 3 && $0.value.following * 2 >= $0.value.packets }
      .map { ($0.key, $0.value) }.sorted { $0.count.firstNumber < $1.count.firstNumber }
  }
}

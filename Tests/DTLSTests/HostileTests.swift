import DTLS
import SansIO
import TestSupport
import Testing

@Suite("Hostile datagrams in a DTLS handshake")
struct HostileTests {
  @Test("every truncation of every handshake datagram, before the true one")
  func truncations() {
    let pair = HandshakePair()
    var delivered = 0
    pair.arrivals = { _, _, bytes in
      delivered += bytes.count
      return (0..<bytes.count).map { Array(bytes.prefix($0)) } + [bytes]
    }
    pair.start()
    pair.run()
    let discarded = pair.events.joined().count { if case .discarded = $0 { true } else { false } }
    // Only cuts at the end of a record leave something to use.
    #expect(pair.bothConnected && discarded > delivered - 20, "\(pair.failures) \(discarded)")
  }

  @Test("10,000 mutations across handshakes: each connects or says why not")
  func mutations() {
    var generator = Seed(4).stream("mutations")
    var table = Table()
    var mutations = 0
    var handshakes = 0
    var connected = 0
    while mutations < 10_000 {
      handshakes += 1
      let pair = HandshakePair(.init(seed: UInt64(handshakes), oneWayDelay: .milliseconds(10)))
      // Half of the handshakes see only damage that RFC 6347 §4.1.2.7 lets a receiver discard.
      let onlyRecords = handshakes % 2 == 0
      pair.arrivals = { [unowned pair] _, _, bytes in
        guard !pair.isOver else { return nil }
        mutations += 4
        return (0..<4).map { _ in
          onlyRecords
            ? mutatedRecordHeader(bytes, &generator) : mutated(bytes, using: &generator)
        } + [bytes]
      }
      pair.start()
      pair.run(until: \.isOver)
      table.holds(pair.isOver, "handshake \(handshakes) hangs")
      if onlyRecords {
        table.holds(pair.bothConnected, "handshake \(handshakes): \(pair.failures)")
      }
      guard pair.bothConnected else { continue }
      connected += 1
      // What is encrypted cannot be forged: nothing that comes now may end the association.
      for sent in pair.sent.suffix(4) {
        for _ in 0..<6 {
          mutations += 1
          pair.deliver(mutated(sent.bytes, using: &generator), to: 1 - sent.from)
        }
      }
      table.equal(pair.failures, [nil, nil], "handshake \(handshakes), afterwards")
    }
    print("DTLS mutations: \(mutations), in \(handshakes) handshakes, \(connected) connected")
    #expect(table.failures.isEmpty, "\(table.failures.prefix(5))")
  }

  @Test("an encrypted record that is too short for its tag is discarded", arguments: 0...40)
  func shortRecords(byteCount: Int) {
    let pair = HandshakePair()
    pair.start()
    pair.run()
    for type in UInt8(20)...23 {
      let header: [UInt8] = [type, 0xfe, 0xfd, 0, 1, 0, 0, 0, 0, 0, 9, 0, UInt8(byteCount)]
      for end in 0...1 { pair.deliver(header + [UInt8](repeating: 7, count: byteCount), to: end) }
    }
    #expect(pair.bothConnected && pair.failures == [nil, nil], "\(pair.failures)")
  }

  @Test("noise is discarded, and the handshake completes")
  func noise() {
    var generator = Seed(5).stream("noise")
    let pair = HandshakePair()
    pair.arrivals = { _, _, bytes in
      (0..<200).map { index in
        var noise = generator.bytes(Int(generator.next() % 1500))
        if index % 2 == 0, !noise.isEmpty { noise[0] = 20 + noise[0] % 44 }
        return noise
      } + [bytes]
    }
    pair.start()
    pair.run()
    #expect(pair.bothConnected, "\(pair.failures)")
  }
}

/// Damage to the headers of the first record and its fragment, but not to what they carry.
private func mutatedRecordHeader(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
  var result = bytes
  // Type, version, epoch or length of the record; the sequence number may be anything.
  let index = [0, 1, 2, 3, 4, 11, 12][Int(generator.next() % 7)]
  result[index] ^= UInt8(truncatingIfNeeded: generator.next() | 1)
  return result
}

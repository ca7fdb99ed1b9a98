import SRTP
import SansIO
import TestSupport
import Testing

@Suite("SRTP protection")
struct SRTPTests {
  @Test("in place it is the same packet; an error leaves none", arguments: SRTPCipher.allCases)
  func inPlace(cipher: SRTPCipher) throws {
    var table = Table()
    let one = try OutboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
    let other = try OutboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
    var packet = rtp(sequence: 9, byteCount: 100)
    let sealed = try one.protectRTP(packet)
    try other.protectRTP(&packet)
    table.equal(packet, sealed, "sealed")
    var short: [UInt8] = [0x80, 96]
    table.equal(
      refusal { () throws(SRTPError) in try other.protectRTP(&short) }, .malformed(byteCount: 2),
      "short")
    table.equal(short, [], "after an error")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("replayed, old and tampered packets are told apart", arguments: SRTPCipher.allCases)
  func refusals(cipher: SRTPCipher) throws {
    var table = Table()
    let outbound = try OutboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
    let inbound = try InboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
    var sealed: [[UInt8]] = []
    for sequence in 0..<1200 as Range<UInt16> {
      sealed.append(try outbound.protectRTP(rtp(sequence: sequence, byteCount: 20)))
    }
    // Any order inside the window, each once.
    for index in [5, 3, 1000, 4, 999] {
      table.equal(
        refusal { () throws(SRTPError) in _ = try inbound.unprotectRTP(sealed[index]) }, nil,
        "\(index)")
    }
    let report: [UInt8] = [0x80, 201, 0, 1, 1, 2, 3, 4]
    let sealedReport = try outbound.protectRTCP(report)
    table.equal(try inbound.unprotectRTCP(sealedReport), report, "report")
    let one = sealed[7]
    let endless = one + [UInt8](repeating: 0, count: 70000)
    let rows: [(String, [UInt8], Bool, SRTPError)] = [
      ("again", sealed[3], false, .replayed),
      ("again, the newest", sealed[1000], false, .replayed),
      ("report again", sealedReport, true, .replayed),
      ("cut by one", Array(one.dropLast()), false, .notAuthentic),
      ("one more", one + [0 as UInt8], false, .notAuthentic),
      ("empty", [], false, .malformed(byteCount: 0)),
      ("empty report", [], true, .malformed(byteCount: 0)),
      ("header only", Array(one.prefix(12)), false, .malformed(byteCount: 12)),
      ("too long", endless, false, .malformed(byteCount: endless.count)),
    ]
    for (row, packet, isRTCP, expected) in rows {
      let found = refusal { () throws(SRTPError) in
        _ = isRTCP ? try inbound.unprotectRTCP(packet) : try inbound.unprotectRTP(packet)
      }
      table.equal(found, expected, "\(cipher) \(row)")
    }
    // Every bit of a packet is covered: header, payload and tag.
    for bit in 0..<8 * sealed[7].count {
      var packet = sealed[7]
      packet[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = refusal { () throws(SRTPError) in _ = try inbound.unprotectRTP(packet) }
      table.holds(found != nil, "\(cipher) bit \(bit) accepted")
    }
    table.equal(try inbound.unprotectRTP(sealed[7]), rtp(sequence: 7, byteCount: 20), "then itself")
    table.equal(try inbound.unprotectRTP(sealed[1199]).count, 32, "far ahead")
    let old = refusal { () throws(SRTPError) in _ = try inbound.unprotectRTP(sealed[100]) }
    table.equal(old, .tooOld, "\(cipher) behind the window")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    "the rollover counter follows losses and reordering across the wrap",
    arguments: SRTPCipher.allCases)
  func rollover(cipher: SRTPCipher) throws {
    var table = Table()
    let outbound = try OutboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
    let inbound = try InboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
    var late: [UInt8]?
    // Every 1000th packet of three rounds; one from before each wrap comes after it.
    for index in stride(from: 0, to: 3 * 65536, by: 1000) {
      let packet = rtp(sequence: UInt16(truncatingIfNeeded: index), byteCount: 10)
      let sealed = try outbound.protectRTP(packet)
      if index % 65536 > 64500 {
        late = sealed
        continue
      }
      table.equal(try inbound.unprotectRTP(sealed), packet, "\(cipher) \(index)")
    }
    table.holds(late != nil, "one was kept back")
    // Just around the wrap, out of order.
    for (sequences, ssrc) in [([65534, 65535, 0, 1, 65533, 2], 1), ([65530, 3, 65535, 2], 2)] {
      let sender = try OutboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
      var sealed: [Int: [UInt8]] = [:]
      for sequence in sequences.sorted(by: { ($0 + 100) % 65536 < ($1 + 100) % 65536 }) {
        sealed[sequence] = try sender.protectRTP(
          rtp(sequence: UInt16(sequence), ssrc: UInt32(ssrc), byteCount: 10))
      }
      for sequence in sequences {
        let found = refusal { () throws(SRTPError) in
          _ = try inbound.unprotectRTP(sealed[sequence] ?? [])
        }
        table.equal(found, nil, "\(cipher) \(sequences): \(sequence)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("any number of SSRCs, each with its own window; the same packet may be sent again")
  func manySSRCs() throws {
    var table = Table()
    for cipher in SRTPCipher.allCases {
      let outbound = try OutboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
      let inbound = try InboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
      for ssrc in 0..<300 as Range<UInt32> {
        let packet = rtp(sequence: 9, ssrc: ssrc, byteCount: 4)
        let sealed = try outbound.protectRTP(packet)
        table.equal(try outbound.protectRTP(packet), sealed, "\(cipher) \(ssrc) again")
        table.equal(try inbound.unprotectRTP(sealed), packet, "\(cipher) \(ssrc)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(5))")
  }

  @Test("keying material of another size is refused")
  func keyingMaterial() {
    var table = Table()
    for cipher in SRTPCipher.allCases {
      let right = cipher.keyingMaterialByteCount
      for byteCount in [0, 16, 28, 30, 44] where byteCount != right {
        let key = [UInt8](repeating: 1, count: byteCount)
        let expected = SRTPError.keyingMaterial(byteCount: byteCount, expected: right)
        let out = refusal { () throws(SRTPError) in
          _ = try OutboundSRTP(cipher: cipher, keyingMaterial: key)
        }
        let into = refusal { () throws(SRTPError) in
          _ = try InboundSRTP(cipher: cipher, keyingMaterial: key)
        }
        table.equal(out, expected, "outbound \(cipher) \(byteCount)")
        table.equal(into, expected, "inbound \(cipher) \(byteCount)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("truncations, 10,000 mutations and a fuzzer's corpus: an error each, never a trap")
  func hostile() throws {
    var generator = Seed(3).stream("srtp mutations")
    var accepted = 0
    var refused = 0
    for cipher in SRTPCipher.allCases {
      let outbound = try OutboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
      let inbound = try InboundSRTP(cipher: cipher, keyingMaterial: material(cipher))
      func offer(_ packet: [UInt8]) {
        for isRTCP in [false, true] {
          let found = refusal { () throws(SRTPError) in
            _ = isRTCP ? try inbound.unprotectRTCP(packet) : try inbound.unprotectRTP(packet)
          }
          if found == nil { accepted += 1 } else { refused += 1 }
          // What we send is ours, but a broken one must not harm either.
          _ = refusal { () throws(SRTPError) in
            _ = isRTCP ? try outbound.protectRTCP(packet) : try outbound.protectRTP(packet)
          }
        }
      }
      // With an extension header and CSRCs, so that lengths inside the packet matter.
      let plain: [UInt8] =
        [0x92, 96, 0, 1, 0, 0, 0, 9, 1, 2, 3, 4] + [5, 6, 7, 8, 9, 10, 11, 12]
        + [0xbe, 0xde, 0, 1, 0x10, 0xff, 0, 0] + generator.bytes(30)
      let sources = [
        try outbound.protectRTP(plain),
        try outbound.protectRTCP([0x80, 200, 0, 6] + generator.bytes(24)),
      ]
      for source in sources {
        for count in 0..<source.count { offer(Array(source.prefix(count))) }
        for _ in 0..<2500 {
          let packet = mutated(source, using: &generator)
          if packet != source { offer(packet) }
        }
      }
      for packet in corpus() { offer(packet) }
    }
    #expect(accepted == 0 && refused > 20_000, "\(accepted) accepted, \(refused) refused")
  }

  /// libsrtp's fuzzer corpus, as packets; empty where the shared folder is absent.
  private func corpus() -> [[UInt8]] {
    let files = FixtureFolder.sharedVectors.folder("libsrtp-fuzz").files
    if files.isEmpty { print("SKIPPED: libsrtp's fuzzer corpus: not beside the checkout") }
    return files.map(\.bytes)
  }
}

private func material(_ cipher: SRTPCipher) -> [UInt8] {
  (0..<cipher.keyingMaterialByteCount).map { UInt8($0 * 5 + 1) }
}

private func refusal(_ body: () throws(SRTPError) -> Void) -> SRTPError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

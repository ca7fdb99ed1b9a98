import RTP
import SansIO
import TestSupport
import Testing

@Suite("RTP packets")
struct RTPPacketTests {
  @Test func vectorsParseAsTheySay() throws {
    var table = Table()
    for vector in Vectors.rtp {
      guard let expect = vector.expect else {
        table.holds(packet(vector.bytes) == nil, "\(vector.name): accepted")
        table.holds(
          (try? RTPHeader(parsing: vector.bytes)) == nil, "\(vector.name): header accepted")
        continue
      }
      guard let packet = packet(vector.bytes) else {
        table.holds(false, "\(vector.name): refused")
        continue
      }
      for key in expect.keys.sorted() {
        let row = "\(vector.name): \(key)"
        let number = expect[key] as? Int
        switch key {
        case "pt": table.equal(Int(packet.payloadType), number ?? -1, row)
        case "marker": table.equal(packet.marker ? 1 : 0, number ?? -1, row)
        case "seq": table.equal(Int(packet.sequenceNumber), number ?? -1, row)
        case "ts": table.equal(Int(packet.timestamp), number ?? -1, row)
        case "ssrc": table.equal(Int(packet.ssrc), number ?? -1, row)
        case "csrc": table.equal(packet.csrcs.map { Int($0) }, expect[key] as? [Int] ?? [], row)
        case "padding": table.equal(packet.paddingCount, number ?? -1, row)
        case "payload":
          table.equal(hexadecimal(packet.payload), expect[key] as? String ?? "?", row)
        case "ext_profile":
          table.equal(packet.opaqueExtension.map { Int($0.profile) }, number, row)
        case "ext_raw":
          table.equal(
            packet.opaqueExtension.map { hexadecimal($0.data) }, expect[key] as? String, row)
        case "ext":
          let pairs = packet.extensions.map { (String($0.id), hexadecimal($0.data)) }
          let found = Dictionary(pairs) { first, _ in first }
          table.equal(found, expect[key] as? [String: String] ?? [:], row)
        default: table.holds(false, "\(row): unknown key")
        }
      }
      checkRoundTrip(vector.bytes, vector.name, &table)
    }
    #expect(table.rows > 30 && table.failures.isEmpty, "\(table.failures)")
  }

  @Test func rulesOfHeaderExtensions() throws {
    var table = Table()
    // Extension bytes behind the profile's length → ids found; nil: refused.
    let rows: [(profile: UInt16, bytes: [UInt8], ids: [UInt8]?, name: String)] = [
      (0xbede, [0x10, 1, 0, 0], [1], "padding behind an element"),
      (0xbede, [0, 0, 0x10, 1], [1], "padding in front of an element"),
      (0xbede, [0x10, 1, 0xf0, 2], [1], "id 15 ends the extension"),
      (0xbede, [0x10, 1, 0x01, 2, 3, 0x20, 4, 0], [1], "id 0 with a length ends the extension"),
      (0xbede, [0x10, 1, 0x2f, 2], nil, "an element that is cut off"),
      (0xbede, [], [], "an empty extension"),
      (0x1007, [1, 0, 2, 0], [1, 2], "app bits, empty elements"),
      (0x1000, [15, 1, 9, 0], [15], "id 15 in the two-byte form"),
      (0x1000, [1, 3, 9, 0], nil, "a two-byte element that is cut off"),
      (0x1000, [0, 0, 0, 1], nil, "a two-byte element without length"),
      (0x1010, [1, 0, 2, 0], [], "another profile has no elements"),
    ]
    for row in rows {
      var writer = ByteWriter()
      writer.append([0x90, 96, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3])
      writer.uint16(row.profile)
      writer.uint16(UInt16(row.bytes.count / 4))
      writer.append(row.bytes + [7])
      table.equal(packet(writer.bytes)?.extensions.map(\.id), row.ids, row.name)
      checkRoundTrip(writer.bytes, row.name, &table)
      if let header = try? RTPHeader(parsing: writer.bytes), let ids = row.ids {
        for id in UInt8(0)...16 {
          table.equal(
            header.extensionValue(id: id, in: writer.bytes) != nil, ids.contains(id),
            "\(row.name): look-up of \(id)")
        }
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func retransmissionsCarryTheOriginal() throws {
    let original = RTPPacket(
      marker: true, payloadType: 96, sequenceNumber: 65535, timestamp: 7, ssrc: 1,
      extensions: [HeaderExtension(id: 3, data: [1, 2, 3])], payload: [9, 8, 7])
    var encoder = RTXEncoder(ssrc: 2, payloadType: 97, firstSequenceNumber: 65535)
    let first = encoder.encode(original)
    let second = encoder.encode(original)
    var table = Table()
    table.equal(first.payload, [255, 255, 9, 8, 7], "original sequence number first")
    table.equal(first.ssrc, 2, "SSRC")
    table.equal(first.payloadType, 97, "payload type")
    table.equal([first.sequenceNumber, second.sequenceNumber], [65535, 0], "numbers wrap")
    table.equal(
      try originalPacket(fromRTX: first, ssrc: 1, payloadType: 96), original, "the way back")
    var padding = first
    padding.payload = [1]
    table.holds(
      (try? originalPacket(fromRTX: padding, ssrc: 1, payloadType: 96)) == nil, "only padding")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func numbersWrap() {
    var table = Table()
    for (a, b, newer) in [
      (UInt16(1), UInt16(0), true), (0, 65535, true), (65535, 0, false), (5, 5, false),
      (0x8000, 0, true), (0, 0x8000, false), (0x7fff, 0, true), (0x8001, 0, false),
    ] {
      table.equal(SequenceNumber.isNewer(a, than: b), newer, "\(a) newer than \(b)")
    }
    table.equal(SequenceNumber.distance(from: 65535, to: 1), 2, "distance forward")
    table.equal(SequenceNumber.distance(from: 1, to: 65535), -2, "distance back")
    var sequences = SequenceUnwrapper()
    table.equal(
      [65534, 65535, 1, 0, 32767, 65534, 0].map { sequences.unwrap($0) },
      [65534, 65535, 65537, 65536, 98303, 131070, 131072], "sequence numbers")
    var timestamps = TimestampUnwrapper()
    table.equal(
      [5, 0xffff_fffe, 3].map { timestamps.unwrap($0) }, [5, -2, 3], "timestamps")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func headerExtensionValues() {
    var table = Table()
    let early = AbsSendTime(nanoseconds: 63_999_000_000)
    let late = AbsSendTime(nanoseconds: 64_001_000_000)
    let step = late.since(early).microseconds
    table.holds((1996...2004).contains(step), "send times wrap each 64 s: \(step)")
    table.holds((-4...4).contains(early.since(late).microseconds + step), "and back")
    let ten = AbsSendTime(nanoseconds: 10_000_000_000).since(AbsSendTime(value: 0))
    table.equal(ten, .seconds(10), "ten seconds")
    table.equal(AbsSendTime(ntp: 1 << 32).value, 1 << 18, "a second")
    table.equal(AbsSendTime([1, 2, 3])?.data, [1, 2, 3], "bytes")
    table.equal(AbsSendTime([1, 2]), nil, "too short")
    table.equal(AudioLevel([0x9e]), AudioLevel(level: 30, hasVoice: true), "RFC 6464")
    table.equal(AudioLevel(level: 200, hasVoice: false).data, [127], "clamped")
    table.equal(TransportSequenceNumber([1, 2])?.value, 258, "transport-wide number")
    table.equal(TransportSequenceNumber([1]), nil, "too short")
    table.holds(isRTCP([0x80, 200, 0, 0]), "SR is RTCP")
    table.holds(!isRTCP([0x80, 96, 0, 0]), "payload type 96 is RTP")
    table.holds(!isRTCP([0x80, 224, 0, 0]), "payload type 96 with marker is RTP")
    table.holds(!isRTPOrRTCP([22, 254, 253, 0]), "DTLS is neither")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func hostilePacketsNeverTrap() {
    let vectors = Vectors.rtp
    var table = Table()
    var parsed = 0
    func feed(_ bytes: [UInt8]) {
      if packet(bytes) != nil { parsed += 1 }
      guard let header = try? RTPHeader(parsing: bytes) else { return }
      for id: UInt8 in [0, 1, 9, 255] { _ = header.extensionValue(id: id, in: bytes) }
    }
    for vector in vectors {
      for length in 0..<vector.bytes.count { feed(Array(vector.bytes.prefix(length))) }
    }
    var generator = Seed(1).stream("rtp mutations")
    for round in 0..<10_000 {
      let bytes = mutated(vectors[round % vectors.count].bytes, using: &generator)
      feed(bytes)
      if round % 10 == 0 { checkRoundTrip(bytes, hexadecimal(bytes), &table) }
    }
    #expect(parsed > 1000 && table.failures.isEmpty, "\(table.failures)")
  }

  @Test(
    .enabled(if: !Vectors.files("aiortc-packets").isEmpty, "no shared vectors beside this checkout")
  )
  func sharedPacketsSurvive() {
    var table = Table()
    var parsed = 0
    for folder in ["aiortc-packets", "libwebrtc-corpora/rtp", "libwebrtc-corpora/rtpdump"] {
      for file in Vectors.files(folder) { checkRoundTrip(file.bytes, file.name, &table) }
    }
    for file in Vectors.files("str0m-pcap") {
      for payload in Vectors.pcapPayloads(file.bytes) where !isRTCP(payload) {
        if packet(payload) != nil { parsed += 1 }
        checkRoundTrip(payload, file.name, &table)
      }
    }
    #expect(parsed > 100 && table.failures.isEmpty, "\(parsed) \(table.failures)")
  }

  private func packet(_ bytes: [UInt8]) -> RTPPacket? { try? RTPPacket(parsing: bytes) }

  /// Parse, write, parse gives the same value; and the header agrees with the packet.
  private func checkRoundTrip(_ bytes: [UInt8], _ row: String, _ table: inout Table) {
    guard let first = packet(bytes) else { return }
    let written = first.serialized()
    table.equal(packet(written), first, "\(row): written and read again")
    guard let header = try? RTPHeader(parsing: written) else {
      table.holds(false, "\(row): no header")
      return
    }
    table.equal(Array(written[header.payloadRange]), first.payload, "\(row): payload range")
    for element in first.extensions {
      table.equal(
        header.extensionValue(id: element.id, in: written).map { Array(written[$0]) },
        first.extensionValue(id: element.id), "\(row): element \(element.id)")
    }
  }
}

import RTP
import SansIO
import TestSupport
import Testing

@Suite("RTCP packets")
struct RTCPPacketTests {
  @Test func vectorsParseAsTheySay() {
    var table = Table()
    for vector in Vectors.rtcp {
      let packets = parse(vector.bytes)
      guard let expect = vector.expect else {
        table.holds(packets == nil, "\(vector.name): accepted")
        continue
      }
      guard let packets, let first = packets.first else {
        table.holds(false, "\(vector.name): refused")
        continue
      }
      if let types = expect["types"] as? [String] {
        table.equal(packets.map(name), types, vector.name)
      } else {
        table.equal(name(first), expect["type"] as? String ?? "?", "\(vector.name): type")
        let found = describe(first)
        for key in expect.keys.sorted() where key != "type" {
          table.equal(
            found[key] ?? "absent", plain(expect[key]), "\(vector.name): \(key)")
        }
      }
      checkRoundTrip(vector.bytes, vector.name, &table)
    }
    #expect(table.rows > 40 && table.failures.isEmpty, "\(table.failures)")
  }

  @Test func whatIsWrittenReadsTheSame() {
    var table = Table()
    let block = ReportBlock(
      ssrc: 1, fractionLost: 255, cumulativeLost: -3, extendedHighestSequence: 0x1_0005,
      jitter: 4, lastSenderReport: 5, delaySinceLastSenderReport: 6)
    var statuses: [TransportFeedback.Status] = []
    var generator = Seed(3).stream("statuses")
    for _ in 0..<3000 {
      switch generator.next() % 40 {
      case 0: statuses += Array(repeating: .notReceived, count: Int(generator.next() % 60))
      case 1: statuses += Array(repeating: .received(delta: 300), count: Int(generator.next() % 20))
      case 2: statuses.append(.received(delta: -5))
      case 3: statuses.append(.notReceived)
      default: statuses.append(.received(delta: Int16(generator.next() % 256)))
      }
    }
    let feedback = { (statuses: [TransportFeedback.Status]) -> RTCPPacket in
      .transportFeedback(
        TransportFeedback(
          senderSSRC: 1, mediaSSRC: 2, baseSequenceNumber: 65530, referenceTime: 0xff_ffff,
          feedbackCount: 9, statuses: statuses))
    }
    let packets: [RTCPPacket] = [
      .senderReport(
        SenderReport(
          ssrc: 1, ntp: 2, rtpTimestamp: 3, packetCount: 4, octetCount: 5, blocks: [block, block],
          profileExtension: [1, 2, 3, 4])),
      .receiverReport(ReceiverReport(ssrc: 9, blocks: Array(repeating: block, count: 31))),
      .sourceDescription(SourceDescription(ssrc: 1, cname: "abc")),
      .sourceDescription(SourceDescription(ssrc: 1, cname: "abcd")),
      .sourceDescription(SourceDescription(chunks: [])),
      .bye(Bye(sources: [1, 2], reason: Array("gone".utf8))),
      .bye(Bye(sources: [], reason: [])),
      .transportLayerNACK(
        TransportLayerNACK(senderSSRC: 1, mediaSSRC: 2, lost: [65534, 65535, 14, 15, 600])),
      .pictureLossIndication(PictureLossIndication(senderSSRC: 1, mediaSSRC: 2)),
      .fullIntraRequest(
        FullIntraRequest(senderSSRC: 1, entries: [.init(ssrc: 2, sequenceNumber: 3)])),
      .receiverEstimatedMaximumBitrate(
        ReceiverEstimatedMaximumBitrate(senderSSRC: 1, bitRate: .kilobits(330), ssrcs: [7])),
      .receiverEstimatedMaximumBitrate(
        ReceiverEstimatedMaximumBitrate(
          senderSSRC: 1, bitRate: BitRate(bitsPerSecond: 0x3ffff << 45), ssrcs: [])),
      feedback([.notReceived]), feedback(statuses), feedback(Array(statuses.prefix(5))),
      feedback(Array(repeating: .notReceived, count: 65535)),
      .congestionControlFeedback(
        CongestionControlFeedback(
          senderSSRC: 1,
          streams: [
            .init(ssrc: 2, beginSequence: 65535, reports: [.received(ecn: 3, offset: 0x1fff)]),
            .init(ssrc: 3, beginSequence: 0, reports: []),
          ], timestamp: 5)),
      .other(OtherRTCPPacket(type: 207, count: 0, body: [1, 2, 3, 4, 5])),
    ]
    for packet in packets {
      table.equal(parse(RTCPPacket.serialize([packet])), [packet], "\(name(packet)) alone")
    }
    table.equal(parse(RTCPPacket.serialize(packets)), packets, "all in one compound")
    #expect(table.failures.isEmpty, "\(table.failures.map { $0.prefix(400) })")
  }

  @Test func nackNamesWhatIsLost() {
    var table = Table()
    let rows: [(lost: [UInt16], entries: Int)] = [
      ([5], 1), ([5, 6, 21], 1), ([5, 22], 2), ([65535, 0, 15], 1), ([65535, 16], 2), ([7, 7], 1),
    ]
    for row in rows {
      let nack = TransportLayerNACK(senderSSRC: 1, mediaSSRC: 2, lost: row.lost)
      table.equal(nack.entries.count, row.entries, "entries for \(row.lost)")
      table.equal(
        nack.lostSequenceNumbers, row.lost == [7, 7] ? [7] : row.lost, "numbers of \(row.lost)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func malformedPacketsAreRefused() {
    var table = Table()
    let rows: [(hex: String, error: RTPError)] = [
      ("", .headerTruncated(byteCount: 0)),
      ("80c90001000000090000", .headerTruncated(byteCount: 2)),
      ("80600001000000090000", .rtcpPacketType(96)),
      ("a0c9000100000000", .padding(count: 0, available: 4)),
      ("a0c9000100000005", .padding(count: 5, available: 4)),
      ("81ca000200000005010c7573", .malformedRTCP(type: 202, .truncated(offset: 10))),
      ("81ca00020000000501026162", .malformedRTCP(type: 202, .unterminatedChunk(offset: 4))),
      ("81ce00010000000a", .malformedRTCP(type: 206, .truncated(offset: 8))),
      ("84ce00020000000100000000", .malformedRTCP(type: 206, .noEntries)),
      (
        "8fce00050000000100000000" + "52454d42" + "00ffffff" + "00000000",
        .malformedRTCP(type: 206, .bitRateOverflow)
      ),
      (
        "8fce00050000000100000000" + "52454d42" + "02000001" + "00000000",
        .malformedRTCP(type: 206, .countMismatch(declared: 2, available: 1))
      ),
      (
        "8fcd0005" + "0000000100000002" + "00010001" + "00000000" + "60010000",
        .malformedRTCP(type: 205, .reservedStatus)
      ),
      (
        "8fcd0005" + "0000000100000002" + "00010000" + "00000000" + "20010000",
        .malformedRTCP(type: 205, .noEntries)
      ),
    ]
    for row in rows {
      do throws(RTPError) {
        _ = try RTCPPacket.parseCompound(bytes(hexadecimal: row.hex) ?? [])
        table.holds(false, "\(row.hex): accepted")
      } catch {
        table.equal(error, row.error, row.hex)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test func roundTripTimeOfAReport() {
    // The example of RFC 3550 §6.4.1: 6.125 s.
    let block = ReportBlock(
      ssrc: 1, fractionLost: 0, cumulativeLost: 0, extendedHighestSequence: 0, jitter: 0,
      lastSenderReport: 0xb705_2000, delaySinceLastSenderReport: 0x0005_4000)
    #expect(block.roundTripTime(receivedAt: 0xb44d_b710_8000_0000) == .milliseconds(6125))
  }

  @Test func hostilePacketsNeverTrap() {
    let vectors = Vectors.rtcp
    var table = Table()
    var parsed = 0
    for vector in vectors {
      for length in 0..<vector.bytes.count where parse(Array(vector.bytes.prefix(length))) != nil {
        parsed += 1
      }
    }
    var generator = Seed(2).stream("rtcp mutations")
    for round in 0..<10_000 {
      let bytes = mutated(vectors[round % vectors.count].bytes, using: &generator)
      if parse(bytes) != nil { parsed += 1 }
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
    var packets: [(name: String, bytes: [UInt8])] = []
    for folder in ["aiortc-packets", "libwebrtc-corpora/rtcp"] { packets += Vectors.files(folder) }
    packets += Vectors.files("pion-rtcp-fuzz").map { ($0.name, Vectors.goSeed($0.bytes)) }
    for file in Vectors.files("str0m-pcap") {
      packets += Vectors.pcapPayloads(file.bytes).filter(isRTCP).map { (file.name, $0) }
    }
    for packet in packets {
      if parse(packet.bytes) != nil { parsed += 1 }
      checkRoundTrip(packet.bytes, packet.name, &table)
    }
    #expect(parsed > 10 && table.failures.isEmpty, "\(parsed) \(table.failures)")
  }

  private func parse(_ bytes: [UInt8]) -> [RTCPPacket]? { try? RTCPPacket.parseCompound(bytes) }

  private func checkRoundTrip(_ bytes: [UInt8], _ row: String, _ table: inout Table) {
    guard let first = parse(bytes) else { return }
    table.holds(
      parse(RTCPPacket.serialize(first)) == first, "\(row): written and read again differs")
  }

  private func name(_ packet: RTCPPacket) -> String {
    switch packet {
    case .senderReport: "SR"
    case .receiverReport: "RR"
    case .sourceDescription: "SDES"
    case .bye: "BYE"
    case .transportLayerNACK: "NACK"
    case .pictureLossIndication: "PLI"
    case .fullIntraRequest: "FIR"
    case .receiverEstimatedMaximumBitrate: "REMB"
    case .transportFeedback: "TWCC"
    case .congestionControlFeedback: "CCFB"
    case .other: "other"
    }
  }

  /// A value of JSON without spaces, keys in order.
  private func plain(_ value: Any?) -> String {
    switch value {
    case let list as [Any]: "[" + list.map(plain).joined(separator: ",") + "]"
    case let object as [String: Any]:
      "{" + object.keys.sorted().map { "\($0):\(plain(object[$0]))" }.joined(separator: ",") + "}"
    case let value?: "\(value)"
    case nil: "null"
    }
  }

  /// The fields in the words of the vectors, in the form that `plain` gives.
  private func describe(_ packet: RTCPPacket) -> [String: String] {
    switch packet {
    case .senderReport(let report):
      return [
        "ssrc": "\(report.ssrc)", "ntp": String(report.ntp, radix: 16),
        "rtp": "\(report.rtpTimestamp)", "packets": "\(report.packetCount)",
        "octets": "\(report.octetCount)", "blocks": "\(report.blocks.count)",
      ]
    case .receiverReport(let report):
      return ["ssrc": "\(report.ssrc)", "blocks": "\(report.blocks.count)"]
    case .sourceDescription(let description):
      return [
        "chunks": plain(
          description.chunks.map { chunk -> [String: Any] in
            ["ssrc": chunk.ssrc, "items": chunk.items.map { [$0.kind, $0.text] as [Any] }]
          })
      ]
    case .bye(let bye):
      return ["sources": plain(bye.sources), "reason": bye.reasonText ?? "null"]
    case .fullIntraRequest(let request):
      return [
        "sender": "\(request.senderSSRC)",
        "entries": plain(request.entries.map { [$0.ssrc, $0.sequenceNumber] as [Any] }),
      ]
    case .receiverEstimatedMaximumBitrate(let remb):
      return ["bitrate": "\(remb.bitRate.bitsPerSecond)", "ssrcs": plain(remb.ssrcs)]
    case .transportFeedback(let feedback):
      let arrivals = feedback.arrivals
      var deltas: [Int64] = []
      var before = Duration.zero
      for arrival in arrivals {
        deltas.append((arrival.offset - before).microseconds)
        before = arrival.offset
      }
      return [
        "base": "\(feedback.baseSequenceNumber)", "count": "\(feedback.statuses.count)",
        "received_seq": plain(arrivals.map(\.sequenceNumber)), "deltas_us": plain(deltas),
      ]
    case .congestionControlFeedback(let feedback):
      let streams = feedback.streams.map { stream -> [String: Any] in
        let reports = stream.reports.map { report -> [Int] in
          switch report {
          case .notReceived: [0]
          case .received(let ecn, let offset): [1, Int(ecn), Int(offset)]
          }
        }
        return ["ssrc": stream.ssrc, "begin": stream.beginSequence, "packets": reports]
      }
      return ["streams": plain(streams), "timestamp": "\(feedback.timestamp)"]
    case .transportLayerNACK, .pictureLossIndication, .other:
      return [:]
    }
  }
}

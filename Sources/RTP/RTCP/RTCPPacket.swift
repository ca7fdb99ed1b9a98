internal import SansIO

/// One packet of an RTCP compound (RFC 3550 §6.1).
///
/// ```
///  0                   1                   2                   3
///  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
/// |V=2|P| count   |  packet type  |  length in words, minus one   |
/// ```
public enum RTCPPacket: Hashable, Sendable {
  case senderReport(SenderReport)
  case receiverReport(ReceiverReport)
  case sourceDescription(SourceDescription)
  case bye(Bye)
  case transportLayerNACK(TransportLayerNACK)
  case pictureLossIndication(PictureLossIndication)
  case fullIntraRequest(FullIntraRequest)
  case receiverEstimatedMaximumBitrate(ReceiverEstimatedMaximumBitrate)
  case transportFeedback(TransportFeedback)
  case congestionControlFeedback(CongestionControlFeedback)
  case other(OtherRTCPPacket)

  /// All packets of a datagram; reduced-size RTCP (RFC 5506) counts too, so any type may come first.
  ///
  /// - Parameter malformed: told of a packet whose content cannot be read while its length holds: the others stand.
  public static func parseCompound(
    _ bytes: [UInt8], malformed: (RTPError) -> Void
  ) throws(RTPError) -> [RTCPPacket] {
    guard bytes.count >= 4 else { throw .headerTruncated(byteCount: bytes.count) }
    var packets: [RTCPPacket] = []
    var offset = 0
    while offset < bytes.count {
      let available = bytes.count - offset
      guard available >= 4 else { throw .headerTruncated(byteCount: available) }
      let first = bytes[offset]
      guard first >> 6 == 2 else { throw .version(first >> 6) }
      let type = bytes[offset + 1]
      guard (192...223).contains(type) else { throw .rtcpPacketType(type) }
      let length = 4 * (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])) + 4
      guard length <= available else {
        throw .rtcpLength(offset: offset, declared: length, available: available)
      }
      var end = offset + length
      if first & 0x20 != 0 {
        // Counted in bytes: transport-wide feedback pads by less than a word.
        let padding = length > 4 ? Int(bytes[end - 1]) : 0
        guard padding > 0, padding <= length - 4 else {
          throw .padding(count: padding, available: length - 4)
        }
        end -= padding
      }
      let reader = ByteReader(bytes, in: offset + 4..<end)
      do throws(RTPError) {
        packets.append(
          try RTCPPacket(parsing: RTCPBody(type: type, count: first & 0x1f, reader: reader)))
      } catch {
        malformed(error)
      }
      offset += length
    }
    return packets
  }

  /// The same, where every packet must be readable.
  public static func parseCompound(_ bytes: [UInt8]) throws(RTPError) -> [RTCPPacket] {
    var fault: RTPError?
    let packets = try parseCompound(bytes) { fault = fault ?? $0 }
    if let fault { throw fault }
    return packets
  }

  /// The packets one behind the other, as one datagram.
  public static func serialize(_ packets: [RTCPPacket]) -> [UInt8] {
    var writer = ByteWriter(reserving: 64 * packets.count)
    for packet in packets { packet.write(to: &writer) }
    return writer.bytes
  }

  private init(parsing packet: RTCPBody) throws(RTPError) {
    var body = packet
    switch (body.type, body.count) {
    case (RTCPType.senderReport, _):
      self = .senderReport(try SenderReport(parsing: &body))
    case (RTCPType.receiverReport, _):
      self = .receiverReport(try ReceiverReport(parsing: &body))
    case (RTCPType.sourceDescription, _):
      self = .sourceDescription(try SourceDescription(parsing: &body))
    case (RTCPType.bye, _):
      self = .bye(try Bye(parsing: &body))
    case (RTCPType.transportFeedback, TransportLayerNACK.format):
      self = .transportLayerNACK(try TransportLayerNACK(parsing: &body))
    case (RTCPType.transportFeedback, CongestionControlFeedback.format):
      self = .congestionControlFeedback(try CongestionControlFeedback(parsing: &body))
    case (RTCPType.transportFeedback, TransportFeedback.format):
      self = .transportFeedback(try TransportFeedback(parsing: &body))
    case (RTCPType.payloadFeedback, PictureLossIndication.format):
      self = .pictureLossIndication(try PictureLossIndication(parsing: &body))
    case (RTCPType.payloadFeedback, FullIntraRequest.format):
      self = .fullIntraRequest(try FullIntraRequest(parsing: &body))
    case (RTCPType.payloadFeedback, ReceiverEstimatedMaximumBitrate.format):
      // Application layer feedback (RFC 4585 §6.4): REMB is one kind of many.
      var attempt = body
      if let remb = try ReceiverEstimatedMaximumBitrate(parsing: &attempt) {
        self = .receiverEstimatedMaximumBitrate(remb)
      } else {
        self = .other(OtherRTCPPacket(parsing: &body))
      }
    default:
      self = .other(OtherRTCPPacket(parsing: &body))
    }
  }

  private func write(to writer: inout ByteWriter) {
    switch self {
    case .senderReport(let packet): packet.write(to: &writer)
    case .receiverReport(let packet): packet.write(to: &writer)
    case .sourceDescription(let packet): packet.write(to: &writer)
    case .bye(let packet): packet.write(to: &writer)
    case .transportLayerNACK(let packet): packet.write(to: &writer)
    case .pictureLossIndication(let packet): packet.write(to: &writer)
    case .fullIntraRequest(let packet): packet.write(to: &writer)
    case .receiverEstimatedMaximumBitrate(let packet): packet.write(to: &writer)
    case .transportFeedback(let packet): packet.write(to: &writer)
    case .congestionControlFeedback(let packet): packet.write(to: &writer)
    case .other(let packet): packet.write(to: &writer)
    }
  }
}

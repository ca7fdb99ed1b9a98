internal import SansIO

/// An RTP packet (RFC 3550 §5.1) taken apart, its parts owned.
public struct RTPPacket: Hashable, Sendable {
  public var marker: Bool
  /// 0...127.
  public var payloadType: UInt8
  public var sequenceNumber: UInt16
  public var timestamp: UInt32
  public var ssrc: UInt32
  /// At most 15.
  public var csrcs: [UInt32]
  /// Elements of an RFC 8285 extension, in wire order.
  public var extensions: [HeaderExtension]
  /// An extension of another kind; only written when `extensions` is empty.
  public var opaqueExtension: OpaqueHeaderExtension?
  public var payload: [UInt8]
  /// Padding bytes behind the payload, the count byte included: 0...255.
  public var paddingCount: Int

  public init(
    marker: Bool = false, payloadType: UInt8, sequenceNumber: UInt16, timestamp: UInt32,
    ssrc: UInt32, csrcs: [UInt32] = [], extensions: [HeaderExtension] = [],
    opaqueExtension: OpaqueHeaderExtension? = nil, payload: [UInt8], paddingCount: Int = 0
  ) {
    self.marker = marker
    self.payloadType = payloadType
    self.sequenceNumber = sequenceNumber
    self.timestamp = timestamp
    self.ssrc = ssrc
    self.csrcs = csrcs
    self.extensions = extensions
    self.opaqueExtension = opaqueExtension
    self.payload = payload
    self.paddingCount = paddingCount
  }

  /// Unlike `RTPHeader`, also refuses an extension element that is cut off.
  public init(parsing packet: [UInt8]) throws(RTPError) {
    let header = try RTPHeader(parsing: packet)
    let span = packet.span
    var csrcs: [UInt32] = []
    for index in 0..<header.csrcCount { csrcs.append(bigEndian32(span, 12 + 4 * index)) }
    var extensions: [HeaderExtension] = []
    var opaque: OpaqueHeaderExtension?
    if let profile = header.extensionProfile {
      if profile == oneByteProfile || profile & 0xfff0 == twoByteProfile {
        var elements = HeaderExtensionElements(profile: profile, range: header.extensionRange)
        while let element = elements.next(in: span) {
          guard element.range.upperBound <= header.extensionRange.upperBound else {
            throw .extensionOverrun(id: element.id, offset: element.range.lowerBound)
          }
          extensions.append(HeaderExtension(id: element.id, data: Array(packet[element.range])))
        }
      } else {
        opaque = OpaqueHeaderExtension(profile: profile, data: Array(packet[header.extensionRange]))
      }
    }
    self.init(
      marker: header.marker, payloadType: header.payloadType,
      sequenceNumber: header.sequenceNumber, timestamp: header.timestamp, ssrc: header.ssrc,
      csrcs: csrcs, extensions: extensions, opaqueExtension: opaque,
      payload: Array(packet[header.payloadRange]), paddingCount: header.paddingCount)
  }

  /// The packet on the wire; extensions in the one-byte form, or in the two-byte form when one of them needs it.
  public func serialized() -> [UInt8] {
    precondition(csrcs.count <= 15 && payloadType < 128 && (0...255).contains(paddingCount))
    var writer = ByteWriter(reserving: 12 + 4 * csrcs.count + payload.count + paddingCount + 32)
    let hasExtension = !extensions.isEmpty || opaqueExtension != nil
    writer.uint8(
      0x80 | (paddingCount > 0 ? 0x20 : 0) | (hasExtension ? 0x10 : 0) | UInt8(csrcs.count))
    writer.uint8((marker ? 0x80 : 0) | payloadType)
    writer.uint16(sequenceNumber)
    writer.uint32(timestamp)
    writer.uint32(ssrc)
    for csrc in csrcs { writer.uint32(csrc) }
    if !extensions.isEmpty {
      writeElements(to: &writer)
    } else if let opaqueExtension {
      writer.uint16(opaqueExtension.profile)
      writer.uint16(UInt16((opaqueExtension.data.count + 3) / 4))
      writer.append(opaqueExtension.data)
      writer.zeros(-opaqueExtension.data.count & 3)
    }
    writer.append(payload)
    if paddingCount > 0 {
      writer.zeros(paddingCount - 1)
      writer.uint8(UInt8(paddingCount))
    }
    return writer.bytes
  }

  /// The value of the first extension element with this id.
  public func extensionValue(id: UInt8) -> [UInt8]? {
    extensions.first { $0.id == id }?.data
  }

  /// Replaces the value of that element, or adds it at the end.
  public mutating func setExtension(id: UInt8, _ data: [UInt8]) {
    if let index = extensions.firstIndex(where: { $0.id == id }) {
      extensions[index].data = data
    } else {
      extensions.append(HeaderExtension(id: id, data: data))
    }
  }

  private func writeElements(to writer: inout ByteWriter) {
    let isOneByte = extensions.allSatisfy(\.fitsOneByteForm)
    writer.uint16(isOneByte ? oneByteProfile : twoByteProfile)
    let lengthOffset = writer.count
    writer.uint16(0)
    for element in extensions {
      precondition(element.id != 0 && element.data.count <= 255)
      if isOneByte {
        writer.uint8(element.id << 4 | UInt8(element.data.count - 1))
      } else {
        writer.uint8(element.id)
        writer.uint8(UInt8(element.data.count))
      }
      writer.append(element.data)
    }
    let length = writer.count - lengthOffset - 2
    writer.zeros(-length & 3)
    writer.patch(uint16: UInt16((length + 3) / 4), at: lengthOffset)
  }
}

internal import SansIO

/// Packet types of RTCP (RFC 3550 §12.1, RFC 4585 §6.1).
enum RTCPType {
  static let senderReport: UInt8 = 200
  static let receiverReport: UInt8 = 201
  static let sourceDescription: UInt8 = 202
  static let bye: UInt8 = 203
  static let transportFeedback: UInt8 = 205
  static let payloadFeedback: UInt8 = 206
}

/// What one RTCP packet holds behind its four-byte header, without padding, and how its fields are read.
struct RTCPBody {
  let type: UInt8
  /// The five bits behind the padding bit: a count of blocks, or the format of a feedback message (FMT).
  let count: UInt8
  private var reader: ByteReader

  init(type: UInt8, count: UInt8, reader: ByteReader) {
    self.type = type
    self.count = count
    self.reader = reader
  }

  var remaining: Int { reader.remaining }
  var offset: Int { reader.offset }

  func fault(_ fault: RTCPFault) -> RTPError { .malformedRTCP(type: type, fault) }

  mutating func uint8() throws(RTPError) -> UInt8 {
    do { return try reader.uint8() } catch { throw truncated(error) }
  }

  mutating func uint16() throws(RTPError) -> UInt16 {
    do { return try reader.uint16() } catch { throw truncated(error) }
  }

  mutating func uint24() throws(RTPError) -> UInt32 {
    do { return try reader.uint24() } catch { throw truncated(error) }
  }

  mutating func uint32() throws(RTPError) -> UInt32 {
    do { return try reader.uint32() } catch { throw truncated(error) }
  }

  mutating func uint64() throws(RTPError) -> UInt64 {
    do { return try reader.uint64() } catch { throw truncated(error) }
  }

  mutating func take(_ count: Int) throws(RTPError) -> [UInt8] {
    do { return try reader.take(count) } catch { throw truncated(error) }
  }

  mutating func skip(_ count: Int) throws(RTPError) {
    do { try reader.skip(count) } catch { throw truncated(error) }
  }

  mutating func rest() -> [UInt8] { reader.rest() }

  private func truncated(_ overrun: ByteOverrun) -> RTPError {
    fault(.truncated(offset: overrun.offset))
  }
}

extension ByteWriter {
  /// Writes one RTCP packet: its header, its body, and padding where the body is no whole number of words.
  mutating func rtcp(type: UInt8, count: Int, body: (inout ByteWriter) -> Void) {
    precondition((0...31).contains(count))
    let start = self.count
    zeros(4)
    body(&self)
    let padding = -(self.count - start) & 3
    if padding > 0 {
      zeros(padding - 1)
      uint8(UInt8(padding))
    }
    let words = (self.count - start) / 4 - 1
    precondition(words <= Int(UInt16.max))
    let first: UInt8 = 0x80 | (padding > 0 ? 0x20 : 0) | UInt8(count)
    patch(uint16: UInt16(first) << 8 | UInt16(type), at: start)
    patch(uint16: UInt16(words), at: start + 2)
  }
}

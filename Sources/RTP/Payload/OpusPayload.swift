/// What an Opus packet says about itself in its first bytes (RFC 6716 §3.1); the RTP payload is the packet (RFC 7587 §4.2).
public enum OpusPayload {
  /// RTP ticks a second whatever the coded bandwidth (RFC 7587 §4.1).
  public static let clockRate = 48_000
  /// RFC 6716 §3.4 R5: a packet holds 120 ms at most.
  public static let maximumSampleCount = 5_760

  /// How much sound the packet holds, in samples at 48 kHz.
  public static func duration(of packet: [UInt8]) throws(PayloadError) -> Int {
    guard let toc = packet.first else { throw .emptyPayload }
    let samples = frameSampleCount(configuration: toc >> 3) * (try frameCount(of: packet))
    guard samples <= maximumSampleCount else { throw .opusFraming }
    return samples
  }

  /// The s bit of the first byte.
  public static func isStereo(_ packet: [UInt8]) -> Bool {
    guard let toc = packet.first else { return false }
    return toc & 0x04 != 0
  }

  /// Samples at 48 kHz of one frame, by the configuration number 0...31 (RFC 6716 table 2).
  private static func frameSampleCount(configuration: UInt8) -> Int {
    let index = Int(configuration & 3)
    switch configuration {
    case 0..<12: return [480, 960, 1920, 2880][index]  // SILK: 10, 20, 40, 60 ms
    case 12..<16: return [480, 960][index & 1]  // hybrid: 10, 20 ms
    default: return [120, 240, 480, 960][index]  // CELT: 2.5, 5, 10, 20 ms
    }
  }

  private static func frameCount(of packet: [UInt8]) throws(PayloadError) -> Int {
    switch packet[0] & 3 {
    case 0:
      return 1
    case 1:
      // RFC 6716 §3.2.3: two frames of equal size.
      guard (packet.count - 1) % 2 == 0 else { throw .opusFraming }
      return 2
    case 2:
      // RFC 6716 §3.2.4: the first frame's length, one byte or two (§3.2.1), then both frames.
      guard packet.count >= 2 else { throw .truncated(offset: 1) }
      var length = Int(packet[1])
      var header = 2
      if length >= 252 {
        guard packet.count >= 3 else { throw .truncated(offset: 2) }
        length += 4 * Int(packet[2])
        header = 3
      }
      guard header + length <= packet.count else { throw .opusFraming }
      return 2
    default:
      // RFC 6716 §3.2.5: the count is in the low six bits of the second byte.
      guard packet.count >= 2 else { throw .truncated(offset: 1) }
      let count = Int(packet[1] & 0x3f)
      guard count > 0 else { throw .opusFraming }
      return count
    }
  }
}

internal import Packets

/// Packets that a capture of all interfaces holds once for each interface that they passed, where its headers (Linux cooked, v1)
/// do not say which: in at one, out at another. The same bytes in the same direction from the same neighbour came twice indeed.
struct RepeatedSightings: Sendable {
  /// A second later it was sent again.
  private static let window: Int64 = 1_000_000_000
  private static let limit = 65_536
  /// Of one packet: more than a machine has interfaces.
  private static let wayLimit = 256

  private struct Packet: Sendable {
    var time: Int64
    /// How often each way was seen: packet type and address of the neighbour.
    var ways: [UInt64: Int] = [:]
    var most = 0
  }

  private var packets: [UInt64: Packet] = [:]
  /// In the order of their first sightings.
  private var order: [UInt64] = []
  private var oldest = 0

  /// Whether the packet was told already by another interface.
  mutating func isRepeated(_ header: Span<UInt8>, _ ip: ArraySlice<UInt8>, at time: Int64) -> Bool {
    forget(before: time - Self.window)
    let identity = Self.identity(ip)
    let way = Self.way(header)
    var packet = packets[identity] ?? Packet(time: time)
    if packets[identity] == nil { order.append(identity) }
    guard packet.ways[way] != nil || packet.ways.count < Self.wayLimit else { return true }
    packet.ways[way, default: 0] += 1
    let count = packet.ways[way] ?? 0
    let isRepeated = count <= packet.most
    packet.most = max(packet.most, count)
    packets[identity] = packet
    return isRepeated
  }

  private mutating func forget(before time: Int64) {
    while oldest < order.count,
      order.count - oldest > Self.limit || (packets[order[oldest]]?.time ?? 0) < time
    {
      packets[order[oldest]] = nil
      oldest += 1
    }
    if oldest > Self.limit {
      order.removeFirst(oldest)
      oldest = 0
    }
  }

  /// Packet type and link-layer address of the sender.
  private static func way(_ header: Span<UInt8>) -> UInt64 {
    var way: UInt64 = 0
    for index in [0, 1, 6, 7, 8, 9, 10, 11] where index < header.count {
      way = way << 8 | UInt64(header[index])
    }
    return way
  }

  /// All of it but what routers change: time to live and the checksum of the header.
  private static func identity(_ ip: ArraySlice<UInt8>) -> UInt64 {
    var bytes = Array(ip)
    let isIPv4 = bytes.first.map { $0 >> 4 == 4 } ?? false
    for index in isIPv4 ? [8, 10, 11] : [7] where index < bytes.count { bytes[index] = 0 }
    return Sighting.identity(ofAll: bytes)
  }
}

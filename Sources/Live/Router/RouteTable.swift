/// Who is where: a handful of addresses, found by comparing.
struct RouteTable {
  enum Target: Hashable {
    case interface(Int)
    case server(Int)
    /// Outside the machine.
    case publicServer(Int)
    /// Takes everything and says nothing.
    case dead
  }

  private var entries: [(host: [UInt8], target: Target)] = []

  init(_ plan: RouterPlan) {
    for (index, interface) in plan.interfaces.enumerated() {
      entries += interface.addresses.map { ($0, .interface(index)) }
    }
    for (index, server) in plan.stunServers.enumerated() {
      entries.append((server.address.host, .server(index)))
    }
    for (index, server) in plan.publicServers.enumerated() {
      entries.append((server.address.host, .publicServer(index)))
    }
    entries += plan.deadAddresses.map { ($0, .dead) }
  }

  func target(_ host: [UInt8]) -> Target? {
    // What `host(_:in:)` gave shares its storage with the entry, so that equality is found at once.
    entries.first { $0.host == host }?.target
  }

  /// The address in a packet as an array: a known one costs no memory.
  func host(_ range: Range<Int>, in packet: Span<UInt8>) -> [UInt8] {
    search: for entry in entries where entry.host.count == range.count {
      for index in 0..<range.count where entry.host[index] != packet[range.lowerBound + index] {
        continue search
      }
      return entry.host
    }
    return range.map { packet[$0] }
  }

  /// Why a packet to an address that nobody has never leaves its namespace; nil: it may.
  static func reasonToDiscard(destination host: [UInt8]) -> String? {
    if host.count == 16 {
      if host[0] == 0xff { return "IPv6 multicast" }
      if host[0] == 0xfe, host[1] & 0xc0 == 0x80 { return "IPv6 link-local" }
      return nil
    }
    switch host[0] {
    case 0, 127: return "IPv4 without a meaning outside"
    case 169: return host[1] == 254 ? "IPv4 link-local" : nil
    case 224...239: return "IPv4 multicast"
    case 240...: return "IPv4 broadcast"
    default: return nil
    }
  }
}

/// Puts fragmented datagrams together (RFC 791 §3.2, RFC 8200 §4.5), and knows which never became whole.
public struct FragmentTable: Sendable {
  /// Datagrams at a time; the oldest gives way.
  private static let limit = 256

  public struct Datagram: Hashable, Sendable {
    public var source: [UInt8]
    public var destination: [UInt8]
    /// 17 is UDP.
    public var transport: UInt8
    /// The transport's header and payload, without holes; of one that is not whole, its beginning.
    public var bytes: [UInt8]
    /// Of the first fragment that came.
    public var firstNumber: Int
    public var firstTime: Int64
  }

  private struct Key: Hashable, Sendable {
    var source: [UInt8]
    var destination: [UInt8]
    var identification: UInt32
    var transport: UInt8
  }

  private struct Entry: Sendable {
    var key: Key
    var pieces: [Int: [UInt8]] = [:]
    /// Of all pieces.
    var heldByteCount = 0
    /// Of the whole; nil: the last fragment has not come.
    var byteCount: Int?
    var number: Int
    var time: Int64

    /// Whether anything came of it: what is as it was is not put together again.
    mutating func take(_ fragment: Fragment) -> Bool {
      var isNew = false
      // Of two for the same place the first counts; those that overlap never become whole (RFC 5722).
      if pieces[fragment.offset] == nil, pieces.count < 8192 {
        pieces[fragment.offset] = Array(fragment.payload)
        heldByteCount += fragment.payload.count
        isNew = true
      }
      guard !fragment.hasMore else { return isNew }
      let end = fragment.offset + fragment.payload.count
      defer { byteCount = end }
      return isNew || byteCount != end
    }
  }

  public private(set) var fragmentCount = 0
  private var entries: [Entry] = []

  public init() {}

  /// Takes an IP packet; gives the datagram that it completes, and the one that had to give way.
  public mutating func add(
    _ ip: ArraySlice<UInt8>, number: Int, time: Int64
  ) -> (whole: Datagram?, dropped: Datagram?) {
    guard let fragment = Fragment(ip) else { return (nil, nil) }
    fragmentCount += 1
    let key = Key(
      source: fragment.source, destination: fragment.destination,
      identification: fragment.identification, transport: fragment.transport)
    var dropped: Datagram?
    let index: Int
    if let known = entries.firstIndex(where: { $0.key == key }) {
      index = known
    } else {
      if entries.count == Self.limit { dropped = Self.datagram(entries.removeFirst()) }
      entries.append(Entry(key: key, number: number, time: time))
      index = entries.count - 1
    }
    guard entries[index].take(fragment), let byteCount = entries[index].byteCount,
      entries[index].heldByteCount == byteCount
    else { return (nil, dropped) }
    let datagram = Self.datagram(entries[index])
    guard datagram.bytes.count == byteCount else { return (nil, dropped) }
    entries.remove(at: index)
    return (datagram, dropped)
  }

  /// Those that are not whole, in the order of their first fragment.
  public var incomplete: [Datagram] { entries.map(Self.datagram) }

  private static func datagram(_ entry: Entry) -> Datagram {
    var bytes: [UInt8] = []
    for (offset, piece) in entry.pieces.sorted(by: { $0.key < $1.key }) {
      guard offset == bytes.count else { break }
      bytes += piece
    }
    return Datagram(
      source: entry.key.source, destination: entry.key.destination,
      transport: entry.key.transport, bytes: bytes, firstNumber: entry.number,
      firstTime: entry.time)
  }
}

/// One fragment.
private struct Fragment {
  var source: [UInt8]
  var destination: [UInt8]
  var identification: UInt32
  var transport: UInt8
  /// In bytes.
  var offset: Int
  var hasMore: Bool
  var payload: ArraySlice<UInt8>

  init?(_ ip: ArraySlice<UInt8>) {
    let start = ip.startIndex
    func uint16(_ offset: Int) -> Int { Int(ip[start + offset]) << 8 | Int(ip[start + offset + 1]) }
    guard let first = ip.first else { return nil }
    if first >> 4 == 4 {
      guard ip.count >= 20 else { return nil }
      let header = Int(first & 15) * 4
      let total = uint16(2)
      guard header >= 20, total >= header, total <= ip.count else { return nil }
      source = Array(ip[start + 12..<start + 16])
      destination = Array(ip[start + 16..<start + 20])
      identification = UInt32(uint16(4))
      transport = ip[start + 9]
      offset = (uint16(6) & 0x1fff) * 8
      hasMore = uint16(6) & 0x2000 != 0
      payload = ip[start + header..<start + total]
      return
    }
    guard first >> 4 == 6, ip.count >= 40 else { return nil }
    let end = 40 + uint16(4)
    guard end <= ip.count else { return nil }
    source = Array(ip[start + 8..<start + 24])
    destination = Array(ip[start + 24..<start + 40])
    var next = ip[start + 6]
    var position = 40
    while next == 0 || next == 43 || next == 60 {
      guard position + 8 <= end else { return nil }
      next = ip[start + position]
      position += 8 + Int(ip[start + position + 1]) * 8
    }
    // RFC 8200 §4.5: next header, reserved, offset and M flag, identification.
    guard next == 44, position + 8 <= end else { return nil }
    transport = ip[start + position]
    offset = uint16(position + 2) & ~7
    hasMore = uint16(position + 2) & 1 != 0
    identification = UInt32(uint16(position + 4)) << 16 | UInt32(uint16(position + 6))
    payload = ip[start + position + 8..<start + end]
  }
}

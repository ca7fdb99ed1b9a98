internal import Packets
internal import Peer
internal import SansIO
internal import Trace

/// Every packet of a run, as the interfaces of peers and servers saw it, and once more without protection.
///
/// Packets are numbered from 1 in the order of the file, so that a number in the trace is Wireshark's frame number.
struct Capture {
  enum Host {
    case peer(PeerID)
    case server(Int)
  }

  private struct Record {
    var interface: Int
    var at: Instant
    var datagram: Datagram
    var isOutgoing: Bool
    var comment: String?
  }

  private let names: [String]
  private let peerCount: Int
  private let epochUnixNanoseconds: Int64
  private var records: [Record] = []
  private var secrets = ""

  init(peers: [String], servers: [String], epochUnixNanoseconds: Int64) {
    names = peers + servers + peers.map { "\($0) decrypted" }
    peerCount = peers.count
    self.epochUnixNanoseconds = epochUnixNanoseconds
  }

  /// A host put a packet on its link; returns the packet's number.
  mutating func sent(_ datagram: Datagram, by host: Host, at now: Instant) -> Int {
    append(datagram, interface(of: host), isOutgoing: true, at: now)
  }

  mutating func delivered(_ datagram: Datagram, to host: Host, at now: Instant) {
    _ = append(datagram, interface(of: host), isOutgoing: false, at: now)
  }

  /// The packet of that number did not arrive; returns its size on the wire.
  mutating func dropped(_ number: Int, comment: String) -> Int {
    records[number - 1].comment = comment
    return records[number - 1].datagram.ipByteCount
  }

  /// RTP's registered port. On their true ports Wireshark takes the packets for SRTP, since it saw DTLS-SRTP there;
  /// here `-d udp.port==5004,rtp` reads RTP and RTCP alike.
  private static let plainPort: UInt16 = 5004

  /// RTP or RTCP as it was before protection, or after it was lifted.
  mutating func plain(_ packet: Peer::Peer.PlainPacket, of peer: PeerID, at now: Instant) {
    let (source, destination) =
      packet.isOutgoing ? (packet.local, packet.remote) : (packet.remote, packet.local)
    let datagram = Datagram(
      source: SocketAddress(host: source.host, port: Self.plainPort),
      destination: SocketAddress(host: destination.host, port: Self.plainPort),
      payload: packet.bytes)
    _ = append(
      datagram, names.count - peerCount + peer.index, isOutgoing: packet.isOutgoing, at: now)
  }

  /// One line of an NSS key log.
  mutating func add(secret line: String) { secrets += line + "\n" }

  var pcapng: [UInt8] {
    // Addresses, times and flags of a packet take 76 bytes beside the IP packet, and padding 3 at most.
    let byteCount = records.reduce(0) { $0 + $1.datagram.ipByteCount + 80 }
    var writer = PcapngWriter(application: "callproof", reserving: byteCount)
    for (index, name) in names.enumerated() {
      _ = writer.interface(
        name: name, linkType: .rawIP,
        description: index < names.count - peerCount
          ? "what \(name) sent and received" : CapturedInterface.decryptedDescription)
    }
    if !secrets.isEmpty { writer.secrets(secrets) }
    for (index, record) in records.enumerated() {
      writer.packet(
        interface: record.interface,
        at: epochUnixNanoseconds + record.at.nanoseconds,
        bytes: ipPacket(record.datagram, identification: UInt16(truncatingIfNeeded: index + 1)),
        direction: record.isOutgoing ? .outbound : .inbound, comment: record.comment)
    }
    return writer.bytes
  }

  private mutating func append(
    _ datagram: Datagram, _ interface: Int, isOutgoing: Bool, at now: Instant
  ) -> Int {
    records.append(
      Record(interface: interface, at: now, datagram: datagram, isOutgoing: isOutgoing))
    return records.count
  }

  private func interface(of host: Host) -> Int {
    switch host {
    case .peer(let peer): peer.index
    case .server(let index): peerCount + index
    }
  }
}

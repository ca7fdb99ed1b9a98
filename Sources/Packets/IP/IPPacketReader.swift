public import SansIO

/// The datagram inside an IP packet; nil when it is neither UDP, TCP nor ICMP, a fragment, or not whole.
public func datagram(ipPacket bytes: [UInt8]) -> Datagram? {
  guard let layout = try? IPLayout(parsing: bytes.span) else { return nil }
  return Datagram(
    transport: layout.transport,
    source: SocketAddress(host: Array(bytes[layout.source]), port: layout.sourcePort),
    destination: SocketAddress(
      host: Array(bytes[layout.destination]), port: layout.destinationPort),
    ecn: layout.ecn, payload: Array(bytes[layout.payload]))
}

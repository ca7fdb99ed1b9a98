internal import LinuxIO
internal import SansIO

/// Carries datagrams between peers and one server outside the machine.
///
/// Each address and port of a peer has a socket of its own, so that the server sees as many clients as there are and what comes
/// back is known by the socket. A socket is tied to the server's address: nothing else can be reached.
struct PublicRelay {
  /// Of each server: a peer uses one or two for each section and address family.
  static let socketLimit = 32
  /// Each way; a call of minutes over a relay takes less.
  static let datagramLimit = 1_000_000
  /// What the device of a peer takes, without the headers of IPv4 and UDP.
  static let byteLimit = 1472

  let sockets: [ConnectedSocket]
  private(set) var traffic = PublicTraffic()

  private let address: SocketAddress
  /// By socket.
  private var clients: [SocketAddress] = []
  private var buffer = [UInt8](repeating: 0, count: byteLimit + 1)

  init(_ server: RouterPlan.PublicServer) {
    sockets = server.sockets
    address = server.address
  }

  /// Sends what a peer sent to the server; what is no UDP to its port stays here.
  mutating func send(_ datagram: Datagram) {
    guard datagram.transport == .udp, datagram.destination == address,
      traffic.sent < Self.datagramLimit, let index = socket(of: datagram.source),
      sockets[index].send(datagram.payload)
    else {
      traffic.withheld += 1
      return
    }
    traffic.sent += 1
    traffic.sentBytes += datagram.payload.count
  }

  /// The next datagram that came to a socket, as the peer shall get it; nil: there is none now.
  mutating func receive(from index: Int) -> Datagram? {
    for _ in 0..<64 {
      switch sockets[index].receive(into: &buffer) {
      case .nothing: return nil
      case .refusal: traffic.refusals += 1
      case .datagram(let byteCount):
        guard clients.indices.contains(index), byteCount <= Self.byteLimit,
          traffic.received < Self.datagramLimit
        else {
          traffic.withheld += 1
          continue
        }
        traffic.received += 1
        traffic.receivedBytes += byteCount
        return Datagram(
          source: address, destination: clients[index], payload: Array(buffer[..<byteCount]))
      }
    }
    return nil
  }

  private mutating func socket(of client: SocketAddress) -> Int? {
    if let index = clients.firstIndex(of: client) { return index }
    guard clients.count < sockets.count else { return nil }
    clients.append(client)
    return clients.count - 1
  }
}

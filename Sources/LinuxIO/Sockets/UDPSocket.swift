internal import CLinux
internal import Glibc

/// A datagram and the address that it came from or goes to.
public struct UDPDatagram: Hashable, Sendable {
  public var bytes: [UInt8]
  /// 4 or 16 bytes.
  public var host: [UInt8]
  public var port: UInt16
  /// The two bits of congestion notification of a datagram that came (RFC 3168 §5).
  public var ecn: UInt8 = 0

  public init(bytes: [UInt8], host: [UInt8], port: UInt16) {
    self.bytes = bytes
    self.host = host
    self.port = port
  }
}

/// A UDP socket that never blocks and works in batches of up to 32 datagrams of up to 2048 bytes.
public final class UDPSocket {
  public let descriptor: Int32
  public let host: [UInt8]
  public let port: UInt16

  /// What was longer than any packet of a call, and was left out.
  public private(set) var truncated = 0
  /// What the system refused to send (no route, a port that nobody listens at), and was left out.
  public private(set) var refused = 0

  private var buffer = [UInt8](repeating: 0, count: Int(LINUX_BATCH * LINUX_DATAGRAM))
  private var entries = [linux_datagram](repeating: linux_datagram(), count: Int(LINUX_BATCH))

  /// Port 0: any that is free.
  public init(host: [UInt8], port: UInt16 = 0) throws(SystemError) {
    var bound = port
    descriptor = unsafe linux_udp_socket(host, host.count, &bound)
    guard descriptor >= 0 else {
      throw SystemError(call: "bind a UDP socket to port \(port)", errno: errno)
    }
    self.host = host
    self.port = bound
  }

  deinit { close(descriptor) }

  /// Takes a batch of what has come; empty: nothing is there. Call it until it is.
  public func receive() throws(SystemError) -> [UDPDatagram] {
    var attempts = 0
    while true {
      let count = unsafe linux_receive(descriptor, &buffer, &entries)
      if count < 0 {
        // A refusal of something sent before (ICMP) is told here; it is no fault of what has come.
        attempts += 1
        if Self.isAboutPeer(errno), attempts < 100 { continue }
        throw SystemError(call: "recvmmsg", errno: errno)
      }
      var datagrams: [UDPDatagram] = []
      datagrams.reserveCapacity(Int(count))
      for entry in entries[..<Int(count)] {
        guard entry.is_truncated == 0 else {
          truncated += 1
          continue
        }
        datagrams.append(read(entry))
      }
      // A batch of nothing but giants is not the end.
      if datagrams.isEmpty, count > 0 { continue }
      return datagrams
    }
  }

  /// Sends datagrams of up to 2048 bytes in their order; returns how many went, those refused included.
  ///
  /// Fewer than there are: there is no room for more now.
  public func send(_ datagrams: [UDPDatagram]) throws(SystemError) -> Int {
    var sent = 0
    while sent < datagrams.count {
      let batch = datagrams[sent...].prefix(Int(LINUX_BATCH))
      var filled = 0
      for datagram in batch {
        guard write(datagram, at: filled) else { break }
        filled += 1
      }
      guard filled > 0 else {
        refused += 1
        sent += 1
        continue
      }
      let count = unsafe linux_send(descriptor, buffer, entries, Int32(filled))
      if count == 0 { break }
      if count < 0 {
        guard Self.isAboutPeer(errno) else { throw SystemError(call: "sendmmsg", errno: errno) }
        refused += 1
        sent += 1
      } else {
        sent += Int(count)
      }
    }
    return sent
  }

  /// False: it is longer than its place, or has no address that the socket can send to.
  private func write(_ datagram: UDPDatagram, at index: Int) -> Bool {
    guard datagram.bytes.count <= Int(LINUX_DATAGRAM), datagram.host.count == host.count else {
      return false
    }
    var entry = linux_datagram()
    entry.address_length = UInt8(datagram.host.count)
    entry.port = datagram.port
    entry.length = UInt32(datagram.bytes.count)
    entry.offset = UInt32(index) * UInt32(LINUX_DATAGRAM)
    unsafe withUnsafeMutableBytes(of: &entry.address) { unsafe $0.copyBytes(from: datagram.host) }
    let place = Int(entry.offset)
    buffer.replaceSubrange(place..<place + datagram.bytes.count, with: datagram.bytes)
    entries[index] = entry
    return true
  }

  private func read(_ entry: linux_datagram) -> UDPDatagram {
    var address = entry.address
    let host = unsafe withUnsafeBytes(of: &address) {
      unsafe Array($0.prefix(Int(entry.address_length)))
    }
    let place = Int(entry.offset)
    var datagram = UDPDatagram(
      bytes: Array(buffer[place..<place + Int(entry.length)]), host: host, port: entry.port)
    datagram.ecn = entry.ecn
    return datagram
  }

  /// Errors that speak of one address, not of the socket.
  private static func isAboutPeer(_ error: Int32) -> Bool {
    switch error {
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EPERM, EACCES, EMSGSIZE, EINVAL, EADDRNOTAVAIL,
      ENETDOWN, EHOSTDOWN, EAFNOSUPPORT:
      true
    default: false
    }
  }
}

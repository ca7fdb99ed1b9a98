internal import Glibc

/// Why a name has no address, in the system's words.
public struct NameLookupError: Error, Hashable, Sendable, CustomStringConvertible {
  public var name: String
  public var reason: String
  public var description: String { "no address of \(name) was found: \(reason)" }
}

/// The address (4 or 16 bytes) of a host that the system prefers for datagrams; an address in words is its own.
///
/// Waits for the system's name servers.
public func lookUp(_ name: String) throws(NameLookupError) -> [UInt8] {
  var hints = unsafe addrinfo()
  unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
  unsafe hints.ai_family = AF_UNSPEC
  var first: UnsafeMutablePointer<addrinfo>?
  let status = unsafe getaddrinfo(name, nil, &hints, &first)
  guard status == 0 else {
    throw NameLookupError(name: name, reason: unsafe String(cString: gai_strerror(status)))
  }
  defer { unsafe freeaddrinfo(first) }
  var next = unsafe first
  while let entry = unsafe next {
    if let address = unsafe entry.pointee.ai_addr, let bytes = unsafe addressBytes(address) {
      return bytes
    }
    unsafe next = entry.pointee.ai_next
  }
  throw NameLookupError(name: name, reason: "it has none of IPv4 or IPv6")
}

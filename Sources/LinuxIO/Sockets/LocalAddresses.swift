internal import Glibc

/// The addresses (4 or 16 bytes) of this network's devices, without loopback and link-local ones, in the system's order.
public func localAddresses() throws(SystemError) -> [[UInt8]] {
  var first: UnsafeMutablePointer<ifaddrs>?
  guard unsafe getifaddrs(&first) == 0 else { throw SystemError(call: "getifaddrs", errno: errno) }
  defer { unsafe freeifaddrs(first) }
  var addresses: [[UInt8]] = []
  var next = unsafe first
  while let entry = unsafe next {
    unsafe next = entry.pointee.ifa_next
    let flags = unsafe entry.pointee.ifa_flags
    guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
      let address = unsafe entry.pointee.ifa_addr,
      let bytes = unsafe addressBytes(address), !isLinkLocal(bytes)
    else { continue }
    addresses.append(bytes)
  }
  return addresses
}

/// The bytes of an IP address; nil: it is another kind.
func addressBytes(_ address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
  let raw = UnsafeRawPointer(address)
  switch Int32(unsafe address.pointee.sa_family) {
  case AF_INET:
    var bytes = unsafe raw.load(as: sockaddr_in.self).sin_addr
    return unsafe withUnsafeBytes(of: &bytes) { unsafe Array($0) }
  case AF_INET6:
    var bytes = unsafe raw.load(as: sockaddr_in6.self).sin6_addr
    return unsafe withUnsafeBytes(of: &bytes) { unsafe Array($0) }
  default: return nil
  }
}

/// 169.254.0.0/16 (RFC 3927 §2.1) and fe80::/10 (RFC 4291 §2.5.6).
private func isLinkLocal(_ bytes: [UInt8]) -> Bool {
  bytes.count == 4
    ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
}

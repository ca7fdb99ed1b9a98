import SansIO
import TestSupport
import Testing

@Suite("Socket addresses")
struct SocketAddressTests {
  @Test("four numbers of at most 255 are IPv4, colons are IPv6, and nothing else is an address")
  func parsing() {
    var table = Table()
    for text in ["0.0.0.0", "255.255.255.255", "192.0.2.1", "::", "::1", "2001:db8::192.0.2.1"] {
      table.holds(SocketAddress(text, port: 9) != nil, "\(text) is an address")
    }
    for text in [
      "", ".", "1", "1.2.3", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4.5", "1.2.3.4.", "1.2.3.256",
      "1.2.3.0004",
      "1.2.3.4 ", "1.2.3.-4", "1.2.3.x", "a.example", ":", ":::", "1:2", "::1.2.3",
    ] {
      table.holds(SocketAddress(text, port: 9) == nil, "\(text) is none")
    }
    table.equal(SocketAddress("192.0.2.001", port: 9)?.hostText, "192.0.2.1", "leading zeros")
    table.equal(SocketAddress("2001:DB8:0::1", port: 9)?.hostText, "2001:db8::1", "shortened")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

/// A server outside the run: what peers send to it leaves the machine, which a run must be allowed to do.
public struct PublicServer: Hashable, Sendable {
  /// The port of STUN and TURN where none is written (RFC 8489 §8.1, RFC 8656 §3.1).
  public static let usualPort: UInt16 = 3478

  /// A name or an IP address, without brackets.
  public var host: String
  public var port: UInt16
  /// Of a TURN server, which wants both; empty otherwise.
  public var username: String
  public var credential: String

  public init(
    host: String, port: UInt16 = usualPort, username: String = "", credential: String = ""
  ) {
    self.host = host
    self.port = port
    self.username = username
    self.credential = credential
  }

  /// "stun.example.org:3478".
  public var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension PublicServer {
  /// "stun.example.org", "192.0.2.1:3478", "[2001:db8::1]:3478"; nil: none of these.
  init?(parsing text: String) {
    let host: Substring
    let rest: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      guard host.contains(":"), host.utf8.allSatisfy(Self.isInAddress) else { return nil }
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      host = text[..<end]
      rest = text[end...]
      guard host.first?.isLetter == true || host.first?.isNumber == true,
        host.utf8.allSatisfy(Self.isInName)
      else { return nil }
    }
    guard host.utf8.count <= 253, rest.isEmpty || rest.first == ":" else { return nil }
    self.init(host: String(host))
    if !rest.isEmpty {
      guard rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let port = UInt16(rest.dropFirst()), port > 0
      else { return nil }
      self.port = port
    }
  }

  /// Hexadecimal digits and colons, and the points of an IPv4 address in it.
  private static func isInAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "."),
      UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// Letters, digits, hyphens and points (RFC 1123 §2.1).
  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

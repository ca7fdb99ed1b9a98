internal import SansIO

/// What a ClientHello or a ServerHello says (RFC 5246 §7.4.1, RFC 6347 §4.2.1, RFC 9147 §5.3).
struct HelloMessage: Hashable, Sendable {
  /// 32 bytes.
  var random: [UInt8]
  /// The newest version that it names.
  var version: UInt16
  /// All that a client offers; the one that a server chose.
  var ciphers: [UInt16]
  /// The use_srtp extension (RFC 5764 §4.1.1).
  var profiles: [UInt16] = []

  init?(_ bytes: [UInt8], isClient: Bool) {
    guard let read = try? Self.read(bytes, isClient: isClient) else { return nil }
    self = read
  }

  private init(random: [UInt8], version: UInt16, ciphers: [UInt16]) {
    self.random = random
    self.version = version
    self.ciphers = ciphers
  }

  private static func read(
    _ bytes: [UInt8], isClient: Bool
  ) throws(ByteOverrun) -> HelloMessage {
    var reader = ByteReader(bytes)
    let version = try reader.uint16()
    let random = try reader.take(32)
    try reader.skip(Int(try reader.uint8()))  // session
    var hello = HelloMessage(random: random, version: version, ciphers: [])
    if isClient {
      try reader.skip(Int(try reader.uint8()))  // cookie
      var suites = try reader.slice(Int(try reader.uint16()))
      while suites.remaining >= 2 { hello.ciphers.append(try suites.uint16()) }
      try reader.skip(Int(try reader.uint8()))  // compression
    } else {
      hello.ciphers = [try reader.uint16()]
      try reader.skip(1)
    }
    guard reader.remaining >= 2 else { return hello }
    var extensions = try reader.slice(Int(try reader.uint16()))
    while extensions.remaining >= 4 {
      let type = try extensions.uint16()
      var body = try extensions.slice(Int(try extensions.uint16()))
      switch type {
      case 14:
        var list = try body.slice(Int(try body.uint16()))
        while list.remaining >= 2 { hello.profiles.append(try list.uint16()) }
      case 43:
        if isClient { try body.skip(1) }
        // DTLS counts downwards.
        while body.remaining >= 2 {
          let other = try body.uint16()
          if other >> 8 == 0xfe { hello.version = min(hello.version, other) }
        }
      default: break
      }
    }
    return hello
  }

  /// The first certificate of a Certificate message (RFC 5246 §7.4.2): DER.
  static func certificate(_ bytes: [UInt8]) -> [UInt8]? {
    var reader = ByteReader(bytes)
    guard (try? reader.skip(3)) != nil, let count = try? reader.uint24() else { return nil }
    return try? reader.take(Int(count))
  }
}

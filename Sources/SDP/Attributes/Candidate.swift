internal import SansIO

/// One address to try, as a description or a trickled message carries it (RFC 8839 §5.1).
public struct Candidate: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case host, srflx, prflx, relay
  }

  /// A pair that follows the fixed fields: `generation 0`, `tcptype active`, `ufrag abcd`.
  public struct Extension: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var foundation: String
  /// 1 is RTP, 2 is unmuxed RTCP.
  public var component: Int
  /// As written; `isUDP` compares it without regard to case.
  public var transport: String
  public var priority: UInt32
  /// An IP address, a host name, or an mDNS name that ends in `.local`.
  public var address: String
  public var port: UInt16
  public var kind: Kind
  public var relatedAddress: String?
  public var relatedPort: UInt16?
  public var extensions: [Extension]

  public init(
    foundation: String, component: Int = 1, transport: String = "udp", priority: UInt32,
    address: String, port: UInt16, kind: Kind, relatedAddress: String? = nil,
    relatedPort: UInt16? = nil, extensions: [Extension] = []
  ) {
    self.foundation = foundation
    self.component = component
    self.transport = transport
    self.priority = priority
    self.address = address
    self.port = port
    self.kind = kind
    self.relatedAddress = relatedAddress
    self.relatedPort = relatedPort
    self.extensions = extensions
  }

  /// Reads `candidate:…`, also with `a=` in front or with the fields alone.
  public init(parsing text: some StringProtocol) throws(SDPError) {
    var fields = Substring(text)
    while let last = fields.utf8.last, last <= 32 { fields = fields.dropLast() }
    if fields.hasPrefix("a=") { fields = fields.dropFirst(2) }
    if fields.hasPrefix("candidate:") { fields = fields.dropFirst(10) }
    var scanner = Scanner(fields)
    guard let candidate = Candidate(&scanner) else {
      throw SDPError(found: String(text), expected: "candidate:\(Self.form)")
    }
    self = candidate
  }

  static let form =
    "<foundation> <component> <transport> <priority> <address> <port> typ host|srflx|prflx|relay"
    + " [raddr <address>] [rport <port>] [<name> <value> …]"

  init?(_ scanner: inout Scanner) {
    guard let foundation = scanner.word(), let component: Int = scanner.number(),
      (1...256).contains(component), let transport = scanner.word(),
      let priority: UInt32 = scanner.number(), let address = scanner.word(),
      let port: UInt16 = scanner.number(), scanner.take("typ"),
      let kind = Kind(&scanner)
    else { return nil }
    self.init(
      foundation: foundation, component: component, transport: transport, priority: priority,
      address: address, port: port, kind: kind)
    if scanner.take("raddr") {
      guard let address = scanner.word() else { return nil }
      relatedAddress = address
    }
    if scanner.take("rport") {
      guard let port: UInt16 = scanner.number() else { return nil }
      relatedPort = port
    }
    if scanner.isDone { return }
    extensions.reserveCapacity(4)
    while let name = scanner.word() {
      guard let value = scanner.word() else { return nil }
      extensions.append(Extension(name: name, value: value))
    }
  }

  public var isUDP: Bool { transport.lowercasedASCII == "udp" }
  /// RFC 8828: a name that only the local network resolves.
  public var isMulticastDNS: Bool { address.lowercasedASCII.hasSuffix(".local") }

  public func `extension`(_ name: String) -> String? {
    extensions.first { $0.name == name }?.value
  }

  /// As `a=` and signalling carry it, beginning with `candidate:`.
  public var value: String { "candidate:\(fields)" }

  var fields: String {
    var text = "\(foundation) \(component) \(transport) \(priority) \(address) \(port)"
    text += " typ \(kind.rawValue)"
    if let relatedAddress { text += " raddr \(relatedAddress)" }
    if let relatedPort { text += " rport \(relatedPort)" }
    for pair in extensions { text += " \(pair.name) \(pair.value)" }
    return text
  }
}

extension Candidate.Kind {
  /// The next word.
  fileprivate init?(_ scanner: inout Scanner) {
    if scanner.take("host") {
      self = .host
    } else if scanner.take("srflx") {
      self = .srflx
    } else if scanner.take("relay") {
      self = .relay
    } else if scanner.take("prflx") {
      self = .prflx
    } else {
      return nil
    }
  }
}

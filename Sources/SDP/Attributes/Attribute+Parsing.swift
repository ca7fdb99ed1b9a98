extension Attribute {
  /// Reads what stands behind `a=`; never fails, since unknown and malformed attributes are kept.
  init(_ scanner: inout Scanner) {
    let start = scanner.position
    if let name = AttributeName(&scanner), let typed = Self.valued(name, &scanner) {
      self = typed
      return
    }
    scanner.enter(start..<scanner.end)
    if let name = scanner.until(.colon) {
      self = .other(name: name, value: scanner.rest())
    } else {
      let name = scanner.rest()
      self = Self.flag(name) ?? .other(name: name, value: nil)
    }
  }

  /// Reads an attribute on its own: "mid:0".
  public init(parsing text: some StringProtocol) {
    var scanner = Scanner(text)
    self.init(&scanner)
  }

  private static func flag(_ name: String) -> Attribute? {
    switch name {
    case "sendrecv": .direction(.sendrecv)
    case "sendonly": .direction(.sendonly)
    case "recvonly": .direction(.recvonly)
    case "inactive": .direction(.inactive)
    case "rtcp-mux": .rtcpMux
    case "rtcp-rsize": .rtcpReducedSize
    case "rtcp-mux-only": .rtcpMuxOnly
    case "extmap-allow-mixed": .extmapAllowMixed
    case "end-of-candidates": .endOfCandidates
    case "bundle-only": .bundleOnly
    case "ice-lite": .iceLite
    default: nil
    }
  }

  /// Names are told apart by length first: comparing a name with all others would cost more than reading its value.
  private static func valued(
    _ name: AttributeName, _ scanner: inout Scanner
  ) -> Attribute? {
    switch name.byteCount {
    case 3:
      if name == "mid" { return whole(&scanner).map { .mid($0) } }
      if name == "rid" { return RestrictionIdentifier(&scanner).map { .rid($0) } }
    case 4:
      if name == "fmtp" { return FormatParameters(&scanner).map { .formatParameters($0) } }
      if name == "ssrc" { return SourceAttribute(&scanner).map { .ssrc($0) } }
      if name == "msid" { return MediaStreamID(&scanner).map { .msid($0) } }
      if name == "rtcp" { return RTCPPort(&scanner).map { .rtcp($0) } }
    case 5:
      if name == "setup" { return whole(&scanner).flatMap(SetupRole.init).map { .setup($0) } }
      if name == "group" { return MediaGroup(&scanner).map { .group($0) } }
    case 6:
      if name == "rtpmap" { return RTPMap(&scanner).map { .rtpMap($0) } }
      if name == "extmap" { return ExtensionMap(&scanner).map { .extmap($0) } }
      if name == "tls-id" { return whole(&scanner).map { .tlsID($0) } }
    case 7:
      if name == "rtcp-fb" { return RTCPFeedback(&scanner).map { .feedback($0) } }
      if name == "ice-pwd" { return whole(&scanner).map { .icePwd($0) } }
    case 9:
      if name == "candidate" { return Candidate(&scanner).map { .candidate($0) } }
      if name == "ice-ufrag" { return whole(&scanner).map { .iceUfrag($0) } }
      if name == "simulcast" { return Simulcast(&scanner).map { .simulcast($0) } }
      if name == "sctp-port", let port: UInt16 = scanner.number(), scanner.isDone {
        return .sctpPort(port)
      }
    case 10:
      if name == "ssrc-group" { return SourceGroup(&scanner).map { .ssrcGroup($0) } }
    case 11:
      if name == "fingerprint" { return Fingerprint(&scanner).map { .fingerprint($0) } }
      if name == "ice-options" {
        guard let options = scanner.words(), !options.isEmpty else { return nil }
        return .iceOptions(options)
      }
    case 16:
      if name == "max-message-size", let size: UInt64 = scanner.number(), scanner.isDone {
        return .maxMessageSize(size)
      }
    default: break
    }
    return nil
  }

  /// The one word that is the whole value.
  private static func whole(_ scanner: inout Scanner) -> String? {
    guard let word = scanner.word(), scanner.isDone else { return nil }
    return word
  }

  /// What a known attribute with a malformed value should have looked like; nil for any other attribute.
  public var expectedForm: String? {
    guard case .other(let name, _) = self else { return nil }
    return Self.forms.first { $0.name == name }?.form
  }

  private static let forms: [(name: String, form: String)] =
    [
      "sendrecv", "sendonly", "recvonly", "inactive", "rtcp-mux", "rtcp-rsize", "rtcp-mux-only",
      "extmap-allow-mixed", "end-of-candidates", "bundle-only", "ice-lite",
    ].map { (name: $0, form: "a=\($0) without a value") } + [
      ("mid", "a=mid:<token>"),
      ("rid", "a=rid:<id> send|recv [<restrictions>]"),
      ("fmtp", "a=fmtp:<format> <parameters>"),
      ("ssrc", "a=ssrc:<32-bit number> <attribute>[:<value>]"),
      ("msid", "a=msid:<stream id> [<track id>]"),
      ("rtcp", "a=rtcp:<port> [<network type> <address type> <address>]"),
      ("setup", "a=setup:actpass|active|passive|holdconn"),
      ("group", "a=group:<semantics> [<mid> …], with at most \(Scanner.limitWords) mids"),
      ("rtpmap", "a=rtpmap:<payload type> <encoding>/<clock rate>[/<channels>]"),
      ("extmap", "a=extmap:<id>[/<direction>] <URI> [<attributes>]"),
      ("tls-id", "a=tls-id:<token>"),
      ("rtcp-fb", "a=rtcp-fb:<payload type>|* <feedback>"),
      ("ice-pwd", "a=ice-pwd:<password>"),
      ("ice-ufrag", "a=ice-ufrag:<fragment>"),
      ("candidate", "a=candidate:\(Candidate.form)"),
      ("simulcast", "a=simulcast:send|recv <rid>[,<rid>…][;…] [send|recv …]"),
      ("sctp-port", "a=sctp-port:<port>"),
      ("ssrc-group", "a=ssrc-group:<semantics> <ssrc> …"),
      ("fingerprint", "a=fingerprint:\(Fingerprint.form)"),
      ("ice-options", "a=ice-options:<token> …"),
      ("max-message-size", "a=max-message-size:<bytes>"),
    ]
}

extension Scanner {
  /// Far more formats, mids or options than any description has in a line.
  static let limitWords = 1000

  /// All the words that are left; nil: too many.
  mutating func words() -> [String]? {
    var words: [String] = []
    while let word = word() {
      guard words.count < Self.limitWords else { return nil }
      words.append(word)
    }
    return words
  }
}

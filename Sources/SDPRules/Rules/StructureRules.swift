internal import SDP

/// The text itself: size, bytes, line ends, the order of lines, the lines that must be there (RFC 8866 §5 and §9).
enum StructureRules {
  static let tooLarge = Rule(
    "input-too-large", .error, "A description has a size that a peer can be expected to read.",
    clause: "RFC 8866 §9", bad: "10,000 m= lines, or one line of a megabyte",
    good: "at most 1 MiB, 1,000 m= lines, 10,000 lines; a line of 64 KiB and 1,000 words",
    fix: "Send one description, without whatever swelled it.")
  static let bytes = Rule(
    "bytes-invalid", .error, "No NUL, no lone carriage return, no control character in a line.",
    clause: "RFC 8866 §9", bad: "a=mid:0<NUL>", good: "a=mid:0",
    fix: "Remove the bytes; they come from a buffer that was not ended, or from a broken copy.")
  static let text = Rule(
    "text-encoding", .warning, "Text is UTF-8.", clause: "RFC 8866 §6.10",
    bad: "s=caf<E9>", good: "s=café", fix: "Write the text as UTF-8.")
  static let lineEndMissing = Rule(
    "line-end-missing", .warning, "Every line ends in CRLF, the last one too.",
    clause: "RFC 8866 §5", bad: "a=ssrc:1 cname:x<end of text>", good: "a=ssrc:1 cname:x<CR><LF>",
    fix: "End the last line with CRLF.",
    behaviours: [
      Behaviour("rtpengine", .suffers, "sipwise/rtpengine issue #285: its own line joins the last")
    ])
  static let lineEndsMixed = Rule(
    "line-ends-mixed", .warning, "All lines end alike.", clause: "RFC 8866 §5",
    bad: "v=0<CR><LF> then o=…<LF>", good: "CRLF after every line",
    fix: "Write CRLF after every line.")
  static let lineEndsLF = Rule(
    "line-ends-lf", .info, "Lines end in CRLF; a parser should take LF alone.",
    clause: "RFC 8866 §5", bad: "v=0<LF>", good: "v=0<CR><LF>",
    fix: "Write CRLF after every line.")
  static let runTogether = Rule(
    "lines-run-together", .error, "Two lines are one: the line end between them is lost.",
    clause: "RFC 8866 §5", bad: "a=ssrc:1 label:xa=sendrecv",
    good: "a=ssrc:1 label:x<CR><LF>a=sendrecv",
    fix: "Write CRLF before the second line.",
    explains: [
      .init(scope: .section, ids: []),
      // The lost line may be a section's first, its name, or the group's.
      .inExchange(
        "mline-count", "mline-order", "mline-kind", "mline-removed", "mid-changed", "mid-missing",
        "bundle-unknown-mid", "bundle-not-offered", "bundle-refused", "bundle-only-unbundled",
        "bundle-mid-twice", "bundle-attribute-conflict", "ice-credentials-conflict",
        "session-line-malformed", "required-line-missing",
        "connection-line-missing"),
    ],
    behaviours: [
      Behaviour("a browser", .refuses, "OpenSIPS/opensips issue #980: invalid SDP line")
    ])
  static let lineMalformed = Rule(
    "line-malformed", .error, "Every line is <type>=<value>, without spaces around the sign.",
    clause: "RFC 8866 §5", bad: "a = mid:0", good: "a=mid:0",
    fix: "Write the line as <type>=<value>, or take it out.",
    // The line may be the one that is then missed.
    explains: [
      .inSection(
        "mid-missing", "bundle-only-unbundled", "rtpmap-missing", "fmtp-dangling",
        "rtx-apt-missing", "codec-mismatch", "payload-type-dangling", "rtcp-fb-incomplete",
        "ice-credentials-missing", "fingerprint-missing", "setup-missing", "rtcp-mux-missing",
        "sctp-port-missing", "simulcast-rid-undeclared", "direction-conflict",
        "connection-line-missing"),
      .inFile("bundle-unknown-mid", "required-line-missing"),
    ])
  static let lineOrder = Rule(
    "line-order", .error,
    "Lines stand in the order v o s i u e p c b t r z k a, then sections of m i c b k a.",
    clause: "RFC 8866 §5", bad: "v=0, s=-, o=…", good: "v=0, o=…, s=-, t=0 0",
    fix: "Move the line to its place.")
  static let requiredMissing = Rule(
    "required-line-missing", .error, "v=, o=, s= and t= must be there.", clause: "RFC 8866 §5",
    bad: "v=0, o=…, s=-, m=…", good: "v=0, o=…, s=-, t=0 0, m=…",
    fix: "Write the line.", explains: [.inFile("line-order", "required-line-missing")])
  static let headMalformed = Rule(
    "session-line-malformed", .error, "v=0; o= has six words; t= has two numbers.",
    clause: "RFC 8866 §5", bad: "o=- 1 1", good: "o=- 1 1 IN IP4 127.0.0.1",
    fix: "Write the line in its form.")
  static let mediaMalformed = Rule(
    "media-malformed", .error, "An m= line is <media> <port> <protocol> <format> ….",
    clause: "RFC 8866 §5.14", bad: "m=audio 9 UDP/TLS/RTP/SAVPF",
    good: "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    fix: "Write all four parts; a port has at most 65535.",
    explains: [.init(scope: .section, ids: [])])
  static let connectionMissing = Rule(
    "connection-line-missing", .error,
    "Each section has a c= line unless the session has one; a rejected section too.",
    clause: "RFC 8866 §5.7", bad: "m=video 0 UDP/TLS/RTP/SAVPF 96, a=mid:1",
    good: "m=video 0 UDP/TLS/RTP/SAVPF 96, c=IN IP4 0.0.0.0, a=mid:1",
    fix: "Write c=IN IP4 0.0.0.0 into the section.",
    behaviours: [
      Behaviour("Firefox", .refuses, "webrtc-rs/webrtc issue #144: cannot parse the answer"),
      Behaviour("Chromium", .tolerates, "webrtc-rs/webrtc issue #144"),
    ])
  static let connectionMalformed = Rule(
    "connection-malformed", .error,
    "A c= line is IN IP4|IP6 <address>, and the address is of that kind.",
    clause: "RFC 8866 §5.7", bad: "c=IN IP4 2001:db8::1", good: "c=IN IP6 2001:db8::1",
    fix: "Write the address with its own address type.",
    explains: [.inSection("connection-line-missing")])
  static let bandwidthMalformed = Rule(
    "bandwidth-malformed", .error, "A b= line is <modifier>:<number>.", clause: "RFC 8866 §5.8",
    bad: "b=AS:2.5M", good: "b=AS:2500", fix: "Write a whole number.")
  static let attributeMalformed = Rule(
    "attribute-malformed", .warning, "A known attribute has the form its specification gives it.",
    clause: "RFC 8866 §5.13", bad: "a=rtcp-mux:1", good: "a=rtcp-mux",
    fix: "Write the attribute in its form.")
  static let attributeRepeated = Rule(
    "attribute-repeated", .error, "What can have one value is said once.", clause: "RFC 8866 §5.13",
    bad: "a=ice-ufrag:AAAA, a=ice-ufrag:BBBB", good: "a=ice-ufrag:AAAA",
    fix: "Keep the line that holds, and take the other out.",
    explains: [.inFile("ice-credentials-conflict", "bundle-attribute-conflict")])

  static let all = [
    tooLarge, bytes, text, lineEndMissing, lineEndsMixed, lineEndsLF, runTogether, lineMalformed,
    lineOrder, requiredMissing, headMalformed, mediaMalformed, connectionMissing,
    connectionMalformed, bandwidthMalformed, attributeMalformed, attributeRepeated,
  ]

  /// Whether the text is of a size that is worth reading at all.
  static func isBounded(_ text: [UInt8], _ place: Place, _ findings: inout Findings) -> Bool {
    if text.isEmpty {
      findings.add(requiredMissing, place, value: "v=", "The description is empty.")
      return false
    }
    guard let excess = DescriptionSize.excess(of: text) else { return true }
    var place = place
    place.line = excess.line
    findings.add(
      tooLarge, place, value: excess.found,
      "The description has \(excess.found), more than \(excess.limit); it was not read.")
    return false
  }

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    faults(view, &findings)
    LineRules.lint(view, &findings)
    connections(view, &findings)
    malformed(view, &findings)
    repeated(view, &findings)
  }

  static func place(_ view: DescriptionView, line: Int?, section: Int?) -> Place {
    if let section, view.sections.indices.contains(section) {
      return view.sections[section].at(line)
    }
    return view.at(line)
  }

  private static func faults(_ view: DescriptionView, _ findings: inout Findings) {
    for fault in view.reading.faults {
      let place = place(view, line: fault.line, section: fault.section)
      let wanted = "expected \(fault.expected)"
      switch fault.kind {
      case .noType:
        // Two lines that became one are told by their own rule.
        let what =
          fault.text.isEmpty
          ? "An empty line stands between lines" : "This is no line of a description"
        findings.add(
          lineMalformed, place, value: fault.text, "\(what); parsers stop here or refuse all of it."
        )
      case .missing:
        findings.add(
          requiredMissing, place, value: fault.text,
          fix: "Write \(fault.expected).",
          "There is no \(fault.text) line; parsers that follow the grammar refuse the description.")
      case .misplaced:
        findings.add(
          lineOrder, place, value: fault.text,
          "This line belongs once at the head; a parser refuses it here.")
      case .version, .origin, .timing:
        findings.add(
          headMalformed, place, value: fault.text, fix: "Write it as \(fault.expected).",
          "The line cannot be read: \(wanted).")
      case .media:
        findings.add(
          mediaMalformed, place, value: fault.text,
          "The m= line cannot be read: \(wanted); the section and what follows are lost.")
      case .connection:
        findings.add(
          connectionMalformed, place, value: fault.text, "The c= line cannot be read: \(wanted).")
      case .bandwidth:
        findings.add(
          bandwidthMalformed, place, value: fault.text, "The b= line cannot be read: \(wanted).")
      }
    }
  }

  private static func connections(_ view: DescriptionView, _ findings: inout Findings) {
    // One that cannot be read is told as such.
    let unreadable = Set(
      view.reading.faults.filter { $0.kind == .connection }.map(\.section))
    let hasOne = view.reading.description.connection != nil || unreadable.contains(nil)
    func judge(_ data: ConnectionData, _ place: Place) {
      guard !Address.isHidden(data.address) else { return }
      if data.isSpreadUnicast {
        findings.add(
          connectionMalformed, place, value: place.line.map { view.text($0) }, severity: .warning,
          fix: "Write the address alone.",
          "\(data.address) has the form of a multicast address and is none; strict parsers refuse the line."
        )
        return
      }
      let isIPv6 = data.address.utf8.contains(UInt8(ascii: ":"))
      // Digits and dots alone: no host is called so.
      let isNumeric = data.address.utf8.allSatisfy { (46...57).contains($0) && $0 != 47 }
      let isWrong =
        data.networkType == "IN"
        && ((data.addressType == "IP4" && isIPv6)
          || (data.addressType == "IP4" && isNumeric && Address(data.address) == nil)
          || (data.addressType == "IP6" && !isIPv6 && Address(data.address) != nil)
          || !["IP4", "IP6"].contains(data.addressType))
      if isWrong {
        findings.add(
          connectionMalformed, place, value: place.line.map { view.text($0) },
          "\(data.address) is no address of the type \(data.addressType); strict parsers refuse the line."
        )
      }
    }
    for line in view.reading.description.lines {
      if case .connection(let data) = line.content { judge(data, view.at(line.source.number)) }
    }
    for section in view.sections where !section.isUnreadable {
      var found = hasOne || unreadable.contains(section.index)
      for line in section.section.lines {
        if case .connection(let data) = line.content {
          found = true
          judge(data, section.at(line.source.number))
        }
      }
      if !found {
        findings.add(
          connectionMissing, section.place,
          "\(section.name.capitalizedFirst) has no c= line and the session has none either; strict parsers refuse the whole description."
        )
      }
    }
  }

  /// Malformed attributes that no family of rules claims for itself.
  private static func malformed(_ view: DescriptionView, _ findings: inout Findings) {
    func judge(_ table: AttributeTable, _ at: (Int) -> Place) {
      for other in table.others {
        guard let form = other.value.expectedForm else { continue }
        let rule = MalformedAttributes.rule(other.value.name)
        guard let rule else { continue }
        let value = view.value(other.line)
        findings.add(
          rule, at(other.line), value: value, fix: "Write it as \(form).",
          "a=\(other.value.name) cannot be read: expected \(form).")
      }
    }
    judge(view.session) { view.at($0) }
    // Bundle-only with port 0 and a mid that cannot be read: in no group for that reason alone.
    for section in view.sections where !section.isRejected || section.isBundleOnly {
      judge(section.own) { section.at($0) }
    }
  }

  private static func repeated(_ view: DescriptionView, _ findings: inout Findings) {
    func judge(
      _ table: AttributeTable, _ name: String, _ values: [Located<String>], _ place: (Int) -> Place
    ) {
      guard let first = values.first,
        let other = values.dropFirst().first(where: { $0.value != first.value })
      else { return }
      findings.add(
        attributeRepeated, place(other.line), value: view.value(other.line),
        "a=\(name) stands here with another value than on line \(first.line); peers differ in which they take."
      )
    }
    func judge(_ table: AttributeTable, _ place: @escaping (Int) -> Place) {
      judge(table, "mid", table.mids, place)
      judge(table, "ice-ufrag", table.ufrags, place)
      judge(table, "ice-pwd", table.pwds, place)
      judge(
        table, "setup", table.setups.map { Located(value: $0.value.rawValue, line: $0.line) }, place
      )
      judge(table, "tls-id", table.tlsIDs, place)
      judge(
        table, "sctp-port", table.sctpPorts.map { Located(value: String($0.value), line: $0.line) },
        place)
    }
    judge(view.session) { view.at($0) }
    for section in view.sections where section.isUsed { judge(section.own) { section.at($0) } }
  }
}

extension ConnectionData {
  /// A TTL or a count behind an address that is none of multicast (RFC 8866 §5.7).
  fileprivate var isSpreadUnicast: Bool {
    guard let slash = address.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    let base = address[..<slash]
    if base.utf8.contains(UInt8(ascii: ":")) { return !base.lowercasedASCII.hasPrefix("ff") }
    return base.split(separator: ".").first.flatMap { UInt8($0) }.map { !(224...239).contains($0) }
      ?? false
  }
}

extension String {
  /// With its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

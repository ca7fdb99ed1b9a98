internal import SDP
internal import SansIO

/// Addresses to try: their form, and whether anybody can reach them.
enum CandidateRules {
  static let syntax = Rule(
    "candidate-syntax", .error, "A candidate has the form that RFC 8839 gives it.",
    clause: "RFC 8839 §5.1", bad: "a=candidate:2 1 tcp 2113932031 198.51.100.5 4443 typ host",
    good: "a=candidate:2 1 tcp 2113932031 198.51.100.5 4443 typ host tcptype passive",
    fix:
      "Write <foundation> <component> <transport> <priority> <address> <port> typ <type>, then what the type needs."
  )
  static let priority = Rule(
    "candidate-priority", .warning, "A priority is 1 to 2147483647.", clause: "RFC 8839 §5.1",
    bad: "a=candidate:1 1 udp 0 …", good: "a=candidate:1 1 udp 2130706431 …",
    fix: "Compute the priority as RFC 8445 §5.1.2.1 has it.")
  static let mdns = Rule(
    "candidate-mdns", .info, "A .local name is known on the same link only.",
    clause: "draft-ietf-mmusic-mdns-ice-candidates §3", bad: "typ host with a .local name",
    good: "a further candidate that the peer can reach",
    fix:
      "A peer elsewhere ignores it; grant camera or microphone, or add STUN or TURN, if more is needed."
  )
  static let mdnsOnly = Rule(
    "candidates-mdns-only", .warning, "Candidates are not .local names alone.",
    clause: "draft-ietf-mmusic-mdns-ice-candidates §3", bad: "only names that end in .local",
    good: "a srflx or relay candidate beside them", fix: "Add a STUN or TURN server.",
    explains: [.inFile("candidate-mdns")])
  static let unreachable = Rule(
    "candidates-unreachable", .warning, "Some candidate can be reached from elsewhere.",
    clause: "RFC 8445 §5.1.1", bad: "172.18.0.2 typ host, a=end-of-candidates",
    good: "a public address, or a srflx or relay candidate",
    fix: "Announce the host's address, use host networking, or add a STUN or TURN server.",
    explains: [])
  static let tcpOnly = Rule(
    "candidates-tcp-only", .warning, "Some candidate can be sent to.", clause: "RFC 6544 §4.5",
    bad: "only candidates with tcptype active", good: "a udp candidate, or tcptype passive",
    fix: "Add a UDP or passive TCP candidate.")
  static let none = Rule(
    "candidates-none", .warning, "There is at least one candidate, or more may come.",
    clause: "RFC 8840 §4.1.3", bad: "a=end-of-candidates and no a=candidate",
    good: "a=candidate:… before a=end-of-candidates",
    fix: "Wait for gathering before the description is sent, or see why nothing was gathered.")
  static let generation = Rule(
    "candidate-old-generation", .warning, "Candidates are of one generation.",
    clause: "RFC 8445 §9",
    bad: "generation 0 beside generation 1", good: "the same generation in each",
    fix: "Take the candidates from before the restart out.")
  static let stale = TrickleRules.stale
  static let component = Rule(
    "candidate-component", .info, "With rtcp-mux there is component 1 only.",
    clause: "RFC 8834 §4.5", bad: "a=rtcp-mux, a=candidate:1 2 udp …",
    good: "a=candidate:1 1 udp …", fix: "Leave component 2 out.")

  static let all =
    [
      syntax, priority, mdns, mdnsOnly, unreachable, noCommonFamily, tcpOnly, none, generation,
      component,
    ] + TrickleRules.all

  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    for section in view.usedSections {
      for line in section.own.candidates { judge(line, section, view, &findings) }
      for other in section.own.others where other.value.name == "candidate" {
        findings.add(
          syntax, section.at(other.line), value: view.value(other.line),
          "This candidate cannot be read; it is not tried, or the description is refused.")
      }
      set(section, view, &findings)
    }
  }

  /// What is wrong with a candidate's text beyond its grammar; nil when nothing is.
  static func fault(_ candidate: Candidate) -> (
    clause: String, message: String, severity: Severity
  )? {
    let transport = candidate.transport.lowercasedASCII
    let type = candidate.extension("tcptype")
    if transport == "tcp" {
      guard let type else {
        return (
          "RFC 6544 §4.5",
          "A TCP candidate does not say its tcptype; peers drop it or refuse the description.",
          .error
        )
      }
      if !["active", "passive", "so"].contains(type) {
        return (
          "RFC 6544 §4.5",
          "tcptype is active, passive or so, not \(type); the candidate is dropped.", .error
        )
      }
    }
    if candidate.component > 2 {
      return (
        "RFC 8839 §5.1",
        "Component \(candidate.component) is neither RTP (1) nor RTCP (2); the candidate is not used.",
        .warning
      )
    }
    let address = Address(candidate.address)
    if address?.reach == .unspecified, type != "active" {
      return (
        "RFC 8839 §5.1",
        "\(candidate.address) is no address that can be sent to; the candidate is of no use.",
        .warning
      )
    }
    if address == nil, !isHostName(candidate.address), !Address.isHidden(candidate.address) {
      return (
        "RFC 8839 §5.1",
        "\(candidate.address) is no address and no name; the candidate is dropped or the description refused.",
        .error
      )
    }
    if candidate.foundation.utf8.count > 32 || !candidate.foundation.utf8.allSatisfy(isICEByte) {
      return (
        "RFC 8839 §5.1",
        "A foundation is 1 to 32 letters, digits, + and /; strict peers drop the candidate.",
        .warning
      )
    }
    if candidate.kind != .host, candidate.relatedAddress == nil || candidate.relatedPort == nil {
      return (
        "RFC 8839 §5.1",
        "A \(candidate.kind.rawValue) candidate says raddr and rport; strict peers drop it.",
        .warning
      )
    }
    if let related = candidate.relatedAddress, Address(related) == nil, !isHostName(related),
      !Address.isHidden(related)
    {
      return (
        "RFC 8839 §5.1",
        "The related address \(related) is no address and no name; strict peers drop the candidate.",
        .warning
      )
    }
    if candidate.port == 0, type != "active" {
      return ("RFC 8839 §5.1", "Port 0 cannot be sent to; the candidate is of no use.", .warning)
    }
    return nil
  }

  private static func judge(
    _ line: Located<Candidate>, _ section: SectionView, _ view: DescriptionView,
    _ findings: inout Findings
  ) {
    let candidate = line.value
    let place = section.at(line.line)
    if let fault = fault(candidate) {
      findings.add(
        syntax, place, value: view.value(line.line), severity: fault.severity, clause: fault.clause,
        fault.message)
    }
    if candidate.priority == 0 || candidate.priority > 0x7fff_ffff {
      findings.add(
        priority, place, value: view.value(line.line),
        "Priority \(candidate.priority) is outside 1 to 2147483647; peers order pairs differently.")
    }
    let ufrags = view.transport(\.ufrags, of: section)
    if let ufrag = candidate.extension("ufrag"), let own = ufrags.first, own.value != ufrag {
      findings.add(
        stale, place, value: ufrag,
        "The candidate belongs to ufrag \(ufrag) and the section to \(own.value); it is of another ICE generation and is dropped."
      )
    }
  }

  private static func isHostName(_ text: String) -> Bool {
    guard (1...253).contains(text.utf8.count) else { return false }
    var hasLetter = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        hasLetter = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        break
      default: return false
      }
    }
    return hasLetter
  }

  private static func isICEByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// What all the candidates of a section come to.
  private static func set(
    _ section: SectionView, _ view: DescriptionView, _ findings: inout Findings
  ) {
    let candidates = section.own.candidates
    let end = end(section)
    let isOwnTransport = section.taggedIndex == nil || section.taggedIndex == section.index
    guard let first = candidates.first else {
      guard isOwnTransport, section.own.others.allSatisfy({ $0.value.name != "candidate" }) else {
        return
      }
      if let end {
        findings.add(
          none, section.at(end.line), value: "end-of-candidates",
          "\(section.name.capitalizedFirst) has no candidate and none will come; the far side can only wait to be found."
        )
      } else if ICERules.liteLine(view) != nil {
        // RFC 8838 §5: who names the option may name candidates later.
        let options = section.section.iceOptions + view.reading.description.iceOptions
        let mayCome = options.contains("trickle")
        findings.add(
          none, section.place, severity: mayCome ? .warning : .error, clause: "RFC 8445 §5.2",
          mayCome
            ? "A lite agent sends no checks and names no candidate yet; until it does, nobody can reach it."
            : "A lite agent sends no checks and names no candidate; nobody can reach it.")
      }
      return
    }
    if view.hasTransportFlag("rtcp-mux", section),
      let second = candidates.first(where: { $0.value.component == 2 }), view.role == .answer
    {
      findings.add(
        component, section.at(second.line), value: view.value(second.line),
        "A candidate for RTCP stands beside a=rtcp-mux; it is not used.")
    }
    let generations = Set(
      candidates.compactMap { $0.value.extension("generation").flatMap { Int($0) } })
    if let newest = generations.max(), generations.count > 1,
      let old = candidates.first(where: {
        $0.value.extension("generation").flatMap { Int($0) } ?? newest < newest
      })
    {
      findings.add(
        generation, section.at(old.line), value: view.value(old.line),
        "Candidates of generations \(generations.sorted().map(String.init).joined(separator: " and ")) stand together; the older are from before a restart and fail."
      )
    }
    reach(section, first, isComplete(section), view, &findings)
  }

  static func end(_ section: SectionView) -> Located<String>? {
    section.own.flag("end-of-candidates") ?? section.session.flag("end-of-candidates")
  }

  /// No more will come (RFC 8840 §4.1).
  static func isComplete(_ section: SectionView) -> Bool {
    let options = (section.own.iceOptions + section.session.iceOptions).flatMap(\.value)
    return end(section) != nil || !options.contains("trickle")
  }

  private static func reach(
    _ section: SectionView, _ first: Located<Candidate>, _ isComplete: Bool,
    _ view: DescriptionView, _ findings: inout Findings
  ) {
    let candidates = section.own.candidates
    let usable = candidates.filter { $0.value.extension("tcptype") != "active" }
    if usable.isEmpty {
      if isComplete {
        findings.add(
          tcpOnly, section.at(first.line), value: view.value(first.line),
          "Every candidate is an active TCP one, which only calls out; nobody can send to this side."
        )
      }
      return
    }
    let named = usable.filter { $0.value.isMulticastDNS }
    if let name = named.first {
      if named.count == usable.count, isComplete {
        findings.add(
          mdnsOnly, section.at(name.line), value: name.value.address,
          "Every candidate is a .local name, which is known on the same link only; peers elsewhere, servers above all, reach nothing."
        )
      } else {
        findings.add(
          mdns, section.at(name.line), value: name.value.address,
          "A candidate is a .local name, known on the same link only; a failed look-up must just drop it."
        )
      }
    }
    guard isComplete, named.count < usable.count else { return }
    let others = usable.filter { !$0.value.isMulticastDNS }
    let isPrivate = others.allSatisfy { line in
      guard line.value.kind == .host, let address = Address(line.value.address) else {
        return false
      }
      return address.reach != .everywhere
    }
    guard isPrivate, let address = others.first?.value.address, let line = others.first?.line else {
      return
    }
    let isContainer = address.hasPrefix("172.1") || address.hasPrefix("172.2")
    findings.add(
      unreachable, section.at(line), value: address,
      "Every candidate is a private address\(isContainer ? " (172.16.0.0/12 is usual for containers)" : "") and there is no srflx or relay candidate; only peers on that network reach this side."
    )
  }
}

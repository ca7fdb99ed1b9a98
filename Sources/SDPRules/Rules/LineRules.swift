internal import SDP

/// Line ends, bytes, and the order of lines.
enum LineRules {
  static func lint(_ view: DescriptionView, _ findings: inout Findings) {
    ends(view, &findings)
    contents(view, &findings)
    order(view, &findings)
  }

  private static func ends(_ view: DescriptionView, _ findings: inout Findings) {
    let lines = view.reading.lines
    guard let last = lines.last else { return }
    if last.ending == .none {
      findings.add(
        StructureRules.lineEndMissing,
        StructureRules.place(view, line: last.number, section: last.section),
        value: view.text(last.number),
        "The last line has no line end; whatever is appended joins it, and strict parsers refuse it."
      )
    }
    let crlf = lines.count { $0.ending == .crlf }
    let lf = lines.count { $0.ending == .lf }
    guard lf > 0 else { return }
    let first = lines.first { $0.ending == .lf }
    if crlf > 0, let first {
      findings.add(
        StructureRules.lineEndsMixed,
        StructureRules.place(view, line: first.number, section: first.section),
        value: view.text(first.number),
        "\(lf) of \(lines.count) lines end in LF alone and the others in CRLF; something rewrote part of the text."
      )
    } else {
      findings.add(
        StructureRules.lineEndsLF, view.at(1),
        "Lines end in LF alone; parsers are asked to take it, and some do not.")
    }
  }

  private static func contents(_ view: DescriptionView, _ findings: inout Findings) {
    let bytes = view.reading.description.sourceBytes
    for line in view.reading.lines {
      let place = { StructureRules.place(view, line: line.number, section: line.section) }
      var hasControl = false
      var hasHigh = false
      for index in line.range {
        let byte = bytes[index]
        if byte < 32, byte != 9 || byte == 0 { hasControl = true }
        if byte == 127 { hasControl = true }
        if byte > 127 { hasHigh = true }
      }
      if hasControl {
        findings.add(
          StructureRules.bytes, place(), value: view.text(line.number),
          "The line holds control characters; parsers stop at them or refuse the description.")
      }
      if hasHigh, String(validating: bytes[line.range], as: UTF8.self) == nil {
        findings.add(
          StructureRules.text, place(), value: view.text(line.number),
          "The line is not UTF-8; what peers make of it differs.")
      }
      if line.type == UInt8(ascii: "s"), line.section == nil, line.range.count == 2 {
        findings.add(
          StructureRules.headMalformed, place(), value: view.text(line.number), severity: .warning,
          clause: "RFC 8866 §5.3", fix: "Write s=-.",
          "The session's name is empty; parsers that follow the grammar refuse the description.")
      }
      if hasSpaceInFront(bytes, line) {
        findings.add(
          StructureRules.lineMalformed, place(), value: view.text(line.number),
          fix: "Take the space behind the sign out.",
          "A space stands behind the sign; parsers refuse the description or do not know the line.")
      }
      if let joined = joinedAt(bytes, line.range) {
        findings.add(
          StructureRules.runTogether, place(), value: view.text(line.number),
          fix: "Write CRLF before \"\(joined)\".",
          "\"\(joined)\" belongs on a line of its own; here it is read as part of the line before and has no effect."
        )
      }
    }
  }

  /// Values that begin with a space, which their forms do not have: "a=setup: active".
  static func lintValues(_ view: DescriptionView, _ findings: inout Findings) {
    let bytes = view.reading.description.sourceBytes
    for line in view.reading.lines where line.type == UInt8(ascii: "a") {
      let start = line.range.lowerBound + 2
      guard start < line.range.upperBound,
        let colon = bytes[start..<line.range.upperBound].firstIndex(of: UInt8(ascii: ":")),
        colon + 1 < line.range.upperBound, bytes[colon + 1] == UInt8(ascii: " ")
      else { continue }
      let name = String(decoding: bytes[start..<colon], as: UTF8.self)
      guard unspaced.contains(name) else { continue }
      findings.add(
        MalformedAttributes.owner(name),
        StructureRules.place(view, line: line.number, section: line.section),
        value: view.value(line.number), severity: .warning, clause: "RFC 8866 §9",
        fix: "Take the space behind the colon out.",
        "A space stands behind the colon of a=\(name); some peers refuse the description or do not know the value."
      )
    }
  }

  private static let unspaced: Set = [
    "mid", "group", "rtpmap", "fmtp", "rtcp-fb", "extmap", "candidate", "ice-ufrag", "ice-pwd",
    "fingerprint", "setup", "tls-id", "ssrc", "ssrc-group", "rid", "sctp-port", "max-message-size",
  ]

  /// Before a value that is not free text: "a= mid:0".
  private static func hasSpaceInFront(_ bytes: [UInt8], _ line: RawLine) -> Bool {
    guard let type = line.type, "vomcbtrak".utf8.contains(type), line.range.count > 2 else {
      return false
    }
    return bytes[line.range.lowerBound + 2] == UInt8(ascii: " ")
  }

  /// Names that are known to begin a line; what follows must fit, too.
  private static let starts: [(name: [UInt8], endsHere: Bool)] =
    [
      "sendrecv", "sendonly", "recvonly", "inactive", "rtcp-mux", "rtcp-rsize", "bundle-only",
      "end-of-candidates", "extmap-allow-mixed", "ice-lite", "rtcp-mux-only",
    ].map { (Array("a=\($0)".utf8), true) }
    + [
      "mid", "group", "rtpmap", "fmtp", "rtcp-fb", "extmap", "candidate", "ice-ufrag", "ice-pwd",
      "ice-options", "fingerprint", "setup", "tls-id", "rtcp", "msid", "msid-semantic", "ssrc",
      "ssrc-group", "rid", "simulcast", "sctp-port", "sctpmap", "max-message-size", "ptime",
      "maxptime", "crypto",
    ].map { (Array("a=\($0):".utf8), false) }
    + ["m=audio ", "m=video ", "m=application ", "c=IN IP4 ", "c=IN IP6 ", "b=AS:", "b=TIAS:"]
    .map { (Array($0.utf8), false) }

  /// Capabilities are lines inside a line (RFC 3407 §3); gateways wrote them so before there was a number.
  private static let holders = ["a=cpar", "a=X-cpar"].map { Array($0.utf8) }

  /// The second line inside a line; nil when there is none.
  private static func joinedAt(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    guard range.count > 4, !holders.contains(where: bytes[range].starts(with:)) else { return nil }
    var index = range.lowerBound + 2
    while index < range.upperBound - 3 {
      guard bytes[index + 1] == UInt8(ascii: "="),
        [UInt8(ascii: "a"), UInt8(ascii: "m"), UInt8(ascii: "c"), UInt8(ascii: "b")]
          .contains(bytes[index])
      else {
        index += 1
        continue
      }
      for start in starts {
        let end = index + start.name.count
        guard end <= range.upperBound, bytes[index..<end].elementsEqual(start.name),
          !start.endsHere || end == range.upperBound
        else { continue }
        return String(decoding: bytes[index..<range.upperBound].prefix(120), as: UTF8.self)
      }
      index += 1
    }
    return nil
  }

  private static let sessionOrder = Array("vosiuepcbtrzka".utf8)
  private static let mediaOrder = Array("micbka".utf8)

  private static func order(_ view: DescriptionView, _ findings: inout Findings) {
    var highest = (place: -1, section: Int?.none, line: 0)
    for line in view.reading.lines {
      guard let type = line.type else { continue }
      if line.section != highest.section { highest = (-1, line.section, line.number) }
      let order = line.section == nil ? sessionOrder : mediaOrder
      guard let place = order.firstIndex(of: type) else { continue }
      // Several times each: t= r= r= t= r=, and c= in a section (RFC 8866 §5).
      let isTimes =
        line.section == nil && (type == UInt8(ascii: "t") || type == UInt8(ascii: "r"))
        && highest.place <= (sessionOrder.firstIndex(of: UInt8(ascii: "r")) ?? 0)
      if place >= highest.place || isTimes {
        highest.place = max(place, highest.place)
        continue
      }
      // v=, o= and s= behind their place are told by the parser.
      if line.section != nil, mediaOrder.firstIndex(of: type) == nil { continue }
      if view.reading.faults.contains(where: { $0.line == line.number }) { continue }
      findings.add(
        StructureRules.lineOrder,
        StructureRules.place(view, line: line.number, section: line.section),
        value: view.text(line.number), severity: line.section == nil ? .error : .warning,
        "This line comes too late: it belongs before the lines above it, and parsers that follow the grammar refuse it here."
      )
    }
  }
}

internal import SDPRules
internal import SansIO

/// A first picture that comes late, and what it waited for; or none at all.
enum FirstFrameFindings {
  /// Connecting, a key frame and rendering take a fraction of a second each on a bad network.
  private static let limit = Duration.seconds(2)

  static func find(_ record: FirstFrameRecord, _ file: Int) -> Finding? {
    guard record.wantsPicture, let start = record.start else { return nil }
    guard let shown = record.shown else { return missing(record, start, file) }
    guard shown - start > limit else { return nil }
    let parts = record.parts
    guard let longest = parts.max(by: { $0.milliseconds < $1.milliseconds }) else { return nil }
    let total = shown.milliseconds - start.milliseconds
    let list = parts.map { part in
      let span =
        part == longest ? " (\(part.from.milliseconds) to \(part.to.milliseconds))" : ""
      return "\(part.words) \(part.milliseconds)\(span)"
    }
    let wait = longest.phases.contains(.keyFrameWait)
    var details = [
      FindingDetail(
        "phases_ms", .object(parts.map { FindingDetail($0.name, $0.milliseconds) })),
      FindingDetail("dominant", longest.name),
    ]
    if record.ends[.keyFrameWait] != nil || !record.requests.isEmpty {
      details.append(FindingDetail("pli_sent", record.requests.count))
    }
    let asked = wait ? " \(requests(record))" : ""
    return LogRules.firstFrameLate.finding(
      file: file, line: record.renderedLine, value: "\(total) ms",
      clause: clause(longest.phases.last), fix: fix(longest.phases.last), details: details,
      "\(prefix(record))The first frame comes after \(total) ms: \(list.joined(separator: ", ")).\(asked) \(verdict(longest))"
    )
  }

  private static func requests(_ record: FirstFrameRecord) -> String {
    let kind = record.requestKind
    let first = record.requests.first?.milliseconds ?? 0
    switch record.requests.count {
    case 0: return "No key frame was asked for."
    case 1: return "One \(kind) was sent, at \(first) ms, and never repeated."
    case let count:
      return
        "\(count) \(kind)s were sent, the first at \(first) ms, and not answered until then."
    }
  }

  private static func verdict(_ longest: FirstFrameRecord.Part) -> String {
    switch longest.phases.last {
    case .keyFrameWait: "The wait for the key frame is the cause, not the network."
    case .signalling: "Signalling is the cause: media had not begun."
    case .ice: "Finding a pair of candidates is the cause."
    case .dtls:
      "The handshake is the cause: messages that are lost come again after a second and more."
    case .firstPacket: "The sender, which is connected and sends nothing, is the cause."
    case .decodeRender, nil: "Decoding and rendering are the cause."
    }
  }

  private static func clause(_ phase: FirstFrameRecord.Phase?) -> String? {
    switch phase {
    case .signalling: "RFC 9429 §3.2"
    case .ice: "RFC 8445 §6.1.4"
    case .dtls: "RFC 6347 §4.2.4"
    case .firstPacket: "RFC 3264 §6.1"
    case .keyFrameWait: nil
    case .decodeRender, nil: "W3C webrtc-stats framesRendered"
    }
  }

  private static func fix(_ phase: FirstFrameRecord.Phase?) -> String? {
    switch phase {
    case .signalling:
      "See what offer and answer waited for: a person, a server, the end of gathering."
    case .ice: "See which checks were lost or refused, and whether candidates came late."
    case .dtls: "See which flight was lost: large ones may not fit the path."
    case .firstPacket: "See when capture and encoder of the sender begin."
    case .keyFrameWait:
      "Repeat PLI until a key frame comes, pass it on to the encoder, and send a key frame when a receiver joins."
    case .decodeRender, nil: "See the decoder's start-up and the page that shows the picture."
    }
  }

  /// Packets or a handshake, and no picture by the end of the log.
  private static func missing(
    _ record: FirstFrameRecord, _ start: Instant, _ file: Int
  ) -> Finding? {
    guard let last = record.last else { return nil }
    guard last - start > limit else {
      return LogRules.tooLittle.finding(
        file: file, value: "\(last.milliseconds - start.milliseconds) ms",
        "\(prefix(record))The log ends \(last.milliseconds - start.milliseconds) ms after its start, without a picture that is shown: too little to judge whether one came."
      )
    }
    let passed = record.lastPassed
    let name =
      passed.map { passed in
        let words = passed.phase == .decodeRender ? "decoding" : passed.phase.words
        return "\(words) at \(passed.at.milliseconds) ms"
      } ?? "the start"
    var details = [FindingDetail("pli_sent", record.requests.count)]
    if let passed { details.append(FindingDetail("last_passed", passed.phase.rawValue)) }
    let asked = passed?.phase == .firstPacket ? " \(missingKey(record))" : ""
    return LogRules.firstFrameMissing.finding(
      file: file,
      value: "none in \(last.milliseconds - start.milliseconds) ms",
      details: details,
      "\(prefix(record))No frame is shown by the end of the log, \(last.milliseconds - start.milliseconds) ms on; the last station passed is \(name).\(asked)"
    )
  }

  private static func missingKey(_ record: FirstFrameRecord) -> String {
    switch record.requests.count {
    case 0: "No key frame came, and none was asked for."
    case 1: "No key frame came; one \(record.requestKind) was sent."
    case let count: "No key frame came; \(count) \(record.requestKind)s were sent."
    }
  }

  private static func prefix(_ record: FirstFrameRecord) -> String {
    record.name.map { "\($0): " } ?? ""
  }
}

internal import SansIO
internal import Trace

/// The events in a dump of chrome://webrtc-internals: an `updateLog` for each connection, times of day, values as text.
enum DumpLog {
  private static let logLimitBytes = 4 << 20
  private static let connectionLimit = 64

  /// Nil: no such dump.
  static func read(_ bytes: [UInt8]) -> EventLog? {
    var peers: [EventLog.Peer] = []
    var position = 0
    var connection = 0
    while peers.count < connectionLimit, let mark = find("\"updateLog\"", bytes[position...]) {
      connection += 1
      let (array, isWhole) = array(bytes, from: mark + 11)
      guard isWhole,
        let log = try? JSONValue(
          parsing: String(decoding: bytes[array], as: UTF8.self), roundingNumbers: true)
      else {
        // Behind what was looked at: no byte is read twice, however many logs have no end.
        position = array.upperBound
        continue
      }
      var peer = EventLog.Peer(
        name: "connection \(connection)", connection: connection)
      if let settings = settings(bytes[position..<mark]) { peer.events.append(settings) }
      peer.events += events(log.arrayValue ?? [])
      peers.append(peer)
      position = array.upperBound
    }
    guard !peers.isEmpty else { return nil }
    if peers.count == 1 { peers[0].name = nil }
    return EventLog(peers: peers)
  }

  private static func events(_ entries: [JSONValue]) -> [LogEvent] {
    var clock = DayClock()
    return entries.compactMap { entry in
      guard let type = entry["type"]?.stringValue else { return nil }
      let name = LogEvent.word(type)
      let at = clock.instant(entry["time"])
      return LogEvent(line: nil, at: at, name: name, fields: fields(name, entry["value"]))
    }
  }

  /// What the text of a value says, by the names that the W3C has for it.
  private static func fields(_ name: String, _ value: JSONValue?) -> JSONValue {
    guard let text = value?.stringValue else { return value ?? .object([]) }
    if text.hasPrefix("{"), let json = try? JSONValue(parsing: text, roundingNumbers: true) {
      return json
    }
    switch name {
    case "icecandidate", "addicecandidate", "addicecandidatefailed":
      var members = [JSONMember("candidate", .string(candidate(text)))]
      if let url = member("url", text) { members.append(JSONMember("url", .string(url))) }
      return .object(members)
    case "icecandidateerror":
      let names = ["url", "address", "port", "host_candidate", "error_text", "error_code"]
      return .object(
        names.compactMap { name in
          member(name, text).map { JSONMember(name, .string($0)) }
        })
    case "setremotedescription", "setlocaldescription":
      return .object([
        JSONMember("type", .string(member("type", text) ?? "")), JSONMember("sdp", .string(text)),
      ])
    default:
      let state = text.filter { $0 != "\"" }
      return .object([JSONMember("state", .string(state))])
    }
  }

  /// "…, candidate: candidate:1 1 udp …, url: …": from the last mark up to what follows.
  private static func candidate(_ text: String) -> String {
    guard let mark = text.ranges(of: "candidate:").last else { return "" }
    let rest = text[mark.lowerBound...].prefix { $0 != "\n" && $0 != "," && $0 != "\"" }
    return mark.upperBound == rest.endIndex ? "" : String(rest)
  }

  private static func member(_ name: String, _ text: String) -> String? {
    for line in text.split(whereSeparator: { $0 == "\n" || $0 == "," }) {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("\(name): ") { return String(line.dropFirst(name.count + 2)) }
    }
    return nil
  }

  /// Servers and policy, however the configuration is written.
  private static func settings(_ bytes: ArraySlice<UInt8>) -> LogEvent? {
    guard let mark = find("\"rtcConfiguration\"", bytes) else { return nil }
    let text = String(decoding: bytes[mark...].prefix(64 << 10), as: UTF8.self)
    var urls: [JSONValue] = []
    for word in text.split(whereSeparator: { " \"'\\,[](){}\n".contains($0) }) {
      guard ["stun:", "stuns:", "turn:", "turns:"].contains(where: { word.hasPrefix($0) }),
        urls.count < 64, word.utf8.count < 1024
      else { continue }
      urls.append(.string(String(word)))
    }
    let words = text.filter { $0.isLetter }
    let policy = words.contains("iceTransportPolicyrelay") ? "relay" : "all"
    return LogEvent(
      line: nil, at: nil, name: "createpeerconnection",
      fields: .object([
        JSONMember("iceServers", .array(urls)), JSONMember("iceTransportPolicy", .string(policy)),
      ]))
  }

  /// From its bracket to the one that closes it; not whole: to where the search for that one was given up.
  private static func array(
    _ bytes: [UInt8], from start: Int
  ) -> (bytes: Range<Int>, isWhole: Bool) {
    let gap = bytes[start...].prefix { $0 <= 32 || $0 == UInt8(ascii: ":") }
    let open = gap.endIndex
    guard open < bytes.count, bytes[open] == UInt8(ascii: "[") else { return (open..<open, false) }
    let end = min(bytes.count, open + logLimitBytes)
    var (depth, isText, index) = (0, false, open)
    while index < end {
      let byte = bytes[index]
      if isText {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isText = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 { return (open..<index + 1, true) }
        default: break
        }
      }
      index += 1
    }
    return (open..<end, false)
  }

  private static func find(_ word: String, _ bytes: ArraySlice<UInt8>) -> Int? {
    let mark = Array(word.utf8)
    guard bytes.count >= mark.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - mark.count)).first { index in
      bytes[index] == mark[0] && bytes[index..<index + mark.count].elementsEqual(mark)
    }
  }
}

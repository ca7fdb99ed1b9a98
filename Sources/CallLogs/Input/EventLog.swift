internal import SansIO
internal import Trace

/// What peers wrote down of a call: events in order, with milliseconds from a start.
struct EventLog: Sendable {
  struct Peer: Sendable {
    /// Nil where the log is of one peer.
    var name: String?
    /// Which connection of a dump, from 1; nil where it is in no dump.
    var connection: Int?
    var events: [LogEvent] = []
  }

  /// In the order of their first events.
  private(set) var peers: [Peer] = []
  private(set) var unread = 0
  private(set) var firstUnread: Int?

  /// Later than that, numbers are dates.
  private static let latestFromStart: Int64 = 100_000_000_000_000_000

  /// Nil: no line of it is an event.
  init?(_ bytes: [UInt8]) {
    let lines = LogLines(bytes) { Self.name(of: $0) != nil }
    guard !lines.objects.isEmpty else { return nil }
    unread = lines.unread
    firstUnread = lines.firstUnread
    let times = lines.objects.map { Self.time(of: $0.json) }
    let first = times.lazy.compactMap(\.self).first ?? 0
    // A log that carries dates begins with its first event.
    let start = first > Self.latestFromStart ? first : 0
    for (object, time) in zip(lines.objects, times) {
      let event = LogEvent(
        line: object.line, at: time.flatMap { Instant(ofLog: $0 - start) },
        name: LogEvent.word(Self.name(of: object.json) ?? ""), fields: object.json)
      add(event, peer: Self.peer(of: object.json))
    }
    sort()
  }

  init(peers: [Peer]) {
    self.peers = peers
    sort()
  }

  private mutating func add(_ event: LogEvent, peer: String?) {
    if let index = peers.firstIndex(where: { $0.name == peer }) {
      peers[index].events.append(event)
    } else if peers.count < 64 {
      peers.append(Peer(name: peer, events: [event]))
    }
  }

  /// By time: events of several threads are not always written in order. One without a time stays behind its neighbour.
  private mutating func sort() {
    for index in peers.indices {
      var last = Instant(nanoseconds: .min)
      let keyed = peers[index].events.enumerated().map { place, event in
        last = event.at ?? last
        return (key: last, place: place, event: event)
      }
      peers[index].events = keyed.sorted {
        ($0.key.nanoseconds, $0.place) < ($1.key.nanoseconds, $1.place)
      }
      .map(\.event)
    }
  }

  private static func name(of json: JSONValue) -> String? { json["event"]?.stringValue }

  private static func time(of json: JSONValue) -> Int64? {
    for name in ["t_ms", "time_ms", "ts_ms", "timestamp_ms"] {
      if let number = DecimalText.number(of: json[name]) { return DecimalText.nanoseconds(number) }
    }
    return nil
  }

  private static func peer(of json: JSONValue) -> String? {
    for name in ["peer", "pc", "client", "connection", "participant"] {
      if let text = json[name]?.stringValue { return text }
      if let number = json[name]?.integerValue { return String(number) }
    }
    return nil
  }
}

internal import SansIO

/// When a call passed the stations on the way to its first picture.
struct FirstFrameRecord: Sendable {
  enum Phase: String, CaseIterable, Sendable {
    case signalling, ice, dtls
    case firstPacket = "first_packet"
    case keyFrameWait = "keyframe_wait"
    case decodeRender = "decode_render"

    var words: String {
      switch self {
      case .signalling: "signalling"
      case .ice: "ICE"
      case .dtls: "DTLS"
      case .firstPacket: "media start"
      case .keyFrameWait: "waiting for a key frame"
      case .decodeRender: "decode and render"
      }
    }
  }

  let name: String?
  private(set) var start: Instant?
  /// The end of each phase, where the log has it.
  private(set) var ends: [Phase: Instant] = [:]
  private(set) var decoded: Instant?
  /// Requests for a key frame until it came.
  private(set) var requests: [Instant] = []
  private(set) var requestKind = "PLI"
  private(set) var rendered: [Instant] = []
  private(set) var renderedLine: Int?
  private(set) var last: Instant?
  private var hasVideo = false
  /// It tells stations of the way to a picture one by one, so that what it does not tell did not happen.
  private var isStepwise = false
  private var hasSound = false

  init(_ peer: EventLog.Peer) {
    name = peer.name
    for event in peer.events {
      guard let at = event.at else { continue }
      add(event, at)
      last = max(last ?? at, at)
    }
    start = start ?? peer.events.lazy.compactMap(\.at).first
  }

  private mutating func add(_ event: LogEvent, _ at: Instant) {
    switch event.name {
    case "start", "join", "call", "dial", "createpeerconnection": start = start ?? at
    case "offeranswerdone", "answerapplied", "negotiated", "signallingdone": end(.signalling, at)
    case "setremotedescription", "setlocaldescription":
      if event.text("type") == "answer" { end(.signalling, at) }
    case "iceconnected":
      isStepwise = true
      end(.ice, at)
    case "iceconnectionstatechange":
      if ["connected", "completed"].contains(event.state) { end(.ice, at) }
    case "dtlsconnected":
      isStepwise = true
      end(.dtls, at)
    case "connectionstatechange": if event.state == "connected" { end(.dtls, at) }
    case "firstrtp", "firstpacket":
      guard isVideo(event) else {
        hasSound = true
        break
      }
      hasVideo = true
      end(.firstPacket, at)
      if Self.isKey(event) { end(.keyFrameWait, at) }
    case "frame", "framereceived", "frameassembled":
      guard isVideo(event) else { break }
      hasVideo = true
      // A frame is there, so its first packet was.
      end(.firstPacket, at)
      if event.bool("decodable") ?? Self.isKey(event) { endWait(at) }
    case "keyframe", "firstkeyframe": endWait(at)
    case "rtcpout":
      guard let kind = event.text("type")?.uppercased(), kind == "PLI" || kind == "FIR",
        ends[.keyFrameWait] == nil
      else { break }
      if requests.isEmpty { requestKind = kind }
      requests.append(at)
    case "firstframedecoded":
      guard isVideo(event) else { break }
      hasVideo = true
      decoded = decoded ?? at
    case "firstframerendered":
      guard isVideo(event) else { break }
      hasVideo = true
      if ends[.decodeRender] == nil { renderedLine = event.line }
      end(.decodeRender, at)
    case "framerendered", "rendered":
      guard isVideo(event) else { break }
      hasVideo = true
      if ends[.decodeRender] == nil { renderedLine = event.line }
      end(.decodeRender, at)
      rendered.append(at)
    default: break
    }
  }

  private mutating func end(_ phase: Phase, _ at: Instant) { ends[phase] = ends[phase] ?? at }

  /// The first packet of a key frame is not yet all of it.
  private mutating func endWait(_ at: Instant) {
    hasVideo = true
    if let first = ends[.keyFrameWait], first != ends[.firstPacket] { return }
    ends[.keyFrameWait] = at
  }

  private func isVideo(_ event: LogEvent) -> Bool { event.text("kind") != "audio" }

  private static func isKey(_ event: LogEvent) -> Bool {
    event.text("frame") == "key" || event.bool("key_frame") == true
      || event.bool("keyframe") == true
  }

  /// The picture was shown; where rendering is not told, decoded.
  var shown: Instant? { ends[.decodeRender] ?? (isHidden ? nil : decoded) }

  /// It was decoded, and long after still not shown.
  private var isHidden: Bool {
    guard isStepwise, let decoded, let last else { return false }
    return last - decoded > .seconds(5)
  }

  /// A picture is to be expected: there was some of it, or keys and nothing at all behind them.
  var wantsPicture: Bool { hasVideo || (isStepwise && ends[.dtls] != nil && !hasSound) }

  struct Part: Hashable, Sendable {
    var phases: [Phase]
    var from: Instant
    var to: Instant

    var milliseconds: Int { to.milliseconds - from.milliseconds }
    /// "ice"; a part whose inner ends are not known bears both names.
    var name: String { phases.map(\.rawValue).joined(separator: "+") }
    var words: String { phases.map(\.words).joined(separator: " and ") }
  }

  /// The way from start to picture in parts, without gaps and without overlaps.
  var parts: [Part] {
    guard let start, let shown else { return [] }
    var parts: [Part] = []
    var open: [Phase] = []
    var from = start
    for phase in Phase.allCases {
      open.append(phase)
      guard let end = phase == .decodeRender ? shown : ends[phase] else { continue }
      // What happened ahead of its turn took no time of its own.
      let to = max(from, min(end, shown))
      parts.append(Part(phases: open, from: from, to: to))
      open = []
      from = to
    }
    return parts
  }

  /// The last station that was passed.
  var lastPassed: (phase: Phase, at: Instant)? {
    if ends[.decodeRender] == nil, let decoded { return (.decodeRender, decoded) }
    return Phase.allCases.reversed().lazy.compactMap { phase in ends[phase].map { (phase, $0) } }
      .first
  }
}

internal import RTP

/// The RTCP of one flow: what came, what it asked for, and how clocks of senders map.
struct RTCPLog: Sendable {
  private static let sourceLimit = 1024
  private static let requestLimit = 20_000

  struct Clock: Sendable {
    var firstNTP: UInt64
    var firstRTP: UInt32
    var lastNTP: UInt64
    var lastRTP: UInt32
    var reports = 1
    var packetCount: UInt32

    /// RTP ticks a second of the sender's own clock; nil when reports are too near to each other.
    var ticksPerSecond: Double? {
      let seconds = Double(lastNTP &- firstNTP) / 4_294_967_296
      guard reports > 1, seconds > 0.5, seconds < 1e6 else { return nil }
      return Double(lastRTP &- firstRTP) / seconds
    }
  }

  /// By the name of the packet, for each direction.
  private(set) var counts = BothWays<[String: Int]>([:])
  private(set) var encrypted = BothWays(0)
  private(set) var clear = 0
  private(set) var malformed = 0
  private(set) var clocks: [UInt32: Clock] = [:]
  /// How often each sequence number of a source was asked for.
  private(set) var requests: [UInt32: [UInt16: Int]] = [:]
  private var requestCount = 0
  /// When a key frame of a source was asked for, by PLI or FIR.
  private(set) var keyFrameRequests: [UInt32: [Int64]] = [:]
  /// The last word of each side is that a source of its own leaves.
  private(set) var isLeaving = BothWays(false)

  init() {}

  /// What each side sent, from its own place: what it asked for too.
  init(forward: RTCPLog, backward: RTCPLog) {
    counts[true] = forward.counts[true]
    counts[false] = backward.counts[false]
    encrypted[true] = forward.encrypted[true]
    encrypted[false] = backward.encrypted[false]
    clear = max(forward.clear, backward.clear)
    malformed = max(forward.malformed, backward.malformed)
    clocks = forward.clocks.merging(backward.clocks) { $0.reports >= $1.reports ? $0 : $1 }
    keyFrameRequests = forward.keyFrameRequests.merging(backward.keyFrameRequests) {
      $0.count >= $1.count ? $0 : $1
    }
    isLeaving[true] = forward.isLeaving[true]
    isLeaving[false] = backward.isLeaving[false]
    requests = forward.requests.merging(backward.requests) { own, other in
      own.merging(other) { max($0, $1) }
    }
  }

  var isEmpty: Bool { clear == 0 && encrypted[true] == 0 && encrypted[false] == 0 }
  var encryptedCount: Int { encrypted[true] + encrypted[false] }

  mutating func add(_ bytes: [UInt8], isForward: Bool, time: Int64) {
    // SRTCP leaves 8 bytes in the clear; what follows does not parse (RFC 3711 §3.4).
    var faults = 0
    guard let packets = try? RTCPPacket.parseCompound(bytes, malformed: { _ in faults += 1 }) else {
      encrypted[isForward] += 1
      return
    }
    clear += 1
    malformed += faults
    isLeaving[isForward] = false
    for packet in packets { add(packet, isForward, time) }
  }

  private mutating func add(_ packet: RTCPPacket, _ isForward: Bool, _ time: Int64) {
    counts[isForward][Self.name(packet), default: 0] += 1
    switch packet {
    case .senderReport(let report):
      if var clock = clocks[report.ssrc] {
        clock.lastNTP = report.ntp
        clock.lastRTP = report.rtpTimestamp
        clock.reports += 1
        clock.packetCount = report.packetCount
        clocks[report.ssrc] = clock
      } else if clocks.count < Self.sourceLimit {
        clocks[report.ssrc] = Clock(
          firstNTP: report.ntp, firstRTP: report.rtpTimestamp, lastNTP: report.ntp,
          lastRTP: report.rtpTimestamp, packetCount: report.packetCount)
      }
    case .transportLayerNACK(let nack):
      for number in nack.lostSequenceNumbers where requestCount < Self.requestLimit {
        requests[nack.mediaSSRC, default: [:]][number, default: 0] += 1
        requestCount += 1
      }
    case .pictureLossIndication(let request): ask(request.mediaSSRC, time)
    case .fullIntraRequest(let request):
      for entry in request.entries { ask(entry.ssrc, time) }
    case .bye: isLeaving[isForward] = true
    default: break
    }
  }

  private mutating func ask(_ ssrc: UInt32, _ time: Int64) {
    guard requestCount < Self.requestLimit else { return }
    requestCount += 1
    keyFrameRequests[ssrc, default: []].append(time)
  }

  static func name(_ packet: RTCPPacket) -> String {
    switch packet {
    case .senderReport: "SR"
    case .receiverReport: "RR"
    case .sourceDescription: "SDES"
    case .bye: "BYE"
    case .transportLayerNACK: "NACK"
    case .pictureLossIndication: "PLI"
    case .fullIntraRequest: "FIR"
    case .receiverEstimatedMaximumBitrate: "REMB"
    case .transportFeedback: "TWCC"
    case .congestionControlFeedback: "CCFB"
    case .other(let other): "type \(other.type)"
    }
  }
}

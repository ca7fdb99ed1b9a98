internal import SansIO

extension MediaEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    switch self {
    case .sending(let mid, let codec, let payloadType, let ssrc):
      ("sending", Self.stream(mid, codec, payloadType, ssrc))
    case .captured(let mid, let frame):
      ("captured", [JSONMember("mid", mid), JSONMember("frame", frame)])
    case .encoded(let mid, let frame, let byteCount, let keyFrame):
      (
        "encoded",
        [
          JSONMember("mid", mid), JSONMember("frame", frame), JSONMember("bytes", byteCount),
          JSONMember("keyFrame", keyFrame),
        ]
      )
    case .skipped(let mid, let frame, let reason):
      (
        "skipped",
        [JSONMember("mid", mid), JSONMember("frame", frame), JSONMember("reason", reason)]
      )
    case .markSent(let mid, let mark):
      ("mark sent", [JSONMember("mid", mid), JSONMember("mark", mark)])
    case .targetBitRate(let mid, let rate):
      (
        "target bit rate",
        [JSONMember("mid", mid), JSONMember("bitsPerSecond", rate.bitsPerSecond)]
      )
    case .keyFrameAsked(let mid, let by):
      ("key frame asked", [JSONMember("mid", mid), JSONMember("by", by)])
    case .trackEnabled(let kind, let enabled):
      ("track enabled", [JSONMember("kind", kind), JSONMember("enabled", enabled)])
    case .receiving(let mid, let codec, let payloadType, let ssrc):
      ("receiving", Self.stream(mid, codec, payloadType, ssrc))
    case .firstPacket(let mid): ("first packet", [JSONMember("mid", mid)])
    case .assembled(let mid, let rtpTimestamp, let byteCount, let keyFrame):
      (
        "assembled",
        [
          JSONMember("mid", mid), JSONMember("rtpTimestamp", rtpTimestamp),
          JSONMember("bytes", byteCount), JSONMember("keyFrame", keyFrame),
        ]
      )
    case .keyFrameRequested(let mid, let reason):
      ("key frame requested", [JSONMember("mid", mid), JSONMember("reason", reason)])
    case .decoded(let mid, let rtpTimestamp, let concealed):
      (
        "decoded",
        [
          JSONMember("mid", mid), JSONMember("rtpTimestamp", rtpTimestamp),
          JSONMember("concealed", concealed),
        ]
      )
    case .decodeFailed(let mid, let rtpTimestamp, let reason):
      (
        "decode failed",
        [
          JSONMember("mid", mid), JSONMember("rtpTimestamp", rtpTimestamp),
          JSONMember("reason", reason),
        ]
      )
    case .rendered(let mid, let strip, let psnr, let ssim):
      ("rendered", [JSONMember("mid", mid)] + Self.picture(strip, psnr, ssim))
    case .markPlayed(let mid, let mark):
      ("mark played", [JSONMember("mid", mid), JSONMember("mark", mark)])
    case .played(let mid, let level, let concealedSamples):
      (
        "played",
        [
          JSONMember("mid", mid), JSONMember("level", level),
          JSONMember("concealedSamples", concealedSamples),
        ]
      )
    case .sample(let sample): ("sample", sample.members)
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    if name == "track enabled" {
      self = .trackEnabled(try fields.word("kind"), try fields.bool("enabled"))
      return
    }
    let mid = try fields.string("mid")
    switch name {
    case "sending":
      self = .sending(
        mid: mid, codec: try fields.string("codec"), payloadType: try fields.integer("payloadType"),
        ssrc: try fields.integer("ssrc"))
    case "captured": self = .captured(mid: mid, frame: try fields.integer("frame"))
    case "encoded":
      self = .encoded(
        mid: mid, frame: try fields.integer("frame"), byteCount: try fields.integer("bytes"),
        keyFrame: try fields.bool("keyFrame"))
    case "skipped":
      self = .skipped(
        mid: mid, frame: try fields.integer("frame"), reason: try fields.string("reason"))
    case "mark sent": self = .markSent(mid: mid, mark: try fields.integer("mark"))
    case "target bit rate":
      self = .targetBitRate(
        mid: mid, BitRate(bitsPerSecond: try fields.integer("bitsPerSecond")))
    case "key frame asked": self = .keyFrameAsked(mid: mid, by: try fields.string("by"))
    case "receiving":
      self = .receiving(
        mid: mid, codec: try fields.string("codec"), payloadType: try fields.integer("payloadType"),
        ssrc: try fields.integer("ssrc"))
    case "first packet": self = .firstPacket(mid: mid)
    case "assembled":
      self = .assembled(
        mid: mid, rtpTimestamp: try fields.integer("rtpTimestamp"),
        byteCount: try fields.integer("bytes"), keyFrame: try fields.bool("keyFrame"))
    case "key frame requested":
      self = .keyFrameRequested(mid: mid, reason: try fields.string("reason"))
    case "decoded":
      self = .decoded(
        mid: mid, rtpTimestamp: try fields.integer("rtpTimestamp"),
        concealed: try fields.bool("concealed"))
    case "decode failed":
      self = .decodeFailed(
        mid: mid, rtpTimestamp: try fields.integer("rtpTimestamp"),
        reason: try fields.string("reason"))
    case "rendered":
      var strip: StripReading?
      if fields.object["frame"] != nil {
        strip = StripReading(
          frame: try fields.integer("frame"), captured: try fields.instant("captured"))
      }
      self = .rendered(
        mid: mid, strip: strip, psnr: fields.object["psnr"]?.decimalValue,
        ssim: fields.object["ssim"]?.decimalValue)
    case "mark played":
      self = .markPlayed(mid: mid, mark: try fields.integer("mark"))
    case "played":
      self = .played(
        mid: mid, level: try fields.integer("level"),
        concealedSamples: try fields.integer("concealedSamples"))
    case "sample": self = .sample(try StreamSample(mid: mid, fields: fields))
    default: throw unknown(name)
    }
  }

  private static func stream(
    _ mid: String, _ codec: String, _ payloadType: UInt8, _ ssrc: UInt32
  ) -> [JSONMember] {
    [
      JSONMember("mid", mid), JSONMember("codec", codec), JSONMember("payloadType", payloadType),
      JSONMember("ssrc", ssrc),
    ]
  }

  private static func picture(
    _ strip: StripReading?, _ psnr: FixedDecimal?, _ ssim: FixedDecimal?
  ) -> [JSONMember] {
    var members: [JSONMember] = []
    if let strip {
      members = [JSONMember("frame", strip.frame), JSONMember("captured", strip.captured)]
    }
    if let psnr { members.append(JSONMember("psnr", .decimal(psnr))) }
    if let ssim { members.append(JSONMember("ssim", .decimal(ssim))) }
    return members
  }
}

extension StreamSample {
  /// What the stack does not count is left out.
  fileprivate var members: [JSONMember] {
    let counters: [(counter: Counter, member: JSONMember)] = [
      (.bytes, JSONMember("bytes", bytes)),
      (.retransmitted, JSONMember("retransmitted", retransmittedPackets)),
      (.lost, JSONMember("lost", lostPackets)),
      (.cumulativeLost, JSONMember("cumulativeLost", cumulativeLost)),
      (.nacks, JSONMember("nacks", nacks)), (.plis, JSONMember("plis", plis)),
      (.jitter, JSONMember("jitter", jitter)),
    ]
    return [
      JSONMember("mid", mid), JSONMember("direction", direction), JSONMember("packets", packets),
    ] + counters.filter { !unknown.contains($0.counter) }.map(\.member)
  }

  fileprivate init(mid: String, fields: Fields) throws(FieldError) {
    self.init(mid: mid, direction: try fields.word("direction"))
    packets = try fields.integer("packets")
    for counter in Counter.allCases {
      guard fields.object[counter.rawValue] != nil else {
        unknown.insert(counter)
        continue
      }
      switch counter {
      case .bytes: bytes = try fields.integer("bytes")
      case .retransmitted: retransmittedPackets = try fields.integer("retransmitted")
      case .lost: lostPackets = try fields.integer("lost")
      case .cumulativeLost: cumulativeLost = try fields.integer("cumulativeLost")
      case .nacks: nacks = try fields.integer("nacks")
      case .plis: plis = try fields.integer("plis")
      case .jitter: jitter = try fields.duration("jitter")
      }
    }
  }
}

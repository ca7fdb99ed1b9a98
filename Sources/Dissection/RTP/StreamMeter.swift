internal import RTP

/// One RTP stream as it passed the capture: an SSRC in one direction of a flow.
struct StreamMeter: Sendable {
  let ssrc: UInt32
  let isForward: Bool
  let firstNumber: Int
  let firstTime: Int64
  private(set) var lastTime: Int64
  private(set) var packets = 0
  private(set) var bytes = 0
  private var countOfType = [Int](repeating: 0, count: 128)
  private(set) var sequence = SequenceMeter()
  private var countOfExtension: [Int] = []
  private(set) var markers = 0
  /// Runs of one timestamp: pictures, or packets of sound.
  private(set) var timestamps = 0
  /// Of those, such with more than one packet, and with more than one marker.
  private(set) var timestampsOfSeveral = 0
  private(set) var timestampsOfManyMarkers = 0
  private(set) var mostMarkers = 0
  /// Timestamps that stepped back, the wrap apart, in packets that came in order.
  private(set) var timestampsBackwards = 0
  /// Nanoseconds between two packets, at most, and where.
  private(set) var longestGap: Int64 = 0
  private(set) var longestGapNumber = 0
  /// H.264 types by their number, if it is H.264 (RFC 6184 §5.4), and payloads that cannot be.
  private(set) var nalTypes = [Int](repeating: 0, count: 32)
  private(set) var impossibleNALs = 0
  private(set) var fragments = FragmentMeter()
  /// Of H.264: those that began in packets which came in order, inside aggregates and fragments too.
  private(set) var unitTypes: Set<UInt8> = []
  private(set) var jitter: JitterMeter?
  private(set) var clock = TimestampMeter()
  /// Packets whose payload type is one of sound, and of pictures.
  private(set) var soundPackets = 0
  private(set) var picturePackets = 0
  /// When packets came that show a key frame; of pictures that can be read, and the first thousand of them.
  private(set) var keyFrames: [Int64] = []
  /// Packets that left the sender, where its place was captured too.
  var sent: Int?
  /// It was seen where it was sent, and not where it should have arrived.
  var isUnheard = false
  /// Sequence numbers at the start of payloads, where the type is RTX's or no description says whose.
  private(set) var originals: Set<UInt16> = []

  private static let keyFrameLimit = 1000
  private var lastTimestamp: UInt32?
  private var lastNumber: UInt16?
  private var packetsOfTimestamp = 0
  private var markersOfTimestamp = 0

  init(ssrc: UInt32, isForward: Bool, number: Int, time: Int64) {
    self.ssrc = ssrc
    self.isForward = isForward
    firstNumber = number
    firstTime = time
    lastTime = time
  }

  mutating func add(
    _ header: PlainRTP, _ packet: [UInt8], codec: CallDescription.Codec?, isClear: Bool,
    number: Int, time: Int64
  ) {
    packets += 1
    bytes += packet.count
    countOfType[Int(header.payloadType)] += 1
    let outcome = sequence.add(header.sequenceNumber)
    if packets > 1, time - lastTime > longestGap {
      longestGap = time - lastTime
      longestGapNumber = number
    }
    lastTime = max(lastTime, time)
    // The timestamps of RTX are those of what it repeats.
    if let codec, codec.name != "rtx" {
      if jitter?.clockRate != codec.clockRate { jitter = JitterMeter(clockRate: codec.clockRate) }
      jitter?.add(timestamp: header.timestamp, time: time)
    }
    if outcome == .next {
      follow(header)
      if codec?.isSignal != true { clock.add(header.timestamp, time: time) }
    }
    if let codec {
      soundPackets += codec.kind == .audio ? 1 : 0
      picturePackets += codec.kind == .video ? 1 : 0
    }
    guard let full = try? RTPHeader(parsing: packet) else { return }
    if full.extensionProfile != nil { count(extensionsOf: full, packet) }
    let payload = full.payloadRange
    guard let first = payload.first else { return }
    if isClear, codec == nil || codec?.name == "rtx", payload.count >= 2 {
      originals.insert(UInt16(packet[first]) << 8 | UInt16(packet[first + 1]))
    }
    if codec?.name == "rtx" { return }
    // What is no H.264 for sure and has no reader is left alone.
    let isReadable = codec.map { $0.format != nil } ?? (impossibleNALs == 0)
    if isClear, outcome == .next, isReadable { look(Array(packet[payload]), header, codec, time) }
    let type = packet[first] & 0x1f
    nalTypes[Int(type)] += 1
    if packet[first] & 0x80 != 0 || type == 0 || type > 29 { impossibleNALs += 1 }
  }

  /// Into a payload that came in order.
  private mutating func look(
    _ payload: [UInt8], _ header: PlainRTP, _ codec: CallDescription.Codec?, _ time: Int64
  ) {
    let isNext = lastNumber.map { header.sequenceNumber == $0 &+ 1 } ?? false
    lastNumber = header.sequenceNumber
    if codec?.isH264 ?? true { fragments.add(payload, isNext: isNext) }
    if codec?.isH264 == true {
      unitTypes.formUnion(H264Depacketizer.nalUnitTypes(startingIn: payload))
    }
    guard let format = codec?.format, keyFrames.count < Self.keyFrameLimit,
      format.isKeyFrame(payload)
    else { return }
    keyFrames.append(time)
  }

  private mutating func follow(_ header: PlainRTP) {
    if header.marker { markers += 1 }
    if let last = lastTimestamp, last == header.timestamp {
      packetsOfTimestamp += 1
      markersOfTimestamp += header.marker ? 1 : 0
      if packetsOfTimestamp == 2 { timestampsOfSeveral += 1 }
      if markersOfTimestamp == 2, header.marker { timestampsOfManyMarkers += 1 }
    } else {
      if let last = lastTimestamp, Int32(bitPattern: header.timestamp &- last) < 0 {
        timestampsBackwards += 1
      }
      timestamps += 1
      packetsOfTimestamp = 1
      markersOfTimestamp = header.marker ? 1 : 0
    }
    mostMarkers = max(mostMarkers, markersOfTimestamp)
    lastTimestamp = header.timestamp
  }

  private mutating func count(extensionsOf header: RTPHeader, _ packet: [UInt8]) {
    guard let profile = header.extensionProfile else { return }
    let isTwoByte = profile & 0xfff0 == 0x1000
    guard isTwoByte || profile == 0xbede else { return }
    if countOfExtension.isEmpty { countOfExtension = [Int](repeating: 0, count: 256) }
    var offset = header.extensionRange.lowerBound
    let end = header.extensionRange.upperBound
    // RFC 8285 §4.2, §4.3.
    while offset < end {
      let byte = packet[offset]
      offset += 1
      if byte == 0 { continue }
      if isTwoByte {
        guard offset < end else { return }
        countOfExtension[Int(byte)] += 1
        offset += 1 + Int(packet[offset])
      } else {
        guard byte >> 4 != 15, byte >> 4 != 0 else { return }
        countOfExtension[Int(byte >> 4)] += 1
        offset += Int(byte & 15) + 1
      }
    }
  }

  /// How many packets have each.
  var payloadTypes: [UInt8: Int] { Self.counted(countOfType) }
  /// By the numbers of the elements.
  var extensions: [UInt8: Int] { Self.counted(countOfExtension) }

  private static func counted(_ counts: [Int]) -> [UInt8: Int] {
    Dictionary(
      uniqueKeysWithValues: counts.enumerated().lazy.filter { $0.element > 0 }
        .map { (UInt8(truncatingIfNeeded: $0.offset), $0.element) })
  }

  /// Bits a second, of whole packets with their RTP headers.
  var bitRate: Int {
    let elapsed = lastTime - firstTime
    return elapsed <= 0 ? 0 : Int(Double(bytes) * 8 * 1e9 / Double(elapsed))
  }

  /// Every payload begins as one of H.264 may, and there are enough of them to tell.
  var looksLikeH264: Bool {
    let known = (1...12).reduce(0) { $0 + nalTypes[$1] } + nalTypes[24] + nalTypes[28]
    return packets >= 20 && impossibleNALs == 0 && known == packets
  }
}

/// The fields that every RTP header has (RFC 3550 §5.1), of any version.
struct PlainRTP: Hashable, Sendable {
  let version: UInt8
  let marker: Bool
  let payloadType: UInt8
  let sequenceNumber: UInt16
  let timestamp: UInt32
  let ssrc: UInt32

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 12 else { return nil }
    func uint32(_ offset: Int) -> UInt32 {
      UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
        | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
    }
    version = bytes[0] >> 6
    marker = bytes[1] & 0x80 != 0
    payloadType = bytes[1] & 0x7f
    sequenceNumber = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    timestamp = uint32(4)
    ssrc = uint32(8)
  }
}

internal import RTP
internal import STUN

/// What two endpoints sent each other over UDP: as one place of capture saw it, or put together from several.
struct Flow: Sendable {
  private static let streamLimit = 4096

  let first: Endpoint
  let second: Endpoint
  var firstNumber: Int
  var firstTime: Int64
  var lastTime: Int64
  /// What each side was heard of last; nil: never.
  var lastWord = BothWays<LastWord?>(nil)
  var packets = BothWays(0)
  var bytes = BothWays(0)
  var stun = STUNLog()
  var dtls = DTLSLog()
  var rtcp = RTCPLog()
  var wrongVersions = WrongVersionLog()
  var streams: [StreamMeter] = []
  private(set) var streamsLeftOut = 0
  var others = 0
  /// ChannelData of TURN (RFC 8656 §12.4).
  var channelData = 0
  /// First fragments of DTLS whose rest never came, by direction: payload bytes of the datagrams.
  var lostDTLSFragments = BothWays<[Int]>([])
  /// Packets that keys opened, and such that the sender's key did not fit, by direction.
  var opened = BothWays(0)
  var refused = BothWays(0)

  /// The place of capture, or those that it was put together from, the first endpoint's first.
  var places: [Place]
  /// Packets that were noted to be compared with other places, and what was noted of them besides.
  var sightings = BothWays<[Sighting]>([])
  var notes = BothWays<[String: Int]>([:])
  /// From the sender's place to the receiver's, where there are two.
  var passages = BothWays<Passage?>(nil)

  struct Place: Hashable, Sendable {
    /// Among the places of the capture.
    var index: Int
    var packets = BothWays(0)
    /// Of those, such as the file says that the interface sent.
    var outbound = BothWays(0)
  }

  struct LastWord: Sendable {
    var time: Int64
    /// As when it closes the connection.
    var isDTLS: Bool
  }

  private struct StreamKey: Hashable {
    var ssrc: UInt32
    var isForward: Bool
  }
  private var indexOfStream: [StreamKey: Int] = [:]

  init(_ first: Endpoint, _ second: Endpoint, place: Int, number: Int, time: Int64) {
    self.first = first
    self.second = second
    places = [Place(index: place)]
    firstNumber = number
    firstTime = time
    lastTime = time
  }

  func sender(_ isForward: Bool) -> Endpoint { isForward ? first : second }

  /// Which way a packet of these endpoints goes; nil: they are others.
  func isForward(_ source: Endpoint, _ destination: Endpoint) -> Bool? {
    if source == first, destination == second { return true }
    return source == second && destination == first ? false : nil
  }

  /// What the capture says of a packet, such as why it was dropped.
  mutating func note(_ text: String, _ isForward: Bool) {
    if notes[isForward][text] != nil || notes[isForward].count < 32 {
      notes[isForward][text, default: 0] += 1
    }
  }

  /// What that side sends is encrypted: the handshake came to its end, or RTCP cannot be read.
  func isProtected(_ isForward: Bool) -> Bool {
    opened[isForward] == 0 && (dtls.isComplete || (rtcp.encryptedCount > 0 && rtcp.clear == 0))
  }

  /// Told apart by the first byte (RFC 7983 §7).
  mutating func add(
    _ payload: [UInt8], isForward: Bool, isCut: Bool, number: Int, time: Int64,
    sides: inout CallSides
  ) {
    packets[isForward] += 1
    places[0].packets[isForward] += 1
    bytes[isForward] += payload.count
    lastTime = max(lastTime, time)
    if lastWord[isForward].map({ $0.time <= time }) ?? true {
      lastWord[isForward] = LastWord(
        time: time, isDTLS: payload.first.map { (20...63).contains($0) } ?? false)
    }
    guard let byte = payload.first else {
      others += 1
      return
    }
    switch byte {
    case 0...19:
      let hasCookie = payload.count >= 8 && payload[4...7].elementsEqual([0x21, 0x12, 0xa4, 0x42])
      if !hasCookie, payload.count >= 12 {
        noteWrongVersion(payload, isForward, number, time)
      } else if isCut {
        others += 1
      } else if let message = try? STUNMessage(parsing: payload) {
        if message.messageClass == .request, let username = message.username {
          sides.learn(sender: sender(isForward), username: username)
        }
        stun.add(message, isForward: isForward, number: number, time: time)
      } else {
        stun.malformedMessage()
      }
    case 20...63: dtls.add(payload, isForward: isForward, number: number, time: time)
    case 64...127:
      if byte < 80, Self.isChannelData(payload) {
        channelData += 1
      } else {
        noteWrongVersion(payload, isForward, number, time)
      }
    case 128...191:
      if isRTCP(payload) {
        if !isCut { rtcp.add(payload, isForward: isForward, time: time) }
      } else if let header = PlainRTP(payload) {
        media(header, payload, isForward, number, time, sides)
      } else {
        others += 1
      }
    default: noteWrongVersion(payload, isForward, number, time)
    }
  }

  /// Its length is that of the datagram, but for padding to four bytes (RFC 8656 §12.4, §12.5).
  private static func isChannelData(_ payload: [UInt8]) -> Bool {
    guard payload.count >= 4 else { return false }
    let length = Int(payload[2]) << 8 | Int(payload[3])
    return (length...length + 3).contains(payload.count - 4)
  }

  private mutating func noteWrongVersion(
    _ payload: [UInt8], _ isForward: Bool, _ number: Int, _ time: Int64
  ) {
    if let header = PlainRTP(payload) {
      wrongVersions.add(header, payload, isForward: isForward, number: number, time: time)
    }
    others += 1
  }

  /// That side said that it goes.
  func isLeaving(_ isForward: Bool) -> Bool {
    lastWord[isForward]?.isDTLS ?? false || rtcp.isLeaving[isForward]
  }

  private mutating func media(
    _ header: PlainRTP, _ packet: [UInt8], _ isForward: Bool, _ number: Int, _ time: Int64,
    _ sides: CallSides
  ) {
    let key = StreamKey(ssrc: header.ssrc, isForward: isForward)
    let index: Int
    if let known = indexOfStream[key] {
      index = known
    } else {
      guard streams.count < Self.streamLimit else {
        streamsLeftOut += 1
        return
      }
      index = streams.count
      indexOfStream[key] = index
      streams.append(
        StreamMeter(ssrc: header.ssrc, isForward: isForward, number: number, time: time))
    }
    let codec = codec(header.payloadType, isForward, sides)
    streams[index].add(
      header, packet, codec: codec, isClear: !isProtected(isForward), number: number, time: time)
  }

  private struct TypeKey: Hashable {
    var number: UInt8
    var isForward: Bool
  }
  private var codecs: [TypeKey: CallDescription.Codec?] = [:]

  /// What another place made of payload types is known here too.
  mutating func learn(codecsOf other: Flow) {
    codecs.merge(other.codecs) { own, _ in own }
  }

  /// Looked up once: what descriptions say does not change while a capture is read.
  private mutating func codec(_ number: UInt8, _ isForward: Bool, _ sides: CallSides)
    -> CallDescription.Codec?
  {
    // Without descriptions only numbers with a fixed meaning have one, all below 35 (RFC 3551 table 5).
    if sides.isEmpty, number >= 35 { return nil }
    let key = TypeKey(number: number, isForward: isForward)
    if let known = codecs[key] { return known }
    let found = sides.codec(number, from: sender(isForward), to: sender(!isForward))
    codecs[key] = .some(found)
    return found
  }

  /// What a stream carries: its most frequent payload type.
  func codec(of stream: StreamMeter) -> CallDescription.Codec? {
    let most = stream.payloadTypes.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let most, let codec = codecs[TypeKey(number: most.key, isForward: stream.isForward)]
    else { return nil }
    return codec
  }
}

public import Packets
internal import RTP
internal import SansIO

/// Takes a capture apart, packet by packet: what the call in it was, and what was wrong with it.
///
/// Memory grows with flows, streams and what they lost, each bounded; not with packets, but for 16 bytes of each where places
/// of capture are compared, and of two million at most.
public struct Dissector {
  private static let flowLimit = 4096
  private static let placeLimit = 256
  private static let sightingLimit = 2_000_000

  private(set) var sides: CallSides
  let keys: MediaKeys
  /// Whether the capture is to be compared with another of the same call.
  private let isCompared: Bool
  /// What each place saw of each flow; put together they are `flows`.
  private var views: [Flow] = []
  /// Known once the capture is finished.
  private(set) var flows: [Flow] = []
  /// Names of the places of capture: interfaces, or in captures of all interfaces the numbers that the kernel gave them.
  private(set) var places: [String] = []
  private var interfaces: [CapturedInterface] = [] {
    didSet {
      isDecrypted = interfaces.map(\.isDecrypted)
      trafficInterfaceCount = isDecrypted.count { !$0 }
    }
  }
  /// Whether an interface shows media a second time, in the clear.
  private var isDecrypted: [Bool] = []
  private var trafficInterfaceCount = 0
  private var secretByteCount = 0
  var hasOwnSecrets: Bool { secretByteCount > 0 }
  private(set) var sightingCount = 0
  public private(set) var packetCount = 0
  private(set) var byteCount = 0
  private(set) var firstTime: Int64?
  private(set) var lastTime: Int64 = 0
  /// UDP datagrams, those put together from fragments too.
  public private(set) var datagramCount = 0
  private var repeated = RepeatedSightings()
  /// What was not looked into, by reason.
  private(set) var leftOut: [String: Int] = [:]
  /// One for each place: fragments that two places saw are no second datagram.
  private var fragmentTables: [FragmentTable] = []
  private(set) var cutCount = 0
  /// Datagrams of which fragments are missing.
  private(set) var incompleteCount = 0

  private struct PlaceKey: Hashable {
    var interface: Int
    var number: UInt32?
  }
  private var indexOfPlace: [PlaceKey: Int] = [:]

  private struct Pair: Hashable {
    var low: Endpoint
    var high: Endpoint
  }
  private struct ViewKey: Hashable {
    var place: Int
    var pair: Pair
  }
  private var indexOfView: [ViewKey: Int] = [:]
  /// What the last packet belonged to: mostly the next one's place and flow.
  private var lastPlace: (key: PlaceKey, place: Int)?
  private var lastView: Int?
  /// The first endpoint of each pair, the same at all places.
  private var firstOf: [Pair: Endpoint] = [:]

  /// What is known of a packet besides its bytes.
  private struct Origin {
    var number: Int
    var time: Int64
    var place: Int
    var isOutbound: Bool?
    var note: String?
  }

  /// - Parameters:
  ///   - keys: of this capture alone: they remember the streams that they opened.
  ///   - isCompared: notes every packet, for `CaptureComparison`.
  public init(
    _ descriptions: [CallDescription] = [], keys: MediaKeys = MediaKeys(), isCompared: Bool = false
  ) {
    sides = CallSides(descriptions)
    self.keys = keys
    self.isCompared = isCompared
  }

  /// Takes all packets that a reader has, and the interfaces and secrets of its file.
  public mutating func add(from reader: inout CaptureReader) throws(CaptureFault) {
    while let packet = try reader.next() {
      if interfaces.count != reader.interfaces.count { interfaces = reader.interfaces }
      if secretByteCount != reader.secrets.count {
        secretByteCount = reader.secrets.count
        keys.add(keyLog: reader.secrets)
        for view in views { learn(view.dtls) }
      }
      add(packet)
    }
  }

  private func learn(_ dtls: DTLSLog) {
    for isForward in [true, false] {
      guard let client = dtls.sides[isForward].client, let server = dtls.sides[!isForward].server
      else { continue }
      keys.learn(client: client, server: server)
    }
  }

  private var hasSeveralPlaces: Bool { trafficInterfaceCount > 1 || places.count > 1 }

  private mutating func place(of packet: CapturedPacket, _ number: UInt32?) -> Int? {
    let key = PlaceKey(interface: packet.interface, number: number)
    if let lastPlace, lastPlace.key == key { return lastPlace.place }
    if let known = indexOfPlace[key] {
      lastPlace = (key, known)
      return known
    }
    guard places.count < Self.placeLimit else {
      leave("more than \(Self.placeLimit) interfaces")
      return nil
    }
    let named =
      interfaces.indices.contains(packet.interface) ? interfaces[packet.interface].name : nil
    indexOfPlace[key] = places.count
    places.append(number.map { "interface \($0)" } ?? named ?? "interface \(packet.interface)")
    fragmentTables.append(FragmentTable())
    return places.count - 1
  }

  public mutating func add(_ packet: CapturedPacket) {
    packetCount += 1
    byteCount += packet.originalByteCount
    if firstTime == nil { firstTime = packet.time }
    lastTime = max(lastTime, packet.time)
    if isDecrypted.indices.contains(packet.interface), isDecrypted[packet.interface] {
      leave("media in the clear, counted where it is encrypted")
      return
    }
    let start: Int
    do throws(LinkLayer.Refusal) {
      start = try LinkLayer.ipStart(packet.bytes.span, linkType: packet.linkType)
    } catch {
      switch error {
      case .notIP: leave("not IP")
      case .cut: leave("cut by the capture")
      case .unknownLinkType(let type): leave("link type \(type)")
      }
      return
    }
    if packet.linkType == LinkLayer.cookedVersion1,
      repeated.isRepeated(packet.bytes.span, packet.bytes[start...], at: packet.time)
    {
      leave("the same packet at another interface")
      return
    }
    let cooked = LinkLayer.cooked(packet.bytes.span, linkType: packet.linkType)
    guard let place = place(of: packet, cooked?.interfaceIndex) else { return }
    let origin = Origin(
      number: packet.number, time: packet.time, place: place,
      isOutbound: packet.isOutbound ?? cooked?.isOutbound, note: packet.comment)
    if packet.isCut {
      cutCount += 1
      // The headers are there; zeros stand for the rest.
      let missing = min(65_600, packet.originalByteCount) - packet.bytes.count
      read(
        packet.bytes + [UInt8](repeating: 0, count: max(0, missing)), from: start, origin,
        isCut: true)
    } else {
      read(packet.bytes, from: start, origin, isCut: false)
    }
  }

  private mutating func leave(_ reason: String) {
    if leftOut[reason] != nil || leftOut.count < 64 { leftOut[reason, default: 0] += 1 }
  }

  private mutating func read(
    _ bytes: [UInt8], from start: Int, _ origin: Origin, isCut: Bool
  ) {
    let span = bytes.span.extracting(start..<bytes.count)
    let layout: IPLayout
    do throws(IPLayout.Refusal) {
      layout = try IPLayout(parsing: span)
    } catch {
      guard error == .fragment, !isCut else {
        leave(error.rawValue)
        return
      }
      let result = fragmentTables[origin.place].add(
        bytes[start...], number: origin.number, time: origin.time)
      if let dropped = result.dropped { lose(dropped, at: origin.place) }
      if let whole = result.whole { reassembled(whole, origin) }
      return
    }
    guard layout.transport == .udp else {
      leave(layout.transport == .tcp ? "TCP" : "ICMP")
      return
    }
    let source = Endpoint(span.extracting(layout.source), port: layout.sourcePort)
    let destination = Endpoint(span.extracting(layout.destination), port: layout.destinationPort)
    let payload = layout.payload
    datagram(
      source, destination,
      Array(bytes[start + payload.lowerBound..<start + payload.upperBound]), isCut: isCut, origin)
  }

  private mutating func datagram(
    _ source: Endpoint, _ destination: Endpoint, _ payload: [UInt8], isCut: Bool, _ origin: Origin
  ) {
    datagramCount += 1
    guard let (index, isForward) = view(source, destination, origin) else { return }
    if let isOutbound = origin.isOutbound, isOutbound {
      views[index].places[0].outbound[isForward] += 1
    }
    if let note = origin.note { views[index].note(note, isForward) }
    if isCompared || hasSeveralPlaces, sightingCount < Self.sightingLimit {
      sightingCount += 1
      views[index].sightings[isForward].append(
        Sighting(identity: Sighting.identity(of: payload), time: origin.time))
    }
    var payload = payload
    if !keys.isEmpty, !isCut, isRTPOrRTCP(payload) {
      switch keys.unprotect(payload, MediaKeys.Direction(flow: index, isForward: isForward)) {
      case .opened(let plain):
        payload = plain
        views[index].opened[isForward] += 1
      case .refused: views[index].refused[isForward] += 1
      case .noKey: break
      }
    }
    views[index].add(
      payload, isForward: isForward, isCut: isCut, number: origin.number, time: origin.time,
      sides: &sides)
    if keys.hasSecrets, let first = payload.first, (20...63).contains(first) {
      learn(views[index].dtls)
    }
  }

  private mutating func view(
    _ source: Endpoint, _ destination: Endpoint, _ origin: Origin
  ) -> (index: Int, isForward: Bool)? {
    if let lastView, let isForward = views[lastView].isForward(source, destination),
      views[lastView].places[0].index == origin.place
    {
      return (lastView, isForward)
    }
    let found = findView(source, destination, origin)
    lastView = found?.index
    return found
  }

  private mutating func findView(
    _ source: Endpoint, _ destination: Endpoint, _ origin: Origin
  ) -> (index: Int, isForward: Bool)? {
    let pair = Pair(low: min(source, destination), high: max(source, destination))
    let key = ViewKey(place: origin.place, pair: pair)
    if let index = indexOfView[key] { return (index, views[index].first == source) }
    guard views.count < Self.flowLimit else {
      leave("more than \(Self.flowLimit) flows")
      return nil
    }
    let first = firstOf[pair] ?? source
    firstOf[pair] = first
    indexOfView[key] = views.count
    views.append(
      Flow(
        first, first == source ? destination : source, place: origin.place, number: origin.number,
        time: origin.time))
    return (views.count - 1, first == source)
  }

  private mutating func reassembled(_ whole: FragmentTable.Datagram, _ origin: Origin) {
    guard whole.transport == 17, whole.bytes.count >= 8 else {
      leave("fragmented, not UDP")
      return
    }
    let (source, destination) = Self.endpoints(whole)
    var origin = origin
    (origin.number, origin.time) = (whole.firstNumber, whole.firstTime)
    datagram(source, destination, Array(whole.bytes[8...]), isCut: false, origin)
  }

  /// The UDP header must be there.
  private static func endpoints(_ datagram: FragmentTable.Datagram) -> (Endpoint, Endpoint) {
    let bytes = datagram.bytes
    let ports = (
      UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    )
    return (
      Endpoint(datagram.source.span, port: ports.0),
      Endpoint(datagram.destination.span, port: ports.1)
    )
  }

  private mutating func lose(_ datagram: FragmentTable.Datagram, at place: Int) {
    incompleteCount += 1
    guard datagram.transport == 17, datagram.bytes.count > 8 else { return }
    let (source, destination) = Self.endpoints(datagram)
    let origin = Origin(number: datagram.firstNumber, time: datagram.firstTime, place: place)
    guard (20...63).contains(datagram.bytes[8]),
      let (index, isForward) = view(source, destination, origin),
      views[index].lostDTLSFragments[isForward].count < 1000
    else { return }
    let length = Int(datagram.bytes[4]) << 8 | Int(datagram.bytes[5])
    views[index].lostDTLSFragments[isForward].append(max(0, length - 8))
  }

  /// From the first packet to the last.
  var times: ClosedRange<Int64> { min(firstTime ?? lastTime, lastTime)...lastTime }
  var openedCount: Int { flows.reduce(0) { $0 + $1.opened[true] + $1.opened[false] } }
  var refusedCount: Int { flows.reduce(0) { $0 + $1.refused[true] + $1.refused[false] } }
  var fragmentCount: Int { fragmentTables.reduce(0) { $0 + $1.fragmentCount } }

  /// To be called once, behind the last packet.
  public mutating func finish() {
    for (place, table) in fragmentTables.enumerated() {
      for datagram in table.incomplete { lose(datagram, at: place) }
    }
    flows = FlowTable.flows(of: views, isCompared: isCompared)
    views = []
    lastView = nil
  }
}

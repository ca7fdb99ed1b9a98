public import Packets
internal import RTP
internal import SansIO

/// Takes a capture apart, packet by packet: what the call in it was, and what was wrong with it.
///
/// Memory grows with flows, streams and what they lost, each bounded; not with packets.
public struct Dissector {
  private static let flowLimit = 4096

  private(set) var sides: CallSides
  let keys: MediaKeys?
  private(set) var flows: [Flow] = []
  public private(set) var packetCount = 0
  private(set) var byteCount = 0
  private(set) var firstTime: Int64?
  private(set) var lastTime: Int64 = 0
  /// UDP datagrams, those put together from fragments too.
  public private(set) var datagramCount = 0
  /// What was not looked into, by reason.
  private(set) var leftOut: [String: Int] = [:]
  private(set) var fragments = FragmentTable()
  private(set) var cutCount = 0
  /// Datagrams of which fragments are missing.
  private(set) var incompleteCount = 0

  private struct FlowKey: Hashable {
    var low: Endpoint
    var high: Endpoint
  }
  private var indexOfFlow: [FlowKey: Int] = [:]

  /// - Parameter keys: of this capture alone: they remember the streams that they opened.
  public init(_ descriptions: [CallDescription] = [], keys: MediaKeys? = nil) {
    sides = CallSides(descriptions)
    self.keys = keys
  }

  public mutating func add(_ packet: CapturedPacket) {
    packetCount += 1
    byteCount += packet.originalByteCount
    if firstTime == nil { firstTime = packet.time }
    lastTime = max(lastTime, packet.time)
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
    if packet.isCut {
      cutCount += 1
      // The headers are there; zeros stand for the rest.
      let missing = min(65_600, packet.originalByteCount) - packet.bytes.count
      read(
        packet.bytes + [UInt8](repeating: 0, count: max(0, missing)), from: start, packet,
        isCut: true)
    } else {
      read(packet.bytes, from: start, packet, isCut: false)
    }
  }

  private mutating func leave(_ reason: String) {
    if leftOut[reason] != nil || leftOut.count < 64 { leftOut[reason, default: 0] += 1 }
  }

  private mutating func read(
    _ bytes: [UInt8], from start: Int, _ packet: CapturedPacket, isCut: Bool
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
      let result = fragments.add(bytes[start...], number: packet.number, time: packet.time)
      if let dropped = result.dropped { lose(dropped) }
      if let whole = result.whole { reassembled(whole) }
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
      Array(bytes[start + payload.lowerBound..<start + payload.upperBound]), isCut: isCut,
      number: packet.number, time: packet.time)
  }

  private mutating func datagram(
    _ source: Endpoint, _ destination: Endpoint, _ payload: [UInt8], isCut: Bool, number: Int,
    time: Int64
  ) {
    datagramCount += 1
    guard let (index, isForward) = flow(source, destination, number, time) else { return }
    var payload = payload
    if let keys, !isCut, isRTPOrRTCP(payload),
      let plain = keys.unprotect(payload, MediaKeys.Direction(flow: index, isForward: isForward))
    {
      payload = plain
      flows[index].isDecrypted[isForward] = true
    }
    flows[index].add(
      payload, isForward: isForward, isCut: isCut, number: number, time: time, sides: &sides)
  }

  private mutating func flow(
    _ source: Endpoint, _ destination: Endpoint, _ number: Int, _ time: Int64
  ) -> (index: Int, isForward: Bool)? {
    let key = FlowKey(low: min(source, destination), high: max(source, destination))
    if let index = indexOfFlow[key] { return (index, flows[index].first == source) }
    guard flows.count < Self.flowLimit else {
      leave("more than \(Self.flowLimit) flows")
      return nil
    }
    indexOfFlow[key] = flows.count
    flows.append(Flow(source, destination, number: number, time: time))
    return (flows.count - 1, true)
  }

  private mutating func reassembled(_ whole: FragmentTable.Datagram) {
    guard whole.transport == 17, whole.bytes.count >= 8 else {
      leave("fragmented, not UDP")
      return
    }
    let (source, destination) = Self.endpoints(whole)
    datagram(
      source, destination, Array(whole.bytes[8...]), isCut: false, number: whole.firstNumber,
      time: whole.firstTime)
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

  private mutating func lose(_ datagram: FragmentTable.Datagram) {
    incompleteCount += 1
    guard datagram.transport == 17, datagram.bytes.count > 8 else { return }
    let (source, destination) = Self.endpoints(datagram)
    guard (20...63).contains(datagram.bytes[8]),
      let (index, isForward) = flow(
        source, destination, datagram.firstNumber, datagram.firstTime),
      flows[index].lostDTLSFragments[isForward].count < 1000
    else { return }
    let length = Int(datagram.bytes[4]) << 8 | Int(datagram.bytes[5])
    flows[index].lostDTLSFragments[isForward].append(max(0, length - 8))
  }

  /// To be called once, behind the last packet.
  public mutating func finish() {
    for datagram in fragments.incomplete { lose(datagram) }
  }
}

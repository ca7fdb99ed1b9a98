internal import Packets
internal import SansIO
public import Trace

/// The capture of a live run: every interface in one file, in the order of time, with what the router knows of each packet.
///
/// A packet that a host sent is found by its interface and its bytes; of equal ones the first sent is the first read. So the
/// router's events bear Wireshark's frame numbers, and the frame of a packet that a link dropped says so.
public struct MergedCapture {
  /// A whole file.
  public private(set) var pcapng: [UInt8] = []
  /// What the router saw, in order; `PacketEvent.number` is the frame in which the host sent the packet, 0 where there is none.
  public private(set) var events: [TraceEvent] = []
  public private(set) var overload = Overload()

  private let router: RouterRecord
  private let traffic: CapturedTraffic
  /// In the order of the file.
  private var frames: [Frame] = []
  /// By the router's number of a packet: the frame in which it was sent, from 1; 0: none.
  private var frameNumbers: [Int32] = []

  private struct Frame {
    enum Source {
      case captured(Int)
      case server(Int)
    }

    var at: Int64
    var source: Source
    var isOutgoing: Bool
    var comment: String?
  }

  /// - Parameters:
  ///   - capture: stopped by this, after the router.
  ///   - epochUnixNanoseconds: what the wall clock showed at the start of the run.
  ///   - secrets: lines of the NSS key log format.
  ///   - tunDrops: packets that the devices dropped, as their interfaces count them.
  public init(
    router: RouterRecord, capture: LiveCapture, epochUnixNanoseconds: Int64, secrets: String,
    tunDrops: Int
  ) {
    self.init(
      router: router, traffic: capture.stop(), epochUnixNanoseconds: epochUnixNanoseconds,
      secrets: secrets, tunDrops: tunDrops)
  }

  init(
    router: RouterRecord, traffic: CapturedTraffic, epochUnixNanoseconds: Int64, secrets: String,
    tunDrops: Int
  ) {
    precondition(traffic.counts.count <= router.interfaces.count)
    self.router = router
    self.traffic = traffic
    collectFrames()
    let pickups = matchPackets()
    makeEvents()
    judge(pickups, tunDrops: tunDrops)
    write(epochUnixNanoseconds: epochUnixNanoseconds, secrets: secrets)
  }

  // MARK: Frames

  private mutating func collectFrames() {
    frames.reserveCapacity(traffic.frames.count + router.serverFrames.count)
    for (index, frame) in traffic.frames.enumerated() {
      frames.append(
        Frame(
          at: frame.at, source: .captured(index), isOutgoing: isOutgoing(frame), comment: nil))
    }
    for (index, frame) in router.serverFrames.enumerated() {
      frames.append(
        Frame(
          at: frame.at, source: .server(index), isOutgoing: frame.packet != nil, comment: nil))
    }
    frames.sort { $0.at < $1.at }  // stable
  }

  /// All but what comes to an address of the interface from elsewhere: a host's multicast included.
  private func isOutgoing(_ frame: CapturedTraffic.Frame) -> Bool {
    let bytes = traffic.bytes[frame.bytes]
    let (source, destination): (ArraySlice<UInt8>, ArraySlice<UInt8>)
    let start = bytes.startIndex
    switch (bytes.first ?? 0) >> 4 {
    case 4 where bytes.count >= 20:
      (source, destination) = (bytes[start + 12..<start + 16], bytes[start + 16..<start + 20])
    case 6 where bytes.count >= 40:
      (source, destination) = (bytes[start + 8..<start + 24], bytes[start + 24..<start + 40])
    default: return true
    }
    let own = router.interfaces[Int(frame.interface)].addresses
    return own.contains { $0.elementsEqual(source) }
      || !own.contains { $0.elementsEqual(destination) }
  }

  // MARK: Packets

  private struct Key: Hashable {
    var interface: UInt8
    var digest: UInt64
  }

  /// Finds the frame of every packet; returns how long each waited for the router.
  private mutating func matchPackets() -> [Int64?] {
    // Of frames with the same bytes the first, and behind each frame the next.
    var first: [Key: Int32] = [:]
    var next = [Int32](repeating: -1, count: frames.count)
    frameNumbers = [Int32](repeating: 0, count: router.packets.count)
    for index in frames.indices.reversed() where frames[index].isOutgoing {
      switch frames[index].source {
      case .server(let server):
        if let packet = router.serverFrames[server].packet {
          frameNumbers[Int(packet)] = Int32(index + 1)
        }
      case .captured(let captured):
        let frame = traffic.frames[captured]
        let key = Key(
          interface: frame.interface, digest: PacketDigest.of(traffic.bytes[frame.bytes]))
        next[index] = first[key] ?? -1
        first[key] = Int32(index)
      }
    }
    return router.packets.enumerated().map { number, packet in
      guard case .interface(let interface) = packet.origin else { return nil }
      let key = Key(interface: interface, digest: packet.digest)
      guard let found = first[key], found >= 0 else {
        overload.missingInCapture += 1
        return nil
      }
      first[key] = next[Int(found)]
      frameNumbers[number] = found + 1
      if let reason = packet.discarded {
        frames[Int(found)].comment =
          "not on the network: \(router.discardReasons[Int(reason)])"
      }
      return max(packet.at - frames[Int(found)].at, 0)
    }
  }

  private mutating func makeEvents() {
    events.reserveCapacity(router.events.count + router.linkEvents.count)
    for event in router.events {
      let interface = router.interfaces[Int(event.interface)]
      let number = Int(frameNumbers[Int(event.packet)])
      let fate: PacketEvent.Fate
      switch event.fate {
      case .sent: fate = .sent
      case .delivered: fate = .delivered
      default:
        let reason = event.fate.dropReason ?? ""
        fate = .dropped(reason)
        if number > 0 {
          frames[number - 1].comment =
            event.fate == .noSuchAddress
            ? reason : "dropped by link \(interface.name) \(event.direction.rawValue): \(reason)"
        }
      }
      guard let id = interface.id else { continue }
      events.append(
        TraceEvent(
          at: Instant(nanoseconds: event.at), subject: .link(id),
          kind: .packet(
            PacketEvent(
              number: number, direction: event.direction,
              bytesOnWire: Int(router.packets[Int(event.packet)].byteCount), fate: fate))))
    }
    events += router.linkEvents
    events.sort { $0.at < $1.at }  // stable
  }

  private mutating func judge(_ pickups: [Int64?], tunDrops: Int) {
    let delivered = router.events.lazy.filter { $0.fate == .delivered }
    overload.lateness = LatenessSpread(
      delivered.map { Int64($0.lateness) + (pickups[Int($0.packet)] ?? 0) })
    overload.pickup = LatenessSpread(pickups.lazy.compactMap(\.self))
    overload.writing = router.lateness
    overload.tunDrops = tunDrops
    overload.captureDrops = traffic.counts.reduce(0) { $0 + $1.dropped }
    overload.refusedByKernel = router.events.count { $0.fate == .refusedByKernel }
    overload.isRealTime = router.isRealTime
    overload.broken =
      router.broken.map { "\($0.interface): the device broke with error \($0.errno)" }
      + traffic.broken.map { "the capture broke: \($0)" }
  }

  // MARK: The file

  private mutating func write(epochUnixNanoseconds: Int64, secrets: String) {
    let byteCount = frames.reduce(0) { $0 + bytes(of: $1).count + 80 }
    var writer = PcapngWriter(application: "callproof", reserving: byteCount)
    for name in router.interfaces.map(\.name) + router.serverNames {
      _ = writer.interface(
        name: name, linkType: .rawIP, description: "what \(name) sent and received")
    }
    if !secrets.isEmpty { writer.secrets(secrets) }
    for frame in frames {
      let interface: Int
      var originalByteCount: Int?
      switch frame.source {
      case .captured(let index):
        interface = Int(traffic.frames[index].interface)
        originalByteCount = Int(traffic.frames[index].originalByteCount)
      case .server(let index):
        interface = router.interfaces.count + Int(router.serverFrames[index].server)
      }
      writer.packet(
        interface: interface, at: epochUnixNanoseconds + frame.at, bytes: bytes(of: frame),
        originalByteCount: originalByteCount, direction: frame.isOutgoing ? .outbound : .inbound,
        comment: frame.comment)
    }
    let end = epochUnixNanoseconds + max(frames.last?.at ?? 0, events.last?.at.nanoseconds ?? 0)
    for (index, counts) in traffic.counts.enumerated() {
      writer.statistics(
        interface: index, at: end, received: counts.received,
        droppedByInterface: counts.droppedByInterface, droppedByCapture: counts.dropped)
    }
    pcapng = writer.bytes
  }

  private func bytes(of frame: Frame) -> ArraySlice<UInt8> {
    switch frame.source {
    case .captured(let index): traffic.bytes[traffic.frames[index].bytes]
    case .server(let index): router.serverBytes[router.serverFrames[index].bytes]
    }
  }
}

internal import Netem
internal import Packets
internal import SansIO
internal import Trace

/// Moves packets between devices through links: what the router's thread does, told the time by its owner.
///
/// ```
/// device → read → alice's uplink ─┬→ bob's downlink → write → device
///                                 ├→ STUN server → bob's downlink …
///                                 └→ socket ⇄ server outside the machine
/// ```
/// The core between the links costs no time, as in the simulated world: a packet is offered to a downlink at the instant at
/// which it left the uplink, however late that was noticed, so that lateness does not add up.
///
/// A packet's bytes arrive as they were sent. One that a link corrupted gets a UDP checksum that fits, as in the simulated
/// world, or the receiver's kernel would make loss of it; TCP and ICMP keep theirs, so that there it is loss.
final class Forwarding {
  private(set) var record: RouterRecord

  /// Some 100 bytes are kept of each packet, so that a host that floods takes 400 MB at most.
  private static let packetLimit = 4_000_000

  private static let tooMany = "more packets than a run keeps"

  private let clock: () -> Instant
  private let routes: RouteTable
  private var ports: [Port]
  private var servers: [STUNServerNode]
  private var relays: [PublicRelay]
  private var mayCorrupt = false
  private var input = [UInt8](repeating: 0, count: 65_575)
  private var output: [UInt8] = []
  private var discardCounts: [Int] = []
  private var identification: UInt16 = 0

  /// One interface, and its link where it has one.
  private struct Port {
    let device: PacketDevice
    var link: (up: Netem, down: Netem)?
    var isBroken = false
  }

  init(plan: RouterPlan, clock: @escaping () -> Instant) {
    precondition(
      plan.interfaces.count < 256 && plan.stunServers.count + plan.publicServers.count < 256)
    self.clock = clock
    record = RouterRecord(plan)
    routes = RouteTable(plan)
    ports = plan.interfaces.map { interface in
      Port(
        device: PacketDevice(descriptor: interface.tun),
        link: interface.link.map {
          (
            Netem(settings: $0.up, seed: plan.seed, name: "\(interface.name) up"),
            Netem(settings: $0.down, seed: plan.seed, name: "\(interface.name) down")
          )
        })
    }
    servers = plan.stunServers.map { STUNServerNode(address: $0.address, behaviour: $0.behaviour) }
    relays = plan.publicServers.map(PublicRelay.init)
    for interface in plan.interfaces { noteCorruption(interface.link) }
  }

  /// When `advance` is wanted next; nil: not before a packet comes.
  var deadline: Instant? {
    var result: Instant?
    for index in ports.indices {
      result = earliest(result, ports[index].link?.up.deadline)
      result = earliest(result, ports[index].link?.down.deadline)
    }
    for server in servers { result = earliest(result, server.deadline) }
    return result
  }

  func set(_ index: Int, to settings: LinkSettings, name: String, at now: Instant) {
    guard ports.indices.contains(index), ports[index].link != nil else { return }
    noteCorruption(settings)
    ports[index].link?.up.set(settings.up, at: now)
    ports[index].link?.down.set(settings.down, at: now)
    if let id = record.interfaces[index].id {
      record.linkEvents.append(
        TraceEvent(at: now, subject: .link(id), kind: .link(.configured(name))))
    }
  }

  /// What is read at a time, so that one that floods does not hold up the rest.
  private static let readLimit = 64

  /// Reads what a device has; false: it is broken.
  func read(from index: Int) -> Bool {
    for _ in 0..<Self.readLimit where !ports[index].isBroken {
      switch ports[index].device.read(into: &input) {
      case .packet(let byteCount): accept(byteCount, from: index, at: clock())
      case .nothing: return true
      case .failed(let errno):
        ports[index].isBroken = true
        record.broken.append((record.interfaces[index].name, errno))
      }
    }
    return !ports[index].isBroken
  }

  /// Takes what a public server sent to one of its sockets.
  func read(publicServer index: Int, socket: Int) {
    let now = clock()
    for _ in 0..<Self.readLimit {
      guard let datagram = relays[index].receive(from: socket) else { return }
      emit(datagram, server: servers.count + index, at: now)
    }
  }

  /// Everything that is due at `now`.
  func advance(to now: Instant) {
    for index in ports.indices {
      while let output = ports[index].link?.up.next(at: now) { leaveUplink(output, index, at: now) }
    }
    for index in servers.indices where servers[index].deadline.map({ $0 <= now }) ?? false {
      servers[index].wake(at: now)
      drain(server: index, at: now)
    }
    for index in ports.indices {
      while let output = ports[index].link?.down.next(at: now) {
        switch output {
        case .deliver(_, let tag, let at) where ports[index].isBroken:
          note(.refusedByKernel, tag, index, .down, at: at)
        case .deliver(let datagram, let tag, let at): write(datagram, tag, to: index, due: at)
        case .drop(let tag, let reason): note(Self.fate(reason), tag, index, .down, at: now)
        }
      }
    }
  }

  /// What the links measured, and all that was counted; ends the work.
  func finish(isRealTime: Bool) -> RouterRecord {
    let now = clock()
    for (index, port) in ports.enumerated() {
      guard let link = port.link, let id = record.interfaces[index].id else { continue }
      for (direction, netem) in [(PacketEvent.Direction.up, link.up), (.down, link.down)] {
        for period in netem.periods {
          for measure in period.measures {
            let event = LinkEvent.measured(
              direction, from: period.from, name: measure.name, asked: measure.asked,
              measured: measure.measured, unit: measure.unit)
            record.linkEvents.append(TraceEvent(at: now, subject: .link(id), kind: .link(event)))
          }
        }
      }
    }
    record.isRealTime = isRealTime
    record.publicTraffic = relays.map(\.traffic)
    record.discarded = zip(record.discardReasons, discardCounts).map { ($0, $1) }
    return record
  }

  // MARK: In

  /// The first bytes of `input` are a packet that a host sent.
  private func accept(_ byteCount: Int, from index: Int, at now: Instant) {
    guard record.packets.count < Self.packetLimit else {
      count(discarded: Self.tooMany)
      return
    }
    let digest = unsafe input.withUnsafeBytes {
      unsafe PacketDigest.of(UnsafeRawBufferPointer(rebasing: $0[..<byteCount]))
    }
    let origin = RouterRecord.Packet.Origin.interface(UInt8(index))
    let layout: IPLayout
    do throws(IPLayout.Refusal) {
      layout = try IPLayout(parsing: input.span.extracting(..<byteCount))
    } catch {
      return discard(error.rawValue, byteCount, digest, origin, at: now)
    }
    let destination = routes.host(layout.destination, in: input.span)
    if routes.target(destination) == nil,
      let reason = RouteTable.reasonToDiscard(destination: destination)
    {
      return discard(reason, byteCount, digest, origin, at: now)
    }
    guard layout.byteCount == byteCount, layout.payload.upperBound == byteCount else {
      return discard("lengths that disagree", byteCount, digest, origin, at: now)
    }
    let datagram = Datagram(
      transport: layout.transport,
      source: SocketAddress(
        host: routes.host(layout.source, in: input.span), port: layout.sourcePort),
      destination: SocketAddress(host: destination, port: layout.destinationPort),
      ecn: layout.ecn, payload: Array(input[layout.payload]))
    let tag = register(
      header: input[..<layout.payload.lowerBound], byteCount, digest, origin, at: now)
    note(.sent, tag, index, .up, at: now)
    if ports[index].link != nil {
      ports[index].link?.up.offer(datagram, tag: tag, at: now)
    } else if !route(datagram, tag, at: now) {
      note(.noSuchAddress, tag, index, .up, at: now)
    }
  }

  private func register(
    header: ArraySlice<UInt8>, _ byteCount: Int, _ digest: UInt64,
    _ origin: RouterRecord.Packet.Origin, discarded: UInt8? = nil, at now: Instant
  ) -> Int {
    record.packets.append(
      RouterRecord.Packet(
        at: now.nanoseconds, digest: digest, header: record.headers.append(header),
        byteCount: UInt32(byteCount), origin: origin, discarded: discarded))
    return record.packets.count - 1
  }

  private func discard(
    _ reason: String, _ byteCount: Int, _ digest: UInt64, _ origin: RouterRecord.Packet.Origin,
    at now: Instant
  ) {
    let index = count(discarded: reason)
    _ = register(header: [], byteCount, digest, origin, discarded: UInt8(index), at: now)
  }

  /// Returns the reason's number.
  @discardableResult
  private func count(discarded reason: String) -> Int {
    let index = record.discardReasons.firstIndex(of: reason) ?? record.discardReasons.count
    if index == record.discardReasons.count {
      record.discardReasons.append(reason)
      discardCounts.append(0)
    }
    discardCounts[index] += 1
    return index
  }

  // MARK: Across

  private func leaveUplink(_ output: Netem.Output, _ index: Int, at now: Instant) {
    switch output {
    case .deliver(let datagram, let tag, let at):
      if !route(datagram, tag, at: at) { note(.noSuchAddress, tag, index, .up, at: now) }
    case .drop(let tag, let reason): note(Self.fate(reason), tag, index, .up, at: now)
    }
  }

  /// The core of the network: no delay, no loss; false: it does not know the address.
  private func route(_ datagram: Datagram, _ tag: Int, at now: Instant) -> Bool {
    switch routes.target(datagram.destination.host) {
    case nil: return false
    case .dead: break
    case .interface(let index):
      if ports[index].link != nil {
        ports[index].link?.down.offer(datagram, tag: tag, at: now)
      } else {
        write(datagram, tag, to: index, due: now)
      }
    case .server(let index):
      keep(datagram, tag, server: index, at: now)
      servers[index].receive(datagram, at: now)
      drain(server: index, at: now)
    case .publicServer(let index):
      keep(datagram, tag, server: servers.count + index, at: now)
      relays[index].send(datagram)
    }
    return true
  }

  /// Keeps what came to a server for the capture.
  private func keep(_ datagram: Datagram, _ tag: Int, server: Int, at now: Instant) {
    assemble(datagram, tag)
    record.serverFrames.append(
      RouterRecord.ServerFrame(
        server: UInt8(server), at: now.nanoseconds, bytes: record.serverBytes.append(output[...])))
  }

  private func drain(server index: Int, at now: Instant) {
    while let datagram = servers[index].nextDatagram() { emit(datagram, server: index, at: now) }
  }

  /// Puts what a server sent on the network.
  private func emit(_ datagram: Datagram, server: Int, at now: Instant) {
    guard record.packets.count < Self.packetLimit else {
      count(discarded: Self.tooMany)
      return
    }
    identification &+= 1
    let packet = ipPacket(datagram, identification: identification)
    let header = packet.count - datagram.payload.count
    let tag = register(
      header: packet[..<header], packet.count, PacketDigest.of(packet[...]),
      .server(UInt8(server)), at: now)
    record.serverFrames.append(
      RouterRecord.ServerFrame(
        server: UInt8(server), at: now.nanoseconds, bytes: record.serverBytes.append(packet[...]),
        packet: UInt32(tag)))
    // A server answers whoever asked, so that there is such an address.
    _ = route(datagram, tag, at: now)
  }

  // MARK: Out

  private func write(_ datagram: Datagram, _ tag: Int, to index: Int, due: Instant) {
    assemble(datagram, tag)
    let isTaken = ports[index].device.write(output)
    let now = clock()
    let lateness = UInt32(clamping: max((now - due).nanoseconds, 0))
    note(
      isTaken ? .delivered : .refusedByKernel, tag, index, .down, at: now, lateness: lateness)
  }

  /// Makes `output` the packet as it arrives.
  private func assemble(_ datagram: Datagram, _ tag: Int) {
    output.removeAll(keepingCapacity: true)
    output.append(contentsOf: record.headers[record.packets[tag].header])
    output.append(contentsOf: datagram.payload)
    if mayCorrupt, let layout = try? IPLayout(parsing: output.span) {
      repairUDPChecksum(ipPacket: &output, layout: layout)
    }
  }

  // MARK: Notes

  private func note(
    _ fate: RouterRecord.Event.Fate, _ tag: Int, _ index: Int, _ direction: PacketEvent.Direction,
    at now: Instant, lateness: UInt32 = 0
  ) {
    record.events.append(
      RouterRecord.Event(
        at: now.nanoseconds, packet: UInt32(tag), lateness: lateness, interface: UInt8(index),
        direction: direction, fate: fate))
  }

  private func noteCorruption(_ link: LinkSettings?) {
    guard let link else { return }
    mayCorrupt = mayCorrupt || link.up.corruption > 0 || link.down.corruption > 0
  }

  private static func fate(_ reason: String) -> RouterRecord.Event.Fate {
    switch DropReason(rawValue: reason) {
    case .loss, nil: .lost
    case .queueFull: .queueFull
    case .mtu: .overMTU
    }
  }
}

import Call
import Packets
import RTP
import SDP
import SansIO
import Scenario
import Simulation
import Trace

/// A two-way call of alice and bob in the simulated world: small pictures, so that it is quick in a debug build.
struct TestCall {
  /// What one peer's settings say, in YAML flow; the picture's size is added.
  struct PeerText {
    var audio = ""
    var video = ""
    /// "ice: {…}, dtls: {…}, clock: {…}".
    var more = ""
    var size = "160x90"
    var hasAudio = true
    var hasVideo = true

    var text: String {
      let audio = hasAudio ? "{\(audio)}" : "none"
      let separator = video.isEmpty ? "" : ", "
      let video = hasVideo ? "{size: \(size), fps: 15\(separator)\(video)}" : "none"
      return "{audio: \(audio), video: \(video)\(more.isEmpty ? "" : ", \(more)")}"
    }
  }

  static let alice = PeerID(index: 0)
  static let bob = PeerID(index: 1)

  var name: String
  var alice = PeerText()
  var bob = PeerText()
  /// A profile or a link, of alice alone; or a map of peers.
  var network = "{delay: 20ms}"
  var servers = ""
  var signallingDelay = "50ms"
  /// After the call is up.
  var steps = ["run for 1500ms"]
  var connectedWithin = "10s"
  var seed: UInt64 = 7
  var files: [String: [UInt8]] = [:]

  init(_ name: String = "test") { self.name = name }

  init(_ name: String, _ change: (inout TestCall) -> Void) {
    self.name = name
    change(&self)
  }

  var text: String {
    let script =
      ["alice dials bob", "bob answers", "connected within \(connectedWithin)"] + steps
    return """
      scenario: \(name)
      network: \(network)
      signalling: {delay: \(signallingDelay)}
      \(servers.isEmpty ? "" : "servers: {\(servers)}")
      peers:
        alice: \(alice.text)
        bob: \(bob.text)
      call:
      \(script.map { "  - \($0)" }.joined(separator: "\n"))
      """
  }

  func run() throws -> Outcome {
    let scenario = try Scenario.parse(Array(text.utf8), file: "test.yaml")[0]
    return Outcome(try Simulation.run(scenario, seed: Seed(seed), files: files))
  }
}

/// What a test asks of a finished run.
struct Outcome {
  struct Plain {
    var at: Instant
    var isOutgoing: Bool
    var bytes: [UInt8]
  }

  let record: RunRecord
  let capture: PcapngReader

  init(_ record: RunRecord) {
    self.record = record
    capture = PcapngReader(record.capture)
  }

  /// "ended", or why the script broke off.
  var script: String {
    for event in record.trace.events {
      switch event.kind {
      case .script(.timedOut(let step)): return "step \(step) timed out"
      case .script(.refused(let step, let reason)): return "step \(step) refused: \(reason)"
      default: continue
      }
    }
    return "ended"
  }

  func events(of peer: PeerID) -> [TraceEvent] {
    record.trace.events.filter { $0.subject == .peer(peer) }
  }

  func media(_ peer: PeerID) -> [(at: Instant, event: MediaEvent)] {
    events(of: peer).compactMap { event in
      if case .media(let media) = event.kind { (event.at, media) } else { nil }
    }
  }

  func ice(_ peer: PeerID) -> [(at: Instant, event: ICEEvent)] {
    events(of: peer).compactMap { event in
      if case .ice(let ice) = event.kind { (event.at, ice) } else { nil }
    }
  }

  func dtls(_ peer: PeerID) -> [DTLSEvent] {
    events(of: peer).compactMap { if case .dtls(let event) = $0.kind { event } else { nil } }
  }

  func rendered(
    _ peer: PeerID
  ) -> [(at: Instant, strip: StripReading?, psnr: FixedDecimal?, ssim: FixedDecimal?)] {
    media(peer).compactMap { item in
      if case .rendered(_, let strip, let psnr, let ssim) = item.event {
        (item.at, strip, psnr, ssim)
      } else {
        nil
      }
    }
  }

  func marksSent(_ peer: PeerID) -> [(at: Instant, mark: UInt32)] {
    media(peer).compactMap { item in
      if case .markSent(_, let mark) = item.event { (item.at, mark) } else { nil }
    }
  }

  func marksPlayed(_ peer: PeerID) -> [(at: Instant, mark: UInt32)] {
    media(peer).compactMap { item in
      if case .markPlayed(_, let mark) = item.event { (item.at, mark) } else { nil }
    }
  }

  /// From mouth to ear, by the marks that were sent from `begin` on.
  func audioDelays(from sender: PeerID, to receiver: PeerID, since begin: Instant = .start)
    -> [Duration]
  {
    let sent = Dictionary(
      marksSent(sender).map { ($0.mark, $0.at) }, uniquingKeysWith: { first, _ in first })
    return marksPlayed(receiver).compactMap { played in
      guard let at = sent[played.mark], at >= begin else { return nil }
      return played.at - at
    }
  }

  func discarded(_ peer: PeerID) -> [String] {
    events(of: peer).compactMap {
      if case .discarded(let layer, let reason) = $0.kind { "\(layer): \(reason)" } else { nil }
    }
  }

  func codecs(sentBy peer: PeerID) -> [String] {
    media(peer).compactMap {
      if case .sending(_, let codec, _, _) = $0.event { codec } else { nil }
    }
  }

  func description(_ kind: Description.Kind) throws -> SessionDescription {
    for event in record.trace.events {
      if case .signalling(.applied(.local, let description)) = event.kind, description.kind == kind
      {
        return try SessionDescription(parsing: description.sdp)
      }
    }
    throw MissingDescription()
  }

  struct MissingDescription: Error {}

  /// RTP and RTCP of a peer in the clear.
  func plain(_ peer: PeerID) -> [Plain] {
    let name = record.trace.header.peers[peer.index] + " decrypted"
    return capture.packets.compactMap { packet in
      guard capture.interfaces[packet.interface] == name,
        let datagram = datagram(ipPacket: packet.bytes)
      else { return nil }
      return Plain(
        at: packet.at, isOutgoing: packet.isOutgoing, bytes: datagram.payload)
    }
  }

  func rtp(_ peer: PeerID, outgoing: Bool = true) -> [(at: Instant, packet: RTPPacket)] {
    plain(peer).compactMap { item in
      guard item.isOutgoing == outgoing, !isRTCP(item.bytes),
        let packet = try? RTPPacket(parsing: item.bytes)
      else { return nil }
      return (item.at, packet)
    }
  }

  func rtcp(_ peer: PeerID, outgoing: Bool = true) -> [(at: Instant, packets: [RTCPPacket])] {
    plain(peer).compactMap { item in
      guard item.isOutgoing == outgoing, isRTCP(item.bytes),
        let packets = try? RTCPPacket.parseCompound(item.bytes)
      else { return nil }
      return (item.at, packets)
    }
  }

  /// What the peer's own interface sent and received, protected.
  func wire(_ peer: PeerID) -> [(at: Instant, isOutgoing: Bool, datagram: Datagram)] {
    let name = record.trace.header.peers[peer.index]
    return capture.packets.compactMap { packet in
      guard capture.interfaces[packet.interface] == name,
        let datagram = datagram(ipPacket: packet.bytes)
      else { return nil }
      return (packet.at, packet.isOutgoing, datagram)
    }
  }
}

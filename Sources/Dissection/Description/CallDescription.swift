internal import RTP
internal import SDP
internal import SansIO

/// What descriptions say of the call in a capture: codecs by number, credentials, roles, addresses.
public struct CallDescription: Sendable {
  struct Codec: Hashable, Sendable {
    var name: String
    var clockRate: Int
    /// What its section carries.
    var kind: MediaKind
    /// Of H.264; nil for another codec.
    var packetizationMode: Int?
    /// Of H.264: SPS and PPS are in the description.
    var hasParameterSets = false
    /// Of RTX: the payload type that it repeats.
    var associated: UInt8?

    /// It carries no pictures or sound of its own.
    var isRepair: Bool { ["rtx", "red", "ulpfec", "flexfec-03"].contains(name) }
    var isH264: Bool { name == "h264" }
    var isVideo: Bool { kind == .video }
    /// Events, and rest: their timestamps stand still or jump.
    var isSignal: Bool { name == "telephone-event" || name == "cn" }
    /// How its payloads are read; nil: not at all.
    var format: PayloadFormat? {
      switch name {
      case "vp8": .vp8
      case "h264": .h264(mode: packetizationMode ?? 0)
      default: nil
      }
    }
    var label: String { "\(name)/\(clockRate)" }
  }

  struct Credentials: Hashable, Sendable {
    var ufrag: String
    var section: Int
    var mid: String?
    /// Its section's transport is used: the tagged one of a BUNDLE, or one outside.
    var isUsed: Bool
  }

  let isOffer: Bool
  private(set) var codecs: [UInt8: Codec] = [:]
  private(set) var credentials: [Credentials] = []
  private(set) var endpoints: Set<Endpoint> = []
  private(set) var hosts: Set<String> = []
  private(set) var setup: SetupRole?
  private(set) var fingerprints: [Fingerprint] = []
  private(set) var sections: [DescribedSection] = []
  /// The numbers of header extensions, of all sections together.
  private(set) var extensions: Set<UInt16> = []

  /// - Parameter isOffer: what the text around calls it; nil: an offer when it leaves the DTLS role open.
  public init(_ bytes: [UInt8], isOffer: Bool? = nil) {
    let description = DescriptionReading(bytes).description
    let setups = ([description.setup] + description.media.map(\.setup)).compactMap(\.self)
    self.isOffer = isOffer ?? (setups.first == .actpass)
    setup = setups.first
    let groups = description.groups.filter { $0.semantics == "BUNDLE" }
    let tagged = groups.compactMap { group in
      group.mids.first { mid in
        description.media.contains { $0.mid == mid && !$0.isRejected && !$0.bundleOnly }
      }
    }
    sections = description.media.map {
      DescribedSection($0, session: description.declaredDirection)
    }
    extensions = Set((description.extmaps + description.media.flatMap(\.extmaps)).map(\.id))
    for (index, section) in description.media.enumerated() where !section.isRejected {
      read(section)
      let isBundled = groups.contains { group in section.mid.map(group.mids.contains) ?? false }
      if let ufrag = section.iceUfrag ?? description.iceUfrag {
        credentials.append(
          Credentials(
            ufrag: ufrag, section: index, mid: section.mid,
            isUsed: !isBundled || (section.mid.map(tagged.contains) ?? false)))
      }
      fingerprints += section.fingerprints.isEmpty ? description.fingerprints : section.fingerprints
      for candidate in section.candidates where candidate.isUDP {
        add(candidate.address, candidate.port)
      }
      if let host = (section.connection ?? description.connection)?.address {
        add(host, section.port)
      }
    }
  }

  private mutating func add(_ host: String, _ port: UInt16) {
    guard let address = SocketAddress(host, port: port), address.host.contains(where: { $0 != 0 }),
      port > 9
    else { return }
    endpoints.insert(Endpoint(address))
    hosts.insert(address.hostText)
  }

  private mutating func read(_ section: MediaSection) {
    let parameters = section.formatParameters
    for format in section.formats {
      guard let number = UInt8(format), codecs[number] == nil else { continue }
      let map = section.rtpMaps.first { $0.payloadType == number } ?? Self.assigned[number]
      guard let map else { continue }
      let line = parameters.first { $0.payloadType == number }
      let name = String(map.encoding.lowercased())
      codecs[number] = Codec(
        name: name, clockRate: Int(map.clockRate), kind: section.kind,
        packetizationMode: name == "h264"
          ? Int(line?.parameters.value("packetization-mode") ?? "0") ?? 0 : nil,
        hasParameterSets: line?.parameters.value("sprop-parameter-sets") != nil,
        associated: line?.associatedPayloadType)
    }
  }

  /// RFC 3551 table 4, as far as calls use it.
  private static let assigned: [UInt8: RTPMap] = [
    0: RTPMap(payloadType: 0, encoding: "PCMU", clockRate: 8000),
    8: RTPMap(payloadType: 8, encoding: "PCMA", clockRate: 8000),
    9: RTPMap(payloadType: 9, encoding: "G722", clockRate: 8000),
    13: RTPMap(payloadType: 13, encoding: "CN", clockRate: 8000),
  ]

  static func assignedCodec(_ number: UInt8) -> Codec? {
    assigned[number].map {
      Codec(name: $0.encoding.lowercased(), clockRate: Int($0.clockRate), kind: .audio)
    }
  }
}

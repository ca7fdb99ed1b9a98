internal import SansIO

extension ICEEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    switch self {
    case .gathering(let state, let waitingFor):
      ("gathering", [JSONMember("state", state), JSONMember("waitingFor", waitingFor)])
    case .candidate(let kind, let address, let server):
      (
        "candidate",
        [JSONMember("kind", kind), JSONMember("address", address)]
          + (server.map { [JSONMember("server", $0)] } ?? [])
      )
    case .remoteCandidate(let kind, let address):
      ("remote candidate", [JSONMember("kind", kind), JSONMember("address", address)])
    case .checkSent(let local, let remote, let nominating):
      (
        "check sent",
        [
          JSONMember("local", local), JSONMember("remote", remote),
          JSONMember("nominating", nominating),
        ]
      )
    case .checkSucceeded(let local, let remote, let roundTripTime):
      (
        "check succeeded",
        [
          JSONMember("local", local), JSONMember("remote", remote),
          JSONMember("roundTripTime", roundTripTime),
        ]
      )
    case .checkFailed(let local, let remote, let reason):
      (
        "check failed",
        [JSONMember("local", local), JSONMember("remote", remote), JSONMember("reason", reason)]
      )
    case .selected(let local, let remote, let localKind, let remoteKind):
      (
        "selected",
        [
          JSONMember("local", local), JSONMember("remote", remote),
          JSONMember("localKind", localKind), JSONMember("remoteKind", remoteKind),
        ]
      )
    case .state(let state): ("state", [JSONMember("state", state)])
    case .roleConflict(let nowControlling):
      ("role conflict", [JSONMember("nowControlling", nowControlling)])
    case .consentExpired: ("consent expired", [])
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    switch name {
    case "gathering":
      self = .gathering(try fields.word("state"), waitingFor: try fields.strings("waitingFor"))
    case "candidate":
      self = .candidate(
        kind: try fields.string("kind"), address: try fields.address("address"),
        server: try fields.optionalString("server"))
    case "remote candidate":
      self = .remoteCandidate(
        kind: try fields.string("kind"), address: try fields.string("address"))
    case "check sent":
      self = .checkSent(
        local: try fields.address("local"), remote: try fields.address("remote"),
        nominating: try fields.bool("nominating"))
    case "check succeeded":
      self = .checkSucceeded(
        local: try fields.address("local"), remote: try fields.address("remote"),
        roundTripTime: try fields.duration("roundTripTime"))
    case "check failed":
      self = .checkFailed(
        local: try fields.address("local"), remote: try fields.address("remote"),
        reason: try fields.string("reason"))
    case "selected":
      self = .selected(
        local: try fields.address("local"), remote: try fields.address("remote"),
        localKind: try fields.string("localKind"), remoteKind: try fields.string("remoteKind"))
    case "state": self = .state(try fields.word("state"))
    case "role conflict": self = .roleConflict(nowControlling: try fields.bool("nowControlling"))
    case "consent expired": self = .consentExpired
    default: throw unknown(name)
    }
  }
}

extension DTLSEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    switch self {
    case .started(let role): ("started", [JSONMember("role", role)])
    case .flight(let datagrams, let byteCount, let retransmission):
      (
        "flight",
        [
          JSONMember("datagrams", datagrams), JSONMember("bytes", byteCount),
          JSONMember("retransmission", retransmission),
        ]
      )
    case .fingerprint(let verified, let algorithm, let expected, let actual):
      (
        "fingerprint",
        [
          JSONMember("verified", verified), JSONMember("algorithm", algorithm),
          JSONMember("expected", expected), JSONMember("actual", actual),
        ]
      )
    case .connected(let version, let cipher, let profile):
      (
        "connected",
        [
          JSONMember("version", version), JSONMember("cipher", cipher),
          JSONMember("profile", profile),
        ]
      )
    case .failed(let reason): ("failed", [JSONMember("reason", reason)])
    case .closed: ("closed", [])
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    switch name {
    case "started": self = .started(try fields.word("role"))
    case "flight":
      self = .flight(
        datagrams: try fields.integer("datagrams"), byteCount: try fields.integer("bytes"),
        retransmission: try fields.bool("retransmission"))
    case "fingerprint":
      self = .fingerprint(
        verified: try fields.bool("verified"), algorithm: try fields.string("algorithm"),
        expected: try fields.string("expected"), actual: try fields.string("actual"))
    case "connected":
      self = .connected(
        version: try fields.string("version"), cipher: try fields.string("cipher"),
        profile: try fields.string("profile"))
    case "failed": self = .failed(try fields.string("reason"))
    case "closed": self = .closed
    default: throw unknown(name)
    }
  }
}

extension PacketEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    let members = [
      JSONMember("number", number), JSONMember("direction", direction),
      JSONMember("bytes", bytesOnWire),
    ]
    return switch fate {
    case .sent: ("sent", members)
    case .delivered: ("delivered", members)
    case .dropped(let reason): ("dropped", members + [JSONMember("reason", reason)])
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    let fate: Fate
    switch name {
    case "sent": fate = .sent
    case "delivered": fate = .delivered
    case "dropped": fate = .dropped(try fields.string("reason"))
    default: throw unknown(name)
    }
    self.init(
      number: try fields.integer("number"), direction: try fields.word("direction"),
      bytesOnWire: try fields.integer("bytes"), fate: fate)
  }
}

extension LinkEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    switch self {
    case .configured(let text): return ("configured", [JSONMember("as", text)])
    case .measured(let direction, let from, let name, let asked, let measured, let unit):
      var members = [
        JSONMember("direction", direction), JSONMember("from", from), JSONMember("name", name),
      ]
      if let asked { members.append(JSONMember("asked", .decimal(asked))) }
      if let measured { members.append(JSONMember("measured", .decimal(measured))) }
      return ("measured", members + [JSONMember("unit", unit)])
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    switch name {
    case "configured": self = .configured(try fields.string("as"))
    case "measured":
      self = .measured(
        try fields.word("direction"), from: try fields.instant("from"),
        name: try fields.string("name"), asked: fields.object["asked"]?.decimalValue,
        measured: fields.object["measured"]?.decimalValue, unit: try fields.string("unit"))
    default: throw unknown(name)
    }
  }
}

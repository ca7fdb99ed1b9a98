internal import DTLS
internal import SDP
internal import SDPRules
internal import SansIO

/// Whether descriptions and keys belong to the call in a capture at all.
enum OtherCall {
  /// Nil: something of the descriptions shows in the capture, or there is too little to compare.
  static func descriptions(_ flows: [Flow], _ sides: CallSides, _ file: Int) -> Finding? {
    let described = Set(sides.descriptions.flatMap(\.credentials).map(\.ufrag))
    let used = fragments(flows)
    guard !described.isEmpty, let first = used.first,
      !used.contains(where: { described.contains($0) })
    else { return nil }
    // An ICE restart changes the fragments too, and neither the certificates nor the addresses.
    let fingerprints = sides.descriptions.flatMap(\.fingerprints)
    let sent = certificates(flows)
    guard !sent.contains(where: { fingerprints.contains($0) }) else { return nil }
    if sent.isEmpty || fingerprints.isEmpty {
      let endpoints = sides.descriptions.reduce(into: Set<Endpoint>()) {
        $0.formUnion($1.endpoints)
      }
      let isDescribed = flows.contains {
        endpoints.contains($0.first) || endpoints.contains($0.second)
      }
      if isDescribed { return nil }
    }
    let others = sides.descriptions.flatMap(\.credentials).first?.ufrag ?? ""
    let certificates = sent.isEmpty ? "" : ", nor its certificates their fingerprints"
    return CaptureRules.otherCall.finding(
      file: file, value: first,
      "These descriptions are of another call: no check in the capture carries a fragment of theirs (\(first) there, \(others) here)\(certificates). They are not compared with it."
    )
  }

  /// Both halves of the user names of checks, in the order of their flows.
  private static func fragments(_ flows: [Flow]) -> [String] {
    flows.flatMap { flow in
      flow.stun.ordered.filter { $0.kind.method == 1 }.compactMap(\.kind.username)
    }
    .filter { $0.contains(":") }
    .flatMap { $0.split(separator: ":").map { String($0) } }
  }

  private static func certificates(_ flows: [Flow]) -> [Fingerprint] {
    flows.flatMap { flow in
      [true, false].compactMap { flow.dtls.sides[$0].certificate }.map {
        Fingerprint(algorithm: "sha-256", bytes: digest($0, .sha256))
      }
    }
  }

  /// What tells the call of a capture from others: as `CallMarks` has them, and sources of media.
  static func marks(_ flows: [Flow]) -> Set<String> {
    let sources = flows.flatMap(\.streams).filter { $0.packets >= 10 }.map { "ssrc \($0.ssrc)" }
    return Set(fragments(flows).map { CallMarks.ufrag($0) })
      .union(certificates(flows).map { CallMarks.fingerprint($0.value) }).union(sources)
  }

  /// - Parameter areGiven: there are keys, and not from the capture itself.
  static func keys(_ flows: [Flow], areGiven: Bool, _ file: Int) -> Finding? {
    let isOpened = flows.contains { $0.opened[true] + $0.opened[false] > 0 }
    let locked = flows.flatMap { flow in
      flow.streams.filter { flow.isProtected($0.isForward) }
    }
    guard areGiven, !isOpened, !locked.isEmpty else { return nil }
    return CaptureRules.otherKeys.finding(
      file: file,
      "No key fits: of \(counted(locked.count, "encrypted stream")) not one packet could be opened. The keys are of another call."
    )
  }
}

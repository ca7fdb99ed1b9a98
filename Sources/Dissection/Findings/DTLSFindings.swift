internal import DTLS
internal import SDP
internal import SDPRules

/// What a handshake shows.
enum DTLSFindings {
  static func find(_ flow: Flow, _ sides: CallSides, _ file: Int) -> [Finding] {
    let directions = [true, false]
    var findings = directions.compactMap { fingerprint(flow, $0, sides, file) }
    if let finding = HandshakeFindings.profile(flow, sides, file) { findings.append(finding) }
    guard !flow.dtls.isComplete else { return findings }
    if let finding = bothClients(flow, sides, file) { findings.append(finding) }
    findings += directions.compactMap { fragments(flow, $0, file) }
    findings += flow.dtls.alerts.filter { $0.isFatal && $0.code != 0 }.prefix(2).map { alert in
      CaptureRules.dtlsAlert.finding(
        file: file, value: DTLSNames.alert(alert.code),
        "\(flow.sender(alert.isForward)) ends the handshake in packet \(alert.number) with a fatal alert, \(DTLSNames.alert(alert.code)); no media can flow.\(reason(flow, alert))"
      )
    }
    if findings.isEmpty, let finding = HandshakeFindings.neverEnds(flow, file) {
      findings.append(finding)
    }
    for isForward in directions {
      let hellos = flow.dtls.sides[isForward].clientHellos
      guard hellos > 1, flow.dtls.sides[!isForward].datagrams == 0,
        let first = flow.dtls.sides[isForward].firstHello
      else { continue }
      findings.append(
        CaptureRules.dtlsNoAnswer.finding(
          file: file, value: "ClientHello, \(hellos) times",
          "\(flow.sender(isForward)) sends its ClientHello \(hellos) times, from packet \(first.number) on, and nothing comes back; the handshake never begins."
        ))
    }
    return findings
  }

  /// What the hellos leave to guess of a handshake_failure.
  private static func reason(_ flow: Flow, _ alert: DTLSLog.Alert) -> String {
    guard alert.code == 40, let client = flow.dtls.sides[!alert.isForward].client else { return "" }
    let names = client.ciphers.map(DTLSNames.cipher)
    let known = names.filter { $0.hasPrefix("TLS_ECDHE") }
    guard !known.isEmpty else { return "" }
    if known.allSatisfy({ $0.contains("ECDSA") }) {
      return
        " The client offers ECDSA ciphers only: a server with an RSA certificate has none of them."
    }
    if known.allSatisfy({ $0.contains("ECDHE_RSA") }) {
      return
        " The client offers RSA ciphers only: a server with an ECDSA certificate has none of them."
    }
    return ""
  }

  private static func bothClients(_ flow: Flow, _ sides: CallSides, _ file: Int) -> Finding? {
    let log = flow.dtls
    guard let first = log.sides[true].firstHello, let second = log.sides[false].firstHello else {
      return nil
    }
    let passive = [true, false].first { isForward in
      sides.descriptions(of: flow.sender(isForward), peer: flow.sender(!isForward))
        .last?.setup == .passive
    }
    guard let passive else {
      return CaptureRules.bothClients.finding(
        file: file,
        value: "ClientHello from \(flow.first.host) and from \(flow.second.host)",
        "Both ends begin the handshake (packets \(first.number) and \(second.number)): each waits for the other's ServerHello, and no media can flow."
      )
    }
    let sender = flow.sender(passive)
    return CaptureRules.bothClients.finding(
      file: file,
      value: "ClientHello from \(sender.host) although its answer says passive",
      "Both ends begin the handshake (packets \(first.number) and \(second.number)); \(sender) described itself as passive and is at fault. No media can flow."
    )
  }

  private static func fragments(_ flow: Flow, _ isForward: Bool, _ file: Int) -> Finding? {
    let lost = flow.lostDTLSFragments[isForward]
    guard !lost.isEmpty else { return nil }
    let hellos = flow.dtls.sides[!isForward].clientHellos
    let size = lost.max() ?? 0
    return CaptureRules.fragmentsLost.finding(
      file: file,
      value: "first fragment only, \(lost.count) times",
      "\(flow.sender(isForward)) sends DTLS datagrams of up to \(size) bytes, which IP fragments; only their first fragments arrive, \(lost.count) times\(hellos > 0 ? ", for \(hellos) ClientHellos" : ""), and the handshake never ends."
    )
  }

  private static func fingerprint(
    _ flow: Flow, _ isForward: Bool, _ sides: CallSides, _ file: Int
  ) -> Finding? {
    guard let certificate = flow.dtls.sides[isForward].certificate else { return nil }
    let described =
      sides.descriptions(of: flow.sender(isForward), peer: flow.sender(!isForward))
      .flatMap(\.fingerprints).filter { $0.algorithm == "sha-256" }
    let fingerprint = Fingerprint(algorithm: "sha-256", bytes: digest(certificate, .sha256))
    guard !described.isEmpty, !described.contains(fingerprint) else { return nil }
    return CaptureRules.fingerprint.finding(
      file: file, value: fingerprint.value,
      "The certificate that \(flow.sender(isForward)) sends is not the one of its description; a peer that checks ends the handshake."
    )
  }
}

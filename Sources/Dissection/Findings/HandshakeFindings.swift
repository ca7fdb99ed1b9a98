internal import SDP
internal import SDPRules

/// A handshake that nobody begins, or that goes round in circles.
enum HandshakeFindings {
  /// A pair that works so long without a ClientHello gets none.
  private static let patience: Int64 = 10_000_000_000
  /// Flights that are sent again for so long are no accident.
  private static let leastCircle: Int64 = 3_000_000_000

  static func notBegun(_ flows: [Flow], _ sides: CallSides, _ file: Int) -> Finding? {
    guard
      flows.allSatisfy({
        $0.dtls.isEmpty && $0.streams.isEmpty && $0.rtcp.isEmpty && $0.others == 0
          && $0.channelData == 0
      })
    else { return nil }
    guard let flow = flows.first(where: { works($0) }), let success = flow.stun.lastSuccess,
      success - flow.firstTime >= patience
    else { return nil }
    func answerer(_ setup: SetupRole) -> Bool? {
      [true, false].first { isForward in
        sides.descriptions(of: flow.sender(isForward), peer: flow.sender(!isForward))
          .last { !$0.isOffer }?.setup == setup
      }
    }
    let beginner = answerer(.active) ?? answerer(.passive).map { !$0 }
    let isNominated = flow.stun.ordered.contains { $0.count.nominations > 0 }
    let nominated = isNominated ? "" : " No check carries USE-CANDIDATE, so no pair is selected."
    let words =
      beginner.map { "\(flow.sender($0)), which is to begin by the answer, sends no ClientHello" }
      ?? "neither side sends a ClientHello"
    return CaptureRules.notBegun.finding(
      file: file, value: "no ClientHello", severity: sides.isEmpty ? .warning : .error,
      "Checks between \(flow.first) and \(flow.second) are answered for \(Words.seconds(success - flow.firstTime)), and \(words); there are no keys and no media.\(nominated)"
    )
  }

  /// Checks of both sides are granted, or a pair is nominated.
  private static func works(_ flow: Flow) -> Bool {
    let granted = flow.stun.ordered.filter { $0.kind.method == 1 && $0.count.successes > 0 }
    return Set(granted.map(\.kind.isForward)).count == 2
      || granted.contains { $0.count.nominations > 0 }
  }

  /// A handshake for media that leaves out SRTP; in DTLS 1.3 the server's word of it cannot be read.
  static func profile(_ flow: Flow, _ sides: CallSides, _ file: Int) -> Finding? {
    let directions = [true, false]
    guard let way = directions.first(where: { flow.dtls.sides[$0].client != nil }),
      let client = flow.dtls.sides[way].client, let server = flow.dtls.sides[!way].server,
      server.version > 0xfefc, client.profiles.isEmpty || server.profiles.isEmpty
    else { return nil }
    let isForMedia =
      !flow.streams.isEmpty
      || sides.descriptions.last.map { description in
        description.sections.contains { $0.direction != nil && $0.kind != .application }
      } ?? false
    guard isForMedia else { return nil }
    let sender = flow.sender(client.profiles.isEmpty ? way : !way)
    let hello = client.profiles.isEmpty ? "ClientHello" : "ServerHello"
    return CaptureRules.noProfile.finding(
      file: file, value: "\(hello) without use_srtp",
      "The \(hello) of \(sender) has no use_srtp, so the handshake gives no keys for SRTP, and no media can flow.\(hello == "ServerHello" ? " The client offers \(client.profiles.map(DTLSNames.profile).joined(separator: ", "))." : "")"
    )
  }

  /// Both sides speak, and the same flights come again and again.
  static func neverEnds(_ flow: Flow, _ file: Int) -> Finding? {
    let log = flow.dtls
    guard !log.isComplete, log.sides[true].datagrams > 0, log.sides[false].datagrams > 0,
      !log.alerts.contains(where: \.isFatal), let first = log.flights.first,
      let last = log.flights.last, last.time - first.time >= leastCircle
    else { return nil }
    for isForward in [true, false] where log.sides[isForward].verifyRequests >= 3 {
      let count = log.sides[isForward].verifyRequests
      return CaptureRules.neverEnds.finding(
        file: file, value: "HelloVerifyRequest, \(count) times", clause: "RFC 6347 §4.2.1",
        fix:
          "Send the cookie of the HelloVerifyRequest in the next ClientHello, and take it there.",
        "\(flow.sender(isForward)) answers each ClientHello with a HelloVerifyRequest, \(count) times from packet \(first.number) on, and never goes on: the cookie does not come back, or is not taken."
      )
    }
    let again = log.sides[true].retransmissions + log.sides[false].retransmissions
    guard again >= 2 else { return nil }
    let seconds = Words.seconds(last.time - first.time)
    let torn = [true, false].lazy.compactMap { isForward in
      log.sides[isForward].assembly.torn.map { (flow.sender(isForward), $0) }
    }.first
    let words =
      torn.map { sender, message in
        "of the \(DTLSNames.message(message.type)) of \(sender) only \(message.arrived) of \(message.byteCount) bytes come, each time"
      }
      ?? "the last flight is \(last.messages.joined(separator: ", ")) of \(flow.sender(last.isForward)), in packet \(last.number)"
    return CaptureRules.neverEnds.finding(
      file: file, value: "\(again) datagrams again",
      "Flights of the handshake are sent again for \(seconds), \(again) datagrams of them, and it never ends: \(words). No media can flow."
    )
  }
}

internal import SDP
internal import SDPRules
internal import SansIO

/// Media that was agreed on and never sent.
enum SilenceFindings {
  /// A sender needs a while to open its camera.
  private static let patience: Int64 = 5_000_000_000

  /// Of one offer and its answer: directions change in later ones.
  static func find(_ flows: [Flow], _ sides: CallSides, _ file: Int) -> [Finding] {
    let offers = sides.descriptions.filter(\.isOffer)
    let answers = sides.descriptions.filter { !$0.isOffer }
    guard offers.count == 1, answers.count == 1,
      let flow = flows.first(where: { $0.dtls.isComplete || !$0.streams.isEmpty }),
      let start = start(of: flow), let isForward = sides.isOfferer(flow.first, peer: flow.second)
    else { return [] }
    let directions = [(isForward, offers[0], answers[0]), (!isForward, answers[0], offers[0])]
    return directions.flatMap { way, own, other -> [Finding] in
      // Who is not heard at all is another matter, or the capture has one direction only.
      guard let last = flow.lastWord[way]?.time, last - start >= patience else { return [] }
      return find(flow, way, kinds(own, other), since: start, file)
    }
  }

  /// Keys are there, or the first packet of media.
  private static func start(of flow: Flow) -> Int64? {
    let keys = flow.dtls.isComplete ? flow.dtls.flights.last?.time : nil
    return keys ?? flow.streams.map(\.firstTime).min()
  }

  /// What one side agreed to send and the other to take.
  private static func kinds(_ own: CallDescription, _ other: CallDescription) -> [MediaKind] {
    zip(own.sections, other.sections).compactMap { own, other in
      let isAgreed = own.direction?.sends == true && other.direction?.receives == true
      return isAgreed && own.kind == other.kind && [.audio, .video].contains(own.kind)
        ? own.kind : nil
    }
  }

  private static func find(
    _ flow: Flow, _ way: Bool, _ kinds: [MediaKind], since start: Int64, _ file: Int
  ) -> [Finding] {
    let streams = flow.streams.filter { $0.isForward == way }
    let sender = flow.sender(way)
    let seconds = Words.seconds((flow.lastWord[way]?.time ?? start) - start)
    // Without its handshake a capture may be of one direction, or of one kind of media.
    let isWhole = flow.dtls.isComplete
    guard !streams.isEmpty else {
      guard !kinds.isEmpty else { return [] }
      let back = flow.streams.count { $0.isForward != way }
      let words =
        back == 0
        ? "no media flows at all" : "media flows the other way only, \(counted(back, "stream"))"
      return [
        CaptureRules.notSent.finding(
          file: file, value: "nothing from \(sender)", severity: isWhole ? .error : .info,
          "\(sender) agreed to send \(list(kinds)), is heard for \(seconds) after the start of media, and sends not one packet of it: \(words)."
        )
      ]
    }
    // A payload type that no description has may be either.
    guard streams.allSatisfy({ $0.soundPackets + $0.picturePackets > 0 }) else { return [] }
    let missing = [MediaKind.audio, .video].filter { kind in
      kinds.contains(kind)
        && !streams.contains { kind == .audio ? $0.soundPackets > 0 : $0.picturePackets > 0 }
    }
    return missing.map { kind in
      CaptureRules.notSent.finding(
        file: file, value: "no \(kind.text) from \(sender)", severity: isWhole ? .warning : .info,
        "\(sender) agreed to send \(kind.text), and sends none in \(seconds), though it sends \(kind == .audio ? "pictures" : "sound"): a track that is missing, muted or ended."
      )
    }
  }

  private static func list(_ kinds: [MediaKind]) -> String {
    [MediaKind.audio, .video].filter(kinds.contains).map(\.text).joined(separator: " and ")
  }
}

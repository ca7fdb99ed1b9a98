internal import DTLS
internal import SDP
internal import SDPRules
internal import SansIO

extension Dissector {
  /// What the call was, for a terminal.
  public func text(name: String, format: String) -> String {
    var lines: [String] = []
    let duration = lastTime - (firstTime ?? 0)
    var head =
      "\(name): \(format), \(counted(packetCount, "packet")) in \(Words.seconds(duration)), \(datagramCount) of UDP"
    if places.count > 1 { head += ", at \(counted(places.count, "place"))" }
    if fragmentCount > 0 {
      head +=
        ", \(fragmentCount) IP fragments, \(incompleteCount) datagrams not whole"
    }
    if !keys.isEmpty {
      head += ", \(openedCount) opened with keys, \(refusedCount) refused them"
    }
    if cutCount > 0 { head += ", \(cutCount) cut by the capture" }
    for (reason, count) in leftOut.sorted(by: { $0.key < $1.key }) {
      head += ", \(count) left out (\(reason))"
    }
    lines.append(head)
    for flow in flows { lines += describe(flow) }
    return lines.map { Escaping.visible($0) + "\n" }.joined()
  }

  private func at(_ time: Int64) -> String { Words.seconds(time - (firstTime ?? 0)) }

  private func describe(_ flow: Flow) -> [String] {
    var lines = [
      "flow \(flow.first) <-> \(flow.second): \(flow.packets[true]) packets there, \(flow.packets[false]) back, \(at(flow.firstTime)) to \(at(flow.lastTime))"
    ]
    lines += describeWay(flow)
    for (kind, count) in flow.stun.ordered {
      var line =
        "  STUN  \(flow.sender(kind.isForward)) asks \(STUNLog.methodName(kind.method))"
      if let username = kind.username { line += " as \(username)" }
      line += ": \(counted(count.requests, "request")), \(count.successes) granted"
      for (code, number) in count.errors.sorted(by: { $0.key < $1.key }) {
        line += ", \(number) refused with \(code) \(count.reason ?? "")"
      }
      if count.unanswered > 0 { line += ", \(count.unanswered) unanswered" }
      if count.retransmissions > 0 { line += ", \(count.retransmissions) sent again" }
      if count.nominations > 0 { line += ", \(count.nominations) with USE-CANDIDATE" }
      if count.controlling > 0 { line += ", controlling" }
      if count.controlled > 0 { line += ", controlled" }
      if let trip = count.leastRoundTrip { line += "; round trip from \(Words.milliseconds(trip))" }
      lines.append(line)
    }
    lines += describe(flow.dtls, flow)
    for stream in flow.streams { lines += describe(stream, flow) }
    for isForward in [true, false] {
      let counts = flow.rtcp.counts[isForward].sorted { $0.key < $1.key }
      var words = counts.map { "\($0.key) \($0.value)" }
      if flow.rtcp.encrypted[isForward] > 0 {
        words.append("\(flow.rtcp.encrypted[isForward]) encrypted")
      }
      if !words.isEmpty {
        lines.append("  RTCP  \(flow.sender(isForward)): \(words.joined(separator: ", "))")
      }
    }
    for (ssrc, clock) in flow.rtcp.clocks.sorted(by: { $0.key < $1.key }) {
      guard let rate = clock.ticksPerSecond else { continue }
      lines.append(
        "        clock of \(Words.hexadecimal(ssrc)): \(clock.reports) sender reports, \(Words.decimal(rate, 1)) ticks a second"
      )
    }
    if flow.channelData > 0 { lines.append("  TURN  \(flow.channelData) ChannelData") }
    return lines
  }

  /// Where it was seen, and what became of it between the places.
  private func describeWay(_ flow: Flow) -> [String] {
    var lines: [String] = []
    if flow.places.count > 1 {
      let seen = flow.places.map { place in
        "\(places[place.index]) (\(place.packets[true]) there, \(place.packets[false]) back)"
      }
      lines.append("  seen at \(seen.joined(separator: ", "))")
    }
    for isForward in [true, false] {
      let notes = flow.notes[isForward].sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      if let passage = flow.passages[isForward] {
        var line = "  way   from \(flow.sender(isForward)): \(Words.passage(passage))"
        if !notes.isEmpty { line += "; \(notes.joined(separator: ", "))" }
        lines.append(line)
      } else if !notes.isEmpty {
        lines.append("  way   from \(flow.sender(isForward)): \(notes.joined(separator: ", "))")
      }
    }
    return lines
  }

  private func describe(_ dtls: DTLSLog, _ flow: Flow) -> [String] {
    guard !dtls.isEmpty else { return [] }
    var lines: [String] = []
    var line = "  DTLS  "
    if let server = dtls.server {
      line += "\(DTLSNames.version(server.version))"
      line += server.ciphers.first.map { ", \(DTLSNames.cipher($0))" } ?? ""
      line += server.profiles.first.map { ", \(DTLSNames.profile($0))" } ?? ""
    } else {
      line += "no ServerHello in the clear"
    }
    line += dtls.isComplete ? "; both sides encrypt" : "; not finished"
    line +=
      "; largest datagrams \(dtls.sides[true].largestDatagram) and \(dtls.sides[false].largestDatagram) bytes"
    lines.append(line)
    for flight in dtls.flights.prefix(12) {
      lines.append(
        "        \(at(flight.time)) packet \(flight.number) \(flow.sender(flight.isForward)): \(flight.messages.joined(separator: ", ")) (\(counted(flight.datagrams, "datagram")), \(flight.bytes) bytes\(flight.isRetransmission ? ", again" : ""))"
      )
    }
    for isForward in [true, false] {
      guard let certificate = dtls.sides[isForward].certificate else { continue }
      let fingerprint = Fingerprint(algorithm: "sha-256", bytes: digest(certificate, .sha256))
      lines.append("        certificate of \(flow.sender(isForward)): \(fingerprint.value)")
    }
    for alert in dtls.alerts {
      lines.append(
        "        alert of \(flow.sender(alert.isForward)) in packet \(alert.number): \(alert.isFatal ? "fatal" : "warning"), \(DTLSNames.alert(alert.code))"
      )
    }
    return lines
  }

  private func describe(_ stream: StreamMeter, _ flow: Flow) -> [String] {
    let sequence = stream.sequence
    let types = stream.payloadTypes.sorted { $0.key < $1.key }.map { "\($0.key)" }
    let codec = flow.codec(of: stream).map { " \($0.label)" } ?? ""
    let share = sequence.expected > 0 ? Double(sequence.lost) / Double(sequence.expected) : 0
    var lines = [
      "  RTP   \(flow.sender(stream.isForward)) \(Words.hexadecimal(stream.ssrc)) type \(types.joined(separator: ", "))\(codec): \(counted(stream.packets, "packet")), lost \(sequence.lost) (\(Words.percent(share))), \(sequence.reordered) late, \(sequence.duplicates) twice, \(stream.bitRate / 1000) kbit/s"
    ]
    var more: [String] = []
    if let jitter = stream.jitter {
      more.append(
        "jitter \(Words.decimal(jitter.value * 1000, 2)) ms at the end, \(Words.decimal(jitter.mean * 1000, 2)) mean, \(Words.decimal(jitter.most * 1000, 2)) most"
      )
    }
    more.append(
      "\(stream.timestamps) timestamps, \(stream.markers) markers, longest gap \(Words.milliseconds(stream.longestGap)) before packet \(stream.longestGapNumber)"
    )
    if stream.timestampsBackwards > 0 {
      more.append("\(stream.timestampsBackwards) timestamps step back")
    }
    if let most = sequence.bursts.max() {
      more.append("\(sequence.bursts.count) losses of up to \(most)")
    }
    if !stream.extensions.isEmpty {
      let ids = stream.extensions.sorted { $0.key < $1.key }.map { "\($0.key)" }
      more.append("extensions \(ids.joined(separator: ", "))")
    }
    if stream.isUnheard {
      more.append("none of them arrived")
    } else if let sent = stream.sent {
      more.append("\(sent) left the sender")
    }
    lines.append("        " + more.joined(separator: "; "))
    return lines
  }
}

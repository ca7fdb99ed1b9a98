internal import DTLS
internal import SDP
internal import SDPRules

extension Dissector {
  /// What the call was, as a JSON object; times are seconds from the first packet.
  public func json(name: String, format: String) -> String {
    object([
      ("file", text(name)), ("format", text(format)), ("packets", "\(packetCount)"),
      ("bytes", "\(byteCount)"), ("seconds", seconds(lastTime)), ("datagrams", "\(datagramCount)"),
      ("fragments", "\(fragmentCount)"), ("incomplete", "\(incompleteCount)"),
      ("cut", "\(cutCount)"), ("decrypted", keys.isEmpty ? "null" : "\(openedCount)"),
      ("places", list(places.map(text))),
      ("left_out", object(leftOut.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") })),
      ("flows", list(flows.map(flow), "\n    ")),
    ])
  }

  private func text(_ value: String?) -> String { value.map(Escaping.json) ?? "null" }
  private func seconds(_ time: Int64) -> String {
    Words.decimal(Double(time - (firstTime ?? time)) / 1e9, 6)
  }
  private func list(_ items: [String], _ separator: String = " ") -> String {
    items.isEmpty ? "[]" : "[\(separator)\(items.joined(separator: ",\(separator)"))]"
  }
  private func object(_ fields: [(String, String)]) -> String {
    "{\(fields.map { "\(Escaping.json($0.0)): \($0.1)" }.joined(separator: ", "))}"
  }

  private func flow(_ flow: Flow) -> String {
    object([
      ("a", text("\(flow.first)")), ("b", text("\(flow.second)")),
      ("packets_from_a", "\(flow.packets[true])"), ("packets_from_b", "\(flow.packets[false])"),
      ("bytes_from_a", "\(flow.bytes[true])"), ("bytes_from_b", "\(flow.bytes[false])"),
      ("first", seconds(flow.firstTime)), ("last", seconds(flow.lastTime)),
      ("places", list(flow.places.map(place))),
      ("passage_from_a", passage(flow, true)), ("passage_from_b", passage(flow, false)),
      ("stun", list(flow.stun.ordered.map { stun($0.kind, $0.count, flow) })),
      ("dtls", flow.dtls.isEmpty ? "null" : dtls(flow)),
      ("rtp", list(flow.streams.map { stream($0, flow) }, "\n      ")),
      ("rtcp", rtcp(flow)), ("other", "\(flow.others)"), ("channel_data", "\(flow.channelData)"),
    ])
  }

  private func place(_ place: Flow.Place) -> String {
    object([
      ("place", text(places[place.index])), ("packets_from_a", "\(place.packets[true])"),
      ("packets_from_b", "\(place.packets[false])"),
    ])
  }

  private func passage(_ flow: Flow, _ isForward: Bool) -> String {
    flow.passages[isForward].map { passage in
      let notes = flow.notes[isForward].sorted { $0.key < $1.key }
      return object(
        passage.fields + [("notes", object(notes.map { ($0.key, "\($0.value)") }))])
    } ?? "null"
  }

  private func stun(_ kind: STUNLog.Kind, _ count: STUNLog.Count, _ flow: Flow) -> String {
    object([
      ("from", text("\(flow.sender(kind.isForward))")),
      ("method", text(STUNLog.methodName(kind.method))), ("username", text(kind.username)),
      ("requests", "\(count.requests)"), ("retransmissions", "\(count.retransmissions)"),
      ("successes", "\(count.successes)"),
      (
        "errors",
        object(count.errors.sorted { $0.key < $1.key }.map { ("\($0.key)", "\($0.value)") })
      ),
      ("unanswered", "\(count.unanswered)"), ("use_candidate", "\(count.nominations)"),
      ("controlling", "\(count.controlling)"), ("controlled", "\(count.controlled)"),
      ("first_packet", "\(count.firstNumber)"), ("first", seconds(count.firstTime)),
      (
        "least_round_trip_ms",
        count.leastRoundTrip.map { Words.decimal(Double($0) / 1e6, 3) } ?? "null"
      ),
    ])
  }

  private func dtls(_ flow: Flow) -> String {
    let log = flow.dtls
    func sides(_ value: (DTLSLog.Side) -> String) -> String {
      list([value(log.sides[true]), value(log.sides[false])])
    }
    return object([
      ("complete", "\(log.isComplete)"),
      ("version", text(log.server.map { DTLSNames.version($0.version) })),
      ("cipher", text(log.server?.ciphers.first.map(DTLSNames.cipher))),
      ("srtp_profile", text(log.server?.profiles.first.map(DTLSNames.profile))),
      ("client_hellos", sides { "\($0.clientHellos)" }),
      ("retransmissions", sides { "\($0.retransmissions)" }),
      ("datagrams", sides { "\($0.datagrams)" }),
      ("largest_datagram", sides { "\($0.largestDatagram)" }),
      (
        "certificates",
        sides { side in
          text(
            side.certificate.map {
              Fingerprint(algorithm: "sha-256", bytes: digest($0, .sha256)).value
            })
        }
      ),
      (
        "alerts",
        list(
          log.alerts.map { alert in
            object([
              ("from", text("\(flow.sender(alert.isForward))")), ("packet", "\(alert.number)"),
              ("fatal", "\(alert.isFatal)"), ("alert", text(DTLSNames.alert(alert.code))),
            ])
          })
      ),
      (
        "flights",
        list(
          log.flights.map { flight in
            object([
              ("from", text("\(flow.sender(flight.isForward))")), ("packet", "\(flight.number)"),
              ("time", seconds(flight.time)), ("datagrams", "\(flight.datagrams)"),
              ("bytes", "\(flight.bytes)"), ("again", "\(flight.isRetransmission)"),
              ("messages", list(flight.messages.map(text))),
            ])
          })
      ),
    ])
  }

  private func stream(_ stream: StreamMeter, _ flow: Flow) -> String {
    let sequence = stream.sequence
    func milliseconds(_ value: Double?) -> String {
      value.map { Words.decimal($0 * 1000, 4) } ?? "null"
    }
    return object([
      ("from", text("\(flow.sender(stream.isForward))")), ("ssrc", "\(stream.ssrc)"),
      (
        "payload_types",
        object(
          stream.payloadTypes.sorted { $0.key < $1.key }.map { ("\($0.key)", "\($0.value)") })
      ),
      ("codec", text(flow.codec(of: stream)?.label)), ("packets", "\(stream.packets)"),
      ("sent", stream.sent.map { "\($0)" } ?? "null"),
      ("arrived", stream.isUnheard ? "0" : "\(stream.packets)"),
      ("bytes", "\(stream.bytes)"), ("expected", "\(sequence.expected)"),
      ("lost", "\(sequence.lost)"), ("reordered", "\(sequence.reordered)"),
      ("duplicates", "\(sequence.duplicates)"), ("restarts", "\(sequence.restarts)"),
      ("bursts", "\(sequence.bursts.count)"), ("longest_burst", "\(sequence.bursts.max() ?? 0)"),
      ("jitter_ms", milliseconds(stream.jitter?.value)),
      ("mean_jitter_ms", milliseconds(stream.jitter?.mean)),
      ("max_jitter_ms", milliseconds(stream.jitter?.most)),
      ("bit_rate", "\(stream.bitRate)"),
      ("longest_gap_ms", Words.decimal(Double(stream.longestGap) / 1e6, 3)),
      ("timestamps", "\(stream.timestamps)"), ("markers", "\(stream.markers)"),
      ("timestamps_backwards", "\(stream.timestampsBackwards)"),
      (
        "extensions",
        object(stream.extensions.sorted { $0.key < $1.key }.map { ("\($0.key)", "\($0.value)") })
      ),
      ("first_packet", "\(stream.firstNumber)"), ("first", seconds(stream.firstTime)),
      ("last", seconds(stream.lastTime)),
    ])
  }

  private func rtcp(_ flow: Flow) -> String {
    func counts(_ isForward: Bool) -> String {
      object(
        flow.rtcp.counts[isForward].sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
          + [("encrypted", "\(flow.rtcp.encrypted[isForward])")])
    }
    return object([
      ("from_a", counts(true)), ("from_b", counts(false)),
      ("malformed", "\(flow.rtcp.malformed)"),
      (
        "clocks",
        list(
          flow.rtcp.clocks.sorted { $0.key < $1.key }.map { ssrc, clock in
            object([
              ("ssrc", "\(ssrc)"), ("reports", "\(clock.reports)"),
              (
                "ticks_per_second",
                clock.ticksPerSecond.map { Words.decimal($0, 3) } ?? "null"
              ),
            ])
          })
      ),
    ])
  }
}

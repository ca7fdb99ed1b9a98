import Metrics
import SDPRules
import SansIO
import TestSupport
import Testing
import Trace

@testable import Diagnosis

@Suite("Calls that do not come up")
struct ConnectionTests {
  private typealias Change = @Sendable (inout SampleCall) -> Void
  private static let (alice, bob) = (Samples.alice, Samples.bob)

  private static func event(_ ms: Int, _ peer: PeerID, _ kind: TraceEvent.Kind) -> TraceEvent {
    SampleCall.event(ms, peer, kind)
  }

  private static func finding(_ rule: Rule, _ value: String? = nil) -> Finding {
    rule.finding(file: 0, value: value, "It stands in packet 7.")
  }

  /// What gives a cause, and what is near it and must not.
  private struct Row: Sendable {
    var cause: Cause
    var stage: Change
    var add: Change
    var capture: [Finding] = []
    /// Nil: the call of `stage` alone.
    var nearMiss: Change?
    var nearCapture: [Finding] = []
  }

  private static let unanswered: Change = { $0.dropAnswer() }
  private static let apart: Change = { $0.dropPairs() }
  private static let unchecked: Change = { call in
    call.dropPairs()
    call.drop { if case .ice(.checkSent) = $0.kind { true } else { false } }
  }
  private static let open: Change = { $0.dropKeys() }

  private static let rows: [Row] = [
    Row(
      cause: .descriptionRefused, stage: unanswered,
      add: {
        $0.extra.append(
          event(1005, bob, .signalling(.failed(Ticket(number: 3), "no codec that is known"))))
      }),
    Row(
      cause: .descriptionNotMade,
      stage: {
        $0.dropAnswer()
        $0.drop { if case .signalling(.described) = $0.kind { true } else { false } }
        $0.drop { if case .signalling(.applied) = $0.kind { true } else { false } }
      },
      add: {
        $0.extra.append(
          event(90, alice, .signalling(.failed(Ticket(number: 3), "no such camera"))))
      }),
    Row(
      cause: .noAnswer, stage: unanswered, add: { _ in },
      nearMiss: { call in
        call.drop { if case .ice(.gathering(.complete, _)) = $0.kind { true } else { false } }
      }),
    Row(
      cause: .candidatesBeforeDescription, stage: apart,
      add: {
        $0.extra.append(
          event(900, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      },
      nearMiss: {
        $0.extra.append(
          event(1090, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      }),
    Row(
      cause: .gatheringWaitsForServer, stage: unanswered,
      add: { call in
        call.drop { if case .ice(.gathering(.complete, _)) = $0.kind { true } else { false } }
        call.extra.append(
          event(115, alice, .ice(.gathering(.gathering, waitingFor: ["stun:10.0.9.1:3478"]))))
      }),
    Row(
      cause: .noCandidate, stage: apart,
      add: { call in call.drop { if case .ice(.candidate) = $0.kind { true } else { false } } }),
    Row(
      cause: .relayRefused, stage: apart,
      add: { call in
        call.drop { if case .ice(.candidate) = $0.kind { true } else { false } }
        call.extra += Samples.discards(
          1, alice, "ice", "turn:10.0.9.1:3478: 401 Unauthorized", from: 150)
      },
      nearMiss: { call in
        call.drop { if case .ice(.candidate) = $0.kind { true } else { false } }
      }),
    Row(
      cause: .relayRefused, stage: apart, add: { _ in },
      capture: [
        CaptureRules.relayRefused.finding(
          file: 0, value: "401",
          "10.0.9.1:3478 refuses every Allocate request of 10.0.1.1:5000 with 401, from packet 3 on."
        )
      ],
      nearCapture: [
        CaptureRules.refused.finding(
          file: 0, value: "401",
          "10.0.2.1:5000 refuses every Binding request of 10.0.1.1:5000 with 401, from packet 3 on."
        )
      ]),
    Row(
      cause: .unreachableCandidates, stage: unchecked,
      add: {
        $0.extra.append(
          event(1090, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      }),
    Row(
      cause: .candidatesMissing, stage: unchecked, add: { _ in },
      nearMiss: {
        $0.extra.append(
          event(1090, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      }),
    Row(cause: .checksUnanswered, stage: apart, add: { _ in }, nearMiss: { $0 = Samples.call() }),
    Row(
      cause: .credentialsWrong, stage: apart,
      add: {
        $0.extra += Samples.discards(
          4, bob, "ice", "request with a wrong password from 10.0.1.1:5000", from: 1110)
      },
      nearMiss: {
        $0.extra += Samples.discards(
          4, bob, "ice", "answer from 10.0.1.1:5000 to no request of ours", from: 1110)
      }),
    Row(
      cause: .credentialsWrong, stage: apart, add: { _ in },
      capture: [finding(CaptureRules.usernameWrong)], nearCapture: [finding(CaptureRules.noAnswer)]),
    Row(
      cause: .dtlsRoleClash, stage: open,
      add: { call in
        call.extra += [alice, bob].map { event(1100, $0, .dtls(.started(.client))) }
      },
      nearMiss: { call in
        call.extra += [
          event(1100, alice, .dtls(.started(.client))), event(1100, bob, .dtls(.started(.server))),
        ]
      }),
    Row(
      cause: .dtlsRoleClash, stage: open, add: { _ in },
      capture: [finding(CaptureRules.bothClients)], nearCapture: [finding(CaptureRules.dtlsAlert)]),
    Row(
      cause: .dtlsRoleClash, stage: open,
      add: { $0.answer = Samples.sdp(.answer, setup: "actpass") }),
    Row(
      cause: .dtlsNoCommonCipher, stage: open, add: { _ in },
      capture: [finding(CaptureRules.dtlsAlert, "handshake_failure: nothing in common")],
      nearCapture: [finding(CaptureRules.dtlsAlert, "bad_certificate")]),
    Row(
      cause: .dtlsNoCommonCipher, stage: open,
      add: { $0.extra.append(event(1300, bob, .dtls(.failed("no shared cipher")))) },
      nearMiss: { $0.extra.append(event(1300, bob, .dtls(.failed("certificate expired")))) }),
    Row(
      cause: .dtlsFlightTooLarge, stage: open,
      add: { $0.extra.append(Samples.drop(9, 1250, bob, bytes: 1450, "MTU")) },
      nearMiss: { $0.extra.append(Samples.drop(9, 1250, bob, bytes: 1450, "loss")) }),
    // A peer that does not tell of its flights.
    Row(
      cause: .dtlsFlightTooLarge, stage: open,
      add: { call in
        call.drop { if case .dtls(.flight) = $0.kind { true } else { false } }
        call.extra.append(Samples.drop(9, 1150, bob, bytes: 672, "MTU"))
      },
      nearMiss: { $0.extra.append(Samples.drop(9, 1250, bob, bytes: 120, "MTU")) }),
    Row(
      cause: .dtlsFlightTooLarge, stage: open, add: { _ in },
      capture: [finding(CaptureRules.fragmentsLost)],
      nearCapture: [finding(CaptureRules.fragments)]),
    Row(
      cause: .dtlsUnanswered, stage: open,
      add: { call in
        call.drop { event in
          if case .dtls(.flight) = event.kind { event.subject == .peer(alice) } else { false }
        }
        call.extra.append(
          event(1700, bob, .dtls(.flight(datagrams: 1, byteCount: 200, retransmission: true))))
      },
      nearMiss: {
        $0.extra.append(
          event(1700, bob, .dtls(.flight(datagrams: 1, byteCount: 200, retransmission: true))))
      }),
    Row(
      cause: .fingerprintMismatch, stage: open,
      add: {
        $0.extra.append(
          event(
            1300, bob,
            .dtls(.fingerprint(verified: false, algorithm: "sha-256", expected: "A", actual: "B"))))
      },
      nearMiss: {
        $0.extra.append(
          event(
            1300, bob,
            .dtls(.fingerprint(verified: true, algorithm: "sha-256", expected: "A", actual: "A"))))
      }),
    Row(
      cause: .pathTooSlow, stage: open,
      add: { call in
        call.drop { if case .ice(.checkSucceeded) = $0.kind { true } else { false } }
        call.extra.append(
          event(
            1190, bob,
            .ice(
              .checkSucceeded(
                local: Samples.local, remote: Samples.remote, roundTripTime: .milliseconds(900)))))
      }),
    Row(
      cause: .handshakeRepeated, stage: open,
      add: {
        $0.extra.append(
          event(1700, bob, .dtls(.flight(datagrams: 1, byteCount: 200, retransmission: true))))
      }),
    Row(cause: .dtlsFailed, stage: open, add: { _ in }, nearMiss: { $0 = Samples.call() }),
    Row(
      cause: .consentLost, stage: { _ in },
      add: {
        $0.extra += [
          event(7000, bob, .ice(.consentExpired)), event(7000, bob, .ice(.state(.failed))),
        ]
      },
      nearMiss: {
        $0.extra += [
          event(7000, bob, .ice(.state(.disconnected))), event(8000, bob, .ice(.state(.connected))),
        ]
      }),
    Row(
      cause: .consentLost, stage: { _ in },
      add: { $0.extra.append(event(7000, bob, .ice(.state(.disconnected)))) },
      // What is heard of the path once somebody hung up is no loss.
      nearMiss: { $0.extra.append(event(11_550, bob, .ice(.state(.disconnected)))) }),
  ]

  @Test("each cause is named where the trace shows it, and not where it shows something near")
  func causes() {
    var table = Table()
    for (number, row) in Self.rows.enumerated() {
      let call = Samples.call {
        row.stage(&$0)
        row.add(&$0)
      }
      let found = Samples.diagnosis(call, capture: row.capture)
      let name = "row \(number), \(row.cause.id)"
      table.equal(found?.cause.id, row.cause.id, name)
      table.holds(found?.sentence.hasSuffix(".") ?? false, "\(name): \(found?.sentence ?? "")")
      let near = Samples.call {
        row.stage(&$0)
        row.nearMiss?(&$0)
      }
      let other = Samples.diagnosis(near, capture: row.nearCapture)
      table.holds(other?.cause != row.cause, "\(name): the near miss has it too")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a flight that is too large is told the size that the path lost")
  func flightSize() {
    let found = Samples.diagnosis(
      Samples.call { call in
        Self.open(&call)
        call.extra += [(9, 1450), (10, 668)].map {
          Samples.drop($0.0, 1250, Self.bob, bytes: $0.1, "MTU")
        }
      })
    #expect(found?.cause == .dtlsFlightTooLarge)
    #expect(found?.fix.contains("668 bytes were lost") ?? false)
  }

  @Test("evidence of a capture says in which one it stands, and in which packet")
  func captures() {
    var table = Table()
    let call = Samples.call { Self.apart(&$0) }
    for (file, name) in [(0, "alice.pcap"), (1, "bob.pcap"), (2, "capture.pcapng")] {
      var finding = Self.finding(CaptureRules.noAnswer, "4 requests")
      finding.place.file = file
      let evidence = diagnose(
        Analysis(call.trace), capture: [finding], captureNames: ["alice.pcap", "bob.pcap"])?
        .evidence.first
      table.equal(evidence?.file, name, name)
      table.equal(evidence?.packet, 7, "\(name): packet")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a call in which all is well has nothing to explain")
  func well() {
    #expect(Samples.diagnosis(Samples.call()) == nil)
  }

  @Test("a refusal is pinned on the line that breaks a rule, else on who refuses")
  func refusals() {
    let refusal = Self.event(
      1005, Self.bob,
      .signalling(
        .failed(Ticket(number: 3), "Failed to parse a=rtcp-fb:98 nack Invalid payload type")))
    let dangling = Samples.call {
      $0.dropAnswer()
      $0.offer = Samples.sdp(.offer, lines: ["a=rtcp-fb:98 nack"])
      $0.extra.append(refusal)
    }
    let legal = Samples.call {
      $0.dropAnswer()
      $0.extra.append(refusal)
    }
    let (guilty, innocent) = (Samples.diagnosis(dangling), Samples.diagnosis(legal))
    var table = Table()
    table.equal(guilty?.peer, "alice", "who wrote the line")
    table.equal(guilty?.evidence.first?.file, "alice's offer", "the description")
    let line = dangling.offer.split(separator: "\r\n").firstIndex { $0 == "a=rtcp-fb:98 nack" }
    table.equal(guilty?.evidence.first?.line, line.map { $0 + 1 }, "the line")
    table.holds(guilty?.sentence.contains("rtcp-fb-dangling") ?? false, "the rule")
    table.equal(innocent?.peer, "bob", "who refuses what is legal")
    table.holds(innocent?.sentence.contains("no rule is broken") ?? false, "said so")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the offer that is refused is the last one, and is called by its number")
  func renewed() {
    let offer = Samples.sdp(.offer, lines: ["a=rtcp-fb:98 nack"])
    let call = Samples.call { call in
      call.dropPairs()
      let descriptions = [
        Description(kind: .offer, sdp: offer), Description(kind: .answer, sdp: call.answer),
      ]
      for (number, description) in descriptions.enumerated() {
        let (maker, taker) = number == 0 ? (Self.alice, Self.bob) : (Self.bob, Self.alice)
        let ms = 2000 + 100 * number
        call.extra += [
          Self.event(ms, maker, .signalling(.described(Ticket(number: 5), description))),
          Self.event(ms + 10, maker, .signalling(.applied(.local, description))),
          Self.event(ms + 50, taker, .signalling(.applied(.remote, description))),
        ]
      }
      call.extra.append(
        Self.event(
          2200, Self.bob, .signalling(.failed(Ticket(number: 6), "a=rtcp-fb:98 nack is wrong"))))
    }
    let diagnosis = Samples.diagnosis(call)
    var table = Table()
    table.equal(diagnosis?.cause.id, "description-refused", "cause")
    table.equal(diagnosis?.evidence.first?.file, "alice's offer 2", "the description")
    let line = offer.split(separator: "\r\n").firstIndex { $0 == "a=rtcp-fb:98 nack" }
    table.equal(diagnosis?.evidence.first?.line, line.map { $0 + 1 }, "the line")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("where nobody made an offer, none is claimed")
  func noOffer() {
    let call = Samples.call { call in
      call.dropAnswer()
      call.drop {
        switch $0.kind {
        case .signalling(.applied), .signalling(.described): true
        default: false
        }
      }
    }
    let diagnosis = Samples.diagnosis(call)
    #expect(diagnosis?.cause == .noAnswer)
    #expect(
      diagnosis?.sentence == "The trace has no offer of alice, so there is nothing to answer.")
  }

  @Test("the next two suspects are cleared by facts")
  func cleared() {
    let call = Samples.call {
      $0.dropKeys()
      $0.extra.append(Self.event(1300, Self.bob, .dtls(.failed("no shared cipher"))))
    }
    let names = Samples.diagnosis(call)?.cleared.map(\.name)
    #expect(names == ["checks", "gathering"])
  }

  @Test("a call that must fail passes where it breaks or by its cause, and nowhere else")
  func failure() {
    let call = Samples.call {
      $0.dropKeys()
      $0.extra.append(Self.event(1300, Self.bob, .dtls(.failed("no shared cipher"))))
    }
    let analysis = Analysis(call.trace)
    let diagnosis = diagnose(analysis)
    let rows: [(failure: ExpectedFailure, verdict: Verdict)] = [
      (.stage(.dtls), .passed), (.cause(.dtlsNoCommonCipher), .passed),
      (.stage(.checks), .failed), (.media, .failed), (.cause(.dtlsFailed), .failed),
    ]
    var table = Table()
    for row in rows {
      let judgements = judge(
        [.fails(row.failure, because: "of old"), .measured(.firstFrame, Self.bob, Bound())],
        of: analysis, diagnosis: diagnosis)
      table.equal(judgements[0].verdict, row.verdict, row.failure.word)
      table.equal(judgements[0].note, "of old", "the reason stands")
      table.equal(judgements[1].cause, "dtls-no-common-cipher", "what it explains")
    }
    let freezes = diagnose(Analysis(Samples.call { $0.dark = [5000..<7000] }.trace))
    table.equal(
      judge([.fails(.media, because: nil)], of: analysis, diagnosis: freezes).map(\.verdict),
      [.failed], "a call that came up did not break")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

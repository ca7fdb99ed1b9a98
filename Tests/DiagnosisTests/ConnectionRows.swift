import Metrics
import SDPRules
import TestSupport
import Trace

// What keeps a call from coming up, or takes it down.
extension CauseRow {
  private static let unanswered: Change = { $0.dropAnswer() }
  private static let apart: Change = { $0.dropPairs() }
  private static let unchecked: Change = { call in
    call.dropPairs()
    call.drop { if case .ice(.checkSent) = $0.kind { true } else { false } }
  }
  private static let open: Change = { $0.dropKeys() }

  static let ofConnection: [CauseRow] = [
    CauseRow(
      cause: .descriptionRefused, stage: unanswered,
      add: {
        $0.extra.append(
          event(1005, bob, .signalling(.failed(Ticket(number: 3), "no codec that is known"))))
      }),
    CauseRow(
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
    CauseRow(
      cause: .noAnswer, stage: unanswered, add: { _ in },
      nearMiss: { call in
        call.drop { if case .ice(.gathering(.complete, _)) = $0.kind { true } else { false } }
      }),
    CauseRow(
      cause: .candidatesBeforeDescription, stage: apart,
      add: {
        $0.extra.append(
          event(900, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      },
      nearMiss: {
        $0.extra.append(
          event(1090, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      }),
    CauseRow(
      cause: .gatheringWaitsForServer, stage: unanswered,
      add: { call in
        call.drop { if case .ice(.gathering(.complete, _)) = $0.kind { true } else { false } }
        call.extra.append(
          event(115, alice, .ice(.gathering(.gathering, waitingFor: ["stun:10.0.9.1:3478"]))))
      }),
    CauseRow(
      cause: .noCandidate, stage: apart,
      add: { call in call.drop { if case .ice(.candidate) = $0.kind { true } else { false } } }),
    CauseRow(
      cause: .relayRefused, stage: apart,
      add: { call in
        call.drop { if case .ice(.candidate) = $0.kind { true } else { false } }
        call.extra += Samples.discards(
          1, alice, "ice", "turn:10.0.9.1:3478: 401 Unauthorized", from: 150)
      },
      nearMiss: { call in
        call.drop { if case .ice(.candidate) = $0.kind { true } else { false } }
      }),
    CauseRow(
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
    CauseRow(
      cause: .unreachableCandidates, stage: unchecked,
      add: {
        $0.extra.append(
          event(1090, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      }),
    CauseRow(
      cause: .candidatesMissing, stage: unchecked, add: { _ in },
      nearMiss: {
        $0.extra.append(
          event(1090, alice, .ice(.remoteCandidate(kind: "host", address: "10.0.2.1:5000"))))
      }),
    CauseRow(
      cause: .checksUnanswered, stage: apart, add: { _ in }, nearMiss: { $0 = Samples.call() }),
    CauseRow(
      cause: .credentialsWrong, stage: apart,
      add: {
        $0.extra += Samples.discards(
          4, bob, "ice", "request with a wrong password from 10.0.1.1:5000", from: 1110)
      },
      nearMiss: {
        $0.extra += Samples.discards(
          4, bob, "ice", "answer from 10.0.1.1:5000 to no request of ours", from: 1110)
      }),
    CauseRow(
      cause: .credentialsWrong, stage: apart, add: { _ in },
      capture: [finding(CaptureRules.usernameWrong)], nearCapture: [finding(CaptureRules.noAnswer)]),
    CauseRow(
      cause: .dtlsRoleClash, stage: open,
      add: { call in
        call.extra += [alice, bob].map { event(1100, $0, .dtls(.started(.client))) }
      },
      nearMiss: { call in
        call.extra += [
          event(1100, alice, .dtls(.started(.client))), event(1100, bob, .dtls(.started(.server))),
        ]
      }),
    CauseRow(
      cause: .dtlsRoleClash, stage: open, add: { _ in },
      capture: [finding(CaptureRules.bothClients)], nearCapture: [finding(CaptureRules.dtlsAlert)]),
    CauseRow(
      cause: .dtlsRoleClash, stage: open,
      add: { $0.answer = Samples.sdp(.answer, setup: "actpass") }),
    CauseRow(
      cause: .dtlsNoCommonCipher, stage: open, add: { _ in },
      capture: [finding(CaptureRules.dtlsAlert, "handshake_failure: nothing in common")],
      nearCapture: [finding(CaptureRules.dtlsAlert, "bad_certificate")]),
    CauseRow(
      cause: .dtlsNoCommonCipher, stage: open,
      add: { $0.extra.append(event(1300, bob, .dtls(.failed("no shared cipher")))) },
      nearMiss: { $0.extra.append(event(1300, bob, .dtls(.failed("certificate expired")))) }),
    CauseRow(
      cause: .dtlsFlightTooLarge, stage: open,
      add: { $0.extra.append(Samples.drop(9, 1250, bob, bytes: 1450, "MTU")) },
      nearMiss: { $0.extra.append(Samples.drop(9, 1250, bob, bytes: 1450, "loss")) }),
    // A peer that does not tell of its flights.
    CauseRow(
      cause: .dtlsFlightTooLarge, stage: open,
      add: { call in
        call.drop { if case .dtls(.flight) = $0.kind { true } else { false } }
        call.extra.append(Samples.drop(9, 1150, bob, bytes: 672, "MTU"))
      },
      nearMiss: { $0.extra.append(Samples.drop(9, 1250, bob, bytes: 120, "MTU")) }),
    CauseRow(
      cause: .dtlsFlightTooLarge, stage: open, add: { _ in },
      capture: [finding(CaptureRules.fragmentsLost)],
      nearCapture: [finding(CaptureRules.fragments)]),
    CauseRow(
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
    CauseRow(
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
    CauseRow(
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
    CauseRow(
      cause: .handshakeRepeated, stage: open,
      add: {
        $0.extra.append(
          event(1700, bob, .dtls(.flight(datagrams: 1, byteCount: 200, retransmission: true))))
      }),
    CauseRow(
      cause: .dtlsFailed, stage: open, add: { _ in },
      nearMiss: { $0 = Samples.call() }),
    CauseRow(
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
    CauseRow(
      cause: .consentLost, stage: { _ in },
      add: { $0.extra.append(event(7000, bob, .ice(.state(.disconnected)))) },
      // What is heard of the path once somebody hung up is no loss.
      nearMiss: { $0.extra.append(event(11_550, bob, .ice(.state(.disconnected)))) }),
  ]
}

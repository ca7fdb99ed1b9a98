import Metrics
import SDPRules
import SansIO
import TestSupport
import Testing
import Trace

@testable import Diagnosis

@Suite("Calls that do not come up")
struct ConnectionTests {
  private static let (alice, bob) = (Samples.alice, Samples.bob)

  private static func event(_ ms: Int, _ peer: PeerID, _ kind: TraceEvent.Kind) -> TraceEvent {
    SampleCall.event(ms, peer, kind)
  }

  @Test("each cause is named where the trace shows it, and not where it shows something near")
  func causes() {
    var table = Table()
    for (number, row) in CauseRow.ofConnection.enumerated() {
      row.check("row \(number), \(row.cause.id)", &table)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a flight that is too large is told the size that the path lost")
  func flightSize() {
    let found = Samples.diagnosis(
      Samples.call { call in
        call.dropKeys()
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
    let call = Samples.call { $0.dropPairs() }
    for (file, name) in [(0, "alice.pcap"), (1, "bob.pcap"), (2, "capture.pcapng")] {
      var finding = Samples.finding(CaptureRules.noAnswer, "4 requests")
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

internal import SansIO
internal import Trace

/// Each expectation with its verdict, in the order given. What was not measured is not fulfilled.
///
/// - Parameter diagnosis: what a call that must fail is judged by, and what stands beside all that it explains.
public func judge(
  _ expectations: [Expectation], of analysis: Analysis, diagnosis: Diagnosis? = nil
) -> [Judgement] {
  expectations.map { expectation in
    var judgement = analysis.judgement(of: expectation, diagnosis)
    if judgement.verdict.isRed, let diagnosis, diagnosis.explains(expectation, of: analysis) {
      judgement.cause = diagnosis.cause.id
    }
    return judgement
  }
}

extension Analysis {
  fileprivate func judgement(of expectation: Expectation, _ diagnosis: Diagnosis?) -> Judgement {
    switch expectation {
    case .extmapAgrees: extmapAgrees()
    case .fingerprintVerified: fingerprintVerified()
    case .codecs(let kind, let names, let scope): codecs(kind, names, in: scope)
    case .absent(let kind, let peer):
      ofPeer(peer, Claim("absent", limit: "absent")) { absent(kind, $0) }
    case .gatheringComplete(let peer, let within):
      ofPeer(
        peer, Claim("gathering", limit: "complete within \(within.plainMilliseconds)", unit: "ms")
      ) {
        gatheringComplete($0, within: within)
      }
    case .gatheringTimedOut(let peer, let after, let within, let waitingFor):
      ofPeer(
        peer,
        Claim(
          "gathering timed out",
          // The unit is put behind it.
          limit: (waitingFor.map { "waiting for \($0), " } ?? "")
            + "after \(after.plainMilliseconds) and within \(within.plainMilliseconds)",
          unit: "ms")
      ) { gatheringTimedOut($0, after: after, within: within, waitingFor: waitingFor) }
    case .measured(let quantity, let peer, let bound):
      ofPeer(peer, Claim(quantity.name, limit: bound.description, unit: quantity.unit)) {
        doubted(measured(quantity, $0, bound), of: $0, until: lastMoment(of: quantity, $0))
      }
    case .silentWhileMuted(let peer):
      ofPeer(peer, Claim("silence while muted", limit: "silent")) { silentWhileMuted($0) }
    case .stepTimesOut(let text): stepTimesOut(text)
    case .fails(let failure, let because): fails(failure, because: because, diagnosis)
    }
  }

  /// A claim about a peer that does not exist matches nothing, which is red.
  private func ofPeer(_ peer: PeerID, _ claim: Claim, _ judge: (Int) -> Finding) -> Judgement {
    guard peers.indices.contains(peer.index) else {
      return claim.judged(
        "peer \(peer.index)", .failed(nil, "the run had no peer with this number"))
    }
    return claim.judged(peers[peer.index].name, judge(peer.index))
  }

  private func measured(_ quantity: Quantity, _ index: Int, _ bound: Bound) -> Finding {
    switch reading(quantity, of: index) {
    case .absent(let reason): return .failed(nil, reason)
    case .measured(let estimate, let note):
      let verdict = estimate.verdict(bound)
      var notes: [String] = []
      if let interval = estimate.interval {
        notes.append("95 % interval \(interval.lowerBound) to \(interval.upperBound)")
      }
      if let note { notes.append(note) }
      if verdict == .inconclusive {
        notes.append(
          estimate.settlingLength(bound).map { "a run of about \($0.plain) would settle it" }
            ?? "no run of a day would settle it")
      }
      return Finding(
        verdict, "\(estimate.value)", notes.isEmpty ? nil : notes.joined(separator: "; "))
    }
  }
}

/// The words of a judgement that do not depend on how it comes out.
struct Claim {
  var name: String
  var limit: String
  var unit: String

  init(_ name: String, limit: String, unit: String = "") {
    self.name = name
    self.limit = limit
    self.unit = unit
  }

  func judged(_ subject: String, _ finding: Finding) -> Judgement {
    Judgement(
      name: name, subject: finding.subject ?? subject, limit: limit, measured: finding.measured,
      unit: unit, verdict: finding.verdict, note: finding.note)
  }
}

/// How one expectation came out.
struct Finding {
  var verdict: Verdict
  var measured: String?
  var note: String?
  /// Where it says more than the peer's name.
  var subject: String?

  init(_ verdict: Verdict, _ measured: String?, _ note: String? = nil) {
    self.verdict = verdict
    self.measured = measured
    self.note = note
  }

  static func passed(_ measured: String, _ note: String? = nil) -> Finding {
    Finding(.passed, measured, note)
  }

  static func failed(_ measured: String?, _ note: String?) -> Finding {
    Finding(.failed, measured, note)
  }

  func about(_ subject: String) -> Finding {
    var finding = self
    finding.subject = subject
    return finding
  }
}

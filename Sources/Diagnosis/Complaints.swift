public import Metrics
internal import Trace

/// What somebody misses in a call that came up: a call has many blemishes, and not each of them is asked about.
public struct Complaints: Sendable {
  enum Kind: Hashable, Sendable {
    case missing(TrackKind)
    case freezes, loss, lateness, apart, extensions
  }

  private struct Complaint: Hashable, Sendable {
    var kind: Kind
    /// Nil: of every peer.
    var peer: PeerID?
  }

  /// Nil: all that can be found.
  private var complaints: Set<Complaint>?
  /// What is not to be there.
  private var unwanted: Set<Complaint> = []

  /// Whatever there is to find.
  public static let any = Complaints(complaints: nil)

  private init(complaints: Set<Complaint>?) { self.complaints = complaints }

  /// - Parameter judgements: of the expectations, in their order.
  public init(_ expectations: [Expectation], _ judgements: [Judgement]) {
    self.init(complaints: [])
    for (expectation, judgement) in zip(expectations, judgements) {
      switch expectation {
      case .absent(let kind, let peer): unwanted.insert(Complaint(kind: .missing(kind), peer: peer))
      // What a call has to break by may be anything.
      case .fails: complaints = nil
      case .extmapAgrees: add(.extensions, nil, judgement)
      case .measured(let quantity, let peer, _): add(quantity, peer, judgement)
      case .silentWhileMuted(let peer): add(.missing(.audio), peer, judgement)
      case .fingerprintVerified, .codecs, .gatheringComplete, .gatheringTimedOut, .stepTimesOut:
        break
      }
    }
  }

  private mutating func add(_ kind: Kind, _ peer: PeerID?, _ judgement: Judgement) {
    guard judgement.verdict.isRed else { return }
    complaints?.insert(Complaint(kind: kind, peer: peer))
  }

  private mutating func add(_ quantity: Quantity, _ peer: PeerID, _ judgement: Judgement) {
    let isMeasured = judgement.measured != nil
    switch quantity {
    case .connectionTime: if isMeasured { add(.lateness, peer, judgement) }
    case .firstFrame: add(isMeasured ? .lateness : .missing(.video), peer, judgement)
    case .freezeTotal, .freezeCount, .longestFreeze, .frameRate, .psnr, .ssim:
      add(isMeasured ? .freezes : .missing(.video), peer, judgement)
    case .avOffset, .avDrift:
      if isMeasured {
        add(.apart, peer, judgement)
      } else {
        for kind in TrackKind.allCases { add(.missing(kind), peer, judgement) }
      }
    case .packetsLost(let kind): add(isMeasured ? .loss : .missing(kind), peer, judgement)
    case .bitRate(let kind):
      add(isMeasured && kind == .video ? .freezes : .missing(kind), peer, judgement)
    case .marksLost: add(.missing(.audio), peer, judgement)
    }
  }

  /// Whether somebody asked; always, where anything is asked about.
  func include(_ kind: Kind, _ peer: Int) -> Bool {
    guard isWanted(kind, peer) else { return false }
    guard let complaints else { return true }
    return complaints.contains(Complaint(kind: kind, peer: PeerID(index: peer)))
      || complaints.contains(Complaint(kind: kind))
  }

  /// Whether it is not to be so.
  func isWanted(_ kind: Kind, _ peer: Int) -> Bool {
    !unwanted.contains(Complaint(kind: kind, peer: PeerID(index: peer)))
  }

  /// Nobody asked about anything in particular.
  var areOpen: Bool { complaints == nil }
}

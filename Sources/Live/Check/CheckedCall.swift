internal import SansIO
internal import Trace

/// What one peer told in a call, counted.
struct CheckedCall {
  var candidates = 0
  var hasGathered = false
  var isConnected = false
  /// Version and cipher, where they are told.
  var dtls = ""
  var captured = 0
  var rendered = 0
  /// Pictures whose strip could be read.
  var readable = 0
  var marksSent = 0
  var marksPlayed = 0

  init(_ trace: Trace, agent: PeerID) {
    for event in trace.events where event.subject == .peer(agent) {
      switch event.kind {
      case .ice(.candidate): candidates += 1
      case .ice(.gathering(.complete, _)): hasGathered = true
      case .dtls(.connected(let version, let cipher, _)):
        isConnected = true
        if !version.isEmpty { dtls = "\(version), \(cipher)" }
      case .media(.captured): captured += 1
      case .media(.rendered(_, let strip, _, _)):
        rendered += 1
        if strip != nil { readable += 1 }
      case .media(.markSent): marksSent += 1
      case .media(.markPlayed): marksPlayed += 1
      default: break
      }
    }
  }
}

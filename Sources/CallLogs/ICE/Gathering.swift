internal import SDP
internal import SansIO

/// One phase of gathering, from its begin to the word that it is complete.
struct Gathering: Sendable {
  struct Found: Sendable {
    var at: Instant?
    var candidate: Candidate
    /// Of the server it came from, where the event says.
    var server: ICEServer?
  }

  var start: Instant?
  var found: [Found] = []
  var errors: [ICEServerError] = []
  /// The empty candidate.
  var lastCandidate: (at: Instant?, line: Int?)?
  var complete: (at: Instant?, line: Int?)?

  var end: (at: Instant?, line: Int?)? { complete ?? lastCandidate }

  func has(_ kinds: Candidate.Kind...) -> Bool {
    found.contains { kinds.contains($0.candidate.kind) }
  }

  /// "host and srflx"; in the order of what they cost.
  var kinds: String {
    let order: [Candidate.Kind] = [.host, .srflx, .prflx, .relay]
    let words = order.filter { has($0) }.map(\.rawValue)
    guard let last = words.last else { return "no" }
    return words.count == 1 ? last : "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}

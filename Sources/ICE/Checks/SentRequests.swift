internal import STUN
internal import SansIO

/// A Binding request whose answer may still come.
struct SentRequest: Hashable, Sendable {
  var id: TransactionID
  var pair: Int
  var sentAt: Instant
  /// The role that it claimed.
  var role: ICERole
  var isNominating: Bool
}

/// Requests by transaction, oldest first; bounded by age and count.
struct SentRequests: Sendable {
  private static let limit = 256
  /// libwebrtc's `CONNECTION_RESPONSE_TIMEOUT`: round trips of mobile networks were seen to reach it.
  private static let lifetime = Duration.seconds(60)

  private var requests: [SentRequest] = []

  mutating func add(_ request: SentRequest) {
    let stale = requests.prefix { request.sentAt - $0.sentAt > Self.lifetime }.count
    requests.removeFirst(max(stale, requests.count - Self.limit + 1, 0))
    requests.append(request)
  }

  func find(_ id: TransactionID) -> SentRequest? { requests.last { $0.id == id } }

  mutating func remove(_ id: TransactionID) { requests.removeAll { $0.id == id } }
}

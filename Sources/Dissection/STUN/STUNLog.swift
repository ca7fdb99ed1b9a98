internal import STUN

/// The STUN transactions of one flow, counted by direction, method and USERNAME.
struct STUNLog: Sendable {
  private static let pendingLimit = 16_384
  private static let kindLimit = 512

  struct Kind: Hashable, Sendable {
    var isForward: Bool
    var method: UInt16
    var username: String?
  }

  struct Count: Sendable {
    var requests = 0
    var retransmissions = 0
    var successes = 0
    /// By code.
    var errors: [UInt16: Int] = [:]
    var reason: String?
    var nominations = 0
    /// Requests that say ICE-CONTROLLING, and ICE-CONTROLLED.
    var controlling = 0
    var controlled = 0
    var firstNumber = 0
    var firstTime: Int64 = 0
    /// Nanoseconds.
    var leastRoundTrip: Int64?
    var lastSuccess: Int64?
    /// Requests since the last one that was granted, those that were sent again too, and the first of them.
    var silentRequests = 0
    var silentSince: (number: Int, time: Int64)?

    var errorCount: Int { errors.values.reduce(0, +) }
    var unanswered: Int { max(0, requests - successes - errorCount) }
  }

  private struct Pending: Sendable {
    var kind: Kind
    var time: Int64
  }
  private struct Key: Hashable, Sendable {
    var id: TransactionID
    var isForward: Bool
  }

  private(set) var counts: [Kind: Count] = [:]
  private(set) var indications = 0
  private(set) var malformed = 0
  /// Responses to nothing that was seen.
  private(set) var strayResponses = 0
  private var pending: [Key: Pending] = [:]

  init() {}

  /// The requests of each direction from the place of who asks.
  init(forward: STUNLog, backward: STUNLog) {
    counts = forward.counts.filter(\.key.isForward)
    counts.merge(backward.counts.filter { !$0.key.isForward }) { own, _ in own }
    indications = max(forward.indications, backward.indications)
    malformed = max(forward.malformed, backward.malformed)
    strayResponses = min(forward.strayResponses, backward.strayResponses)
  }

  var isEmpty: Bool { counts.isEmpty && indications == 0 && strayResponses == 0 && malformed == 0 }
  var hasSuccess: Bool { counts.contains { $0.key.method == 1 && $0.value.successes > 0 } }

  /// Of checks, the last that was granted.
  var lastSuccess: Int64? {
    counts.lazy.filter { $0.key.method == 1 }.compactMap(\.value.lastSuccess).max()
  }

  /// In the order of their first request.
  var ordered: [(kind: Kind, count: Count)] {
    counts.map { ($0.key, $0.value) }.sorted { $0.count.firstNumber < $1.count.firstNumber }
  }

  mutating func malformedMessage() { malformed += 1 }

  mutating func add(_ message: STUNMessage, isForward: Bool, number: Int, time: Int64) {
    switch message.messageClass {
    case .indication: indications += 1
    case .request: request(message, isForward, number, time)
    case .success, .error: response(message, isForward, time)
    }
  }

  private mutating func request(
    _ message: STUNMessage, _ isForward: Bool, _ number: Int, _ time: Int64
  ) {
    let kind = Kind(
      isForward: isForward, method: message.method.rawValue, username: message.username)
    guard counts[kind] != nil || counts.count < Self.kindLimit else { return }
    var count = counts[kind] ?? Count(firstNumber: number, firstTime: time)
    defer { counts[kind] = count }
    let key = Key(id: message.transactionID, isForward: isForward)
    count.silentRequests += 1
    count.silentSince = count.silentSince ?? (number, time)
    guard pending[key] == nil else {
      count.retransmissions += 1
      return
    }
    count.requests += 1
    count.nominations += message.useCandidate ? 1 : 0
    count.controlling += message.iceControlling != nil ? 1 : 0
    count.controlled += message.iceControlled != nil ? 1 : 0
    if pending.count < Self.pendingLimit { pending[key] = Pending(kind: kind, time: time) }
  }

  private mutating func response(_ message: STUNMessage, _ isForward: Bool, _ time: Int64) {
    let key = Key(id: message.transactionID, isForward: !isForward)
    guard let request = pending.removeValue(forKey: key) else {
      strayResponses += 1
      return
    }
    if message.messageClass == .success {
      counts[request.kind]?.successes += 1
      counts[request.kind]?.lastSuccess = time
      counts[request.kind]?.silentRequests = 0
      counts[request.kind]?.silentSince = nil
      let elapsed = time - request.time
      let least = counts[request.kind]?.leastRoundTrip
      counts[request.kind]?.leastRoundTrip = min(least ?? elapsed, elapsed)
    } else if let error = message.errorCode {
      counts[request.kind]?.errors[error.code, default: 0] += 1
      counts[request.kind]?.reason = error.reason
    }
  }

  /// RFC 8489 §18.2, RFC 8656 §17.
  static func methodName(_ method: UInt16) -> String {
    switch method {
    case 1: "Binding"
    case 3: "Allocate"
    case 4: "Refresh"
    case 6: "Send"
    case 7: "Data"
    case 8: "CreatePermission"
    case 9: "ChannelBind"
    default: "method \(method)"
    }
  }
}

/// Puts the handshake messages of one sender together from their fragments (RFC 6347 §4.2.3).
struct HandshakeAssembly: Sendable {
  struct Fragment {
    var type: UInt8
    var byteCount: Int
    var sequence: Int
    var offset: Int
    var bytes: ArraySlice<UInt8>
  }

  private struct Message: Sendable {
    var type: UInt8
    var byteCount: Int
    var bytes: [UInt8] = []
    var early: [Int: [UInt8]] = [:]
    var isWhole: Bool { bytes.count >= byteCount }
  }

  private static let messageLimit = 32
  private static let byteLimit = 65_536
  private var messages: [Int: Message] = [:]

  /// The first message of which a part is missing: its type, the bytes up to the gap, and all of them.
  var torn: (type: UInt8, arrived: Int, byteCount: Int)? {
    messages.filter { !$0.value.isWhole }.min { $0.key < $1.key }
      .map { ($0.value.type, $0.value.bytes.count, $0.value.byteCount) }
  }

  /// What became of a fragment.
  enum Outcome {
    /// Its message had come whole before.
    case again
    case waiting
    case whole([UInt8])
  }

  mutating func add(_ fragment: Fragment) -> Outcome {
    var message =
      messages[fragment.sequence] ?? Message(type: fragment.type, byteCount: fragment.byteCount)
    if messages[fragment.sequence] != nil, message.isWhole { return .again }
    guard fragment.byteCount <= Self.byteLimit,
      messages[fragment.sequence] != nil || messages.count < Self.messageLimit
    else { return .waiting }
    if fragment.offset <= message.bytes.count {
      message.bytes += fragment.bytes.dropFirst(message.bytes.count - fragment.offset)
      while let next = message.early.first(where: { $0.key <= message.bytes.count }) {
        message.early[next.key] = nil
        message.bytes += next.value.dropFirst(message.bytes.count - next.key)
      }
    } else if message.early.count < 64 {
      message.early[fragment.offset] = Array(fragment.bytes)
    }
    messages[fragment.sequence] = message
    return message.isWhole ? .whole(Array(message.bytes.prefix(message.byteCount))) : .waiting
  }
}

internal import SansIO

/// Numbers the combinations of kind, base address and server as they appear (RFC 8445 §5.1.1.3).
struct FoundationTable: Sendable {
  private struct Key: Hashable {
    var kind: ICECandidate.Kind
    var host: [UInt8]
    var server: STUNServer?
  }

  private var keys: [Key] = []

  mutating func foundation(
    _ kind: ICECandidate.Kind, base: SocketAddress, server: STUNServer?
  ) -> String {
    let key = Key(kind: kind, host: base.host, server: server)
    if let index = keys.firstIndex(of: key) { return "\(index + 1)" }
    keys.append(key)
    return "\(keys.count)"
  }
}

/// What a process wrote to its standard error: all of it, or the beginning and the end of more than a person reads.
struct ProcessLog {
  /// Of the beginning and of the end each.
  static let halfLimit = 2 << 20
  /// Of what is looked at for the last lines.
  private static let recentLimit = 64 << 10

  private var beginning: [UInt8] = []
  private var end: [UInt8] = []
  private var leftOut = 0

  mutating func append(_ piece: ArraySlice<UInt8>) {
    let room = max(0, Self.halfLimit - beginning.count)
    beginning += piece.prefix(room)
    end += piece.dropFirst(room)
    // Bytes are moved once for many that come.
    if end.count > 2 * Self.halfLimit { leaveOut(end.count - Self.halfLimit) }
  }

  mutating func append(line: String) { append(Array((line + "\n").utf8)[...]) }

  /// With a line in the middle that says how much is missing, where anything is.
  var bytes: [UInt8] {
    var log = self
    log.leaveOut(max(0, end.count - Self.halfLimit))
    guard log.leftOut > 0 else { return log.beginning + log.end }
    return log.beginning + Array("\n… \(log.leftOut) bytes left out …\n".utf8) + log.end
  }

  var isEmpty: Bool { beginning.isEmpty }

  /// The end of it.
  var recent: String {
    let missing = max(0, Self.recentLimit - end.count)
    let bytes = beginning.suffix(missing) + end.suffix(Self.recentLimit)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The last lines that say something, each cut to a length that a person reads.
  func lines(_ count: Int) -> [String] {
    recent.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
      .suffix(count).map { $0.count > 300 ? "\($0.prefix(300))…" : String($0) }
  }

  private mutating func leaveOut(_ count: Int) {
    end.removeFirst(count)
    leftOut += count
  }
}

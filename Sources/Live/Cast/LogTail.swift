/// The end of what a process wrote to its standard error.
struct LogTail {
  private static let limit = 64 << 10
  private var bytes: [UInt8] = []

  mutating func append(_ piece: ArraySlice<UInt8>) {
    bytes += piece
    if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  mutating func append(line: String) { append(Array((line + "\n").utf8)[...]) }

  var text: String { String(decoding: bytes.suffix(Self.limit), as: UTF8.self) }

  /// The last lines that say something, each cut to a length that a person reads.
  func lines(_ count: Int) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
      .suffix(count).map { $0.count > 300 ? "\($0.prefix(300))…" : String($0) }
  }
}

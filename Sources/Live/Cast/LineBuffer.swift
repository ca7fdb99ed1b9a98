/// Bytes that come in pieces, given out as lines.
struct LineBuffer {
  enum Overflow: Error { case lineTooLong(prefix: String) }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var head = 0
  /// Before this there is no line feed.
  private var searched = 0

  init(limit: Int) { self.limit = limit }

  mutating func append(_ piece: ArraySlice<UInt8>) { bytes += piece }

  /// The next whole line, without its line feed; nil: its end has not come.
  mutating func next() throws(Overflow) -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      guard bytes.count - head <= limit else {
        throw .lineTooLong(
          prefix: String(decoding: bytes[head..<min(head + 200, bytes.count)], as: UTF8.self))
      }
      if head > 0 {
        bytes.removeFirst(head)
        searched -= head
        head = 0
      }
      return nil
    }
    let line = bytes[head..<end]
    head = end + 1
    searched = head
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}

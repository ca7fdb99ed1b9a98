internal import Glibc

/// Bytes that come in pieces, given out as lines of a bounded length.
public struct LineBuffer {
  /// A line that does not end within the limit.
  public struct TooLong: Error, Hashable {
    public var limit: Int
    /// How it begins, for messages.
    public var beginning: String
  }

  private static let beginningByteCount = 200

  private let limit: Int
  private var bytes: [UInt8] = []
  private var head = 0
  /// Between `head` and this there is no line feed.
  private var searched = 0

  public init(limit: Int) { self.limit = limit }

  public mutating func append(_ piece: ArraySlice<UInt8>) { bytes += piece }

  /// The next whole line, without its line feed or CRLF; nil: its end has not come.
  public mutating func next() throws(TooLong) -> String? {
    let end = lineFeed()
    let line = bytes[head..<(end ?? bytes.count)]
    guard line.count <= limit else {
      throw TooLong(
        limit: limit,
        beginning: String(decoding: line.prefix(Self.beginningByteCount), as: UTF8.self))
    }
    guard let end else {
      bytes.removeFirst(head)
      head = 0
      searched = bytes.count
      return nil
    }
    head = end + 1
    searched = head
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// Where the next line ends. A search by the C library, as fast in a build without optimisation.
  private func lineFeed() -> Int? {
    unsafe bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress,
        let found = unsafe memchr(
          base + searched, Int32(UInt8(ascii: "\n")), all.count - searched)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

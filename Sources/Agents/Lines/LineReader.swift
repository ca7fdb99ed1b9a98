internal import Glibc
internal import LinuxIO

/// Cuts what a descriptor brings into lines of a bounded length.
struct LineReader {
  /// A line that does not end within the limit.
  struct TooLong: Error { var limit: Int }

  let descriptor: Int32
  private let limit: Int
  /// The beginning of a line whose end has not come yet.
  private var unread: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 65536)

  init(_ descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The lines that are complete now; nil at the end. Call it when the descriptor is readable: else it waits.
  mutating func read() throws(TooLong) -> [String]? {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    var lines: [String] = []
    var start = 0
    while let end = lineFeed(from: start, to: count) {
      unread += buffer[start..<end]
      guard unread.count <= limit else { throw TooLong(limit: limit) }
      lines.append(String(decoding: unread, as: UTF8.self))
      unread.removeAll(keepingCapacity: true)
      start = end + 1
    }
    unread += buffer[start..<count]
    guard unread.count <= limit else { throw TooLong(limit: limit) }
    return lines
  }

  /// Where the next line ends. A search by the C library, as fast in a build without optimisation.
  private func lineFeed(from start: Int, to end: Int) -> Int? {
    unsafe buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), end - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

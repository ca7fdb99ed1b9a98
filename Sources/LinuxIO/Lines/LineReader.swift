internal import Glibc

/// Cuts what a descriptor brings into lines of a bounded length.
public struct LineReader {
  public let descriptor: Int32
  private var unread: LineBuffer
  private var buffer = [UInt8](repeating: 0, count: 65536)

  public init(_ descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    unread = LineBuffer(limit: limit)
  }

  /// The lines that are complete now; nil at the end. Call it when the descriptor is readable: else it waits.
  public mutating func read() throws(LineBuffer.TooLong) -> [String]? {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    unread.append(buffer[..<count])
    var lines: [String] = []
    while let line = try unread.next() { lines.append(line) }
    return lines
  }
}

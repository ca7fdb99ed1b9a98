internal import LinuxIO
internal import Trace

/// Messages cut out of a stream of bytes that does not block.
///
/// The bytes are kept until a message is whole; how its end is known, differs.
struct MessageReader {
  /// Stills are the largest messages; nothing that a page says comes near.
  static let limit = 32 << 20

  enum Framing {
    /// DevTools: a NUL byte ends a message.
    case zero
    /// Marionette: the length in decimal digits and a colon come first.
    case length
  }

  private let framing: Framing
  private var bytes: [UInt8] = []
  /// How many of the bytes were looked at and hold no end.
  private var searched = 0

  init(_ framing: Framing) { self.framing = framing }

  /// Takes what is there; false: the stream is at its end, or holds nonsense without one.
  mutating func fill(from descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    do {
      while let count = try Descriptor.read(descriptor, into: &buffer) {
        guard count > 0, bytes.count + count <= Self.limit else { return false }
        bytes += buffer[..<count]
        if count < buffer.count { return true }
      }
      return true
    } catch {
      return false
    }
  }

  /// The next whole message.
  mutating func next() -> String? {
    switch framing {
    case .zero: nextEnded()
    case .length: nextCounted()
    }
  }

  private mutating func nextEnded() -> String? {
    guard let index = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      return nil
    }
    return take(0..<index, andSkip: 1)
  }

  private mutating func nextCounted() -> String? {
    guard let colon = bytes.prefix(10).firstIndex(of: UInt8(ascii: ":")),
      let count = Int(String(decoding: bytes[..<colon], as: UTF8.self)), count >= 0,
      count <= bytes.count - colon - 1
    else { return nil }
    return take(colon + 1..<colon + 1 + count, andSkip: 0)
  }

  private mutating func take(_ range: Range<Int>, andSkip rest: Int) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    bytes.removeFirst(range.upperBound + rest)
    searched = 0
    return text
  }
}

/// Writes all bytes to a descriptor that does not block.
func sendAll(_ bytes: [UInt8], to descriptor: Int32, until deadline: Int64) throws(BrowserError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count: Int?
    do throws(SystemError) {
      count = try Descriptor.write(descriptor, rest)
    } catch {
      throw BrowserError("the browser no longer listens: \(error.reason)")
    }
    rest = rest.dropFirst(count ?? 0)
    guard count == nil else { continue }
    guard monotonicNanoseconds() < deadline else { throw .timedOut("it takes no more commands") }
    _ = waitForInput([], milliseconds: 2)
  }
}

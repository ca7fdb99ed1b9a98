internal import Glibc
internal import LinuxIO

/// What files and pipes hold, piece by piece.
enum InputPieces {
  private static let pieceByteCount = 256 << 10

  /// Up to its end.
  static func read(_ descriptor: CInt, _ take: (ArraySlice<UInt8>) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: pieceByteCount)
    while true {
      guard let count = try Descriptor.read(descriptor, into: &buffer) else {
        // Somebody made it non-blocking; nothing is there yet.
        usleep(10_000)
        continue
      }
      if count == 0 { return }
      try take(buffer.prefix(count))
    }
  }
}

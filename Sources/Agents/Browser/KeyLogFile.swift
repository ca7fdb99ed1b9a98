internal import LinuxIO

/// A growing NSS key log: `SSLKEYLOGFILE`.
struct KeyLogFile {
  private static let limit = 4 << 20

  private let path: String
  private var taken = 0

  init(path: String) { self.path = path }

  /// Whole lines that were written since the last time, comments left out.
  mutating func takeLines() -> [String] {
    guard let bytes = try? readFile(path, atMost: Self.limit), bytes.count > taken,
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")), end >= taken
    else { return [] }
    defer { taken = end + 1 }
    return bytes[taken...end].split(separator: UInt8(ascii: "\n"))
      .filter { $0.first != UInt8(ascii: "#") }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

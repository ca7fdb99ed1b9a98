internal import Glibc

/// Where a person reads: colours on a terminal unless `NO_COLOR` is set, plain lines elsewhere.
struct Terminal {
  enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"
  }

  let isTerminal: Bool
  private let hasColour: Bool
  private var line = ""

  init() {
    isTerminal = isatty(STDOUT_FILENO) == 1
    let noColour = unsafe getenv("NO_COLOR").map { unsafe $0.pointee != 0 } ?? false
    hasColour = isTerminal && !noColour
  }

  func paint(_ text: String, _ colour: Colour) -> String {
    hasColour ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// A line that stays.
  mutating func say(_ text: String) {
    clear()
    Self.write(text + "\n", to: STDOUT_FILENO)
  }

  /// A line that the next one replaces; nothing where there is no terminal.
  mutating func show(_ text: String) {
    guard isTerminal else { return }
    clear()
    line = String(text.prefix(100))
    Self.write(line, to: STDOUT_FILENO)
  }

  /// A line for the program that reads standard output.
  static func answer(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  private mutating func clear() {
    if !line.isEmpty { Self.write("\r\u{1b}[K", to: STDOUT_FILENO) }
    line = ""
  }

  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}

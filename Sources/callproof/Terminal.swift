internal import Glibc
internal import LinuxIO

/// Where a person reads: colours and a status line on a terminal, plain lines elsewhere.
///
/// Names and reasons come from files and from other peers: what could steer a terminal is shown as "�".
struct Terminal {
  enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case dim = "2"
  }

  /// Where lines go: a test keeps them.
  struct Output {
    var write: (String) -> Void
    var complain: (String) -> Void

    static var standard: Output {
      Output(
        write: { try? writeAll(Array($0.utf8), to: STDOUT_FILENO) },
        complain: { try? writeAll(Array($0.utf8), to: STDERR_FILENO) })
    }
  }

  private let isTerminal: Bool
  private let hasColour: Bool
  /// Asked for every status line, since windows change.
  private let columns: () -> Int
  private let output: Output
  private var hasStatus = false

  init() {
    func variable(_ name: String) -> String? {
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    let isTerminal = isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb"
    self.init(
      isTerminal: isTerminal, hasColour: isTerminal && (variable("NO_COLOR") ?? "").isEmpty,
      columns: { OwnProcess.terminalColumns ?? 80 }, output: .standard)
  }

  init(
    isTerminal: Bool, hasColour: Bool, columns: @escaping () -> Int, output: Output
  ) {
    self.isTerminal = isTerminal
    self.hasColour = hasColour
    self.columns = columns
    self.output = output
  }

  /// The text in that colour, where there are colours.
  func paint(_ text: String, _ colour: Colour) -> String {
    let text = Self.harmless(text)
    return hasColour ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// Text without characters that steer a terminal.
  static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { clean.append(isControl(scalar) ? "\u{fffd}" : scalar) }
    return String(clean)
  }

  /// A line that stays.
  mutating func say(_ text: String) {
    clear()
    output.write(text + "\n")
  }

  /// A line that the next one replaces, cut to the width of the terminal; nothing where there is none.
  mutating func show(_ text: String) {
    guard isTerminal else { return }
    clear()
    // In the last column, some terminals begin a new line.
    output.write(Self.cut(Self.harmless(text), toColumns: columns() - 1))
    hasStatus = true
  }

  /// A line on standard error, or several.
  func complain(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    output.complain(lines.map { Self.harmless(String($0)) + "\n" }.joined())
  }

  private mutating func clear() {
    if hasStatus { output.write("\r\u{1b}[K") }
    hasStatus = false
  }

  private static func cut(_ text: String, toColumns limit: Int) -> String {
    var end = text.startIndex
    var used = 0
    for index in text.indices {
      used += width(of: text[index])
      if used > limit { return String(text[..<end]) + "…" }
      // The place where the text would end if an ellipsis had to follow.
      if used <= limit - 1 { end = text.index(after: index) }
    }
    return text
  }

  /// In columns: 2 for what East Asian Width (UAX #11) calls wide, and for pictograms.
  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    // C0 and C1; the tab is harmless. Marks that turn the direction of text can make it lie.
    switch scalar.value {
    case 0x09: false
    case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

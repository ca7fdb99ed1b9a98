/// Two bits about one packet (draft-holmer-rmcat-transport-wide-cc-extensions-01 §3.1.1).
enum StatusSymbol: UInt16 {
  case notReceived = 0
  /// Received, with a delta of one byte.
  case small = 1
  /// Received, with a delta of two bytes, which may be negative.
  case large = 2
  case reserved = 3

  init(_ status: TransportFeedback.Status) {
    switch status {
    case .notReceived: self = .notReceived
    case .received(let delta): self = (0...255).contains(delta) ? .small : .large
    }
  }
}

/// Sixteen bits that hold the symbols of several packets (same draft, §3.1.3 and §3.1.4).
///
/// ```
/// |0| S |       run length        |   a run of one symbol
/// |1|0|       14 × 1 bit          |   received with a small delta, or not
/// |1|1|        7 × 2 bits         |
/// ```
enum StatusChunk {
  private static let longestRun = 0x1fff

  /// Appends the chunk's symbols, but none beyond `limit` in all: the last chunk may be longer than needed.
  static func decode(_ chunk: UInt16, into symbols: inout [StatusSymbol], limit: Int) {
    let room = limit - symbols.count
    if chunk & 0x8000 == 0 {
      let symbol = symbol(chunk >> 13)
      symbols.append(
        contentsOf: repeatElement(symbol, count: min(room, Int(chunk) & longestRun)))
    } else if chunk & 0x4000 == 0 {
      for index in 0..<min(room, 14) {
        symbols.append(symbol(chunk >> UInt16(13 - index) & 1))
      }
    } else {
      for index in 0..<min(room, 7) {
        symbols.append(symbol(chunk >> UInt16(12 - 2 * index)))
      }
    }
  }

  /// The chunk for the symbols at the front, and how many of them it holds.
  static func encode(_ symbols: ArraySlice<StatusSymbol>) -> (chunk: UInt16, length: Int) {
    let first = symbols.first ?? .notReceived
    let run = symbols.prefix(longestRun).prefix { $0 == first }.count
    let narrow = symbols.prefix(14).prefix { $0.rawValue < 2 }.count
    // A run wins where a vector would hold less, or no more of the same.
    if run >= 14 || run == symbols.count || (run >= 7 && narrow < 14) {
      return (first.rawValue << 13 | UInt16(run), run)
    }
    if narrow == min(14, symbols.count) {
      var chunk: UInt16 = 0x8000
      for (index, symbol) in symbols.prefix(14).enumerated() {
        chunk |= symbol.rawValue << UInt16(13 - index)
      }
      return (chunk, narrow)
    }
    var chunk: UInt16 = 0xc000
    for (index, symbol) in symbols.prefix(7).enumerated() {
      chunk |= symbol.rawValue << UInt16(12 - 2 * index)
    }
    return (chunk, min(7, symbols.count))
  }

  private static func symbol(_ bits: UInt16) -> StatusSymbol {
    switch bits & 3 {
    case 0: .notReceived
    case 1: .small
    case 2: .large
    default: .reserved
    }
  }
}

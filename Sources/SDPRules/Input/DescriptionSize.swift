/// What bounds the work that a description can make: far above any that a peer makes, so that the largest costs milliseconds.
enum DescriptionSize {
  private static let limitBytes = 1 << 20
  private static let limitSections = 1000
  private static let limitLines = 10_000
  private static let limitLineBytes = 64 << 10
  /// Formats of an `m=` line, mids of a group, parameters of a format: what stands between spaces or semicolons.
  private static let limitLineWords = 1000
  private static let limitWords = 100_000
  /// Of what is no ASCII: names of sessions and tracks have some, and reading damaged text as UTF-8 is slow.
  private static let limitForeignBytes = 16 << 10

  struct Excess {
    /// "10000 m= lines"
    var found: String
    var limit: String
    /// From 1; nil for the description as a whole.
    var line: Int?
  }

  /// The first bound that a text exceeds; nil for one that can be read.
  static func excess(of text: [UInt8]) -> Excess? {
    if text.count > limitBytes {
      return Excess(found: "\(text.count) bytes", limit: "the \(limitBytes) that are read")
    }
    var (lines, sections, words, foreignBytes) = (0, 0, 0, 0)
    var start = 0
    while start < text.count {
      lines += 1
      var (end, lineWords) = (start, 1)
      while end < text.count, text[end] != 10 {
        switch text[end] {
        case UInt8(ascii: " "), UInt8(ascii: ";"): lineWords += 1
        case 128...: foreignBytes += 1
        default: break
        }
        end += 1
      }
      if end - start > limitLineBytes {
        return Excess(
          found: "a line of \(end - start) bytes", limit: "\(limitLineBytes)", line: lines)
      }
      if lineWords > limitLineWords {
        return Excess(
          found: "a line of \(lineWords) words", limit: "\(limitLineWords)", line: lines)
      }
      if text[start...].starts(with: "m=".utf8) { sections += 1 }
      words += lineWords
      start = end + 1
    }
    return [
      (sections, limitSections, "m= lines"), (lines, limitLines, "lines"),
      (words, limitWords, "words"), (foreignBytes, limitForeignBytes, "bytes that are no ASCII"),
    ].first { $0.0 > $0.1 }.map { Excess(found: "\($0.0) \($0.2)", limit: "\($0.1)") }
  }
}

/// Trickled candidates, one a line: JSON as the W3C API names it, or the text alone.
enum CandidateLines {
  static func read(_ bytes: [UInt8]) -> [CandidateLog.Entry] {
    guard
      EmbeddedScanner.contains(bytes, "candidate:")
        || EmbeddedScanner.contains(bytes, "\"candidate\"")
    else { return [] }
    var entries: [CandidateLog.Entry] = []
    var number = 0
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      guard entries.count < 10_000, line.count < 4096 else { continue }
      let text = String(decoding: line, as: UTF8.self)
      guard let candidate = candidate(text) ?? named(text) else { continue }
      let ufrag = string("usernameFragment", text)
      entries.append(
        CandidateLog.Entry(
          line: number, candidate: candidate, mid: string("sdpMid", text),
          mline: integer("sdpMLineIndex", text), ufrag: ufrag))
    }
    return entries
  }

  /// "candidate:…" up to its quote or the end of the line.
  private static func candidate(_ text: String) -> String? {
    let utf8 = Array(text.utf8)
    let mark = Array("candidate:".utf8)
    guard utf8.count > mark.count else { return nil }
    for index in 0...(utf8.count - mark.count)
    where utf8[index..<index + mark.count].elementsEqual(mark) {
      let value = utf8[index...].prefix { $0 != UInt8(ascii: "\"") && $0 != 13 }
      return String(decoding: value, as: UTF8.self)
    }
    return nil
  }

  /// What W3C's `candidate` says without its prefix; empty: the end of candidates.
  private static func named(_ text: String) -> String? {
    guard value("sdpMid", text) != nil || value("sdpMLineIndex", text) != nil else { return nil }
    return string("candidate", text)
  }

  /// What stands behind `"key":`, without quotes.
  private static func string(_ key: String, _ text: String) -> String? {
    guard let rest = value(key, text), rest.first == "\"" else { return nil }
    return String(rest.dropFirst().prefix { $0 != "\"" })
  }

  private static func integer(_ key: String, _ text: String) -> Int? {
    value(key, text).flatMap { Int($0.prefix { $0.isNumber }) }
  }

  private static func value(_ key: String, _ text: String) -> Substring? {
    let mark = Array("\"\(key)\"".utf8)
    let utf8 = Array(text.utf8)
    guard utf8.count > mark.count else { return nil }
    for index in 0...(utf8.count - mark.count)
    where utf8[index..<index + mark.count].elementsEqual(mark) {
      let rest = utf8[(index + mark.count)...].drop { $0 == 32 || $0 == UInt8(ascii: ":") }
      return Substring(String(decoding: rest, as: UTF8.self))
    }
    return nil
  }
}

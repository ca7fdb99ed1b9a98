internal import SansIO
internal import Trace

/// Reads times of day, and counts from the first of them: "2026-03-01T09:12:33.120Z", "3/1/2026, 9:12:33 AM", milliseconds.
struct DayClock {
  private static let day: Int64 = 86_400_000_000_000
  private var first: Int64?
  private var last: Int64 = 0
  /// Midnights that were passed, in nanoseconds.
  private var passed: Int64 = 0

  mutating func instant(_ value: JSONValue?) -> Instant? {
    guard let time = Self.nanoseconds(value) else { return nil }
    // Half a day back is half a day on.
    if first != nil, time.isOfDay, passed < 400 * Self.day,
      time.value + passed < last - Self.day / 2
    {
      passed += Self.day
    }
    let now = time.isOfDay ? time.value + passed : time.value
    last = max(last, now)
    let start = first ?? now
    first = start
    let (difference, overflow) = now.subtractingReportingOverflow(start)
    return overflow ? nil : Instant(ofLog: difference)
  }

  private static func nanoseconds(_ value: JSONValue?) -> (value: Int64, isOfDay: Bool)? {
    if let number = value?.decimalValue {
      return DecimalText.nanoseconds(number).map { ($0, false) }
    }
    guard let text = value?.stringValue else { return nil }
    if let number = DecimalText.number(text.utf8) {
      return DecimalText.nanoseconds(number).map { ($0, false) }
    }
    return ofDay(text).map { ($0, true) }
  }

  /// The hours, minutes and seconds that stand with colons between them.
  private static func ofDay(_ text: String) -> Int64? {
    let words = text.prefix(64).split { !$0.isASCII || !($0.isNumber || $0 == ":" || $0 == ".") }
    guard let word = words.first(where: { $0.contains(":") }) else { return nil }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= 3, var hours = Int64(parts[0]),
      let minutes = Int64(parts[1]), (0...23).contains(hours), (0...59).contains(minutes)
    else { return nil }
    let seconds =
      parts.count == 3 ? DecimalText.number(parts[2].utf8) : FixedDecimal(units: 0, places: 0)
    guard let seconds, let rest = DecimalText.nanoseconds(seconds, unit: 1_000_000_000),
      (0..<61_000_000_000).contains(rest)
    else { return nil }
    let upper = text.uppercased()
    if upper.hasSuffix("PM"), hours < 12 { hours += 12 }
    if upper.hasSuffix("AM"), hours == 12 { hours = 0 }
    return (hours * 60 + minutes) * 60_000_000_000 + rest
  }
}

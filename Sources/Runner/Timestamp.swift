internal import FoundationEssentials

extension Date {
  /// In UTC: "20260102-030405".
  var timestamp: String {
    let seconds = Int64(timeIntervalSince1970)
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // Civil date from days since 1970-01-01 in the Gregorian calendar, years begun in March.
    let z = days + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return
      "\(year)\(two(month))\(two(day))-\(two(rest / 3600))\(two(rest / 60 % 60))\(two(rest % 60))"
  }
}

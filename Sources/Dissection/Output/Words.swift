/// Numbers for people and for JSON, the same on every machine.
enum Words {
  /// Rounded to that many places.
  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let whole = Int64((abs(value) * scale).rounded())
    let unit = Int64(scale)
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    let rest = String(whole % unit)
    return "\(sign)\(whole / unit)." + String(repeating: "0", count: places - rest.utf8.count)
      + rest
  }

  static func percent(_ share: Double) -> String { "\(decimal(share * 100, 1)) %" }
  static func milliseconds(_ nanoseconds: Int64) -> String {
    "\(decimal(Double(nanoseconds) / 1e6, 1)) ms"
  }

  static func seconds(_ nanoseconds: Int64) -> String {
    "\(decimal(Double(nanoseconds) / 1e9, 3)) s"
  }

  static func passage(_ passage: Passage) -> String {
    let share = Double(passage.lost) / Double(max(1, passage.sent))
    var words =
      "\(passage.sent) sent, \(passage.arrived) arrived, \(passage.lost) lost (\(percent(share)))"
    if passage.outside > 0 { words += ", \(passage.outside) outside the other's time" }
    if passage.extra > 0 { words += ", \(passage.extra) seen at the receiver alone" }
    if passage.reordered > 0 { words += ", \(passage.reordered) overtaken" }
    if let delay = passage.delay {
      words +=
        "; one-way delay \(milliseconds(delay.least)) least, \(milliseconds(delay.mean)) mean, \(milliseconds(delay.most)) most"
    }
    return words
  }

  static func hexadecimal(_ ssrc: UInt32) -> String {
    let digits = String(ssrc, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}

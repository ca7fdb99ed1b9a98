internal import SansIO

extension Duration {
  /// The shortest exact spelling that a scenario file accepts: "5s", "1.5s", "200ms", "20us".
  public var shortText: String {
    let nanoseconds = nanoseconds
    let units: [(scale: Int64, name: String)] = [
      (1_000_000_000, "s"), (1_000_000, "ms"), (1000, "us"),
    ]
    guard nanoseconds != 0 else { return "0s" }
    let unit = units.first { nanoseconds.magnitude >= $0.scale.magnitude } ?? (1, "ns")
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(
      dividingBy: unit.scale.magnitude)
    var text = (nanoseconds < 0 ? "-" : "") + String(whole)
    if rest > 0 {
      // One leading digit keeps the zeros behind the point.
      var digits = String(unit.scale.magnitude + rest).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text + unit.name
  }
}

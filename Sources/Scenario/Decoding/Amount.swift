internal import SansIO

/// A number and what stands behind it: "1.5s", "-125ms", "100 packets".
struct Amount {
  /// The number times ten to the power of `places`.
  var units: Int64
  /// 0...6
  var places: Int
  /// May be empty.
  var unit: String

  /// Nil when the text does not begin with a number, or has more digits than anything here needs.
  init?(_ text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(whole.count)
    var decimals = rest.prefix(0)
    // One point, with digits behind it: in "1..2" the points belong to the range.
    if rest.first == UInt8(ascii: "."), let next = rest.dropFirst().first, Self.isDigit(next) {
      decimals = rest.dropFirst().prefix(while: Self.isDigit)
      rest = rest.dropFirst(1 + decimals.count)
    }
    guard !whole.isEmpty, whole.count + decimals.count <= 12, decimals.count <= 6 else {
      return nil
    }
    let magnitude = [whole, decimals].joined().reduce(Int64(0)) {
      $0 * 10 + Int64($1 - UInt8(ascii: "0"))
    }
    units = isNegative ? -magnitude : magnitude
    places = decimals.count
    if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    unit = String(Substring(rest))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The number times `scale`; nil where that is not whole.
  func whole(times scale: Int64 = 1) -> Int64? {
    let (product, overflow) = units.multipliedReportingOverflow(by: scale)
    let (quotient, rest) = product.quotientAndRemainder(dividingBy: Self.power(places))
    return overflow || rest != 0 ? nil : quotient
  }

  /// The number times `scale` and divided by ten to the power of `shift`, without zeros at its end.
  func decimal(times scale: Int64 = 1, shift: Int = 0) -> FixedDecimal? {
    let (product, overflow) = units.multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    var result = FixedDecimal(units: product, places: places + shift)
    while result.places > 0, result.units % 10 == 0 {
      result.units /= 10
      result.places -= 1
    }
    return result
  }

  static func power(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { value, _ in value * 10 }
  }
}

extension Amount {
  static let durationUnits: [(name: String, nanoseconds: Int64)] = [
    ("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000),
  ]
  static let rateUnits: [(name: String, bitsPerSecond: Int64)] = [
    ("bps", 1), ("kbps", 1000), ("Mbps", 1_000_000), ("Gbps", 1_000_000_000),
  ]

  /// A whole number of nanoseconds.
  var duration: Duration? {
    guard let scale = Self.durationUnits.first(where: { $0.name == unit })?.nanoseconds else {
      return nil
    }
    return whole(times: scale).map { .nanoseconds($0) }
  }

  /// A whole number of bits a second.
  var bitRate: BitRate? {
    guard let scale = Self.rateUnits.first(where: { $0.name == unit })?.bitsPerSecond else {
      return nil
    }
    return whole(times: scale).map(BitRate.init(bitsPerSecond:))
  }

  /// "5%" as 0.05: the nearest `Double`.
  var fraction: Double? {
    unit == "%" ? Double(units) / Double(Self.power(places + 2)) : nil
  }
}

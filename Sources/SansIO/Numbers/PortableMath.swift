/// Functions that libm computes with or without fused multiply-add, depending on the machine, made from + − × ÷ only.
///
/// Good to about 1e-12, which is ample for tones, decibels and random distributions.
public enum PortableMath {
  public static let pi = 3.141592653589793
  private static let ln2 = 0.6931471805599453

  /// Natural logarithm of a positive number.
  public static func log(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite)
    // x = m · 2^e with m in 1..<2; ln m = 2 artanh((m − 1)/(m + 1)).
    var exponent = Double(x.exponent)
    var m = x.significand
    if m > 1.4142135623730951 {
      m /= 2
      exponent += 1
    }
    let t = (m - 1) / (m + 1)
    let t2 = t * t
    var term = t
    var sum = 0.0
    var k = 1.0
    while k < 27 {
      sum += term / k
      term *= t2
      k += 2
    }
    return 2 * sum + exponent * ln2
  }

  public static func log10(_ x: Double) -> Double { log(x) / 2.302585092994046 }

  /// Sine of an angle in radians, |x| < 1e6.
  public static func sin(_ x: Double) -> Double {
    let turns = (x / (2 * pi)).rounded(.toNearestOrAwayFromZero)
    var r = x - turns * 2 * pi
    if r > pi / 2 { r = pi - r }
    if r < -pi / 2 { r = -pi - r }
    let r2 = r * r
    var term = r
    var sum = 0.0
    var k = 1.0
    while k < 22 {
      sum += term
      term *= -r2 / ((k + 1) * (k + 2))
      k += 2
    }
    return sum
  }

  public static func cos(_ x: Double) -> Double { sin(x + pi / 2) }

  /// e to the power of x, |x| < 700.
  public static func exp(_ x: Double) -> Double {
    let halvings = 10
    let r = x / 1024
    var term = 1.0
    var sum = 0.0
    var k = 1.0
    while k < 14 {
      sum += term
      term *= r / k
      k += 1
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }
}

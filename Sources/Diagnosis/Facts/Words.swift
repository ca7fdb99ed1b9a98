internal import Metrics
internal import SansIO

/// Numbers in sentences.
enum Words {
  /// "0.42 s".
  static func seconds(_ at: Instant) -> String { seconds(at - .start) }

  static func seconds(_ duration: Duration) -> String {
    "\(FixedDecimal(units: duration.milliseconds / 10, places: 2)) s"
  }

  static func seconds(nanoseconds: Int64) -> String { seconds(.nanoseconds(nanoseconds)) }

  /// The end of one sentence and no second.
  static func sentence(_ text: String) -> String {
    let trimmed = text.hasSuffix(".") ? String(text.dropLast()) : text
    return trimmed + "."
  }

  static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite, value.magnitude < 1e9 else { return "not measurable" }
    return FixedDecimal(value, places: places).description
  }
}

extension Evidence.Counter {
  init(_ name: String, _ value: Int) {
    self.init(name: name, value: FixedDecimal(units: Int64(value), places: 0))
  }
}

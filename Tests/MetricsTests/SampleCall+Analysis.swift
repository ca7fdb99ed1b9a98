import SansIO
import TestSupport

@testable import Metrics

/// Swift Testing has an `Expectation` too.
typealias Expected = Expectation

extension SampleCall {
  var analysis: Analysis { Analysis(trace) }
}

extension Bound {
  static func most(_ value: Int64) -> Bound { Bound(most: FixedDecimal(units: value, places: 0)) }
  static func least(_ value: Int64) -> Bound { Bound(least: FixedDecimal(units: value, places: 0)) }
  static func between(_ least: Int64, _ most: Int64) -> Bound {
    Bound(
      least: FixedDecimal(units: least, places: 0), most: FixedDecimal(units: most, places: 0))
  }
}

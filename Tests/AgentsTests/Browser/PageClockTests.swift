import TestSupport
import Testing

@testable import Agents

@Suite("A page's clock against the machine's")
struct PageClockTests {
  /// The page's clock is this far behind the machine's, in ns.
  private static let distance: Int64 = 5_000_000_000

  @Test("the truth stays inside the bounds, which each round trip can only narrow")
  func narrows() {
    var clock = PageClock()
    var table = Table()
    table.equal(clock.offset, nil, "never measured")
    // Question and answer take unequal times: only the bounds are known, not the middle.
    let trips: [(there: Int64, back: Int64)] = [
      (4_000_000, 1_000_000), (200_000, 3_000_000), (900_000, 100_000), (300_000, 300_000),
    ]
    var last = Int64.max
    for (index, trip) in trips.enumerated() {
      let sent = Int64(index + 1) * 1_000_000_000 + Self.distance
      clock.add(
        sent: sent, received: sent + trip.there + trip.back, page: sent + trip.there - Self.distance
      )
      let error = ((clock.offset ?? 0) - Self.distance).magnitude
      table.holds(error <= clock.uncertainty.magnitude, "trip \(index): wrong by \(error) ns")
      table.holds(clock.uncertainty <= last, "trip \(index): \(clock.uncertainty) ns")
      last = clock.uncertainty
    }
    // The fastest ways there and back, and 0.1 ms of rounding on both sides.
    table.equal(clock.uncertainty, (200_000 + 100_000 + 200_000) / 2, "at last")
    #expect(table.failures == [])
  }

  @Test("a clock that was moved is believed anew; an answer before its question is not")
  func moves() {
    var clock = PageClock()
    clock.add(sent: 1_000_000, received: 1_400_000, page: 0)
    clock.add(sent: 9_000_000, received: 8_000_000, page: 0)
    var table = Table()
    table.equal(clock.offset, 1_200_000, "nonsense left out")
    clock.add(sent: 90_000_000, received: 90_400_000, page: 0)
    table.equal(clock.offset, 90_200_000, "moved")
    table.equal(clock.uncertainty, 300_000, "as uncertain as one round trip")
    #expect(table.failures == [])
  }
}

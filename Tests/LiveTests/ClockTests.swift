import SansIO
import TestSupport
import Testing
import Trace

@testable import Live

@Suite("Clocks and fuses of live peers")
struct ClockTests {
  private func trip(_ asked: Int64, _ answered: Int64, _ shown: Int64?)
    -> ClockCalibration.RoundTrip
  {
    .init(
      asked: Instant(nanoseconds: asked), answered: Instant(nanoseconds: answered),
      shown: shown.map(Instant.init(nanoseconds:)))
  }

  @Test("the fastest round trip says offset and uncertainty")
  func calibration() throws {
    var table = Table()
    let late = try #require(
      ClockCalibration([trip(0, 400, 5000), trip(1000, 1100, 6050), trip(2000, 2900, 9)]))
    table.equal(late.offset, .nanoseconds(5000), "offset")
    table.equal(late.uncertainty, .nanoseconds(50), "uncertainty")
    table.equal(late.roundTrips, 3, "round trips")
    table.equal(
      try #require(ClockCalibration([trip(1000, 1100, 1090)])).offset, .zero,
      "cannot be proved wrong")
    let silent = try #require(ClockCalibration([trip(1000, 1100, nil)]))
    table.equal(silent.offset, .zero, "no clock")
    table.equal(silent.uncertainty, .nanoseconds(50), "no clock: how late its words may be")
    table.equal(
      try #require(ClockCalibration([trip(0, 10, .max)])).offset, .zero, "no instant of a run")
    table.holds(ClockCalibration([]) == nil, "nothing measured")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a drift between both ends is a straight line, unless it may be none")
  func drift() throws {
    var table = Table()
    let start = try #require(ClockCalibration([trip(0, 100, 10_050)]))
    let end = try #require(ClockCalibration([trip(10_000, 10_100, 22_050)]))
    for (at, offset) in [(100, 10_000), (5100, 11_000), (10_100, 12_000), (50_000, 12_000)] {
      table.equal(
        start.offset(at: Instant(nanoseconds: Int64(at)), towards: end),
        .nanoseconds(offset), "at \(at)")
    }
    let same = try #require(ClockCalibration([trip(10_000, 10_100, 20_140)]))
    table.equal(
      start.offset(at: Instant(nanoseconds: 9000), towards: same), .nanoseconds(10_000), "within")
    table.equal(start.offset(at: .start, towards: nil), .nanoseconds(10_000), "no end")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("the fuse decides once")
  func fuse() {
    var table = Table()
    var fuse = GatheringFuse(limit: .milliseconds(5))
    table.holds(!fuse.blow(at: Instant(nanoseconds: 9_000_000)), "idle")
    fuse.light(at: .start)
    fuse.light(at: Instant(nanoseconds: 4_000_000))
    table.equal(fuse.deadline, Instant(nanoseconds: 5_000_000), "lit once")
    table.holds(fuse.accept(.gathering), "gathering")
    table.holds(!fuse.blow(at: Instant(nanoseconds: 4_999_999)), "too early")
    table.holds(fuse.blow(at: Instant(nanoseconds: 5_000_000)), "blown")
    table.holds(!fuse.blow(at: Instant(nanoseconds: 6_000_000)), "once")
    table.holds(!fuse.accept(.complete), "complete, too late")
    var good = GatheringFuse(limit: .milliseconds(5))
    good.light(at: .start)
    table.holds(good.accept(.complete), "complete")
    table.holds(!good.blow(at: Instant(nanoseconds: 9_000_000)), "nothing to blow")
    table.holds(good.hasEnded && fuse.hasEnded, "both ended")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("events that agents stamped follow the drift, others stay")
  func corrected() throws {
    var table = Table()
    let start = try #require(ClockCalibration([trip(0, 100, 50)]))
    let end = try #require(ClockCalibration([trip(10_000, 10_100, 11_050)]))
    var trace = LiveTrace()
    let peer = PeerID(index: 0)
    let at = Instant(nanoseconds: 5100)
    _ = trace.append(
      .init(at: at, uncertainty: .zero, shown: at, kind: .ice(.state(.new))), by: peer)
    _ = trace.append(
      .init(at: at, uncertainty: .zero, shown: nil, kind: .ice(.state(.new))), by: peer)
    let events = trace.events(correctedBy: [peer: (start, end)])
    table.equal(events.map(\.at.nanoseconds), [4600, 5100], "instants")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

import Scenario
import TestSupport
import Testing

@Suite("Suggestions")
struct NearestTests {
  @Test("the nearest word, or none where none is near")
  func nearest() {
    let rows: [(word: String, candidates: [String], nearest: String?)] = [
      ("3gg", ["perfect", "3g", "lte"], "3g"),
      ("vidio", ["audio", "video"], "video"),
      ("VP9", ["opus", "VP8"], "VP8"),
      ("perfcet", ["perfect"], "perfect"),
      ("simulatde", ["live", "simulated"], "simulated"),
      ("Beep", ["silence", "beep"], "beep"),
      ("zzz", ["perfect", "3g"], nil),
      ("x", ["y"], nil),
      ("", ["a"], nil),
      ("abc", [], nil),
      (String(repeating: "a", count: 65), [String(repeating: "a", count: 64)], nil),
    ]
    var table = Table()
    for row in rows {
      table.equal(Scenario.nearest(row.word, in: row.candidates), row.nearest, row.word)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("durations are written as files have them")
  func durations() {
    let rows: [(Duration, String)] = [
      (.zero, "0s"), (.seconds(5), "5s"), (.milliseconds(1500), "1.5s"), (.seconds(120), "120s"),
      (.milliseconds(200), "200ms"), (.microseconds(20), "20us"), (.nanoseconds(7), "7ns"),
      (.microseconds(1005), "1.005ms"), (.milliseconds(-125), "-125ms"),
    ]
    var table = Table()
    for (duration, text) in rows { table.equal(duration.shortText, text, text) }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

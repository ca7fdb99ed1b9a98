import TestSupport
import Testing

@Suite("Logs of first frames, of sound and picture, and of frames")
struct PlayoutLogTests {
  private static let starts: [(name: String, log: String, found: [String])] = [
    (
      "healthy",
      """
      0 start
      180 offer-answer-done
      310 ice-connected
      421 dtls-connected
      455 first-rtp kind=video frame=key
      470 frame frame=key decodable=true
      480 first-frame-decoded
      490 first-frame-rendered
      """, []
    ),
    (
      "late by ICE",
      """
      0 start
      180 offer-answer-done
      4310 ice-connected
      4421 dtls-connected
      4455 first-rtp kind=video frame=key
      4490 first-frame-rendered
      """, ["warning first-frame-late 4490 ms ice"]
    ),
    (
      "late by DTLS, and ICE without a word",
      """
      100 start
      280 offer-answer-done
      8421 dtls-connected
      8455 first-rtp kind=video frame=delta
      8500 frame frame=key
      8590 first-frame-rendered
      """, ["warning first-frame-late 8490 ms ice+dtls"]
    ),
    (
      "late by signalling, sound early",
      """
      0 start
      200 first-rtp kind=audio
      5180 offer-answer-done
      5310 ice-connected
      5421 dtls-connected
      5455 first-rtp kind=video frame=key
      5590 first-frame-rendered
      """, ["warning first-frame-late 5590 ms signalling"]
    ),
    (
      "late by decoding, and rendering not told",
      """
      0 start
      421 dtls-connected
      455 first-rtp kind=video frame=key
      3455 first-frame-decoded
      """, ["warning first-frame-late 3455 ms decode_render"]
    ),
    (
      "no picture for want of a key frame",
      """
      0 start
      421 dtls-connected
      455 first-rtp kind=video frame=delta
      460 rtcp-out type=PLI
      9000 frame frame=delta decodable=false
      """, ["error first-frame-missing none in 9000 ms"]
    ),
    (
      "a key frame, and then the log ends",
      """
      0 start
      421 dtls-connected
      455 first-rtp kind=video frame=key
      470 frame frame=key decodable=true
      """, ["warning log-says-too-little 470 ms"]
    ),
    (
      "a key frame, and no picture in 9 s",
      """
      0 start
      421 dtls-connected
      470 frame frame=key decodable=true
      9000 stats
      """, ["error first-frame-missing none in 9000 ms"]
    ),
    ("events that nobody knows", "0 foo\n1 bar", ["warning log-says-too-little 2 events"]),
    ("sound alone", "0 start\n421 dtls-connected\n455 first-rtp kind=audio\n9999 stats", []),
  ]

  @Test("first frames: the phase that dominates")
  func firstFrames() {
    var table = Table()
    for row in Self.starts {
      table.equal(Samples.found(Samples.events(row.log), detail: "dominant"), row.found, row.name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  /// A line a second: the offset of each.
  private static func sync(_ count: Int, _ offset: (Int) -> Int) -> String {
    (0..<count).map { index in
      let audio = index * 1000
      return
        "{\"uptime_ms\": \(audio + 400), \"audio_pts_ms\": \(audio), \"video_pts_ms\": \(audio - offset(index))}"
    }.joined(separator: "\n")
  }

  @Test("sound and picture: drifts, offsets, jumps, and none of them")
  func offsets() {
    var table = Table()
    /// The same on every machine, and no line: between -15 and 15.
    func jitter(_ index: Int) -> Int { (index * 7919) % 31 - 15 }
    let rows: [(String, String, [String])] = [
      ("in sync", Self.sync(60) { 20 + jitter($0) }, []),
      (
        "a drift the other way", Self.sync(600) { -$0 / 2 + jitter($0) },
        ["error av-drift 0.50 ms/s audio late"]
      ),
      (
        "a slow drift", Self.sync(3000) { $0 / 50 + jitter($0) },
        ["warning av-drift 0.02 ms/s video late"]
      ),
      (
        "a constant offset", Self.sync(60) { 300 + jitter($0) },
        ["error av-offset 300 ms video late"]
      ),
      (
        "a small constant offset", Self.sync(60) { -140 + jitter($0) },
        ["warning av-offset 140 ms audio late"]
      ),
      ("an offset nobody sees", Self.sync(60) { -100 + jitter($0) }, []),
      (
        "a jump", Self.sync(60) { ($0 < 30 ? 0 : 250) + jitter($0) },
        ["error av-offset 251 ms video late"]
      ),
      ("one line", Self.sync(1) { _ in 400 }, ["warning log-says-too-little"]),
      ("two lines", Self.sync(2) { _ in 400 }, ["warning log-says-too-little"]),
      ("three lines", Self.sync(3) { _ in 400 }, ["error av-offset 400 ms video late"]),
      (
        "few lines of a drift", Self.sync(4) { $0 * 100 }, ["error av-drift 100.00 ms/s video late"]
      ),
      ("one outlier", Self.sync(60) { $0 == 30 ? 2000 : jitter($0) }, []),
    ]
    for (name, log, found) in rows {
      table.equal(Samples.found(log, detail: "sign"), found, name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("frames: gaps that are freezes, and gaps that are not")
  func frames() {
    var table = Table()
    func log(_ gaps: [Int: Int], head: String = "frame,render_ms", scale: Int = 1) -> String {
      var time = 0
      return "\(head)\n"
        + (0..<300).map { index in
          time += gaps[index] ?? 33
          return "\(index),\(time * scale)"
        }.joined(separator: "\n")
    }
    func slow(_ gap: Int) -> String {
      "frame,render_ms\n" + (0..<20).map { "\($0),\($0 * gap)\n" }.joined()
    }
    let rows: [(String, String, [String])] = [
      ("even", log([:]), []),
      ("just under 3 and 150 ms more than usual", log([100: 182]), []),
      ("just over", log([100: 184]), ["warning freezes 1"]),
      ("two", log([100: 400, 200: 900]), ["warning freezes 2"]),
      (
        "in microseconds, quoted, with other columns",
        log([100: 400], head: "frame,\"render_us\",note", scale: 1000), ["warning freezes 1"]
      ),
      (
        "a row that cannot be read", log([:]) + "\n300,x\n",
        ["warning log-lines-unreadable 1 line"]
      ),
      ("a frame that was never rendered", log([:]) + "\n300,\n301,9966\n", []),
      ("a head alone", "frame,render_ms\n", ["warning log-says-too-little 0 frames"]),
      ("one frame", "frame,render_ms\n0,0\n", ["warning log-says-too-little 1 frame"]),
      (
        "one frame a second", slow(1000), ["warning frame-rate-low 1000 ms"]
      ),
      ("five frames a second", slow(200), []),
      (
        "times that step back", log([:]) + "\n300,9880\n301,9930\n302,9905\n",
        ["warning render-times-back 2 times"]
      ),
      ("another table", "a,b\n1,2\n", ["no log"]),
    ]
    for (name, text, found) in rows { table.equal(Samples.found(text), found, name) }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

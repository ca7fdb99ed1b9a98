internal import SDP

/// Texts that try to make a parser slow: what a byte costs at 1 MB beside what it costs at 7 kB of the same.
enum HostileDescriptions {
  private static let head = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n"
  private static let section = "m=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\n"

  /// A name, what stands in front, what is repeated, what stands behind.
  private static let shapes: [(name: String, front: String, part: String, end: String)] = [
    ("one line", head + "a=x:", "y", "\r\n"),
    ("lines without a value", head, "a=\n", ""),
    ("m= lines", head, section, ""),
    ("formats of an m= line", head + "m=video 9 UDP/TLS/RTP/SAVPF", " 96", "\r\n"),
    ("codecs", head + section, "a=rtpmap:96 VP8/90000\r\n", ""),
    ("parameters", head + section + "a=fmtp:96 ", "a=b;", "\r\n"),
    (
      "candidates", head + section,
      "a=candidate:1 1 udp 1 192.0.2.1 9 typ srflx raddr 0.0.0.0 rport 0 generation 0\r\n", ""
    ),
    ("mids of a group", head + "a=group:BUNDLE", " 0", "\r\n"),
    ("streams of simulcast", head + section + "a=simulcast:send a", ";a", "\r\n"),
    ("bytes of a fingerprint", head + section + "a=fingerprint:sha-256 AA", ":AA", "\r\n"),
    ("blank lines", head, "\r\n", "x"),
  ]

  static func rows() throws -> [Row] {
    var worst = (ratio: 0.0, name: "")
    for shape in shapes {
      let large = text(shape, byteCount: 1_000_000)
      let small = text(shape, byteCount: 7000)
      let repetitions = large.count / small.count
      var sum = 0
      let times = try Stopwatch.least(
        rounds: 5,
        [{ sum += lines(large) }, { for _ in 0..<repetitions { sum += lines(small) } }])
      guard keep(sum) > 0 else { throw BenchError.wrongResult }
      let ratio = times[0] / Double(large.count) / (times[1] / Double(small.count * repetitions))
      if ratio > worst.ratio { worst = (ratio, shape.name) }
    }
    return [
      Row(
        "hostile SDP: a byte of 1 MB to one of 7 kB, worst of \(shapes.count) (\(worst.name))",
        worst.ratio, places: 2, "ratio", goal: .atMost(1.5, places: 1))
    ]
  }

  /// Both readers: the one that stops at the first fault and the one that reads on.
  private static func lines(_ text: [UInt8]) -> Int {
    let media = (try? SessionDescription(parsing: text))?.media.count ?? 0
    return media + DescriptionReading(text).lines.count
  }

  private static func text(
    _ shape: (name: String, front: String, part: String, end: String), byteCount: Int
  ) -> [UInt8] {
    let count = (byteCount - shape.front.utf8.count) / shape.part.utf8.count
    return Array((shape.front + String(repeating: shape.part, count: count) + shape.end).utf8)
  }
}

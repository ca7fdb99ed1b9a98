import SDP
import SansIO
import TestSupport
import Testing

@Suite("Session descriptions")
struct SessionDescriptionTests {
  @Test("every description of a real peer and of an RFC survives parse, write, parse")
  func roundTrips() throws {
    var table = Table()
    for file in Fixtures.all {
      do {
        let first = try SessionDescription(parsing: file.text)
        let written = first.serialized()
        table.equal(try SessionDescription(parsing: written), first, file.name)
        table.holds(written == file.text, "\(file.name): written otherwise than read")
        table.equal(first.malformedAttributes, [], file.name)
      } catch { table.holds(false, "\(file.name): \(error)") }
    }
    #expect(table.rows > 500 && table.failures.isEmpty, "\(table.failures)")
  }

  @Test("descriptions from elsewhere keep their value, or are refused with a line")
  func elsewhere() throws {
    var table = Table()
    for folder in ["fixtures/vectors", "cases"] {
      let files = Fixtures.files(below: Checkout.shared(folder))
      if files.isEmpty { print("SKIPPED: shared SDP fixtures: no \(folder) beside the checkout") }
      for file in files {
        do {
          let first = try SessionDescription(parsing: file.text)
          table.equal(
            try SessionDescription(parsing: first.serialized()), first, file.name)
        } catch {
          let isCase = folder == "cases"
          table.holds(error.line != nil && !isCase, "\(file.name): \(error)")
        }
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("what a Chrome-shaped offer says")
  func typedViews() throws {
    let offer = try SessionDescription(parsing: Fixtures.benchOffer)
    let (audio, video, data) = (offer.media[0], offer.media[1], offer.media[2])
    var table = Table()
    table.equal(offer.bundleGroups, [["0", "1", "2"]], "bundle")
    table.equal(offer.extmapAllowMixed, true, "allow mixed")
    table.equal(offer.timings, [Timing()], "timing")
    table.equal([audio.mid, video.mid, data.mid], ["0", "1", "2"], "mids")
    table.equal(audio.codecs.map(\.label).prefix(3), ["opus", "red", "G722"], "audio codecs")
    table.equal(audio.codecs.first?.channels, 2, "channels")
    table.equal(video.codecs.count, 13, "video codecs without rtx")
    table.equal(video.codecs.first?.rtxPayloadType, 97, "rtx")
    table.equal(
      video.codecs.first?.feedback, ["goog-remb", "transport-cc", "ccm fir", "nack", "nack pli"],
      "feedback")
    table.equal(video.extmaps.count, 11, "extmaps")
    table.equal(video.candidates.map(\.kind), [.host, .host, .srflx, .host], "candidates")
    table.equal(video.fingerprints.first?.bytes.count, 32, "fingerprint")
    table.equal(video.setup, .actpass, "setup")
    table.equal(video.ssrcGroups.first?.ssrcs, [2_231_627_014, 632_943_048], "FID")
    table.equal(video.msid?.track, "3f6b8de2-77e4-4d2f-8b7c-c0a6a1f55b02", "msid")
    table.equal(data.sctpPort, 5000, "sctp-port")
    table.equal(data.maxMessageSize, 262144, "max-message-size")
    table.equal(offer.lineNumber { $0.name == "group" }, 5, "line of the group")
    table.equal(audio.source.number, 8, "line of the first section")
    table.equal(data.lineNumber { $0 == .sctpPort(5000) }, 189, "line of the SCTP port")
    let last = data.lines.last?.source ?? .none
    table.equal(offer.sourceText(of: last), "a=max-message-size:262144", "text of the last line")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a fault is named with its line")
  func faults() {
    let head = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\n"
    let rows: [(text: String, line: Int?, found: String)] = [
      ("", 1, "the end of the description"),
      ("v=1\r\n", 1, "v=1"),
      ("o=- 1 2 IN IP4 127.0.0.1\r\n", 1, "o=- 1 2 IN IP4 127.0.0.1"),
      ("v=0\r\no=- 1 2 IN\r\ns=-\r\nt=0 0\r\n", 2, "o=- 1 2 IN"),
      ("v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\nt=0 0\r\n", 3, "t=0 0"),
      (head, 4, "the end of the description"),
      (head + "t=0\r\n", 4, "t=0"),
      (head + "t=0 0\r\nnonsense\r\n", 5, "nonsense"),
      (head + "t=0 0\r\n\r\na=mid:0\r\n", 5, ""),
      (head + "t=0 0\r\nm=audio x UDP/TLS/RTP/SAVPF 0\r\n", 5, "m=audio x UDP/TLS/RTP/SAVPF 0"),
      (head + "t=0 0\r\nm=audio 65536 RTP/AVP 0\r\n", 5, "m=audio 65536 RTP/AVP 0"),
      (head + "t=0 0\r\nm=audio 9 RTP/AVP\r\n", 5, "m=audio 9 RTP/AVP"),
      (head + "m=audio 9 RTP/AVP 0\r\n", 4, "m=audio 9 RTP/AVP 0"),
      (head + "t=0 0\nc=IN IP4\n", 5, "c=IN IP4"),
      (head + "t=0 0\nb=AS\n", 5, "b=AS"),
      (head + "t=0 0\ns=again\n", 5, "s=again"),
    ]
    var table = Table()
    for row in rows {
      do {
        _ = try SessionDescription(parsing: row.text)
        table.holds(false, "accepted: \(row.text.debugDescription)")
      } catch {
        table.equal(error.line, row.line, row.text.debugDescription)
        table.equal(error.found, row.found, row.text.debugDescription)
        table.holds(!error.expected.isEmpty, "expected: \(row.text.debugDescription)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("unknown lines, LF ends, blank ends and malformed attributes are kept")
  func tolerance() throws {
    let text =
      "v=0\no=- 1 2 IN IP4 127.0.0.1\ns= \ni=x\nq=what\nt=0 0\nr=7d 1h 0 25h\na=\na=:x\n"
      + "m=audio 9/2 RTP/AVP 0\nk=prompt\na=rtpmap:300 opus/48000\na=setup:maybe\na=new:  thing \n\n\n"
    let parsed = try SessionDescription(parsing: text)
    var table = Table()
    let expected = String(text.dropLast(2)).replacing("\n", with: "\r\n")
    table.equal(parsed.serialized(), expected, "written")
    table.equal(try SessionDescription(parsing: expected), parsed, "CRLF and LF")
    table.equal(parsed.malformedAttributes.map(\.line), [12, 13], "malformed")
    table.equal(parsed.media[0].portCount, 2, "port count")
    table.equal(parsed.media[0].other("new"), "  thing ", "other")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a text of more lines than any description has is refused where they become too many")
  func manyLines() {
    let text =
      "v=0\no=- 1 1 IN IP4 0.0.0.0\ns=-\nt=0 0\n" + String(repeating: "a=\n", count: 20_000)
    let error = #expect(throws: SDPError.self) { try SessionDescription(parsing: text) }
    #expect(error?.line == 20_001)
    #expect(DescriptionReading(Array(text.utf8)).lines.count == 20_000)
  }

  @Test("an m= line of more formats than there are payload types many times over is refused")
  func manyFormats() throws {
    func text(_ count: Int) -> String {
      "v=0\no=- 1 1 IN IP4 0.0.0.0\ns=-\nt=0 0\nm=video 9 UDP/TLS/RTP/SAVPF"
        + String(repeating: " 96", count: count) + "\n"
    }
    #expect(try SessionDescription(parsing: text(1000)).media[0].formats.count == 1000)
    let error = #expect(throws: SDPError.self) { try SessionDescription(parsing: text(1001)) }
    #expect(error?.line == 5)
    #expect(error?.expected.hasSuffix("at most 1000 formats") == true)
    let reading = DescriptionReading(Array(text(300_000).utf8))
    #expect(reading.unreadableSections == [0])
    #expect(reading.description.media[0].formats.count == 1000)
  }

  @Test("lines, names and values of any length end where they end")
  func lengths() throws {
    var table = Table()
    // Neighbours of the line feed and of the colon, and letters of two bytes.
    for letter in ["\u{b}", "\u{9}", ";", "9", "é"] {
      for length in 0...40 {
        let value = String(repeating: letter, count: length)
        let name = String(repeating: letter == "é" ? "é" : "n", count: 1 + length / 2)
        let text = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=\(name):\(value)\na=end\r\n"
        table.equal(
          try SessionDescription(parsing: text).attributes,
          [.other(name: name, value: value), .other(name: "end", value: nil)],
          "\(length) of \(letter.utf8.first ?? 0)")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("every truncation is refused or read; nothing traps")
  func truncations() throws {
    var table = Table()
    for file in Fixtures.all where file.name.hasPrefix("rfc/") {
      let bytes = Array(file.text.utf8)
      for count in bytes.indices {
        let head = Array(bytes[..<count])
        // Reading is what may trap; reading back what was written shows the rest, and some will do.
        let holds = count % 11 == 0 ? Self.survives(head) : Self.isHandled(head)
        table.holds(holds, "\(file.name), \(count) bytes")
      }
    }
    let bench = Array(Fixtures.benchOffer.utf8)
    for count in stride(from: 0, to: bench.count, by: 41) {
      table.holds(Self.survives(Array(bench[..<count])), "bench offer, \(count) bytes")
    }
    #expect(table.rows > 20_000 && table.failures.isEmpty, "\(table.failures.prefix(10))")
  }

  @Test("10,000 mutations of descriptions are refused or read")
  func mutations() throws {
    var table = Table()
    let files = Fixtures.all.filter { $0.text.utf8.count < 700 }.map { Array($0.text.utf8) }
    var generator = Seed(1).stream("sdp mutations")
    for index in 0..<10_000 {
      let bytes = mutated(
        files[index % files.count], telling: Self.telling, using: &generator)
      table.holds(
        Self.survives(bytes), "mutation \(index): \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(table.failures.isEmpty, "\(table.failures.prefix(10))")
  }

  /// Refused, or read and then equal to what is read back.
  static func survives(_ bytes: [UInt8]) -> Bool {
    guard let first = try? SessionDescription(parsing: bytes) else { return true }
    guard let second = try? SessionDescription(parsing: first.serialized()) else { return false }
    return first == second
  }

  /// Read, or refused with something to say.
  static func isHandled(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try SessionDescription(parsing: bytes)
      return true
    } catch { return !error.expected.isEmpty }
  }

  /// Bytes that mean something in a description.
  static let telling = Array("\r\n =:;/,0123456789-~*\u{0}\u{7f}aAvmtT".utf8)
}

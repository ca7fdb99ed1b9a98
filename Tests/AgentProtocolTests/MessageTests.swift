import AgentProtocol
import SansIO
import TestSupport
import Testing
import Trace

@Suite("Agent protocol")
struct MessageTests {
  @Test("every message comes back as it was")
  func roundTrips() throws {
    var table = Table()
    for (id, request) in Samples.requests.enumerated() {
      let line = request.line(id: Int64(id))
      table.equal(try AgentMessage(line: line), .request(id: Int64(id), request), line)
    }
    for (request, answer) in Samples.answers {
      let line = answer.line(id: 3)
      guard case .answer(3, let result) = try AgentMessage(line: line) else {
        table.holds(false, "\(line): no answer")
        continue
      }
      table.equal(try AgentAnswer(result: result, to: request), answer, line)
    }
    table.equal(
      try AgentMessage(line: AgentAnswer.failed(code: -32601, message: "no").line(id: 4)),
      .failure(id: 4, code: -32601, message: "no"), "failure")
    for notice in Samples.notices {
      table.equal(try AgentMessage(line: notice.line), .notice(notice), notice.line)
      table.holds(!notice.line.contains("\n"), "\(notice.line): one line")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("notifications become events of the trace")
  func notifications() throws {
    var table = Table()
    var partial = StreamSample(mid: "1", direction: .sent)
    partial.packets = 5
    partial.jitter = .zero
    partial.unknown = [
      .bytes, .retransmitted, .lost, .cumulativeLost, .nacks, .plis, .jitter,
    ]
    let rows: [(String, String, TraceEvent.Kind)] = [
      (
        "icegatheringstatechange", #"{"state":"complete"}"#,
        .ice(.gathering(.complete, waitingFor: []))
      ),
      ("iceconnectionstatechange", #"{"state":"checking"}"#, .ice(.state(.checking))),
      (
        "dtls",
        #"{"state":"connected","version":"DTLS 1.2","cipher":null,"srtp":"SRTP_AEAD_AES_128_GCM"}"#,
        .dtls(.connected(version: "DTLS 1.2", cipher: "", profile: "SRTP_AEAD_AES_128_GCM"))
      ),
      ("dtls", #"{"state":"failed","reason":"alert"}"#, .dtls(.failed("alert"))),
      (
        "selectedcandidatepair",
        #"{"local":"10.0.1.1:5000","remote":"[fd00::1]:6","localType":"host"}"#,
        .ice(
          .selected(
            local: SocketAddress(host: [10, 0, 1, 1], port: 5000),
            remote: SocketAddress(host: [0xfd] + [UInt8](repeating: 0, count: 14) + [1], port: 6),
            localKind: "host", remoteKind: ""))
      ),
      (
        "sending",
        #"{"mid":"0","kind":"audio","codec":"opus","payloadType":111,"ssrc":4294967295}"#,
        .media(.sending(mid: "0", codec: "opus", payloadType: 111, ssrc: .max))
      ),
      ("framecaptured", #"{"mid":"1","frame":9}"#, .media(.captured(mid: "1", frame: 9))),
      (
        "frame", #"{"mid":"1","frame":9,"captured":77,"psnr":31.25,"ssim":0.9}"#,
        .media(
          .rendered(
            mid: "1", strip: StripReading(frame: 9, captured: Instant(nanoseconds: 77)),
            psnr: FixedDecimal(units: 3125, places: 2), ssim: FixedDecimal(units: 9, places: 1)))
      ),
      (
        "frame", #"{"mid":"1","frame":null,"captured":null}"#,
        .media(.rendered(mid: "1", strip: nil, psnr: nil, ssim: nil))
      ),
      ("audiomarksent", #"{"mid":"0","mark":3}"#, .media(.markSent(mid: "0", mark: 3))),
      ("audiomark", #"{"mid":"0","mark":3}"#, .media(.markPlayed(mid: "0", mark: 3))),
      (
        "audiolevel", #"{"mid":"0","level":-127,"concealedSamples":960}"#,
        .media(.played(mid: "0", level: -127, concealedSamples: 960))
      ),
      (
        "trackenabled", #"{"kind":"video","enabled":false}"#,
        .media(.trackEnabled(.video, false))
      ),
      (
        "streamstats", #"{"mid":"1","direction":"sent","packets":5}"#, .media(.sample(partial))
      ),
      ("trace", #"{"event":{"event":"ice state","state":"new","peer":"x"}}"#, .ice(.state(.new))),
    ]
    for (method, parameters, kind) in rows {
      let line = #"{"method":"\#(method)","params":\#(parameters)}"#
      table.equal(try AgentMessage(line: line), .notice(.event(kind, at: nil)), line)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("takes what foreign stacks write")
  func lenient() throws {
    var table = Table()
    table.equal(
      try AgentMessage(line: #" {"id":1,"result":null,"extra":[1e-7]} "#),
      .answer(id: 1, .null), "null result")
    table.equal(
      try AgentMessage(line: #"{"id":1,"result":{"a":5.1e-05,"b":0.12345678901234567,"c":1E+3}}"#),
      .answer(
        id: 1,
        .object([
          JSONMember("a", .decimal(FixedDecimal(units: 51, places: 6))),
          JSONMember("b", .decimal(FixedDecimal(units: 123_456_789, places: 9))),
          JSONMember("c", .decimal(FixedDecimal(units: 1000, places: 0))),
        ])), "binary fractions")
    table.equal(
      try AgentMessage(
        line: #"{"id":1,"result":[18446744073709551615,1e400,-1e-400,1234567890123.25]}"#),
      .answer(
        id: 1,
        .array([
          .string("18446744073709551615"), .string("1e400"),
          .decimal(FixedDecimal(units: 0, places: 9)),
          .decimal(FixedDecimal(units: 123_456_789_012_325, places: 2)),
        ])), "what does not fit")
    table.equal(
      try AgentMessage(line: #"{"method":"icecandidate","params":{"candidate":"","sdpMid":null}}"#),
      .notice(.candidate("", mid: "0", at: nil)), "no sdpMid")
    table.equal(
      try AgentMessage(line: #"{"id":7,"method":"dance","params":{}}"#),
      .unknownRequest(id: 7, method: "dance"), "unknown request")
    table.equal(
      try AgentMessage(line: #"{"id":7,"method":"addIceCandidate","params":{"sdpMid":"0"}}"#),
      .unreadableRequest(
        id: 7, method: "addIceCandidate", AgentMessageError(expected: "string 'candidate'")),
      "unreadable request")
    table.equal(
      try AgentMessage(line: #"{"id":7,"error":{}}"#),
      .failure(id: 7, code: -32000, message: "no reason given"), "bare error")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("hostile lines are errors that say what was expected")
  func hostile() {
    var table = Table()
    let rows: [(String, String)] = [
      ("", "JSON: a value at byte 0"), ("hello", "JSON: a value at byte 0"), ("[]", "an object"),
      ("{}", "integer 'id'"), (#"{"id":"1","result":1}"#, "integer 'id'"),
      (#"{"id":1.5,"result":1}"#, "integer 'id'"),
      (#"{"id":1,"error":"text"}"#, "object 'error'"),
      (#"{"method":3}"#, "string 'method'"),
      (#"{"method":"frame","params":[]}"#, "object 'params'"),
      (#"{"method":"frame","params":{}}"#, "string 'mid'"),
      (#"{"method":"frame","params":{"mid":"1","frame":-1,"captured":1}}"#, "integer 'frame'"),
      (#"{"method":"frame","params":{"mid":"1","at":"now"}}"#, "integer 'at'"),
      (
        #"{"method":"dtls","params":{"state":"dancing"}}"#,
        "'started', 'connected', 'failed' or 'closed' in 'state'"
      ),
      (
        #"{"method":"selectedcandidatepair","params":{"local":"x","remote":"y"}}"#,
        "address and port 'local'"
      ),
      (#"{"method":"audiolevel","params":{"mid":"0","level":5}}"#, "integer -127...0 'level'"),
      (
        #"{"method":"still","params":{"mid":"0","mimeType":"text/html","data":""}}"#,
        "image/webp, image/png or image/jpeg in 'mimeType'"
      ),
      (
        #"{"method":"still","params":{"mid":"0","mimeType":"image/png","data":"A"}}"#,
        "base64 'data'"
      ),
      (#"{"method":"secret","params":{"line":"a\nb"}}"#, "one line of ASCII in 'line'"),
      (#"{"method":"trace","params":{"event":{"event":"ice dance"}}}"#, "an event of the trace"),
      (
        #"{"method":"iceconnectionstatechange","params":{"state":"dancing"}}"#,
        "a known word 'state'"
      ),
    ]
    for (line, expected) in rows {
      do throws(AgentMessageError) {
        table.holds(false, "\(line): \(try AgentMessage(line: line))")
      } catch {
        table.equal(error.expected, expected, line)
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("no mutation of a message traps")
  func mutations() {
    var generator = Seed(11).stream("mutations")
    let lines =
      Samples.requests.map { $0.line(id: 1) } + Samples.notices.map(\.line)
      + Samples.answers.map { $0.1.line(id: 2) }
    var read = 0
    for line in lines {
      for _ in 0..<200 {
        let bytes = mutated(Array(line.utf8), using: &generator)
        if (try? AgentMessage(line: String(decoding: bytes, as: UTF8.self))) != nil { read += 1 }
      }
    }
    #expect(read > 0)
  }
}

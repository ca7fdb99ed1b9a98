import SDPRules
import TestSupport
import Testing

@testable import Dissection

/// Checks and handshakes that go wrong, each beside one like it that does not.
@Suite("Connections that fail in a capture")
struct ConnectionFaultTests {
  private typealias Row = (
    name: String, build: (inout BuiltCall) -> Void, expected: [String]
  )

  private static func told(_ dissector: Dissector) -> [String] {
    dissector.findings(file: 0).map { "\($0.severity.word) \($0.id): \($0.value ?? "")" }
  }

  private func check(
    _ rows: [Row], _ descriptions: [[UInt8]] = [BuiltCall.offer, BuiltCall.answer]
  ) {
    var table = Table()
    for row in rows {
      var call = BuiltCall()
      row.build(&call)
      table.equal(Self.told(call.dissected(descriptions)), row.expected, row.name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }

  @Test("checks that are refused, and a pair that is lost")
  func checks() {
    check([
      (
        "roles that nobody gives up",
        { call in
          for time in stride(from: 0.0, to: 3000, by: 500) {
            call.check(at: time, .refused(code: 487))
            call.check(at: time + 100, fromAlice: false, isControlling: true, .refused(code: 487))
          }
        }, ["error ice-role-conflict: 487, 12 times"]
      ),
      (
        "roles that are settled",
        { call in
          call.check(at: 0, .refused(code: 487))
          call.checks(stride(from: 100, to: 1000, by: 200))
        }, []
      ),
      (
        "credentials that fit nowhere",
        { $0.checks(stride(from: 0, to: 2000, by: 500), .refused(code: 401)) },
        ["error stun-refused: 401", "error stun-refused: 401"]
      ),
      (
        "refused until the answer was there",
        { call in
          call.check(at: 0, fromAlice: false, .refused(code: 401))
          call.checks(stride(from: 100, to: 1000, by: 200))
        }, []
      ),
      (
        "a peer that falls silent", { Self.lose(&$0, seconds: 40) },
        ["error consent-unanswered: 8 checks"]
      ),
      ("for 10 s only", { Self.lose(&$0, seconds: 10) }, []),
      (
        "that said goodbye",
        { call in
          Self.lose(&call, seconds: 40)
          call.send(BuiltCall.record(21, epoch: 1, [1, 2, 3]), fromAlice: false, at: 6400)
        }, []
      ),
    ])
  }

  /// Checks and media for 6 s, then Alice alone.
  private static func lose(_ call: inout BuiltCall, seconds: Double) {
    call.checks(stride(from: 0, to: 6000, by: 1000))
    call.keys(at: 200)
    for fromAlice in [true, false] {
      call.sound(from: 300, fromAlice: fromAlice, ssrc: fromAlice ? 50 : 51)
      call.pictures(from: 300, fromAlice: fromAlice, ssrc: fromAlice ? 60 : 61)
    }
    for time in stride(from: 7000, to: 7000 + seconds * 1000, by: 5000) {
      call.check(at: time, .silence)
    }
  }

  @Test("handshakes that nobody begins, and that never end")
  func handshakes() {
    let hello = BuiltCall.handshake(1, 0, byteCount: 60)
    check([
      (
        "nobody begins", { $0.checks(stride(from: 0, to: 20_000, by: 2000)) },
        ["error dtls-not-begun: no ClientHello"]
      ),
      ("in a capture of 5 s", { $0.checks(stride(from: 0, to: 5000, by: 1000)) }, []),
      (
        "cookies that do not come back",
        { call in
          for time in stride(from: 0.0, to: 5000, by: 1000) {
            call.send(hello, fromAlice: false, at: time)
            call.send(BuiltCall.handshake(3, 0, byteCount: 20), at: time + 20)
          }
        }, ["error dtls-never-ends: HelloVerifyRequest, 5 times"]
      ),
      (
        "a certificate whose rest never comes",
        { call in
          for time in [0.0, 1000, 3000, 7000] {
            call.send(hello, fromAlice: false, at: time)
            call.send(BuiltCall.handshake(2, 0, byteCount: 60), at: time + 20)
            call.send(BuiltCall.handshake(11, 1, byteCount: 900, part: 600), at: time + 21)
          }
        }, ["error dtls-never-ends: 6 datagrams again"]
      ),
      (
        "a flight that was sent again once",
        { call in
          call.send(hello, fromAlice: false, at: 0)
          call.keys(at: 1000)
          call.sound(1, from: 1100)
        }, []
      ),
    ])
    var call = BuiltCall()
    call.checks(stride(from: 0, to: 20_000, by: 2000))
    #expect(
      Self.told(call.dissected([])) == ["warning dtls-not-begun: no ClientHello"],
      "without descriptions")
    let message = call.dissected().findings(file: 0).first?.message ?? ""
    #expect(message.contains("10.0.0.2:6000, which is to begin by the answer"), "\(message)")
  }

  /// A hello with its extensions: use_srtp with two profiles, one, or none.
  private static func hello(isClient: Bool, profiles: [UInt8]) -> [UInt8] {
    var srtp: [UInt8] = []
    if !profiles.isEmpty {
      let count = UInt8(2 * profiles.count)
      srtp = [0, 14, 0, count + 3, 0, count]
      for profile in profiles { srtp += [0, profile] }
      srtp.append(0)
    }
    var body: [UInt8] = [0xfe, 0xfd]
    body += [UInt8](repeating: 5, count: 32)
    body += isClient ? [0, 0, 0, 2, 0xc0, 0x2b, 1, 0] : [0, 0xc0, 0x2b, 0]
    body += [0, UInt8(srtp.count)]
    body += srtp
    var head: [UInt8] = [isClient ? 1 : 2, 0, 0, UInt8(body.count)]
    head += [UInt8](repeating: 0, count: 7)
    return BuiltCall.record(22, epoch: 0, head + [UInt8(body.count)] + body)
  }

  @Test("a handshake for media without SRTP")
  func profiles() {
    func build(_ client: [UInt8], _ server: [UInt8]) -> (inout BuiltCall) -> Void {
      { call in
        call.send(Self.hello(isClient: true, profiles: client), fromAlice: false, at: 0)
        call.send(Self.hello(isClient: false, profiles: server), at: 20)
        for fromAlice in [false, true] {
          call.send(BuiltCall.record(22, epoch: 1, [1, 2]), fromAlice: fromAlice, at: 40)
        }
      }
    }
    check([
      ("agreed", build([7, 1], [1]), []),
      (
        "not taken", build([7, 1], []),
        ["error dtls-srtp-not-agreed: ServerHello without use_srtp"]
      ),
      (
        "not offered", build([], []),
        ["error dtls-srtp-not-agreed: ClientHello without use_srtp"]
      ),
    ])
    check([("nobody says that it is for media", build([1], []), [])], [])
  }

  @Test("media that was agreed on and never sent")
  func silence() {
    check([
      (
        "keys, and nothing else",
        { call in
          call.keys(at: 0)
          call.checks(stride(from: 100, to: 9000, by: 1000))
        },
        [
          "error media-not-sent: nothing from 10.0.0.1:5000",
          "error media-not-sent: nothing from 10.0.0.2:6000",
        ]
      ),
      (
        "one way only",
        { call in
          call.keys(at: 0)
          call.checks(stride(from: 100, to: 9000, by: 1000))
          call.sound(8, from: 200)
          call.pictures(8, from: 200)
        }, ["error media-not-sent: nothing from 10.0.0.2:6000"]
      ),
      (
        "sound without pictures",
        { call in
          call.keys(at: 0)
          for fromAlice in [true, false] {
            call.sound(8, from: 200, fromAlice: fromAlice, ssrc: fromAlice ? 50 : 51)
          }
          call.pictures(8, from: 200)
        }, ["warning media-not-sent: no video from 10.0.0.2:6000"]
      ),
      (
        "a dump of one direction", { $0.sound(8) },
        ["info media-not-sent: no video from 10.0.0.1:5000"]
      ),
    ])
    let receiving = BuiltCall.description(
      of: "10.0.0.2", port: 6000, ufrag: "bbbb", setup: "active", direction: "recvonly")
    check(
      [
        (
          "one way as agreed",
          { call in
            call.keys(at: 0)
            call.checks(stride(from: 100, to: 9000, by: 1000))
            call.sound(8, from: 200)
            call.pictures(8, from: 200)
          }, []
        )
      ], [BuiltCall.offer, receiving])
  }
}

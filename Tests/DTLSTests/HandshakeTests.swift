import DTLS
import SansIO
import TestSupport
import Testing

@Suite("DTLS handshake")
struct HandshakeTests {
  @Test("both ends export mirrored keys of the profile both know")
  func keys() {
    var table = Table()
    let rows: [([SRTPProfile], [SRTPProfile], SRTPProfile, Int)] = [
      (
        [.aeadAES128GCM, .aes128CMHMACSHA1_80], [.aeadAES128GCM, .aes128CMHMACSHA1_80],
        .aeadAES128GCM, 28
      ),
      ([.aes128CMHMACSHA1_80], [.aeadAES128GCM, .aes128CMHMACSHA1_80], .aes128CMHMACSHA1_80, 30),
      ([.aeadAES128GCM, .aes128CMHMACSHA1_80], [.aes128CMHMACSHA1_80], .aes128CMHMACSHA1_80, 30),
    ]
    for (client, server, profile, byteCount) in rows {
      var settings = HandshakePair.Settings()
      settings.client.profiles = client
      settings.server.profiles = server
      let pair = HandshakePair(settings)
      pair.start()
      pair.run()
      let row = "\(client) with \(server)"
      guard let a = pair.keys(0), let b = pair.keys(1) else {
        table.holds(false, "\(row): not connected, \(pair.failures)")
        continue
      }
      table.equal(a.profile, profile, row)
      table.equal(a.local, b.remote, row)
      table.equal(a.remote, b.local, row)
      table.equal(a.local.count, byteCount, row)
      table.holds(a.local != a.remote, row)
      table.equal(
        pair.connectedAt, [.start + .milliseconds(200), .start + .milliseconds(150)], row)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("events come in the order of the handshake, in words")
  func order() {
    let pair = HandshakePair()
    pair.start()
    pair.run()
    var table = Table()
    let words = pair.events.map { events in
      events.map { event in
        switch event {
        case .flight(let datagrams, _, let again): "flight of \(datagrams)\(again ? " again" : "")"
        case .fingerprint(let verified, let algorithm, _, _): "\(algorithm) \(verified)"
        case .secret(let line): String(line.prefix(13))
        case .connected(let version, let cipher, let keys):
          "\(version) \(cipher) \(keys.profile.name)"
        case .failed(let reason), .discarded(let reason): reason
        case .closed: "closed"
        }
      }
    }
    let connected =
      "DTLS 1.2 TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 SRTP_AEAD_AES_128_GCM"
    table.equal(
      words[0], ["flight of 1", "sha-256 true", "CLIENT_RANDOM", "flight of 1", connected], "client"
    )
    table.equal(
      words[1], ["flight of 1", "sha-256 true", "CLIENT_RANDOM", "flight of 1", connected], "server"
    )
    table.equal(pair.secret(0), pair.secret(1), "one secret")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("no datagram is larger than the MTU, also when sent again")
  func mtu() {
    var table = Table()
    for mtu in [280, 300, 500, 1200, 1400] {
      var settings = HandshakePair.Settings(lossProbability: 0.3)
      settings.client.mtu = mtu
      settings.server.mtu = mtu
      let pair = HandshakePair(settings)
      pair.start()
      pair.run(until: \.isOver)
      table.holds(pair.bothConnected, "MTU \(mtu): \(pair.failures)")
      let largest = pair.sent.map(\.bytes.count).max() ?? 0
      table.holds(largest <= mtu, "MTU \(mtu): a datagram of \(largest)")
    }
    for mtu in [0, 279, 100_000] {
      let refused = refusal {
        () throws(DTLSError) in
        _ = try DTLSTransport(
          role: .client, identity: HandshakePair.clientIdentity, expected: [],
          configuration: DTLSConfiguration(mtu: mtu), generator: SplitMix64(state: 1))
      }
      table.equal(refused, .mtu(mtu), "MTU \(mtu)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("datagrams from before the start are kept, a few of them")
  func early() {
    let pair = HandshakePair()
    pair.ends[0].start(at: .start, roundTripTime: .zero)
    let hello = pair.ends[0].nextDatagram() ?? []
    for _ in 0..<1000 { pair.deliver([22], to: 1) }
    let other = HandshakePair()
    other.deliver(hello, to: 1)
    other.ends[1].start(at: .start, roundTripTime: .zero)
    var table = Table()
    table.equal(pair.events[1].count, 1000 - 16, "bounded")
    table.holds(!hello.isEmpty && other.ends[1].nextDatagram() != nil, "the kept hello is answered")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("without a common profile there are no keys, and both say so")
  func noProfile() {
    var settings = HandshakePair.Settings()
    settings.client.profiles = [.aeadAES128GCM]
    settings.server.profiles = [.aes128CMHMACSHA1_80]
    let pair = HandshakePair(settings)
    pair.start()
    pair.run()
    let expected = "no SRTP profile in common (RFC 5764 §4.1.1)"
    #expect(pair.failures == [expected, expected] && pair.keys(0) == nil && pair.keys(1) == nil)
  }

  @Test("close_notify closes both ends, once")
  func close() {
    let pair = HandshakePair()
    pair.start()
    pair.run()
    pair.close(0)
    pair.close(0)
    pair.run()
    pair.deliver([21, 254, 253], to: 1)
    #expect(
      pair.events.map { $0.count { $0 == .closed } } == [1, 1] && pair.events[1].last == .closed,
      "\(pair.events[1])")
  }

  @Test("identities are drawn from the seed and dated from the epoch")
  func identities() throws {
    func identity(_ state: UInt64, year: Int64) throws -> DTLSIdentity {
      try DTLSIdentity(
        generator: SplitMix64(state: state),
        epochUnixNanoseconds: (1_767_225_600 + (year - 2026) * 31_536_000) * 1_000_000_000)
    }
    var table = Table()
    let one = try identity(1, year: 2026)
    table.equal(one.certificateDER, try identity(1, year: 2026).certificateDER, "same seed")
    table.holds(one.certificateDER != (try identity(2, year: 2026)).certificateDER, "other seed")
    table.equal(
      FingerprintAlgorithm.allCases.map { one.fingerprint($0).count }, [32, 48, 64], "sizes")
    let text = String(decoding: one.certificateDER, as: UTF8.self)
    table.holds(text.contains("251231000000Z") && text.contains("260131000000Z"), "dates")
    let next = String(decoding: try identity(1, year: 2027).certificateDER, as: UTF8.self)
    table.holds(next.contains("261231000000Z"), "dates of another epoch")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

func refusal(_ body: () throws(DTLSError) -> Void) -> DTLSError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

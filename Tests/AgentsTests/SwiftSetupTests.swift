import AgentProtocol
import Codecs
import Media
import SansIO
import SwiftAgent
import TestSupport
import Testing

@Suite("A Swift peer made from a setup")
struct SwiftSetupTests {
  struct Missing: Error, CustomStringConvertible { var description = "no such file" }

  private static func configuration(
    _ change: (inout AgentSetup) -> Void
  ) throws -> AgentConfiguration {
    var setup = AgentSetup(name: "alice", origin: 0, seed: Seed(7), scratch: "/dev/shm/alice")
    change(&setup)
    return try AgentConfiguration(
      setup, hostAddresses: [SocketAddress(host: [10, 0, 1, 1], port: 5000)],
      executor: InlineCodecExecutor()
    ) { _ in throw Missing() }
  }

  @Test("takes what it says")
  func takes() throws {
    let plain = try Self.configuration { _ in }
    let changed = try Self.configuration { setup in
      setup.video?.codecs = ["H264/42e01f", "VP9"]
      setup.video?.direction = "recvonly"
      setup.video?.bitRate = .kilobits(900)
      setup.audio = nil
      setup.dtls.srtp = ["AES_CM_128_HMAC_SHA1_80"]
      setup.dtls.timer = "openssl"
      setup.dtls.fingerprint = "sha-512"
      setup.stills = nil
      setup.iceServers = [
        AgentSetup.ICEServer(urls: [
          "stun:203.0.113.1:3478", "stun:203.0.113.2", "stun:[fd00::1]:5", "stun:[fd00::2]",
          "turn:203.0.113.3:3478?transport=udp",
        ])
      ]
      setup.reference = AgentSetup.Reference(
        source: "black", width: 320, height: 180, framesPerSecond: 15)
    }
    var table = Table()
    table.equal(plain.peer.tracks.map(\.kind), [.audio, .video], "tracks")
    table.equal(
      plain.peer.tracks.map { $0.codecs.map(\.label) },
      [["opus"], ["VP8", "H264/42e01f", "H264/42e01f"]], "its own order")
    table.equal(plain.peer.tracks[1].maximumBitRate, .kilobits(800), "most")
    table.holds(plain.audio is BeepSource && plain.video is TimecodeSource, "sources")
    table.holds(plain.reference == nil, "no reference")
    table.equal(changed.peer.tracks.map(\.kind), [.video], "no sound")
    table.equal(
      changed.peer.tracks[0].codecs.map(\.label), ["H264/42e01f", "H264/42e01f"], "wanted")
    table.equal(changed.peer.tracks[0].direction, .recvonly, "direction")
    table.equal(changed.peer.tracks[0].maximumBitRate, .kilobits(900), "most is not less")
    table.equal(changed.peer.dtls.profiles, [.aes128CMHMACSHA1_80], "profiles")
    table.equal(changed.peer.dtls.timer, .openSSL, "timer")
    table.equal(changed.peer.fingerprintAlgorithm, .sha512, "fingerprint")
    table.holds(changed.stillInterval == nil, "no stills")
    table.equal(
      changed.peer.stunServers.map(\.address.description),
      ["203.0.113.1:3478", "203.0.113.2:3478", "[fd00::1]:5", "[fd00::2]:3478"], "servers")
    table.equal(changed.reference?.width, 320, "reference")
    #expect(table.failures == [])
  }

  @Test("names what makes no peer")
  func names() {
    let rows: [(String, SetupError, (inout AgentSetup) -> Void)] = [
      ("relay", .relayOnly, { $0.iceTransportPolicy = .relay }),
      ("codecs", .codecs(["VP9", "AV1"]), { $0.video?.codecs = ["VP9", "AV1"] }),
      ("direction", .direction("both"), { $0.audio?.direction = "both" }),
      ("mtu", .mtu(1), { $0.dtls.mtu = 1 }),
      ("fingerprint", .fingerprint("md5"), { $0.dtls.fingerprint = "md5" }),
      ("profiles", .srtp(["NULL"]), { $0.dtls.srtp = ["NULL"] }),
      (
        "a name", .iceServer("stun:example.org"),
        { $0.iceServers = [AgentSetup.ICEServer(urls: ["stun:example.org"])] }
      ),
      (
        "a port", .iceServer("stun:10.0.0.1:x"),
        { $0.iceServers = [AgentSetup.ICEServer(urls: ["stun:10.0.0.1:x"])] }
      ),
      ("source", .source("clip.wav"), { $0.audio?.source = "clip.wav" }),
      (
        "file", .unreadable("clip.y4m", reason: "no such file"),
        {
          $0.video?.source = "clip.y4m"
          $0.files = [AgentSetup.File(name: "clip.y4m", path: "/none")]
        }
      ),
      (
        "size", .unreadable("timecode", reason: "no camera has 0x360 at 30/s"),
        { $0.video?.width = 0 }
      ),
    ]
    var table = Table()
    for (row, expected, change) in rows {
      do {
        _ = try Self.configuration(change)
        table.holds(false, "\(row): accepted")
      } catch {
        table.equal(error as? SetupError, expected, row)
      }
    }
    #expect(table.failures == [])
  }

  @Test("has warmed up when it is made, whatever it sends")
  func warmsUp() throws {
    for direction in ["sendrecv", "recvonly", "inactive"] {
      try WarmUp.perform(
        Self.configuration { setup in
          setup.video?.direction = direction
          setup.video?.width = 160
          setup.video?.height = 90
        })
    }
    try WarmUp.perform(
      Self.configuration { setup in
        setup.video = nil
        setup.audio = nil
      })
  }
}

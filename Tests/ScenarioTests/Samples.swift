@testable import Scenario

/// Texts that tests share, and what reading them gives.
enum Sample {
  /// The example of the documentation: everything a file can say.
  static let whole = """
    scenario: Weak network, 3G
    seed: 7
    worlds: [simulated, live]
    network: 3g-lossy
    servers:
      stun1: {stun: working}
      far: {stun: slow 800ms}
      gone: {stun: dead}
    signalling: {delay: 80ms}
    peers:
      alice:
        stack: swift
        clock: {offset: 20ms, drift: -50ppm}
        audio: {source: beep, codecs: [opus], bitrate: 32kbps}
        video: {source: timecode, size: 1280x720, fps: 25, codecs: [H264/42E01F, VP8], direction: sendonly, bitrate: 300kbps, max_bitrate: 1.2Mbps}
        ice: {gather_timeout: 2s, servers: [stun1, gone], trickle: false}
        dtls: {timer: openssl, mtu: 1400, fingerprint: sha-384, srtp: [AES_CM_128_HMAC_SHA1_80]}
      bob:
      carol: {video: none, audio: {source: voices/carol.wav, direction: recvonly}}
    call:
      - alice dials bob
      - bob answers
      - connected within 5s
      - run for 20s
      - network: {loss: 5%, burst: 3}
      - alice mutes audio
      - run for 1.5s
      - alice unmutes audio
      - alice hangs up
    expect:
      - sdp: {extmap: agrees, fingerprint: verified, codecs: {video: [H264/42e01f, VP8]}}
      - gathering: {alice: complete within 3s}
      - first frame: {bob: within 2s}
      - freezes: {bob: total under 1s}
      - av offset: {bob: {p95: -125ms..45ms}}
      - av drift: {bob: under 20ms/min}
    """

  /// Three good lines, then what a test adds from line 4 on.
  static func call(_ more: String) -> String {
    """
    scenario: T
    peers: {alice: {}, bob: {}}
    call: [alice dials bob, bob answers, connected within 5s]

    """ + more
  }

  /// A file whose `call:` and `expect:` are those lists, in flow style.
  static func script(_ steps: String, expect: String? = nil) -> String {
    """
    scenario: T
    servers: {stun1: {stun: dead}}
    peers: {alice: {}, bob: {}, carol: {video: none}}
    call: [\(steps)]
    \(expect.map { "expect: [\($0)]" } ?? "")
    """
  }

  static func parse(_ text: String, network: String? = nil) throws(ScenarioErrors) -> [Scenario] {
    try Scenario.parse(Array(text.utf8), file: "f.yaml", network: network)
  }

  /// What is wrong with a text, a line each, without the file's name; empty: nothing.
  static func errors(_ text: String) -> [String] {
    do {
      _ = try parse(text)
      return []
    } catch {
      return error.errors.map { String($0.description.dropFirst("f.yaml:".count)) }
    }
  }
}

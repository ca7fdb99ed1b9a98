import Testing

extension ErrorTests {
  @Test("peers, servers and what stands at the top")
  func top() {
    let failures = check([
      (
        "scenario: T\ncalls: []",
        [
          "1:1: found no 'peers'; expected the peers, such as 'peers: {alice: {}, bob: {}}'",
          "1:1: found no 'call'; expected the steps, such as 'call: [alice dials bob, bob answers, connected within 5s]'",
          "2:1: found the key 'calls'; expected one of the keys scenario, seed, worlds, network, peers, servers, signalling, call, expect, matrix, exceptions; did you mean 'call'?",
        ]
      ),
      (
        "scenario: [T]\npeers: []\ncall: {}",
        [
          "1:11: scenario: found a list; expected a title of one line, at most 120 characters",
          "2:8: peers: found a list; expected a map of peers, such as {alice: {}, bob: {}}",
        ]
      ),
      (
        Sample.call("seed: -3"),
        ["4:7: seed: found '-3'; expected a whole number, 0 to 18446744073709551615"]
      ),
      (
        Sample.call("worlds: [simulatde, live, live]"),
        [
          "4:10: worlds: found 'simulatde'; expected a world (simulated or live); did you mean 'simulated'?",
          "4:27: worlds: found 'live' a second time; expected each world once",
        ]
      ),
      (
        Sample.call("signalling: {delay: 50}"),
        ["4:21: signalling.delay: found '50'; expected a duration such as 50ms, 0s to 60s"]
      ),
      (
        Sample.call("servers: {s: {turn: slow 800ms}}"),
        ["4:21: servers.s.turn: found 'slow 800ms'; expected working or dead"]
      ),
      (
        Sample.call("servers: {s: {stun: slow 800}}"),
        ["4:26: servers.s.stun: found '800'; expected a duration such as 800ms, 1ms to 600s"]
      ),
      (
        Sample.call("servers: {s: {stun: ded}}"),
        [
          "4:21: servers.s.stun: found 'ded'; expected working, slow 800ms or dead; did you mean 'dead'?"
        ]
      ),
      (
        "scenario: T\npeers: {run: {}, 1a: {}, bob: {}}\ncall: [bob answers]",
        [
          "2:9: peers: found the name 'run'; expected a name that is not a word of the script",
          "2:18: peers: found the name '1a'; expected a peer's name of letters, digits, - and _, a letter first, at most 32",
          "3:8: call[0]: found an answer of bob, whom nobody is calling; expected '… dials bob' before",
        ]
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("what peers are made of")
  func peers() {
    let failures = check([
      (
        peer("vidio: none"),
        [
          "3:11: peers.alice: found the key 'vidio'; expected one of the keys stack, binary, flags, label, ip, forwards, host, clock, audio, video, ice, dtls; did you mean 'video'?"
        ]
      ),
      (
        peer("audio: off"),
        [
          "3:18: peers.alice.audio: found 'off'; expected an audio track, or none: a map (source, codecs, direction, …)"
        ]
      ),
      (
        peer("audio: {source: bep}"),
        [
          "3:27: peers.alice.audio.source: found 'bep'; expected a sound (beep, silence or a .wav file); did you mean 'beep'?"
        ]
      ),
      (
        peer("audio: {codecs: [opsu]}"),
        [
          "3:28: peers.alice.audio.codecs: found 'opsu'; expected a codec (opus); did you mean 'opus'?"
        ]
      ),
      (
        peer("video: {codecs: [vp8, VP8, H264/42e01g]}"),
        [
          "3:28: peers.alice.video.codecs: found 'vp8'; expected a codec (VP8, H264, H264/42e01f or H264/4d0028); did you mean 'VP8'?",
          "3:38: peers.alice.video.codecs: found 'H264/42e01g'; expected a codec (VP8, H264, H264/42e01f or H264/4d0028); did you mean 'H264/42e01f'?",
        ]
      ),
      (
        peer("video: {codecs: [AV1]}"),
        [
          "3:28: peers.alice.video.codecs: found 'AV1'; expected a codec (VP8, H264, H264/42e01f or H264/4d0028)"
        ]
      ),
      (
        peer("stack: chromium, video: {codecs: [VP9, AV2]}"),
        [
          "3:50: peers.alice.video.codecs: found 'AV2'; expected a codec (VP8, H264, H264/42e01f, H264/4d0028, VP9 or AV1); did you mean 'AV1'?"
        ]
      ),
      (
        peer("video: {codecs: []}"),
        ["3:27: peers.alice.video.codecs: found an empty list; expected a list of codecs"]
      ),
      (
        peer("video: {size: 640x361}"),
        [
          "3:25: peers.alice.video.size: found '640x361'; expected a size such as 640x360, even numbers, 160x90 to 1920x1080"
        ]
      ),
      (
        peer("video: {fps: 0}"),
        ["3:24: peers.alice.video.fps: found '0'; expected frames a second such as 30, 1 to 60"]
      ),
      (
        peer("video: {direction: sendrcv}"),
        [
          "3:30: peers.alice.video.direction: found 'sendrcv'; expected a direction (sendrecv, sendonly, recvonly or inactive); did you mean 'sendrecv'?"
        ]
      ),
      (
        peer("video: {bitrate: 300Kbps}"),
        [
          "3:28: peers.alice.video.bitrate: found '300Kbps'; expected a rate such as 330kbps, 1kbps to 100Gbps; did you mean '300kbps'?"
        ]
      ),
      (
        peer("video: {bitrate: 2Mbps, max_bitrate: 1Mbps}"),
        [
          "3:48: peers.alice.video.max_bitrate: found '1Mbps'; expected at least the bitrate that the encoder starts with"
        ]
      ),
      (
        peer("clock: {offset: 20, drift: 50ms}"),
        [
          "3:27: peers.alice.clock.offset: found '20'; expected a duration such as 20ms, -86400s to 86400s",
          "3:38: peers.alice.clock.drift: found '50ms'; expected a drift such as 50ppm, -10000ppm to 10000ppm",
        ]
      ),
      (
        peer("ice: {gather_timeout: 3, servers: [stun1], trickle: ture}"),
        [
          "3:33: peers.alice.ice.gather_timeout: found '3'; expected a duration such as 3s, 1ms to 600s",
          "3:46: peers.alice.ice.servers: found 'stun1'; expected a server (there is none)",
          "3:63: peers.alice.ice.trickle: found 'ture'; expected true or false; did you mean 'true'?",
        ]
      ),
      (
        peer("dtls: {mtu: 100, fingerprint: sha1, timer: libwebrct, srtp: [AES]}"),
        [
          "3:23: peers.alice.dtls.mtu: found '100'; expected a number of bytes, 280 to 9000",
          "3:41: peers.alice.dtls.fingerprint: found 'sha1'; expected a hash (sha-256, sha-384 or sha-512)",
          "3:54: peers.alice.dtls.timer: found 'libwebrct'; expected a timer (libwebrtc or openssl); did you mean 'libwebrtc'?",
          "3:72: peers.alice.dtls.srtp: found 'AES'; expected a profile (AEAD_AES_128_GCM or AES_CM_128_HMAC_SHA1_80)",
        ]
      ),
      (
        peer("stack: [swift]"),
        [
          "3:18: peers.alice.stack: found a list; expected an implementation (swift, chromium, firefox, aiortc, gstreamer, janus, libwebrtc, pion, libdatachannel or agent)"
        ]
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

  private func peer(_ settings: String) -> String {
    "scenario: T\npeers:\n  alice: {\(settings)}\n  bob: {}\ncall: [alice dials bob]"
  }
}

import TestSupport
import Testing

@Suite("Errors of scenario files")
struct ErrorTests {
  /// The one error of each text, exactly.
  private func check(_ rows: [(text: String, errors: [String])]) -> [String] {
    var table = Table()
    for row in rows { table.equal(Sample.errors(row.text), row.errors, row.text) }
    return table.failures
  }

  @Test("YAML")
  func yaml() {
    let failures = check([
      ("", ["1:1: found an empty file; expected a scenario"]),
      (
        "a: [1",
        [
          "2:1: found broken YAML: did not find expected ',' or ']' (while parsing a flow sequence that begins at 1:4); expected YAML"
        ]
      ),
      (
        "\ta: 1",
        [
          "1:1: found broken YAML: found character that cannot start any token (while scanning for the next token that begins at 1:1); expected YAML"
        ]
      ),
      (
        "a: 1\nb: 2\na: 3",
        ["3:1: found a second 'a' (the first is in line 1); expected each key once"]
      ),
      ("a: b\n---\nc: d", ["2:1: found a second document; expected one document in a file"]),
      (
        "a: !!str b", ["1:4: found the tag 'tag:yaml.org,2002:str'; expected a value without a tag"]
      ),
      ("a: *b", ["1:4: found '*b'; expected an anchor that is defined above"]),
      ("[a]: b", ["1:1: found a key that is not a word; expected a word and a colon"]),
      (
        "é: ü\n\u{1}",
        ["2:1: found bytes that are not text: control characters are not allowed; expected YAML"]
      ),
      ("- a", ["1:1: found a list; expected a scenario: a map (scenario, peers, call, …)"]),
      ("x", ["1:1: found 'x'; expected a scenario: a map (scenario, peers, call, …)"]),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

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

  private func peer(_ settings: String) -> String {
    "scenario: T\npeers:\n  alice: {\(settings)}\n  bob: {}\ncall: [alice dials bob]"
  }

  @Test("the network")
  func network() {
    let failures = check([
      (
        Sample.call("network: 3gg"),
        [
          "4:10: network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?"
        ]
      ),
      (
        Sample.call("network: {rat: 330kbps}"),
        [
          "4:11: network: found the key 'rat'; expected one of the keys profile, up, down, rate, queue, delay, jitter, loss, burst, loss_at, duplicate, reorder, corrupt, mtu, overhead; did you mean 'rate'?"
        ]
      ),
      (
        Sample.call("network: {bob: 3g, carol: lte}"),
        ["4:20: network: found the peer 'carol'; expected one of the peers alice, bob"]
      ),
      (
        Sample.call("network: {alcie: 3g}"),
        [
          "4:11: network: found the peer 'alcie'; expected one of the peers alice, bob; did you mean 'alice'?"
        ]
      ),
      (
        Sample.call("network: 5g-ultra"),
        [
          "4:10: network: found '5g-ultra'; expected a profile name (perfect, wifi, cable, dsl, lte, apple-lte, 3g, 3g-good, 3g-lossy, edge, edge-lossy, 2g-rural, very-bad, satellite, satellite-leo, wifi-congested, webpagetest-3g, devtools-3g, rmcat, blackout)"
        ]
      ),
      (
        Sample.call("network: []"),
        [
          "4:10: network: found a list; expected a profile name, or a link such as {rate: 330kbps, delay: 100ms}"
        ]
      ),
      (
        Sample.call("network: {rate: 330, delay: 100, loss: 5, burst: 0.5}"),
        [
          "4:17: network.rate: found '330'; expected a rate such as 330kbps, 1kbps to 100Gbps",
          "4:29: network.delay: found '100'; expected a duration such as 100ms, 0s to 60s",
          "4:40: network.loss: found '5'; expected a share such as 5%, 0% to 100%",
          "4:50: network.burst: found '0.5'; expected packets lost in a row in the mean, such as 3, 1 to 10000, or none",
        ]
      ),
      (
        Sample.call("network: {jitter: 20ms unifrom, queue: 100, reorder: 1%, loss_at: befor}"),
        [
          "4:24: network.jitter: found 'unifrom'; expected a jitter such as '20ms uniform', '20ms normal in order', or none; did you mean 'uniform'?",
          "4:40: network.queue: found '100'; expected a queue such as 100 packets, 30kB or 300ms, or none",
          "4:54: network.reorder: found '1%'; expected a share and a delay, such as '1% by 20ms', or none",
          "4:67: network.loss_at: found 'befor'; expected a place (before or after); did you mean 'before'?",
        ]
      ),
      (
        Sample.call("network: {loss: 90%, burst: 2}"),
        [
          "4:29: network.burst: found '2'; expected longer bursts for so much loss: between two of them one packet at least passes"
        ]
      ),
      (
        Sample.call("network: {up: {profile: 3g}, mtu: 20, overhead: -1, duplicate: 101%}"),
        [
          "4:16: network.up: found the key 'profile'; expected one of the keys rate, queue, delay, jitter, loss, burst, loss_at, duplicate, reorder, corrupt, mtu, overhead",
          "4:35: network.mtu: found '20'; expected a number of bytes, 100 to 65535",
          "4:49: network.overhead: found '-1'; expected a number of bytes, 0 to 1000",
          "4:64: network.duplicate: found '101%'; expected a share such as 5%, 0% to 100%",
        ]
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("steps that are not understood, and steps that are impossible where they stand")
  func steps() {
    let failures = check([
      (Sample.script(""), ["4:7: call: found an empty list; expected a list of steps, 1 to 1000"]),
      (
        Sample.script("alice dails bob"),
        [
          "4:14: call[0]: found 'dails'; expected what alice does (dials, answers, mutes, unmutes, hangs up); did you mean 'dials'?"
        ]
      ),
      (
        Sample.script("alice dials bobb"),
        [
          "4:20: call[0]: found the peer 'bobb'; expected one of the peers alice, bob, carol; did you mean 'bob'?"
        ]
      ),
      (
        Sample.script("alcie dials bob"),
        [
          "4:8: call[0]: found the peer 'alcie'; expected one of the peers alice, bob, carol; did you mean 'alice'?"
        ]
      ),
      (
        Sample.script("alice dials"),
        ["4:8: call[0]: found 'alice dials'; expected whom alice dials"]
      ),
      (Sample.script("alice dials bob now"), ["4:24: call[0]: found 'now'; expected nothing more"]),
      (
        Sample.script("conected within 5s"),
        [
          "4:8: call[0]: found 'conected within 5s'; expected a step: 'alice dials bob', 'bob answers', 'connected within 5s', 'run for 20s', 'alice mutes audio', 'alice unmutes video', 'alice hangs up' or {network: …}; did you mean 'connected within 5s'?"
        ]
      ),
      (
        Sample.script("alice dials bob, connected within 5"),
        ["4:42: call[1]: found '5'; expected a duration such as 5s, 1ms to 86400s"]
      ),
      (
        Sample.script("alice dials bob, run for ever"),
        ["4:33: call[1]: found 'ever'; expected a duration such as 20s, 1ms to 86400s"]
      ),
      (
        Sample.script("alice dials bob, alice mutes sound"),
        ["4:37: call[1]: found 'sound'; expected audio or video"]
      ),
      (
        Sample.script("alice dials bob, {netwrok: 3g}"),
        ["4:26: call[1]: found the key 'netwrok'; expected 'network'; did you mean 'network'?"]
      ),
      (
        Sample.script("alice dials bob, {network: 3gg}"),
        [
          "4:35: call[1].network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?"
        ]
      ),
      (
        Sample.script("dance"),
        [
          "4:8: call[0]: found 'dance'; expected a step: 'alice dials bob', 'bob answers', 'connected within 5s', 'run for 20s', 'alice mutes audio', 'alice unmutes video', 'alice hangs up' or {network: …}"
        ]
      ),
      (
        Sample.script("[alice]"),
        [
          "4:8: call[0]: found a list; expected a step: 'alice dials bob', 'bob answers', 'connected within 5s', 'run for 20s', 'alice mutes audio', 'alice unmutes video', 'alice hangs up' or {network: …}"
        ]
      ),
      (
        Sample.script("alice dials alice"),
        ["4:8: call[0]: found a peer that dials itself; expected another peer"]
      ),
      (
        Sample.script("bob answers"),
        [
          "4:8: call[0]: found an answer of bob, whom nobody is calling; expected '… dials bob' before"
        ]
      ),
      (
        Sample.script("alice dials bob, alice answers"),
        [
          "4:25: call[1]: found an answer of alice, whom nobody is calling; expected '… dials alice' before"
        ]
      ),
      (
        Sample.script("alice dials bob, bob answers, bob answers"),
        [
          "4:38: call[2]: found an answer of bob, whom nobody is calling; expected '… dials bob' before"
        ]
      ),
      (
        Sample.script("alice dials bob, carol dials alice"),
        ["4:25: call[1]: found a second call of alice; expected one call for each peer"]
      ),
      (
        Sample.script("connected within 5s"),
        ["4:8: call[0]: found a step before anyone dials; expected 'alice dials …' before"]
      ),
      (
        Sample.script("alice dials bob, connected within 5s"),
        [
          "4:25: call[1]: found a wait for a call that bob has not answered; expected 'bob answers' before"
        ]
      ),
      (
        Sample.script("alice hangs up"),
        ["4:8: call[0]: found a step of alice, who is in no call; expected a call of alice before"]
      ),
      (
        Sample.script("alice dials bob, alice hangs up, run for 2s"),
        [
          "4:41: call[2]: found a step after the call was hung up; expected nothing more of that call"
        ]
      ),
      (
        Sample.script("alice dials bob, alice hangs up, alice dials bob"),
        ["4:41: call[2]: found a second call of alice; expected one call for each peer"]
      ),
      (
        Sample.script("alice mutes audio"),
        ["4:8: call[0]: found a step of alice, who is in no call; expected a call of alice before"]
      ),
      (
        Sample.script("alice dials bob, alice unmutes audio"),
        ["4:25: call[1]: found audio that is not muted; expected 'alice mutes audio' before"]
      ),
      (
        Sample.script("alice dials bob, alice mutes audio, alice mutes audio"),
        ["4:44: call[2]: found audio that is muted already; expected 'alice unmutes audio' before"]
      ),
      (
        Sample.script("carol dials bob, carol mutes video"),
        ["4:25: call[1]: found video of carol, who sends none; expected what carol sends"]
      ),
      (
        Sample.script(
          "alice dials bob, connected within 5s", expect: "{times out: connected within 5s}"), []
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("expectations")
  func expectations() {
    let rows: [(expect: String, error: [String])] = [
      (
        "first fram: {bob: within 2s}",
        [
          "5:11: expect[0]: found the key 'first fram'; expected one of the keys sdp, gathering, connected, first frame, freezes, frame rate, av offset, av drift, packets lost, bitrate, psnr, ssim, marks lost, video, audio, times out, fails with; did you mean 'first frame'?"
        ]
      ),
      (
        "first frame: {bop: within 2s}",
        [
          "5:25: expect[0].first frame: found the peer 'bop'; expected one of the peers alice, bob, carol; did you mean 'bob'?"
        ]
      ),
      (
        "first frame: within 2s",
        [
          "5:24: expect[0].first frame: found 'within 2s'; expected a map of peers, such as {carol: …}"
        ]
      ),
      (
        "first frame: {bob: 2s}",
        [
          "5:30: expect[0].first frame.bob: found '2s'; expected a limit such as 'under 1s', or a range"
        ]
      ),
      (
        "first frame: {bob: within 2}",
        [
          "5:37: expect[0].first frame.bob: found '2'; expected a value with its unit, as in 'under 1s'"
        ]
      ),
      (
        "first frame: {bob: within 2S}",
        [
          "5:37: expect[0].first frame.bob: found '2S'; expected a value with its unit, as in 'under 1s'; did you mean '2s'?"
        ]
      ),
      (
        "first frame: {bob: wihtin 2s}",
        [
          "5:30: expect[0].first frame.bob: found 'wihtin'; expected a limit such as 'under 1s', or a range; did you mean 'within'?"
        ]
      ),
      (
        "first frame: {bob: within 2s please}",
        ["5:40: expect[0].first frame.bob: found 'please'; expected nothing more"]
      ),
      (
        "frame rate: {bob: at least 25}",
        [
          "5:38: expect[0].frame rate.bob: found '25'; expected a value with its unit, as in 'at least 25fps'"
        ]
      ),
      (
        "freezes: {bob: totl under 1s}",
        [
          "5:26: expect[0].freezes.bob: found 'totl'; expected 'total under 1s', 'count at most 2' or 'longest under 500ms'; did you mean 'total'?"
        ]
      ),
      (
        "freezes: {bob: [1]}",
        [
          "5:26: expect[0].freezes.bob: found a list; expected 'total under 1s', 'count at most 2' or 'longest under 500ms'"
        ]
      ),
      (
        "av offset: {bob: under 45ms}",
        [
          "5:28: expect[0].av offset.bob: found 'under 45ms'; expected a statistic and its limit, such as {p95: -125ms..45ms}"
        ]
      ),
      (
        "av offset: {bob: {p96: 1ms..2ms}}",
        [
          "5:29: expect[0].av offset.bob: found the key 'p96'; expected one of the keys p50, p95, worst; did you mean 'p95'?"
        ]
      ),
      (
        "av offset: {bob: {p95: 45ms..-125ms}}",
        [
          "5:34: expect[0].av offset.bob.p95: found '45ms..-125ms'; expected a range, the lower limit first, each with its unit, or a limit such as 'under 1s'"
        ]
      ),
      (
        "av drift: {bob: under 20ms}",
        [
          "5:33: expect[0].av drift.bob: found '20ms'; expected a value with its unit, as in 'under 20ms/min'"
        ]
      ),
      (
        "packets lost: {bob: {vidoe: under 1%}}",
        [
          "5:32: expect[0].packets lost.bob: found the key 'vidoe'; expected one of the keys audio, video; did you mean 'video'?"
        ]
      ),
      (
        "packets lost: {bob: under -1%}",
        [
          "5:37: expect[0].packets lost.bob: found '-1%'; expected a value with its unit, as in 'under 1%'"
        ]
      ),
      (
        "bitrate: {bob: {video: 200kbps..}}",
        [
          "5:34: expect[0].bitrate.bob.video: found '200kbps..'; expected a range, the lower limit first, each with its unit, or a limit such as 'at least 200kbps'"
        ]
      ),
      (
        "psnr: {bob: at least 30db}",
        [
          "5:32: expect[0].psnr.bob: found '30db'; expected a value with its unit, as in 'at least 30dB'; did you mean '30dB'?"
        ]
      ),
      (
        "ssim: {bob: at least 95%}",
        [
          "5:32: expect[0].ssim.bob: found '95%'; expected a number from 0 to 1, as in 'at least 0.95'"
        ]
      ),
      (
        "ssim: {bob: at least 95}",
        [
          "5:32: expect[0].ssim.bob: found '95'; expected a number from 0 to 1, as in 'at least 0.95'"
        ]
      ),
      (
        "video: {bob: abset}",
        ["5:24: expect[0].video.bob: found 'abset'; expected 'absent'; did you mean 'absent'?"]
      ),
      (
        "audio: {bob: silent}",
        ["5:24: expect[0].audio.bob: found 'silent'; expected 'absent' or 'silent while muted'"]
      ),
      (
        "sdp: {extmap: agree, codecs: {vido: [VP8], offer: [VP8]}}",
        [
          "5:25: expect[0].sdp.extmap: found 'agree'; expected 'agrees'; did you mean 'agrees'?",
          "5:41: expect[0].sdp.codecs: found the key 'vido'; expected one of the keys audio, video, offer, answer; did you mean 'video'?",
          "5:61: expect[0].sdp.codecs.offer: found a list; expected codecs by kind of media: a map (audio, video)",
        ]
      ),
      (
        "gathering: {bob: complete}",
        [
          "5:28: expect[0].gathering.bob: found 'complete'; expected 'complete within 3s' or 'times out within 3.2s after 3s waiting for stun1'"
        ]
      ),
      (
        "gathering: {bob: times out within 3s after 4s}",
        [
          "5:54: expect[0].gathering.bob: found '4s'; expected no more than the 3s within which it times out"
        ]
      ),
      (
        "gathering: {bob: times out within 3s waiting for stun2}",
        [
          "5:60: expect[0].gathering.bob: found the server 'stun2'; expected 'stun1'; did you mean 'stun1'?"
        ]
      ),
      (
        "times out: connected within 4s",
        [
          "5:22: expect[0].times out: found 'connected within 4s'; expected a step of the call that has a limit ('connected within 5s')"
        ]
      ),
      (
        "times out: run for 4s",
        [
          "5:22: expect[0].times out: found 'run for 4s'; expected a step of the call that has a limit ('connected within 5s')"
        ]
      ),
    ]
    let failures = check(
      rows.map {
        let script = "alice dials bob, bob answers, connected within 5s"
        return (Sample.script(script, expect: "{\($0.expect)}"), $0.error)
      } + [
        (
          Sample.script("alice dials bob", expect: ""),
          ["5:9: expect: found an empty list; expected a list of expectations, 1 to 1000"]
        )
      ])
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("the matrix")
  func matrix() {
    let failures = check([
      (
        Sample.call("matrix: [a]"),
        [
          "4:9: matrix: found a list; expected a map of places and their values, such as {network: [wifi, 3g]}, at most 16"
        ]
      ),
      (
        Sample.call("matrix: {network: 3g}"),
        ["4:19: matrix.network: found '3g'; expected a list of values, 1 to 500"]
      ),
      (
        Sample.call("matrix: {network: [3g, 3gg]}"),
        [
          "4:24: network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?"
        ]
      ),
      (
        Sample.call("matrix: {network: [3g, 3g]}"),
        ["4:24: matrix.network: found '3g' a second time; expected each value once"]
      ),
      (
        Sample.call("matrix: {netwrok: [3g]}"),
        [
          "4:10: matrix: found the place 'netwrok'; expected one of the keys seed, worlds, network, peers, servers, signalling, call, expect; did you mean 'network'?"
        ]
      ),
      (
        Sample.call("matrix: {peers.alcie.video: [none]}"),
        [
          "4:10: matrix: found the place in peers 'alcie'; expected one of what peers has: alice, bob; did you mean 'alice'?"
        ]
      ),
      (
        Sample.call("matrix: {peers.alice.vidoe: [none]}"),
        [
          "4:10: peers.alice: found the key 'vidoe'; expected one of the keys stack, binary, flags, label, ip, forwards, host, clock, audio, video, ice, dtls; did you mean 'video'?"
        ]
      ),
      (
        Sample.call("matrix: {call.7: [run for 2s]}"),
        ["4:10: matrix: found the place in call '7'; expected one of what call has: 0, 1, 2"]
      ),
      (
        Sample.call("seed: 1\nmatrix: {seed.a: [2]}"),
        ["5:10: matrix: found '1' at seed; expected a map there, or a shorter path"]
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("errors come together, in file order")
  func together() {
    let failures = check([
      (
        "scenario: T\nnetwork: 3gg\npeers: {alice: {video: {fps: 0}}, bob: {}}\ncall: [bob answer, run for 1]",
        [
          "2:10: network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?",
          "3:30: peers.alice.video.fps: found '0'; expected frames a second such as 30, 1 to 60",
          "4:12: call[0]: found 'answer'; expected what bob does (dials, answers, mutes, unmutes, hangs up); did you mean 'answers'?",
          "4:28: call[1]: found '1'; expected a duration such as 20s, 1ms to 86400s",
        ]
      )
    ])
    #expect(failures.isEmpty, "\(failures)")
  }
}

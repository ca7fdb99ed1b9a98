import Testing

extension ErrorTests {
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
}

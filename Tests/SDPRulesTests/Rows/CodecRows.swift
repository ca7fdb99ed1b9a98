import SDPRules

enum CodecRows {
  static let rows = [
    bad(
      "codec-mismatch", .error, .pair, at: 1, answer("SAVPF 96 97 102 103", "SAVPF 100", in: 1),
      answer("a=rtpmap:96 VP8/90000", "a=rtpmap:100 AV1/90000", in: 1),
      answer("a=fmtp:97 apt=96\n", "", in: 1), answer("a=fmtp:103 apt=102\n", "", in: 1),
      answer("a=rtcp-fb:96 ", "a=x-no-fb:", in: 1, everywhere: true),
      answer("a=rtcp-fb:102 ", "a=x-no-fb:", in: 1, everywhere: true)),
    bad(
      "codec-parameter-mismatch", .error, .pair, at: 1, value: "packetization-mode=0",
      answer("SAVPF 96 97 102 103", "SAVPF 102 103", in: 1),
      answer("a=rtcp-fb:96 ", "a=x-no-fb:", in: 1, everywhere: true),
      answer("packetization-mode=1", "packetization-mode=0")),
    bad(
      "codec-parameter-mismatch", .warning, .pair, at: 1, value: "profile-level-id=640c1f",
      answer("profile-level-id=42e01f", "profile-level-id=640c1f")),
    bad(
      "codec-parameter-mismatch", .error, .pair, at: 1, value: "profile-level-id=42e034",
      answer(
        "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
        "packetization-mode=1;profile-level-id=42e034")),
    clean(
      "codec-parameter-mismatch", .pair,
      answer(
        "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
        "packetization-mode=1;profile-level-id=42e00d")),
    clean(
      "codec-parameter-mismatch", .pair,
      answer("profile-level-id=42e01f", "profile-level-id=42C034")),
    clean(
      "codec-parameter-mismatch", .pair,
      answer(
        "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
        "packetization-mode=1")),
    bad(
      "codec-parameter-mismatch", .warning, .pair, at: 1, value: "profile-id=2",
      answer("SAVPF 96 97 102 103", "SAVPF 96 97 102 103 98", in: 1),
      answer("a=rid:h recv", "a=rtpmap:98 VP9/90000\na=fmtp:98 profile-id=2\na=rid:h recv")),
    // The configuration of another number of the offer.
    bad(
      "codec-parameter-mismatch", .warning, .pair, at: 1, value: "packetization-mode=0",
      offer("SAVPF 96 97 102 103 98", "SAVPF 96 97 102 103 98 104"),
      offer(
        "a=rtpmap:98 VP9/90000",
        "a=rtpmap:104 H264/90000\na=fmtp:104 level-asymmetry-allowed=1;profile-level-id=42e01f\na=rtpmap:98 VP9/90000"
      ), answer("packetization-mode=1", "packetization-mode=0")),
    bad(
      "codec-parameter-invalid", .error, .lint, at: 1, value: "profile-level-id=42e0",
      offer("profile-level-id=42e01f", "profile-level-id=42e0")),
    bad(
      "codec-parameter-invalid", .error, .lint, at: 1,
      offer("packetization-mode=1", "packetization-mode=3")),
    bad(
      "codec-parameter-invalid", .warning, .lint, at: 0, value: "stereo=yes",
      offer("useinbandfec=1", "useinbandfec=1;stereo=yes")),
    bad(
      "codec-parameter-invalid", .warning, .lint, at: 1, value: "sprop-parameter-sets=",
      offer("profile-level-id=42e01f", "profile-level-id=42e01f;sprop-parameter-sets=")),
    bad(
      "codec-not-offered", .info, .pair, at: 1,
      answer("SAVPF 96 97 102 103", "SAVPF 96 97 102 103 45", in: 1),
      answer("a=rid:h recv", "a=rtpmap:45 AV1/90000\na=rid:h recv")),
    bad(
      "payload-type-redefined", .warning, .pair, at: 1,
      answer("SAVPF 96 97 102 103", "SAVPF 98 97 102 103", in: 1),
      answer("rtpmap:96", "rtpmap:98", in: 1),
      answer("rtcp-fb:96", "rtcp-fb:98", in: 1, everywhere: true), answer("apt=96", "apt=98", in: 1)
    ),
    bad(
      "payload-type-redefined", .warning, .pair, at: 1, value: "102 rtx/90000",
      answer("SAVPF 96 97 102 103", "SAVPF 96 102", in: 1),
      answer("a=rtpmap:97 rtx", "a=rtpmap:102 rtx"), answer("a=fmtp:97 ", "a=fmtp:102 "),
      answer("a=rtpmap:102 H264/90000\n", ""), answer("a=fmtp:103 apt=102\n", ""),
      answer("a=rtpmap:103 rtx/90000\n", ""),
      answer(
        "a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f\n", "")),
    bad(
      "payload-type-redefined", .warning, .pair, at: 0, value: "63 telephone-event/8000",
      answer("SAVPF 111 63 9 0 8 110 126", "SAVPF 111 63 9 0 8 110", in: 0),
      answer("a=rtpmap:63 red/48000/2\na=fmtp:63 111/111\n", ""),
      answer("a=rtpmap:126 telephone-event", "a=rtpmap:63 telephone-event")),
    bad(
      "payload-type-renumbered", .info, .pair, at: 0, answer("SAVPF 111 63", "SAVPF 120 63", in: 0),
      answer(":111 ", ":120 ", in: 0, everywhere: true), answer("111/111", "120/120", in: 0)),
    bad(
      "codec-order", .info, .pair, at: 1, value: "102 103 96 97",
      answer("SAVPF 96 97 102 103", "SAVPF 102 103 96 97", in: 1)),
    bad(
      "codec-parameter-mismatch", .error, .pair, at: 1,
      answer("SAVPF 96 97 102 103", "SAVPF 102 103 96 97", in: 1),
      answer("packetization-mode=1", "packetization-mode=0")),
    clean("codec-order", .pair, answer("SAVPF 96 97 102 103", "SAVPF 96 102 97 103", in: 1)),
    clean(
      "codec-order", .pair, answer("SAVPF 96 97 102 103", "SAVPF 102 103", in: 1),
      answer("a=rtcp-fb:96 ", "a=x-no-fb:", in: 1, everywhere: true)),
    bad(
      "opus-stereo", .info, .pair, at: 0, value: "minptime=10;useinbandfec=1",
      offer("useinbandfec=1", "useinbandfec=1;sprop-stereo=1")),
    bad(
      "opus-stereo", .info, .pair, at: 0, answer("useinbandfec=1", "useinbandfec=1;sprop-stereo=1")),
    clean(
      "opus-stereo", .pair, offer("useinbandfec=1", "useinbandfec=1;sprop-stereo=1"),
      answer("useinbandfec=1", "useinbandfec=1;stereo=1")),
    bad(
      "opus-bandwidth", .info, .pair, at: 0, value: "maxplaybackrate=8000",
      answer("useinbandfec=1", "useinbandfec=1;maxplaybackrate=8000")),
    clean(
      "opus-bandwidth", .pair, answer("useinbandfec=1", "useinbandfec=1;maxplaybackrate=48000")),
    clean(
      "opus-bandwidth", .pair, answer("useinbandfec=1", "useinbandfec=1;maxplaybackrate=8000"),
      answer("a=sendrecv", "a=sendonly", in: 0), offer("a=sendrecv", "a=recvonly", in: 0)),
    bad(
      "dtmf-clock-mismatch", .warning, .pair, at: 0, value: "126 telephone-event/8000",
      answer("SAVPF 111 63 9 0 8 110 126", "SAVPF 111 63 126", in: 0)),
    clean(
      "dtmf-clock-mismatch", .pair, answer("SAVPF 111 63 9 0 8 110 126", "SAVPF 0 8 126", in: 0),
      answer("a=rtcp-fb:111 ", "a=x-no-fb:", in: 0, everywhere: true)),
    bad(
      "payload-type-range", .error, .pair, at: 1, value: "128",
      answer("SAVPF 96 97 102 103", "SAVPF 96 97 102 103 128", in: 1),
      answer("a=rid:h recv", "a=rtpmap:128 rtx/90000\na=fmtp:128 apt=96\na=rid:h recv")),
    bad(
      "payload-type-range", .error, .lint, at: 1, value: "72", offer("SAVPF 96 97", "SAVPF 72 97"),
      offer(":96 ", ":72 ", in: 1, everywhere: true), offer("apt=96", "apt=72")),
    bad(
      "payload-type-range", .error, .lint, at: 1, value: "VP8",
      offer("SAVPF 96 97", "SAVPF VP8 96 97")),
    clean(
      "payload-type-range", .lint, offer("SAVPF 96 97 102 103 98", "SAVPF 35 97 102 103 98"),
      offer(":96 ", ":35 ", in: 1, everywhere: true), offer("apt=96", "apt=35")),
    bad(
      "payload-type-collision", .error, .lint, at: 1, value: "110",
      offer("SAVPF 96 97 102 103 98", "SAVPF 96 97 102 103 110"), offer("rtpmap:98", "rtpmap:110"),
      offer("fmtp:98", "fmtp:110")),
    bad(
      "payload-type-collision", .error, .lint, at: 1,
      offer("a=rtpmap:98 VP9/90000", "a=rtpmap:98 VP9/90000\na=rtpmap:98 AV1/90000")),
    clean(
      "payload-type-collision", .lint, offer("BUNDLE 0 1 2", "BUNDLE 1 2"),
      offer("SAVPF 96 97 102 103 98", "SAVPF 96 97 102 103 110"), offer("rtpmap:98", "rtpmap:110"),
      offer("fmtp:98", "fmtp:110")),
    bad(
      "payload-type-repeated", .warning, .lint, at: 1, value: "96",
      offer("SAVPF 96 97", "SAVPF 96 96 97")),
    bad("rtpmap-missing", .error, .lint, at: 1, value: "98", offer("a=rtpmap:98 VP9/90000\n", "")),
    bad(
      "rtpmap-missing", .error, .lint, at: 1, value: "103", offer("a=rtpmap:98 VP9/90000\n", ""),
      offer("a=rtpmap:103 rtx/90000\n", "")),
    clean("rtpmap-missing", .lint, offer("a=rtpmap:0 PCMU/8000\n", "")),
    clean("rtpmap-missing", .lint, offer("SAVPF 96", "SAVPF 34 96")),
    bad(
      "rtpmap-invalid", .error, .pair, at: 0, value: "111 opus/48000/1",
      answer("opus/48000/2", "opus/48000/1")),
    bad("rtpmap-invalid", .error, .pair, at: 0, answer("opus/48000/2", "opus/48000")),
    bad("rtpmap-invalid", .error, .lint, at: 1, offer("VP8/90000", "VP8/9000")),
    bad("rtpmap-invalid", .error, .lint, at: 1, offer("VP8/90000", "VP8")),
    bad(
      "rtpmap-invalid", .error, .lint, at: 0, offer("a=rtpmap:0 PCMU/8000", "a=rtpmap:0 PCMA/8000")),
    clean("rtpmap-invalid", .pair, answer("opus/48000/2", "OPUS/48000/2")),
    bad(
      "rtpmap-unlisted", .info, .lint, at: 1,
      offer("a=rid:h send", "a=rtpmap:45 AV1/90000\na=rid:h send")),
    bad(
      "fmtp-dangling", .error, .lint, at: 1, value: "45 profile=0",
      offer("a=rid:h send", "a=fmtp:45 profile=0\na=rid:h send")),
    clean(
      "fmtp-dangling", .lint,
      offer("a=rid:h send", "a=fmtp:45 profile=0\na=rtpmap:45 AV1/90000\na=rid:h send")),
    bad(
      "payload-type-dangling", .error, .lint, at: 1, value: "97 apt=99", offer("apt=96", "apt=99")),
    bad(
      "payload-type-dangling", .error, .pair, at: 1, value: "103 apt=102",
      answer("SAVPF 96 97 102 103", "SAVPF 96 97 103", in: 1),
      answer("a=rtcp-fb:102 ", "a=x-no-fb:", in: 1, everywhere: true)),
    bad(
      "payload-type-dangling", .warning, .lint, at: 0, value: "63 111/112",
      offer("111/111", "111/112")),
    // Nothing else is answered: what is missing is told once.
    bad(
      "payload-type-dangling", .error, .pair, at: 1, value: "97 apt=96",
      answer("SAVPF 96 97 102 103", "SAVPF 97", in: 1),
      answer("a=fmtp:103 apt=102\n", "", in: 1),
      answer("a=rtcp-fb:96 ", "a=x-no-fb:", in: 1, everywhere: true),
      answer("a=rtcp-fb:102 ", "a=x-no-fb:", in: 1, everywhere: true)),
    bad("rtx-apt-missing", .error, .lint, at: 1, offer("a=fmtp:97 apt=96\n", "")),
    bad("rtx-apt-missing", .error, .lint, at: 1, offer("apt=96", "apt=")),
    bad(
      "rtx-clock-mismatch", .warning, .lint, at: 1,
      offer("a=rtpmap:97 rtx/90000", "a=rtpmap:97 rtx/48000")),
    bad("rtx-apt-twice", .warning, .lint, at: 1, offer("apt=102", "apt=96")),
    bad(
      "rtcp-fb-incomplete", .warning, .lint, at: 1, value: "96 transport-cc",
      offer(
        "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\n",
        "", in: 1)),
    clean(
      "rtcp-fb-incomplete", .lint,
      offer(
        "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\n",
        "", in: 1),
      offer(
        "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\n",
        "", in: 0),
      offer(
        "t=0 0\n",
        "t=0 0\na=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\n"
      )),
    bad(
      "rtcp-fb-dangling", .error, .lint, at: 1,
      offer("a=rtcp-fb:102 nack\n", "a=rtcp-fb:102 nack\na=rtcp-fb:99 nack\n")),
    bad(
      "rtcp-fb-dangling", .error, .lint, at: 1,
      offer("a=rid:h send", "a=rtpmap:45 AV1/90000\na=rtcp-fb:45 nack\na=rid:h send")),
    bad(
      "rtcp-fb-not-offered", .warning, .pair, at: 1, value: "96 ccm fir",
      answer("a=rtcp-fb:96 nack\n", "a=rtcp-fb:96 nack\na=rtcp-fb:96 ccm fir\n")),
    clean(
      "rtcp-fb-not-offered", .pair,
      offer("a=rtcp-fb:96 nack\n", "a=rtcp-fb:* ccm fir\na=rtcp-fb:96 nack\n"),
      answer("a=rtcp-fb:96 nack\n", "a=rtcp-fb:96 nack\na=rtcp-fb:96 ccm fir\n")),
    bad(
      "rtcp-fb-profile", .info, .pair, at: 1, offer("UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP", in: 1),
      answer("UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP", in: 1)),
  ]
}

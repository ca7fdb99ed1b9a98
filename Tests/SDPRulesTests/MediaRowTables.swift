import SDPRules

enum CodecRows {
  private static let onlyH264: [Edit] = []

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

enum ExtensionRows {
  static let twcc = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"

  static let rows = [
    bad(
      "extmap-id-changed", .error, .pair, at: 1, value: "5 \(twcc)",
      answer("a=extmap:3 ", "a=extmap:5 ", in: 1)),
    bad(
      "extmap-id-changed", .error, .pair, at: 0, answer("a=extmap:3 ", "a=extmap:9 ", in: 0),
      answer("a=extmap:3 ", "a=extmap:9 ", in: 1)),
    bad(
      "extmap-direction", .error, .pair, at: 0,
      answer("a=extmap:1 ", "a=extmap:1/sendonly ", in: 0),
      offer("a=extmap:1 ", "a=extmap:1/sendonly ", in: 0)),
    bad(
      "extmap-direction", .info, .pair, at: 0, offer("a=extmap:1 ", "a=extmap:1/recvonly ", in: 0)),
    clean(
      "extmap-direction", .pair, offer("a=extmap:1 ", "a=extmap:1/sendonly ", in: 0),
      answer("a=extmap:1 ", "a=extmap:1/recvonly ", in: 0)),
    clean("extmap-direction", .pair, answer("a=extmap:1 ", "a=extmap:1/inactive ", in: 0)),
    bad(
      "extmap-not-offered", .error, .pair, at: 0,
      answer("a=extmap:1 ", "a=extmap:6 urn:ietf:params:rtp-hdrext:toffset\na=extmap:1 ", in: 0)),
    bad("extmap-id-reused", .error, .lint, at: 1, offer("a=extmap:2 ", "a=extmap:1 ", in: 1)),
    bad("extmap-id-reused", .error, .pair, at: 1, offer("a=extmap:2 ", "a=extmap:1 ", in: 1)),
    bad("extmap-id-changed", .error, .pair, at: 1, answer("a=extmap:2 ", "a=extmap:1 ", in: 1)),
    bad(
      "extmap-id-reused", .error, .lint, at: 0, offer("a=extmap:3 ", "a=extmap:1 ", in: 0),
      offer("a=rtcp-fb:111 transport-cc\n", "")),
    clean(
      "extmap-id-reused", .lint, offer("BUNDLE 0 1 2", "BUNDLE 0 2"),
      offer("a=extmap:2 ", "a=extmap:1 ", in: 1)),
    bad(
      "extmap-uri-repeated", .warning, .lint, at: 0,
      offer("a=extmap:1 ", "a=extmap:11 \(twcc)\na=extmap:1 ", in: 0)),
    bad("extmap-id-invalid", .error, .lint, at: 0, offer("a=extmap:1 ", "a=extmap:0 ", in: 0)),
    bad("extmap-id-invalid", .error, .pair, at: 0, offer("a=extmap:1 ", "a=extmap:0 ", in: 0)),
    bad("extmap-id-invalid", .error, .pair, at: 0, answer("a=extmap:1 ", "a=extmap:0 ", in: 0)),
    bad("extmap-id-invalid", .error, .lint, at: 0, offer("a=extmap:1 ", "a=extmap:256 ", in: 0)),
    bad("extmap-id-invalid", .error, .lint, at: 0, offer("a=extmap:1 ", "a=extmap:70000 ", in: 0)),
    bad(
      "extmap-id-invalid", .error, .pair, at: 0, offer("a=extmap:1 ", "a=extmap:4096 ", in: 0),
      answer("a=extmap:1 ", "a=extmap:4096 ", in: 0)),
    clean("extmap-id-invalid", .pair, offer("a=extmap:1 ", "a=extmap:4096 ", in: 0)),
    bad("extmap-malformed", .error, .lint, at: 0, offer("a=extmap:1 ", "a=extmap:1/both ", in: 0)),
    bad("extmap-malformed", .error, .pair, at: 0, offer("a=extmap:1 ", "a=extmap:one ", in: 0)),
    bad(
      "extmap-malformed", .error, .lint, at: 0,
      offer("a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level", "a=extmap:1", in: 0)),
    bad(
      "extmap-id-reserved", .warning, .pair, at: 0, offer("a=extmap-allow-mixed\n", ""),
      answer("a=extmap-allow-mixed\n", ""), offer("a=extmap:1 ", "a=extmap:15 ", in: 0),
      answer("a=extmap:1 ", "a=extmap:15 ", in: 0)),
    clean(
      "extmap-id-reserved", .pair, offer("a=extmap:1 ", "a=extmap:15 ", in: 0),
      answer("a=extmap:1 ", "a=extmap:15 ", in: 0)),
    bad(
      "extmap-two-byte", .warning, .lint, at: 0, offer("a=extmap-allow-mixed\n", ""),
      offer("a=extmap:1 ", "a=extmap:20 ", in: 0)),
    bad("extmap-allow-mixed", .warning, .pair, at: 1, answer("a=extmap-allow-mixed\n", "")),
    clean(
      "extmap-allow-mixed", .pair, answer("a=extmap-allow-mixed\n", ""),
      answer(
        "a=extmap:8 https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension\n",
        "", in: 1)),
    clean(
      "extmap-allow-mixed", .pair, answer("a=extmap-allow-mixed\n", ""),
      answer("a=mid:1\n", "a=mid:1\na=extmap-allow-mixed\n")),
    bad(
      "extmap-allow-mixed-not-offered", .warning, .pair, at: 0, offer("a=extmap-allow-mixed\n", "")),
    bad(
      "extmap-missing", .warning, .lint, at: 1,
      offer("SAVPF 96 97 102 103 98", "SAVPF 96 97 102 103 111"),
      offer("a=rtpmap:98 VP9/90000\n", ""), offer("a=fmtp:98 profile-id=0\n", ""),
      offer("a=rid:h send", "a=rtpmap:111 opus/48000/2\na=rid:h send"),
      offer("a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid\n", "", in: 1)),
    clean(
      "extmap-missing", .lint, offer("a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid\n", "", in: 1)),
    bad(
      "extmap-encrypted", .warning, .lint, at: 0,
      offer("a=extmap:1 ", "a=extmap:6 urn:ietf:params:rtp-hdrext:encrypt\na=extmap:1 ", in: 0)),
    clean(
      "extmap-uri-repeated", .lint,
      offer(
        "a=extmap:1 ",
        "a=extmap:6 urn:ietf:params:rtp-hdrext:encrypt urn:a\na=extmap:7 urn:ietf:params:rtp-hdrext:encrypt urn:b\na=extmap:1 ",
        in: 0)),
  ]
}

enum StreamRows {
  static let rows = [
    bad(
      "direction-conflict", .error, .pair, at: 0, value: "sendrecv",
      offer("a=sendrecv", "a=recvonly", in: 0)),
    bad(
      "direction-conflict", .error, .pair, at: 0, value: "sendonly",
      offer("a=sendrecv", "a=sendonly", in: 0), answer("a=sendrecv", "a=sendonly", in: 0)),
    bad(
      "direction-conflict", .error, .pair, at: 0, value: "recvonly",
      offer("a=sendrecv", "a=inactive", in: 0), answer("a=sendrecv", "a=recvonly", in: 0)),
    bad(
      "direction-conflict", .error, .pair, at: 0, offer("a=sendrecv", "a=recvonly", in: 0),
      answer("a=sendrecv\n", "", in: 0)),
    clean(
      "direction-conflict", .pair, offer("a=sendrecv", "a=recvonly", in: 0),
      answer("a=sendrecv", "a=sendonly", in: 0)),
    clean(
      "direction-conflict", .pair, offer("a=sendrecv", "a=recvonly", in: 0),
      answer("a=sendrecv\n", "", in: 0), answer("t=0 0\n", "t=0 0\na=sendonly\n")),
    bad(
      "direction-repeated", .error, .lint, at: 0,
      offer("a=sendrecv", "a=sendrecv\na=sendonly", in: 0)),
    bad(
      "one-way-media", .info, .pair, at: 0, value: "recvonly",
      answer("a=sendrecv", "a=recvonly", in: 0)),
    bad(
      "msid-invalid", .error, .pair, at: 1, value: " v2",
      answer("a=msid:s2 v2", "a=msid: v2", in: 1)),
    bad("msid-invalid", .error, .lint, at: 1, offer("a=msid:s1 v1", "a=msid:s1 v1 v2", in: 1)),
    bad("msid-invalid", .warning, .lint, at: 1, offer("a=msid:s1 v1", "a=msid:s1 v(1)", in: 1)),
    clean("msid-invalid", .lint, offer("a=msid:s1 v1", "a=msid:- {v1}", in: 1)),
    bad(
      "msid-conflict", .warning, .lint, at: 0,
      offer("a=ssrc:1001 msid:s1 a1", "a=ssrc:1001 msid:s1 a9", in: 0)),
    bad(
      "plan-b", .error, .lint, at: 0, value: "1002 msid:s7 a7",
      offer(
        "a=ssrc:1001 msid:s1 a1\n",
        "a=ssrc:1001 msid:s1 a1\na=ssrc:1002 cname:c7\na=ssrc:1002 msid:s7 a7\n", in: 0)),
    bad("plan-b", .error, .lint, at: 1, offer("a=msid:s1 v1", "a=msid:s1 v1\na=msid:s1 v2", in: 1)),
    clean("plan-b", .lint, offer("a=msid:s1 v1", "a=msid:s1 v1\na=msid:s9 v1", in: 1)),
    bad(
      "plan-b", .error, .lint, at: 0, value: "1002 msid:s7 a1",
      offer(
        "a=ssrc:1001 msid:s1 a1\n",
        "a=ssrc:1001 msid:s1 a1\na=ssrc:1002 cname:c7\na=ssrc:1002 msid:s7 a1\n", in: 0)),
    clean(
      "plan-b", .lint,
      offer(
        "a=ssrc:1001 msid:s1 a1\n",
        "a=ssrc:1001 msid:s1 a1\na=ssrc:1001 msid:s2 a1\na=ssrc-group:FID 1001 1002\na=ssrc:1002 cname:c1\na=ssrc:1002 msid:s1 a1\na=ssrc:1002 msid:s2 a1\n",
        in: 0)),
    clean(
      "plan-b", .lint,
      offer(
        "a=ssrc:1001 msid:s1 a1\n",
        "a=ssrc:1001 msid:s1 a1\na=ssrc-group:FID 1001 1002\na=ssrc:1002 cname:c1\na=ssrc:1002 msid:s1 a1\n",
        in: 0)),
    bad(
      "ssrc-malformed", .error, .lint, at: 0,
      offer("a=ssrc:1001 cname:c1", "a=ssrc:5000000000 cname:c1\na=ssrc:1001 cname:c1")),
    bad(
      "ssrc-collision", .error, .lint, at: 1, value: "1001",
      offer("a=rid:h send", "a=ssrc:1001 cname:c1\na=rid:h send")),
    bad(
      "ssrc-collision", .warning, .pair, at: 0, value: "1001", answer("a=ssrc:2001", "a=ssrc:1001")),
    bad(
      "ssrc-group-unknown", .warning, .lint, at: 0,
      offer("a=ssrc:1001 cname:c1", "a=ssrc-group:FID 1001 1002\na=ssrc:1001 cname:c1")),
    bad("ssrc-cname-missing", .info, .lint, at: 0, offer("a=ssrc:1001 cname:c1\n", "")),
    bad(
      "simulcast-rid-undeclared", .error, .lint, at: 1, value: "m", offer("send h;l", "send h;m;l")),
    bad("simulcast-rid-undeclared", .error, .lint, at: 1, value: "l", offer("a=rid:l send\n", "")),
    bad(
      "simulcast-malformed", .error, .lint, at: 1, offer("a=simulcast:send h;l", "a=simulcast:h;l")),
    bad("simulcast-malformed", .error, .lint, at: 1, offer("a=rid:h send", "a=rid:h")),
    bad("simulcast-rid-direction", .error, .lint, at: 1, offer("a=rid:h send", "a=rid:h recv")),
    bad(
      "simulcast-rid-direction", .error, .pair, at: 1, answer("a=rid:h recv", "a=rid:h send"),
      answer("recv h;l", "recv l")),
    bad("rid-duplicate", .error, .lint, at: 1, offer("a=rid:h send", "a=rid:h send\na=rid:h send")),
    bad(
      "simulcast-repeated", .error, .lint, at: 1,
      offer("a=simulcast:send h;l", "a=simulcast:send h\na=simulcast:send l")),
    bad("simulcast-not-offered", .error, .pair, at: 1, offer("a=simulcast:send h;l\n", "")),
    bad(
      "simulcast-not-offered", .error, .pair, at: 1, value: "l",
      offer("a=simulcast:send h;l\n", "a=simulcast:send h\n")),
    clean(
      "simulcast-not-offered", .pair, offer("a=simulcast:send h;l\n", "a=simulcast:send ~h,l\n"),
      answer("recv h;l", "recv h")),
    bad("rid-payload-unknown", .warning, .lint, at: 1, offer("a=rid:h send", "a=rid:h send pt=99")),
    bad("simulcast-declined", .info, .pair, at: 1, answer("a=simulcast:recv h;l\n", "")),
    bad(
      "simulcast-extension-missing", .warning, .lint, at: 1,
      offer("a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id\n", "")),
  ]
}

enum RenegotiationRows {
  private static let finger = RuleRowTests.finger
  private static let restarted = offer2(
    RuleRowTests.offerCredentials, RuleRowTests.newCredentials, everywhere: true)
  private static let answeredAnew = answer2(
    RuleRowTests.answerCredentials, RuleRowTests.moreCredentials, everywhere: true)
  private static let offeredData =
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\nc=IN IP4 0.0.0.0\na=ice-ufrag:Wd4f\na=ice-pwd:hD1sVnBq7xJr0aEfKzT2yLpC\na=ice-options:trickle\n\(finger)a=setup:actpass\na=mid:2\na=sctp-port:5000\na=max-message-size:262144\n"

  static let rows = [
    clean("mline-order", .history, restarted, answeredAnew),
    bad(
      "mline-removed", .error, .history,
      offer2(offeredData, ""), offer2("BUNDLE 0 1 2", "BUNDLE 0 1")),
    bad(
      "mline-removed", .error, .history,
      offer2(offeredData, ""), offer2("BUNDLE 0 1 2", "BUNDLE 0 1"),
      answer2(
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\nc=IN IP4 0.0.0.0\na=ice-ufrag:Q9aZ\na=ice-pwd:m3NvB8xLs2QwEr6TyUi1OpAs\na=ice-options:trickle\n\(RuleRowTests.answerFinger)a=setup:active\na=mid:2\na=sctp-port:5000\na=max-message-size:262144\n",
        ""), answer2("BUNDLE 0 1 2", "BUNDLE 0 1")),
    bad("mid-reused", .error, .history, at: 1, offer2("m=video 9", "m=audio 9", in: 1)),
    bad(
      "mid-reused", .error, .history, at: 1, value: "v", offer2("a=mid:1", "a=mid:v"),
      offer2("BUNDLE 0 1 2", "BUNDLE 0 v 2"), answer2("a=mid:1", "a=mid:v"),
      answer2("BUNDLE 0 1 2", "BUNDLE 0 v 2")),
    clean(
      "mid-reused", .history, answer("m=video 9", "m=video 0"),
      answer("BUNDLE 0 1 2", "BUNDLE 0 2"), offer2("a=mid:1", "a=mid:v"),
      offer2("BUNDLE 0 1 2", "BUNDLE 0 v 2"), answer2("a=mid:1", "a=mid:v"),
      answer2("BUNDLE 0 1 2", "BUNDLE 0 v 2")),
    bad(
      "payload-type-remapped", .error, .history, at: 1,
      offer2("a=rtpmap:98 VP9/90000", "a=rtpmap:98 AV1/90000")),
    bad(
      "extmap-id-changed", .error, .history, at: 1, offer2("a=extmap:2 ", "a=extmap:7 ", in: 1),
      answer2("a=extmap:2 ", "a=extmap:7 ", in: 1)),
    bad(
      "extmap-id-changed", .error, .history, at: 1,
      offer2(
        "a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
        "a=extmap:2 urn:ietf:params:rtp-hdrext:toffset", in: 1),
      answer2(
        "a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
        "a=extmap:2 urn:ietf:params:rtp-hdrext:toffset", in: 1)),
    bad(
      "fingerprint-changed", .error, .history, at: 0,
      offer2(finger, RuleRowTests.otherFinger, everywhere: true)),
    clean(
      "fingerprint-changed", .history, restarted, answeredAnew,
      offer2(finger, RuleRowTests.otherFinger, everywhere: true)),
    bad(
      "setup-role-changed", .error, .history, at: 0, value: "passive",
      answer2("a=setup:active", "a=setup:passive", everywhere: true)),
    clean(
      "setup-role-changed", .history, restarted, answeredAnew,
      answer2("a=setup:active", "a=setup:passive", everywhere: true)),
    bad("ice-restart-incomplete", .error, .history, at: 0, value: "Q9aZ", restarted),
    bad(
      "ice-restart-incomplete", .error, .history, at: 0,
      offer2("a=ice-ufrag:Wd4f", "a=ice-ufrag:N3wU", everywhere: true), answeredAnew),
    bad("ice-restart-not-offered", .error, .history, at: 0, value: "M0rE", answeredAnew),
    bad(
      "origin-version", .warning, .history,
      offer2("4962303333179871722 2", "4962303333179871722 1"), offer2("a=sendrecv", "a=sendonly"),
      answer2("a=sendrecv", "a=recvonly")),
    bad(
      "origin-version", .warning, .history, offer2("4962303333179871722 2", "4962303333179871722 0")
    ),
    clean("origin-version", .history, offer2("4962303333179871722 2", "4962303333179871722 1")),
    bad(
      "origin-session", .warning, .history, offer2("4962303333179871722 2", "4962303333179871799 2")
    ),
    // Hold and the like, a section that stops, transport attributes of the tagged section alone, or of the session.
    clean(
      "direction-conflict", .history, offer2("a=sendrecv", "a=sendonly", everywhere: true),
      answer2("a=sendrecv", "a=recvonly", everywhere: true)),
    clean(
      "rejected-section-in-bundle", .history, offer2("m=video 9", "m=video 0"),
      offer2("BUNDLE 0 1 2", "BUNDLE 0 2"), answer2("m=video 9", "m=video 0"),
      answer2("BUNDLE 0 1 2", "BUNDLE 0 2")),
    clean(
      "ice-credentials-missing", .history, offer2(RuleRowTests.offerCredentials, "", in: 1),
      offer2(RuleRowTests.offerCredentials, "", in: 2), offer2(finger, "", in: 1),
      offer2(finger, "", in: 2), offer2("a=setup:actpass\n", "", in: 1),
      offer2("a=setup:actpass\n", "", in: 2), offer2("a=rtcp-mux\n", "", in: 1)),
    clean(
      "setup-missing", .pair, offer(RuleRowTests.offerCredentials, "", everywhere: true),
      offer(finger, "", everywhere: true), offer("a=setup:actpass\n", "", everywhere: true),
      offer("t=0 0\n", "t=0 0\n\(RuleRowTests.offerCredentials)\(finger)a=setup:actpass\n")),
    clean(
      "ice-credentials-conflict", .pair, offer("a=group:BUNDLE 0 1 2\n", ""),
      answer("a=group:BUNDLE 0 1 2\n", ""),
      answer(RuleRowTests.answerCredentials, RuleRowTests.moreCredentials, in: 1),
      offer(RuleRowTests.offerCredentials, RuleRowTests.newCredentials, in: 1)),
    // The answerer makes the second offer.
    clean(
      "ice-restart-not-offered", .history,
      offer2("o=- 4962303333179871722 2", "o=- 7214009181620317114 2"),
      offer2(RuleRowTests.offerCredentials, RuleRowTests.answerCredentials, everywhere: true),
      offer2(finger, RuleRowTests.answerFinger, everywhere: true),
      answer2("o=- 7214009181620317114 2", "o=- 4962303333179871722 2"),
      answer2(RuleRowTests.answerCredentials, RuleRowTests.offerCredentials, everywhere: true),
      answer2(RuleRowTests.answerFinger, finger, everywhere: true),
      answer2("a=setup:active", "a=setup:passive", everywhere: true),
      offer2("a=ssrc:1001", "a=ssrc:2001", everywhere: true), answer2("a=ssrc:2001", "a=ssrc:1001")),
    bad(
      "mline-order", .error, .history, at: 0, offer2("a=mid:0", "a=mid:x"),
      offer2("a=mid:1", "a=mid:0"), offer2("a=mid:x", "a=mid:1"), answer2("a=mid:0", "a=mid:x"),
      answer2("a=mid:1", "a=mid:0"), answer2("a=mid:x", "a=mid:1")),
  ]
}

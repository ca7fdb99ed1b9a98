import SDPRules

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
    bad(
      "extmap-direction", .warning, .pair, at: 0,
      offer("a=extmap:1 ", "a=extmap:1/recvonly ", in: 0),
      answer("a=extmap:1 ", "a=extmap:1/recvonly ", in: 0)),
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

import SDPRules

enum PairingRows {
  static let rows = [
    bad(
      "mline-count", .error, .pair,
      answer(
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "m=audio 0 RTP/AVP 0\nc=IN IP4 0.0.0.0\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        in: 2), answer("m=audio 0 RTP/AVP 0\nc=IN IP4 0.0.0.0\n", ""),
      answer(
        "a=max-message-size:262144\n",
        "a=max-message-size:262144\nm=audio 0 UDP/TLS/RTP/SAVPF 0\nc=IN IP4 0.0.0.0\n")),
    // A section too many, bundled: one fault.
    bad(
      "mline-count", .error, .pair, at: 3,
      answer(
        "a=max-message-size:262144\n",
        "a=max-message-size:262144\nm=audio 9 UDP/TLS/RTP/SAVPF 0\nc=IN IP4 0.0.0.0\na=mid:3\na=rtcp-mux\n"
      ), answer("BUNDLE 0 1 2", "BUNDLE 0 1 2 3")),
    bad("mline-kind", .error, .pair, at: 1, answer("m=video 9", "m=text 9", in: 1)),
    bad(
      "mid-changed", .error, .pair, at: 1, value: "v", answer("a=mid:1", "a=mid:v", in: 1),
      answer("BUNDLE 0 1 2", "BUNDLE 0 v 2")),
    bad("mid-missing", .error, .pair, at: 1, answer("a=mid:1\n", "", in: 1)),
    // In every section: told once.
    bad(
      "mid-missing", .error, .pair, at: 0, answer("a=mid:0\n", ""), answer("a=mid:1\n", ""),
      answer("a=mid:2\n", "")),
    bad(
      "mid-missing", .error, .pair, at: 1, offer("m=video 9", "m=video 0"),
      offer("a=mid:1\n", "a=mid:1\na=bundle-only\n", in: 1), answer("a=mid:1\n", "", in: 1)),
    bad(
      "mid-missing", .warning, .lint, at: 1, offer("a=mid:1\n", "", in: 1),
      offer("BUNDLE 0 1 2", "BUNDLE 0 2")),
    // Beside a group that lists it: one cause, and not that the group is wrong.
    bad(
      "mid-missing", .error, .lint, at: 1, offer("a=mid:1\n", "", in: 1)),
    bad("mid-missing", .error, .lint, at: 0, offer("a=mid:0\n", "")),
    bad("mid-duplicate", .error, .lint, at: 1, value: "0", offer("a=mid:1", "a=mid:0", in: 1)),
    bad("mid-malformed", .error, .lint, at: 1, offer("a=mid:1", "a=mid:1 x", in: 1)),
    bad(
      "mid-malformed", .warning, .lint, at: 1, value: "(null)",
      offer("a=mid:1", "a=mid:(null)", in: 1), offer("BUNDLE 0 1 2", "BUNDLE 0 (null) 2")),
    bad(
      "mid-long", .warning, .lint, at: 0, value: "a-mid-of-17-bytes",
      offer("a=mid:0", "a=mid:a-mid-of-17-bytes"), offer("BUNDLE 0", "BUNDLE a-mid-of-17-bytes"),
      offer("a=extmap-allow-mixed\n", "")),
    clean(
      "mid-long", .lint, offer("a=mid:0", "a=mid:a-mid-of-17-bytes"),
      offer("BUNDLE 0", "BUNDLE a-mid-of-17-bytes")),
    clean(
      "mid-long", .lint, offer("a=mid:0", "a=mid:a-mid-of-16-byte"),
      offer("BUNDLE 0", "BUNDLE a-mid-of-16-byte"), offer("a=extmap-allow-mixed\n", "")),
    bad(
      "mid-malformed", .error, .pair, at: 1, offer("m=video 9", "m=video 0"),
      offer("a=mid:1\n", "a=mid:1 x\na=bundle-only\n", in: 1)),
    bad(
      "section-revived", .error, .pair, at: 1, offer("m=video 9", "m=video 0"),
      offer("BUNDLE 0 1 2", "BUNDLE 0 2"), answer("BUNDLE 0 1 2", "BUNDLE 0 2")),
    bad(
      "section-rejected", .info, .pair, at: 1, answer("m=video 9", "m=video 0"),
      answer("BUNDLE 0 1 2", "BUNDLE 0 2")),
    bad("bundle-unknown-mid", .error, .lint, value: "7", offer("BUNDLE 0 1 2", "BUNDLE 0 1 2 7")),
    // Several in one line are one fault.
    bad("bundle-unknown-mid", .error, .lint, value: "7", offer("BUNDLE 0 1 2", "BUNDLE 7 8 9")),
    bad(
      "bundle-unknown-mid", .error, .pair, value: "video",
      answer("BUNDLE 0 1 2", "BUNDLE 0 1 2 video")),
    bad(
      "bundle-mid-twice", .error, .lint, value: "1",
      offer("BUNDLE 0 1 2", "BUNDLE 0 1 2\na=group:BUNDLE 1")),
    clean("bundle-mid-twice", .lint, offer("BUNDLE 0 1 2", "BUNDLE 0 1 2\na=group:LS 0 1")),
    bad(
      "rejected-section-in-bundle", .error, .pair, at: 1, value: "1",
      answer("m=video 9", "m=video 0")),
    bad("rejected-section-in-bundle", .error, .lint, at: 1, offer("m=video 9", "m=video 0")),
    bad("bundle-not-offered", .error, .pair, value: "2", offer("BUNDLE 0 1 2", "BUNDLE 0 1")),
    bad(
      "bundle-not-offered", .error, .pair, value: "1",
      offer("BUNDLE 0 1 2", "BUNDLE 0\na=group:BUNDLE 1 2")),
    bad("bundle-refused", .info, .pair, answer("a=group:BUNDLE 0 1 2\n", "")),
    bad(
      "bundle-refused", .info, .pair, answer("a=group:BUNDLE 0 1 2\n", ""),
      answer("m=video 9", "m=video 0"), answer("m=application 9", "m=application 0")),
    clean(
      "bundle-refused", .pair, answer("BUNDLE 0 1 2", "BUNDLE 0"),
      answer("m=video 9", "m=video 0"), answer("m=application 9", "m=application 0")),
    bad(
      "bundle-only-unbundled", .error, .pair, at: 1, offer("m=video 9", "m=video 0"),
      offer("a=mid:1\n", "a=mid:1\na=bundle-only\n", in: 1), answer("BUNDLE 0 1 2", "BUNDLE 0 2")),
    bad(
      "bundle-only-unbundled", .error, .lint, at: 1, offer("m=video 9", "m=video 0"),
      offer("a=mid:1\n", "a=mid:1\na=bundle-only\n", in: 1), offer("BUNDLE 0 1 2", "BUNDLE 0 2")),
    clean(
      "bundle-only-unbundled", .pair, offer("m=video 9", "m=video 0"),
      offer("a=mid:1\n", "a=mid:1\na=bundle-only\n", in: 1)),
    bad(
      "bundle-only-port", .warning, .pair, at: 1,
      line: "m=video 9 UDP/TLS/RTP/SAVPF 96 97 102 103 98",
      offer("a=mid:1\n", "a=mid:1\na=bundle-only\n", in: 1)),
    bad(
      "bundle-tag-rejected", .warning, .pair, at: 0, answer("m=audio 9", "m=audio 0"),
      answer("BUNDLE 0 1 2", "BUNDLE 1 2")),
    bad(
      "bundle-attribute-conflict", .error, .pair, at: 1,
      answer("a=setup:active", "a=setup:passive", in: 1)),
    bad(
      "bundle-attribute-conflict", .error, .pair, at: 1,
      answer("AA:22:33:44:55:66", "AB:22:33:44:55:66", in: 1)),
    // Both of the pair: told once.
    bad(
      "ice-credentials-conflict", .error, .pair, at: 1, value: "M0rE",
      answer(RuleRowTests.answerCredentials, RuleRowTests.moreCredentials, in: 1)),
    clean("ice-credentials-conflict", .pair, offer("a=ice-ufrag:Wd4f", "a=ice-ufrag:Wd4g", in: 1)),
    bad(
      "ice-credentials-conflict", .error, .pair, at: 1, value: "Q9aY",
      answer("a=ice-ufrag:Q9aZ", "a=ice-ufrag:Q9aY", in: 1)),
  ]
}

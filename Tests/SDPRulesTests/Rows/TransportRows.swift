import SDPRules

enum TransportRows {
  private static let addressOfIPv6 =
    "a=candidate:6 1 udp 2130706431 2001:db8::1 9000 typ host\n"

  static let rows = [
    bad(
      "transport-mismatch", .error, .pair, at: 0, value: "UDP/TLS/RTP/SAVP",
      answer("UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP", in: 0)),
    // The name that gateways give to DTLS-SRTP; the fingerprint says which keys are meant.
    bad(
      "transport-mismatch", .warning, .pair, at: 0, value: "RTP/SAVPF",
      answer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", everywhere: true)),
    bad(
      "transport-mismatch", .error, .pair, at: 1, value: "RTP/AVPF",
      answer("UDP/TLS/RTP/SAVPF", "RTP/AVPF", in: 1)),
    bad(
      "transport-mismatch", .error, .pair, at: 2, value: "DTLS/SCTP",
      answer("UDP/DTLS/SCTP webrtc-datachannel", "DTLS/SCTP 5000", in: 2),
      answer("a=sctp-port:5000", "a=sctpmap:5000 webrtc-datachannel 1024")),
    // In every section: told once.
    bad(
      "transport-mismatch", .error, .pair, at: 0,
      answer("UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVP", everywhere: true)),
    bad(
      "transport-insecure", .warning, .lint, at: 0, offer("UDP/TLS/RTP/SAVPF", "RTP/AVPF", in: 0)),
    bad(
      "transport-insecure", .warning, .lint, at: 0, value: "RTP/SAVPF",
      offer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 0),
      offer(RuleRowTests.finger, "", everywhere: true),
      offer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 1),
      offer("m=application 9", "m=application 0"), offer("BUNDLE 0 1 2", "BUNDLE 0 1")),
    clean(
      "transport-insecure", .pair, offer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 0),
      answer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 0)),
    bad(
      "sdes-keys", .info, .lint, at: 0,
      offer(
        "a=mid:0\n",
        "a=mid:0\na=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:d0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj\n",
        in: 0)),
    bad("rtcp-mux-missing", .error, .pair, at: 0, answer("a=rtcp-mux\n", "", in: 0)),
    bad("rtcp-mux-missing", .error, .lint, at: 0, offer("a=rtcp-mux\n", "", in: 0)),
    bad("rtcp-mux-missing", .error, .pair, at: 0, offer("a=rtcp-mux\n", "", everywhere: true)),
    bad(
      "rtcp-mux-missing", .error, .pair, at: 0, answer("a=rtcp-mux\n", "", everywhere: true),
      answer("t=0 0\n", "t=0 0\na=rtcp-mux\n")),
    clean("rtcp-mux-missing", .pair, answer("a=rtcp-mux\n", "", in: 1)),
    bad(
      "rtcp-mux-not-offered", .error, .pair, at: 0, offer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 0),
      answer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 0), offer("a=rtcp-mux\n", "", in: 0),
      offer("BUNDLE 0 1 2", "BUNDLE 1 2"), answer("BUNDLE 0 1 2", "BUNDLE 1 2")),
    bad(
      "rtcp-mux-only-alone", .warning, .pair, at: 0, offer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 0),
      answer("UDP/TLS/RTP/SAVPF", "RTP/SAVPF", in: 0),
      offer("a=rtcp-mux\n", "a=rtcp-mux-only\n", in: 0), answer("a=rtcp-mux\n", "", in: 0)),
    bad("rtcp-rsize-not-offered", .info, .pair, at: 1, offer("a=rtcp-rsize\n", "", in: 1)),
    bad(
      "fingerprint-missing", .error, .lint, offer(RuleRowTests.finger, "", everywhere: true),
      offer("m=audio 9", "m=audio 9")),
    bad(
      "fingerprint-missing", .error, .pair, at: 0,
      answer(RuleRowTests.answerFinger, "", everywhere: true)),
    clean(
      "fingerprint-missing", .pair, answer(RuleRowTests.answerFinger, "", everywhere: true),
      answer("t=0 0\n", "t=0 0\n" + RuleRowTests.answerFinger)),
    clean(
      "fingerprint-missing", .pair, answer(RuleRowTests.answerFinger, "", in: 1),
      answer(RuleRowTests.answerFinger, "", in: 2)),
    bad(
      "fingerprint-malformed", .error, .pair, at: 0,
      answer(":EE:FF:00\n", ":EE:FF\n", everywhere: true)),
    bad(
      "fingerprint-malformed", .error, .lint, at: 0,
      offer("11:22:33:44:55:66", "112233:44:55:66", everywhere: true)),
    bad(
      "fingerprint-malformed", .error, .lint, at: 0,
      offer("11:22:33:44:55:66", "G1:22:33:44:55:66", everywhere: true)),
    bad(
      "fingerprint-malformed", .error, .lint, at: 0, offer("sha-256 ", "sha-512 ", everywhere: true)
    ),
    bad(
      "fingerprint-weak", .warning, .lint, at: 0,
      offer(
        RuleRowTests.finger,
        "a=fingerprint:sha-1 11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44\n",
        everywhere: true)),
    bad(
      "fingerprint-weak", .error, .lint, at: 0,
      offer(
        RuleRowTests.finger, "a=fingerprint:md5 11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00\n",
        everywhere: true)),
    bad(
      "fingerprint-hash-unknown", .error, .lint, at: 0,
      offer("sha-256 ", "sha-257 ", everywhere: true)),
    bad(
      "setup-conflict", .error, .pair, at: 0,
      offer("a=setup:actpass", "a=setup:active", everywhere: true)),
    bad(
      "setup-conflict", .error, .pair, at: 0,
      offer("a=setup:actpass", "a=setup:passive", everywhere: true),
      answer("a=setup:active", "a=setup:passive", everywhere: true)),
    bad(
      "setup-conflict", .error, .pair, at: 0, value: "active", line: "a=setup:active",
      offer("a=setup:actpass", "a=setup:active", everywhere: true),
      answer("a=setup:active\n", "", everywhere: true),
      answer("t=0 0\n", "t=0 0\na=setup:active\n")),
    clean("setup-conflict", .pair, offer("a=setup:actpass", "a=setup:passive", everywhere: true)),
    bad(
      "setup-offer-not-actpass", .warning, .pair, at: 0,
      offer("a=setup:actpass", "a=setup:passive", everywhere: true)),
    bad(
      "setup-invalid", .error, .pair, at: 0, value: "actpass",
      answer("a=setup:active", "a=setup:actpass", everywhere: true)),
    bad(
      "setup-invalid", .error, .pair, at: 0, value: "actpass", line: "a=setup:actpass",
      answer("a=setup:active\n", "", everywhere: true),
      answer("t=0 0\n", "t=0 0\na=setup:actpass\n")),
    bad(
      "setup-invalid", .error, .pair, at: 0, value: "client",
      answer("a=setup:active", "a=setup:client", everywhere: true)),
    bad("setup-missing", .warning, .pair, at: 0, answer("a=setup:active\n", "", everywhere: true)),
    bad("setup-missing", .error, .pair, at: 0, offer("a=setup:actpass\n", "", everywhere: true)),
    clean("setup-missing", .pair, answer("a=setup:active\n", "", in: 1)),
    bad(
      "ice-credentials-missing", .error, .pair, at: 0,
      answer("a=ice-pwd:m3NvB8xLs2QwEr6TyUi1OpAs\n", "", everywhere: true)),
    bad(
      "ice-credentials-missing", .error, .lint, at: 0, value: "ice-ufrag",
      offer("a=ice-ufrag:Wd4f\n", "", everywhere: true)),
    clean("ice-credentials-missing", .pair, answer(RuleRowTests.answerCredentials, "", in: 2)),
    bad(
      "ice-credentials-length", .error, .lint, at: 0, value: "ice-pwd",
      offer(RuleRowTests.pwd, "hD1sVnBq7xJr0aEfKzT2y", everywhere: true)),
    bad(
      "ice-credentials-length", .error, .lint, at: 0, value: "ice-ufrag",
      offer("Wd4f", "Wd4", everywhere: true)),
    bad(
      "ice-credentials-length", .warning, .lint, at: 0, value: "ice-ufrag",
      offer("Wd4f", String(repeating: "u", count: 33), everywhere: true)),
    clean(
      "ice-credentials-length", .lint,
      offer("Wd4f", String(repeating: "u", count: 32), everywhere: true)),
    bad(
      "ice-credentials-characters", .error, .lint, at: 0, offer("Wd4f", "Wd4!f", everywhere: true)),
    bad(
      "ice-credentials-characters", .error, .lint, at: 0, offer("Wd4f", "Wd4-f", everywhere: true)),
    bad(
      "ice-credentials-malformed", .error, .lint, at: 0,
      offer("ice-ufrag:Wd4f", "ice-ufrag:Wd 4f", in: 0), offer("a=ice-ufrag:Wd4f\n", "", in: 1),
      offer("a=ice-ufrag:Wd4f\n", "", in: 2)),
    bad(
      "ice-lite-both", .warning, .pair, offer("t=0 0\n", "t=0 0\na=ice-lite\n"),
      answer("t=0 0\n", "t=0 0\na=ice-lite\n"),
      offer(
        "c=IN IP4 0.0.0.0\n",
        "c=IN IP4 0.0.0.0\na=candidate:1 1 udp 1 198.51.100.9 9000 typ host\n", in: 0)),
    bad(
      "ice-lite-level", .warning, .lint, at: 0, offer("a=mid:0\n", "a=mid:0\na=ice-lite\n", in: 0),
      offer(
        "c=IN IP4 0.0.0.0\n",
        "c=IN IP4 0.0.0.0\na=candidate:1 1 udp 1 198.51.100.9 9000 typ host\n", in: 0)),
    clean(
      "candidate-syntax", .pair,
      answer("198.51.100.7 40000 typ host", "[redacted] 40000 typ host")),
    clean(
      "candidate-syntax", .pair, answer("198.51.100.7 40000 typ host", "XX:XX::* 40000 typ host")),
    bad(
      "candidate-syntax", .error, .pair, at: 0,
      answer(
        "1 1 udp 2130706431 198.51.100.7 40000 typ host",
        "1 1 tcp 2130706431 198.51.100.7 40000 typ host")),
    bad(
      "candidate-syntax", .error, .pair, at: 0, answer("198.51.100.7 40000", "[2001:db8::7] 40000")),
    bad(
      "candidate-syntax", .error, .pair, at: 0, answer("198.51.100.7 40000", "198.51.100.777 40000")
    ),
    bad("candidate-syntax", .error, .pair, at: 0, answer("40000 typ host", "70000 typ host")),
    bad("candidate-syntax", .error, .pair, at: 0, answer("40000 typ host", "40000 host")),
    bad("candidate-syntax", .warning, .pair, at: 0, answer("40000 typ host", "40000 typ srflx")),
    bad(
      "candidate-syntax", .warning, .pair, at: 0,
      answer("40000 typ host", "40000 typ relay raddr ::/0 rport 0")),
    bad("candidate-syntax", .warning, .pair, at: 0, answer("198.51.100.7 40000", "0.0.0.0 40000")),
    bad("candidate-syntax", .warning, .pair, at: 0, answer("198.51.100.7 40000", ":: 40000")),
    clean(
      "candidate-syntax", .pair,
      answer("40000 typ host", "40000 typ relay raddr 0.0.0.0 rport 0")),
    clean(
      "candidate-syntax", .pair,
      answer(
        "1 1 udp 2130706431 198.51.100.7 40000 typ host",
        "1 1 TCP 2130706431 2001:db8::7 9 typ host tcptype active generation 0 network-id 1")),
    bad("candidate-priority", .warning, .pair, at: 0, answer("2130706431", "4294967295")),
    bad(
      "candidate-mdns", .info, .pair, at: 0,
      answer("typ host", "typ host\na=candidate:2 1 udp 2130706430 7b3d.local 40001 typ host")),
    bad(
      "candidates-mdns-only", .warning, .pair, at: 0, answer("198.51.100.7", "7b3d.local"),
      answer("a=ice-options:trickle\n", "", everywhere: true)),
    clean("candidates-mdns-only", .pair, answer("198.51.100.7", "7b3d.local")),
    bad(
      "candidates-unreachable", .warning, .pair, at: 0, value: "192.168.1.7",
      answer("198.51.100.7", "192.168.1.7"),
      answer("a=mid:0\n", "a=mid:0\na=end-of-candidates\n", in: 0)),
    bad(
      "candidates-unreachable", .warning, .pair, at: 0, value: "127.0.0.1",
      answer("198.51.100.7", "127.0.0.1"),
      answer("a=mid:0\n", "a=mid:0\na=end-of-candidates\n", in: 0)),
    clean("candidates-unreachable", .pair, answer("198.51.100.7", "192.168.1.7")),
    clean(
      "candidates-unreachable", .pair,
      answer(
        "198.51.100.7 40000 typ host",
        "192.168.1.7 40000 typ host\na=candidate:2 1 udp 1677729535 203.0.113.5 40000 typ srflx raddr 192.168.1.7 rport 40000\na=end-of-candidates"
      )),
    bad(
      "candidates-no-common-family", .warning, .pair, at: 0, value: "198.51.100.7",
      offer("c=IN IP4 0.0.0.0\n", "c=IN IP4 0.0.0.0\n\(addressOfIPv6)a=end-of-candidates\n", in: 0),
      answer("typ host\n", "typ host\na=end-of-candidates\n")),
    clean(
      "candidates-no-common-family", .pair,
      offer("c=IN IP4 0.0.0.0\n", "c=IN IP4 0.0.0.0\n\(addressOfIPv6)", in: 0),
      answer("typ host\n", "typ host\na=end-of-candidates\n")),
    clean(
      "candidates-no-common-family", .pair,
      offer("c=IN IP4 0.0.0.0\n", "c=IN IP4 0.0.0.0\n\(addressOfIPv6)a=end-of-candidates\n", in: 0),
      answer("typ host\n", "typ host\n\(addressOfIPv6)a=end-of-candidates\n")),
    bad(
      "candidates-tcp-only", .warning, .pair, at: 0,
      answer(
        "1 1 udp 2130706431 198.51.100.7 40000 typ host",
        "1 1 tcp 2130706431 198.51.100.7 9 typ host tcptype active\na=end-of-candidates")),
    bad(
      "candidates-none", .error, .lint, at: 0, offer("t=0 0\n", "t=0 0\na=ice-lite\n"),
      offer("a=ice-options:trickle\n", "")),
    // Candidates of a lite agent may be named later.
    bad("candidates-none", .warning, .lint, at: 0, offer("t=0 0\n", "t=0 0\na=ice-lite\n")),
    bad(
      "candidates-none", .warning, .pair, at: 0,
      answer(
        "a=candidate:1 1 udp 2130706431 198.51.100.7 40000 typ host\n", "a=end-of-candidates\n")),
    bad(
      "candidate-old-generation", .warning, .pair, at: 0,
      answer(
        "typ host",
        "typ host generation 0\na=candidate:2 1 udp 2130706430 198.51.100.7 40001 typ host generation 1"
      )),
    bad(
      "candidate-component", .info, .pair, at: 0,
      answer("typ host", "typ host\na=candidate:1 2 udp 2130706430 198.51.100.7 40001 typ host")),
    bad(
      "ice-ufrag-stale", .error, .pair, at: 0, value: "0ldU",
      answer("typ host", "typ host ufrag 0ldU")),
    clean("ice-ufrag-stale", .pair, answer("typ host", "typ host ufrag Q9aZ")),
    bad(
      "datachannel-old-form", .warning, .lint, at: 2,
      offer("UDP/DTLS/SCTP webrtc-datachannel", "DTLS/SCTP 5000"),
      offer("a=sctp-port:5000", "a=sctpmap:5000 webrtc-datachannel 1024")),
    bad("datachannel-format", .error, .lint, at: 2, offer("webrtc-datachannel", "5000")),
    bad(
      "datachannel-format", .error, .pair, at: 2, value: "5000",
      answer("webrtc-datachannel", "5000"),
      answer("a=sctp-port:5000", "a=sctpmap:5000 webrtc-datachannel 1024")),
    bad("sctp-port-missing", .error, .lint, at: 2, offer("a=sctp-port:5000\n", "")),
    bad("sctp-malformed", .error, .lint, at: 2, offer("a=sctp-port:5000", "a=sctp-port:70000")),
  ]
}

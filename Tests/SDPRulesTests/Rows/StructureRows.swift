import SDPRules

enum StructureRows {
  static let rows = [
    bad(
      "line-end-missing", .warning, .lint,
      offer("a=max-message-size:262144\n", "a=max-message-size:262144")),
    // Capabilities that a gateway has (RFC 3407).
    clean(
      "lines-run-together", .lint,
      offer(
        "a=mid:0\n", "a=mid:0\na=cpar: a=fmtp:111 minptime=10\na=X-cpar: a=rtpmap:96 X-NSE/8000\n")),
    bad(
      "lines-run-together", .error, .pair, at: 0,
      answer("useinbandfec=1\n", "useinbandfec=1", in: 0)),
    bad(
      "lines-run-together", .error, .pair, at: 1,
      answer("a=msid:s2 v2\na=rtcp-mux", "a=msid:s2 v2a=rtcp-mux", in: 1)),
    bad("line-malformed", .error, .lint, at: 0, offer("a=mid:0", "a mid:0\na=mid:0", in: 0)),
    bad("line-malformed", .error, .pair, at: 0, answer("a=mid:0", "a =mid:0", in: 0)),
    bad("line-malformed", .error, .lint, offer("t=0 0\n", "t=0 0\n\n")),
    bad("line-malformed", .error, .lint, offer("s=-\n", "s = -\ns=-\n")),
    bad(
      "attribute-malformed", .warning, .lint, at: 0, value: " 111 transport-cc",
      offer("a=rtcp-fb:111 transport-cc", "a=rtcp-fb: 111 transport-cc")),
    bad(
      "fingerprint-malformed", .warning, .lint, at: 0,
      offer("a=fingerprint:", "a=fingerprint: ", in: 0)),
    clean("attribute-malformed", .lint, offer("t=0 0\n", "t=0 0\na=tool: x\n")),
    bad(
      "attribute-level", .warning, .lint, value: "rtcp-mux",
      offer("t=0 0\n", "t=0 0\na=rtcp-mux\n")),
    bad(
      "attribute-level", .warning, .lint, at: 0, value: "LS 0 1",
      offer("a=mid:0\n", "a=mid:0\na=group:LS 0 1\n")),
    bad("session-line-malformed", .warning, .lint, value: "s=", offer("s=-\n", "s=\n")),
    // A space behind the sign; what is then missed is not told beside it.
    bad("line-malformed", .error, .lint, at: 0, value: "a= mid:0", offer("a=mid:0", "a= mid:0")),
    bad(
      "line-malformed", .error, .lint, at: 1,
      offer("a=rtpmap:98 VP9/90000", "a= rtpmap:98 VP9/90000")),
    bad("line-malformed", .error, .lint, at: 0, offer("a=rtcp-mux", "a= rtcp-mux")),
    bad("line-malformed", .error, .lint, offer("t=0 0\n", "t =0 0\n")),
    bad("line-malformed", .error, .lint, at: 0, offer("a=mid:0\n", "amid:0\n")),
    clean("line-malformed", .lint, offer("s=-\n", "s= \ni= a title\n")),
    bad("line-order", .error, .lint, offer("s=-\nt=0 0\n", "t=0 0\ns=-\n")),
    bad("line-order", .error, .lint, offer("t=0 0\n", "a=tool:x\nt=0 0\n")),
    bad("line-order", .error, .lint, offer("s=-\n", "s=-\nv=0\n")),
    bad(
      "line-order", .warning, .lint, at: 0,
      offer("c=IN IP4 0.0.0.0\na=ice-ufrag:Wd4f\n", "a=ice-ufrag:Wd4f\nc=IN IP4 0.0.0.0\n", in: 0)),
    clean(
      "line-order", .lint,
      offer("t=0 0\n", "c=IN IP4 0.0.0.0\nb=AS:500\nt=0 0\nr=7d 1h 0 25h\nt=0 0\n")),
    clean(
      "line-order", .lint,
      offer("c=IN IP4 0.0.0.0\n", "i=title\nc=IN IP4 0.0.0.0\nb=AS:100\nb=TIAS:100000\n", in: 1)),
    bad("required-line-missing", .error, .lint, value: "t=", offer("t=0 0\n", "")),
    bad("required-line-missing", .error, .lint, value: "s=", offer("s=-\n", "")),
    bad("required-line-missing", .error, .lint, value: "v=", offer("v=0\n", "")),
    // A text without a head lacks all of it.
    bad(
      "required-line-missing", .error, .lint, value: "v=",
      offer("v=0\no=- 4962303333179871722 1 IN IP4 127.0.0.1\ns=-\nt=0 0\n", "")),
    bad("session-line-malformed", .error, .lint, offer("v=0\n", "v=1\n")),
    bad("session-line-malformed", .error, .lint, offer("IN IP4 127.0.0.1", "IP4 127.0.0.1")),
    bad("session-line-malformed", .error, .lint, offer("t=0 0\n", "t=now\n")),
    bad("media-malformed", .error, .pair, at: 1, answer("m=video 9 ", "m=video 70000 ")),
    bad("media-malformed", .error, .lint, at: 2, offer(" webrtc-datachannel", "")),
    bad("connection-line-missing", .error, .lint, at: 1, offer("c=IN IP4 0.0.0.0\n", "", in: 1)),
    bad(
      "connection-line-missing", .error, .lint, at: 0,
      offer("c=IN IP4 0.0.0.0\n", "", everywhere: true)),
    clean(
      "connection-line-missing", .lint, offer("s=-\n", "s=-\nc=IN IP4 0.0.0.0\n"),
      offer("c=IN IP4 0.0.0.0\n", "", in: 1)),
    // At the head of the session: no section is told to have none.
    bad(
      "connection-malformed", .error, .lint, value: "c=IN IP4",
      offer("s=-\n", "s=-\nc=IN IP4\n"), offer("c=IN IP4 0.0.0.0\n", "", everywhere: true)),
    bad(
      "connection-malformed", .error, .lint, at: 1,
      offer("c=IN IP4 0.0.0.0", "c=IN IP4 2001:db8::1", in: 1)),
    bad(
      "connection-malformed", .error, .lint, at: 1,
      offer("c=IN IP4 0.0.0.0", "c=IP4 0.0.0.0", in: 1)),
    bad(
      "connection-malformed", .error, .lint, at: 1,
      offer("c=IN IP4 0.0.0.0", "c=IN IP4 999.1.1.1", in: 1)),
    bad(
      "connection-malformed", .warning, .lint, at: 1, value: "c=IN IP4 198.51.100.7/127",
      offer("c=IN IP4 0.0.0.0", "c=IN IP4 198.51.100.7/127", in: 1)),
    bad(
      "connection-malformed", .warning, .lint, at: 1,
      offer("c=IN IP4 0.0.0.0", "c=IN IP6 2001:db8::7/3", in: 1)),
    clean(
      "connection-malformed", .lint, offer("c=IN IP4 0.0.0.0", "c=IN IP4 233.252.0.1/127/3", in: 1)),
    clean("connection-malformed", .lint, offer("c=IN IP4 0.0.0.0", "c=IN IP6 ff15::101/3", in: 1)),
    // Blotted out before it was shown.
    clean(
      "connection-malformed", .lint, offer("c=IN IP4 0.0.0.0", "c=IN IP4 XXX:XXX:XXX:XXX", in: 1)),
    clean("connection-malformed", .lint, offer("c=IN IP4 0.0.0.0", "c=IN IP4 203.0.*.*", in: 1)),
    clean("connection-malformed", .lint, offer("c=IN IP4 0.0.0.0", "c=IN IP4 \"ip\"", in: 1)),
    clean("connection-malformed", .lint, offer("c=IN IP4 0.0.0.0", "c=IN IP6 ::", in: 1)),
    clean(
      "connection-malformed", .lint, offer("c=IN IP4 0.0.0.0", "c=IN IP4 host.example.com", in: 1)),
    bad(
      "bandwidth-malformed", .error, .lint,
      offer("c=IN IP4 0.0.0.0\n", "c=IN IP4 0.0.0.0\nb=AS:2.5M\n", in: 1)),
    bad("attribute-malformed", .warning, .lint, offer("a=rtcp-rsize", "a=rtcp-rsize:yes", in: 1)),
    bad(
      "attribute-malformed", .error, .lint, at: 0, value: "111",
      offer("a=fmtp:111 minptime=10;useinbandfec=1", "a=fmtp:111")),
    bad(
      "attribute-repeated", .error, .lint, at: 1,
      offer("a=ice-ufrag:Wd4f", "a=ice-ufrag:Wd4f\na=ice-ufrag:Xd4f", in: 1)),
    bad(
      "attribute-repeated", .error, .pair, at: 0,
      answer("a=ice-ufrag:Q9aZ", "a=ice-ufrag:Q9aZ\na=ice-ufrag:X9aZ", in: 0)),
    clean(
      "attribute-repeated", .lint,
      offer("a=ice-ufrag:Wd4f", "a=ice-ufrag:Wd4f\na=ice-ufrag:Wd4f", in: 1)),
  ]
}

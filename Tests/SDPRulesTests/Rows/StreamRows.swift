import SDPRules

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
      "msid-invalid", .warning, .lint, at: 0, value: "1001 msid:s1",
      offer("a=ssrc:1001 msid:s1 a1", "a=ssrc:1001 msid:s1")),
    clean(
      "msid-invalid", .lint, offer("a=msid:s1 v1", "a=msid:s1", in: 1)),
    bad(
      "msid-conflict", .warning, .lint, at: 0,
      offer("a=ssrc:1001 msid:s1 a1", "a=ssrc:1001 msid:s1 a9", in: 0)),
    bad(
      "msid-conflict", .warning, .lint, at: 0, value: "1001 msid:s9 a1",
      offer("a=ssrc:1001 msid:s1 a1", "a=ssrc:1001 msid:s9 a1", in: 0)),
    clean(
      "msid-conflict", .lint, offer("a=msid:s1 a1", "a=msid:s0 a1\na=msid:s1 a1", in: 0)),
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
    bad(
      "ssrc-cname-conflict", .warning, .lint, at: 0, value: "FID 1001 1002",
      offer(
        "a=ssrc:1001 cname:c1",
        "a=ssrc-group:FID 1001 1002\na=ssrc:1002 cname:c2\na=ssrc:1001 cname:c1")),
    bad("ssrc-cname-missing", .info, .lint, at: 0, offer("a=ssrc:1001 cname:c1\n", "")),
    bad(
      "simulcast-rid-undeclared", .error, .lint, at: 1, value: "m", offer("send h;l", "send h;m;l")),
    bad("simulcast-rid-undeclared", .error, .lint, at: 1, value: "l", offer("a=rid:l send\n", "")),
    bad(
      "simulcast-malformed", .error, .lint, at: 1, offer("a=simulcast:send h;l", "a=simulcast:h;l")),
    // None is declared: told once.
    bad(
      "simulcast-rid-undeclared", .error, .pair, at: 1, value: "h",
      answer("a=rid:h recv\na=rid:l recv\n", "")),
    bad("simulcast-malformed", .error, .lint, at: 1, offer("a=rid:h send", "a=rid:h")),
    bad("simulcast-rid-direction", .error, .lint, at: 1, offer("a=rid:h send", "a=rid:h recv")),
    bad(
      "simulcast-rid-direction", .error, .pair, at: 1, answer("a=rid:h recv", "a=rid:h send"),
      answer("recv h;l", "recv l")),
    // An answer that copies the offer, and one that has what was not offered: each told once.
    bad(
      "simulcast-rid-direction", .error, .pair, at: 1, value: "h send",
      answer("a=rid:h recv\na=rid:l recv", "a=rid:h send\na=rid:l send"),
      answer("a=simulcast:recv", "a=simulcast:send")),
    bad(
      "simulcast-not-offered", .error, .pair, at: 1, value: "recv h;l",
      offer("a=rid:h send\na=rid:l send\na=simulcast:send h;l\n", "")),
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
    bad(
      "simulcast-extension-missing", .warning, .pair, at: 1, value: "recv h;l",
      answer("a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id\n", "")),
    clean(
      "simulcast-extension-missing", .pair,
      answer("a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id\n", ""),
      answer("a=simulcast:recv h;l\n", "")),
  ]
}

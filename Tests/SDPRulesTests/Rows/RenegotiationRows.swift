import SDPRules

enum RenegotiationRows {
  private static let finger = RuleRowTests.finger
  private static let restarted = offer2(
    RuleRowTests.offerCredentials, RuleRowTests.newCredentials, everywhere: true)
  private static let answeredAnew = answer2(
    RuleRowTests.answerCredentials, RuleRowTests.moreCredentials, everywhere: true)
  private static let offeredData =
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\nc=IN IP4 0.0.0.0\na=ice-ufrag:Wd4f\na=ice-pwd:hD1sVnBq7xJr0aEfKzT2yLpC\na=ice-options:trickle\n\(finger)a=setup:actpass\na=mid:2\na=sctp-port:5000\na=max-message-size:262144\n"
  private static let answeredData =
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\nc=IN IP4 0.0.0.0\na=ice-ufrag:Q9aZ\na=ice-pwd:m3NvB8xLs2QwEr6TyUi1OpAs\na=ice-options:trickle\n\(RuleRowTests.answerFinger)a=setup:active\na=mid:2\na=sctp-port:5000\na=max-message-size:262144\n"

  static let rows = [
    clean("mline-order", .history, restarted, answeredAnew),
    bad(
      "mline-removed", .error, .history,
      offer2(offeredData, ""), offer2("BUNDLE 0 1 2", "BUNDLE 0 1")),
    bad(
      "mline-removed", .error, .history,
      offer2(offeredData, ""), offer2("BUNDLE 0 1 2", "BUNDLE 0 1"),
      answer2(answeredData, ""), answer2("BUNDLE 0 1 2", "BUNDLE 0 1")),
    // One in the middle: those behind it move up.
    bad(
      "mline-removed", .error, .history,
      offer2(offeredData, ""), offer2("a=mid:1", "a=mid:2"), offer2("BUNDLE 0 1 2", "BUNDLE 0 2")),
    // In front of the others.
    bad(
      "mline-order", .error, .history, at: 0,
      value: "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
      offer(offeredData, ""), offer("BUNDLE 0 1 2", "BUNDLE 0 1"), answer(answeredData, ""),
      answer("BUNDLE 0 1 2", "BUNDLE 0 1"), offer2(offeredData, ""),
      offer2("m=audio 9", "\(offeredData)m=audio 9"), answer2(answeredData, ""),
      answer2("m=audio 9", "\(answeredData)m=audio 9")),
    bad(
      "bundle-left", .error, .history, at: 1, value: "1",
      answer2("BUNDLE 0 1 2", "BUNDLE 0 2")),
    bad(
      "bundle-left", .error, .history, at: 0, value: "0", answer2("a=group:BUNDLE 0 1 2\n", "")),
    clean(
      "bundle-left", .history, answer("a=group:BUNDLE 0 1 2\n", ""),
      answer2("a=group:BUNDLE 0 1 2\n", "")),
    clean(
      "bundle-left", .history, offer2("BUNDLE 0 1 2", "BUNDLE 0 2"),
      answer2("BUNDLE 0 1 2", "BUNDLE 0 2")),
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
    // At the head: the line is the head's.
    bad(
      "fingerprint-changed", .error, .history, at: 0,
      line: String(RuleRowTests.otherFinger.dropLast()), offer2(finger, "", everywhere: true),
      offer2("t=0 0\n", "t=0 0\n\(RuleRowTests.otherFinger)")),
    bad(
      "setup-role-changed", .error, .history, at: 0, value: "passive", line: "a=setup:passive",
      answer2("a=setup:active\n", "", everywhere: true),
      answer2("t=0 0\n", "t=0 0\na=setup:passive\n")),
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
      "ice-restart-incomplete", .error, .history, at: 0, value: RuleRowTests.pwd,
      offer2("a=ice-ufrag:Wd4f", "a=ice-ufrag:N3wU", everywhere: true), answeredAnew),
    bad(
      "ice-restart-incomplete", .error, .history, at: 0, value: RuleRowTests.pwd,
      offer2("a=ice-ufrag:Wd4f", "a=ice-ufrag:N3wU", everywhere: true)),
    bad("ice-restart-not-offered", .error, .history, at: 0, value: "M0rE", answeredAnew),
    bad(
      "origin-version", .warning, .history,
      offer2("4962303333179871722 2", "4962303333179871722 1"), offer2("a=sendrecv", "a=sendonly"),
      answer2("a=sendrecv", "a=recvonly")),
    bad(
      "origin-version", .warning, .history,
      value: "o=- 4962303333179871722 0 IN IP4 127.0.0.1",
      offer2("4962303333179871722 2", "4962303333179871722 0")),
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

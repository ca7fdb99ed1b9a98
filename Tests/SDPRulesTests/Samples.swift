/// A clean offer and its clean answer, and what tables of rows do to them.
enum Samples {
  static let offer = """
    v=0
    o=- 4962303333179871722 1 IN IP4 127.0.0.1
    s=-
    t=0 0
    a=group:BUNDLE 0 1 2
    a=extmap-allow-mixed
    a=msid-semantic: WMS
    m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 110 126
    c=IN IP4 0.0.0.0
    a=ice-ufrag:Wd4f
    a=ice-pwd:hD1sVnBq7xJr0aEfKzT2yLpC
    a=ice-options:trickle
    a=fingerprint:sha-256 11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00
    a=setup:actpass
    a=mid:0
    a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
    a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
    a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
    a=sendrecv
    a=msid:s1 a1
    a=rtcp-mux
    a=rtcp-rsize
    a=rtpmap:111 opus/48000/2
    a=rtcp-fb:111 transport-cc
    a=fmtp:111 minptime=10;useinbandfec=1
    a=rtpmap:63 red/48000/2
    a=fmtp:63 111/111
    a=rtpmap:9 G722/8000
    a=rtpmap:0 PCMU/8000
    a=rtpmap:8 PCMA/8000
    a=rtpmap:110 telephone-event/48000
    a=rtpmap:126 telephone-event/8000
    a=ssrc:1001 cname:c1
    a=ssrc:1001 msid:s1 a1
    m=video 9 UDP/TLS/RTP/SAVPF 96 97 102 103 98
    c=IN IP4 0.0.0.0
    a=ice-ufrag:Wd4f
    a=ice-pwd:hD1sVnBq7xJr0aEfKzT2yLpC
    a=ice-options:trickle
    a=fingerprint:sha-256 11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00
    a=setup:actpass
    a=mid:1
    a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
    a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
    a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
    a=extmap:8 https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension
    a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id
    a=sendrecv
    a=msid:s1 v1
    a=rtcp-mux
    a=rtcp-rsize
    a=rtpmap:96 VP8/90000
    a=rtcp-fb:96 goog-remb
    a=rtcp-fb:96 transport-cc
    a=rtcp-fb:96 nack
    a=rtcp-fb:96 nack pli
    a=rtpmap:97 rtx/90000
    a=fmtp:97 apt=96
    a=rtpmap:102 H264/90000
    a=rtcp-fb:102 nack
    a=rtcp-fb:102 nack pli
    a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f
    a=rtpmap:103 rtx/90000
    a=fmtp:103 apt=102
    a=rtpmap:98 VP9/90000
    a=fmtp:98 profile-id=0
    a=rid:h send
    a=rid:l send
    a=simulcast:send h;l
    m=application 9 UDP/DTLS/SCTP webrtc-datachannel
    c=IN IP4 0.0.0.0
    a=ice-ufrag:Wd4f
    a=ice-pwd:hD1sVnBq7xJr0aEfKzT2yLpC
    a=ice-options:trickle
    a=fingerprint:sha-256 11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00
    a=setup:actpass
    a=mid:2
    a=sctp-port:5000
    a=max-message-size:262144

    """

  static let answer = """
    v=0
    o=- 7214009181620317114 1 IN IP4 127.0.0.1
    s=-
    t=0 0
    a=group:BUNDLE 0 1 2
    a=extmap-allow-mixed
    m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 110 126
    c=IN IP4 0.0.0.0
    a=candidate:1 1 udp 2130706431 198.51.100.7 40000 typ host
    a=ice-ufrag:Q9aZ
    a=ice-pwd:m3NvB8xLs2QwEr6TyUi1OpAs
    a=ice-options:trickle
    a=fingerprint:sha-256 AA:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00
    a=setup:active
    a=mid:0
    a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
    a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
    a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
    a=sendrecv
    a=msid:s2 a2
    a=rtcp-mux
    a=rtcp-rsize
    a=rtpmap:111 opus/48000/2
    a=rtcp-fb:111 transport-cc
    a=fmtp:111 minptime=10;useinbandfec=1
    a=rtpmap:63 red/48000/2
    a=fmtp:63 111/111
    a=rtpmap:9 G722/8000
    a=rtpmap:0 PCMU/8000
    a=rtpmap:8 PCMA/8000
    a=rtpmap:110 telephone-event/48000
    a=rtpmap:126 telephone-event/8000
    a=ssrc:2001 cname:c2
    m=video 9 UDP/TLS/RTP/SAVPF 96 97 102 103
    c=IN IP4 0.0.0.0
    a=ice-ufrag:Q9aZ
    a=ice-pwd:m3NvB8xLs2QwEr6TyUi1OpAs
    a=ice-options:trickle
    a=fingerprint:sha-256 AA:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00
    a=setup:active
    a=mid:1
    a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
    a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
    a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
    a=extmap:8 https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension
    a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id
    a=sendrecv
    a=msid:s2 v2
    a=rtcp-mux
    a=rtcp-rsize
    a=rtpmap:96 VP8/90000
    a=rtcp-fb:96 goog-remb
    a=rtcp-fb:96 transport-cc
    a=rtcp-fb:96 nack
    a=rtcp-fb:96 nack pli
    a=rtpmap:97 rtx/90000
    a=fmtp:97 apt=96
    a=rtpmap:102 H264/90000
    a=rtcp-fb:102 nack
    a=rtcp-fb:102 nack pli
    a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f
    a=rtpmap:103 rtx/90000
    a=fmtp:103 apt=102
    a=rid:h recv
    a=rid:l recv
    a=simulcast:recv h;l
    m=application 9 UDP/DTLS/SCTP webrtc-datachannel
    c=IN IP4 0.0.0.0
    a=ice-ufrag:Q9aZ
    a=ice-pwd:m3NvB8xLs2QwEr6TyUi1OpAs
    a=ice-options:trickle
    a=fingerprint:sha-256 AA:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00
    a=setup:active
    a=mid:2
    a=sctp-port:5000
    a=max-message-size:262144

    """

  static func bytes(_ text: String) -> [UInt8] {
    Array(text.replacing("\n", with: "\r\n").utf8)
  }
}

import TestSupport
import Testing

@Suite("ICE logs")
struct ICELogTests {
  private static let servers =
    "iceServers=[\"stun:stun.example.net:19302\",\"turn:turn.example.org:3478?transport=udp\"]"

  /// What happened, and what is found; what is well must stay silent.
  private static let rows: [(name: String, log: String, found: [String])] = [
    (
      "healthy, trickled",
      """
      0 createPeerConnection \(servers)
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.host)
      40 sendOffer trickle=true
      60 icecandidate \(Samples.reflexive)
      160 icecandidate \(Samples.relay)
      170 icecandidate candidate=null
      171 icegatheringstatechange state=complete
      300 setRemoteDescription type=answer candidates_in_sdp=0
      310 addIceCandidate \(Samples.host) result=ok
      400 iceconnectionstatechange state=checking
      450 iceconnectionstatechange state=connected
      """, []
    ),
    (
      "slow, and trickled: nobody waits",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.host)
      6 sendOffer trickle=true
      300 iceconnectionstatechange state=connected
      9800 icecandidateerror url=stun:a.example:1 address=2001:db8::1 errorCode=701
      39000 icegatheringstatechange state=complete
      """, ["info stun-server-failed 701"]
    ),
    (
      "slow, and held back though it is called trickled",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.host)
      9000 icegatheringstatechange state=complete
      9001 sendOffer trickle=true
      """, ["warning ice-gathering-slow 9000 ms"]
    ),
    (
      "slow without a word of what was sent, and connected before the end",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.reflexive)
      300 iceconnectionstatechange state=connected
      39000 icegatheringstatechange state=complete
      """, []
    ),
    (
      "slow by a TURN server that says nothing",
      """
      0 createPeerConnection \(servers)
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.reflexive)
      9000 icegatheringstatechange state=complete
      9010 sendOffer trickle=false
      9300 iceconnectionstatechange state=connected
      """, ["warning ice-gathering-slow 9000 ms"]
    ),
    (
      "slow in a restart alone",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.host)
      9 icegatheringstatechange state=complete
      10 sendOffer
      90 iceconnectionstatechange state=connected
      60000 icegatheringstatechange state=gathering
      60005 icecandidate \(Samples.host)
      65000 icegatheringstatechange state=complete
      65001 sendOffer trickle=false
      """, ["warning ice-gathering-slow 5000 ms"]
    ),
    (
      "gathering that never ends",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.host)
      9900 icecandidateerror url=stun:a.example:1 errorCode=701 errorText=timed_out
      """,
      [
        "error ice-gathering-slow not complete after 9900 ms < stun-server-failed"
      ]
    ),
    (
      "TURN refused by a quota",
      """
      0 createPeerConnection \(servers)
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.reflexive)
      90 icecandidateerror url=turn:turn.example.org:3478?transport=udp errorCode=486 errorText=Quota
      99 icegatheringstatechange state=complete
      500 iceconnectionstatechange state=failed
      """,
      ["error turn-allocation-failed 486 < no-relay-candidate < ice-failed"]
    ),
    (
      "TURN refused with words alone",
      """
      5 icecandidate \(Samples.reflexive)
      90 icecandidateerror url=turn:turn.example.org errorText=Unauthorized
      500 iceconnectionstatechange state=failed
      """, ["error turn-allocation-failed 401 < ice-failed"]
    ),
    (
      "TURN refused, and the call came up without it",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.reflexive)
      90 icecandidateerror url=turns:t.example errorCode=403
      99 icegatheringstatechange state=complete
      500 iceconnectionstatechange state=connected
      """, ["warning turn-allocation-failed 403"]
    ),
    (
      "TURN out of reach from one interface, and within from another",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.relay)
      90 icecandidateerror url=turn:t.example errorCode=701 address=2001:db8::1
      99 icegatheringstatechange state=complete
      500 iceconnectionstatechange state=connected
      """, []
    ),
    (
      "no relay, and relay only",
      """
      0 createPeerConnection \(servers) iceTransportPolicy=relay
      3 icegatheringstatechange state=gathering
      99 icegatheringstatechange state=complete
      500 iceconnectionstatechange state=failed
      """, ["error no-relay-candidate", "error ice-failed failed"]
    ),
    (
      "STUN refuses, and that costs no time",
      """
      3 icegatheringstatechange state=gathering
      5 icecandidate \(Samples.host)
      20 icecandidateerror url=stun:s.example errorCode=701 errorText=connection_refused
      30 icegatheringstatechange state=complete
      31 sendOffer trickle=false
      900 iceconnectionstatechange state=failed
      """, ["error ice-failed failed", "warning stun-server-failed 701"]
    ),
    (
      "early candidates that are kept and added later",
      """
      10 addIceCandidate \(Samples.host) result=buffered
      20 setRemoteDescription type=offer candidates_in_sdp=0
      21 addIceCandidate \(Samples.host) result=ok
      99 iceconnectionstatechange state=connected
      """, []
    ),
    (
      "early candidates that are refused and added again",
      """
      10 addIceCandidate \(Samples.host) result=InvalidStateError
      20 setRemoteDescription type=offer candidates_in_sdp=0
      21 addIceCandidate \(Samples.host)
      99 iceconnectionstatechange state=connected
      """, []
    ),
    (
      "one of two early candidates lost, and connected all the same",
      """
      10 addIceCandidate \(Samples.host) result=InvalidStateError
      11 addIceCandidate \(Samples.reflexive) result=InvalidStateError
      20 setRemoteDescription type=offer candidates_in_sdp=0
      21 addIceCandidate \(Samples.host) result=ok
      99 iceconnectionstatechange state=connected
      """, ["warning candidate-before-description 1 candidate lost"]
    ),
    (
      "early candidates without a word of what became of them, and failed",
      """
      10 addIceCandidate \(Samples.host)
      20 setRemoteDescription type=offer
      30500 iceconnectionstatechange state=failed
      """, ["error candidate-before-description 1 candidate lost < ice-failed"]
    ),
    (
      "candidates of another generation",
      """
      10 setRemoteDescription type=offer candidates_in_sdp=0
      20 addIceCandidate \(Samples.host) result=OperationError
      30500 iceconnectionstatechange state=failed
      """, ["error candidate-refused OperationError < no-remote-candidate < ice-failed"]
    ),
    (
      "no candidate of the other side at all",
      """
      10 setRemoteDescription type=offer candidates_in_sdp=0
      30500 iceconnectionstatechange state=failed
      """, ["error no-remote-candidate 0 candidates < ice-failed"]
    ),
    (
      "checks to the end of the log",
      """
      10 setRemoteDescription type=offer candidates_in_sdp=2
      20 iceconnectionstatechange state=checking
      20100 stats
      """, ["error ice-failed checking"]
    ),
    (
      "connected, and lost",
      """
      20 iceconnectionstatechange state=connected
      9000 iceconnectionstatechange state=disconnected
      19000 iceconnectionstatechange state=failed
      """, ["error connection-lost failed"]
    ),
    (
      "lost, and found again",
      """
      20 iceconnectionstatechange state=connected
      9000 iceconnectionstatechange state=disconnected
      12000 iceconnectionstatechange state=connected
      30000 close
      30001 iceconnectionstatechange state=closed
      """, []
    ),
    (
      "no keys",
      """
      20 iceconnectionstatechange state=connected
      30 connectionstatechange state=connecting
      9000 connectionstatechange state=failed
      """, ["error dtls-failed failed"]
    ),
    (
      "two peers, one of which has the fault",
      """
      0 start peer=alice
      20 iceconnectionstatechange state=connected peer=alice
      20 iceconnectionstatechange state=checking peer=bob
      30020 iceconnectionstatechange state=failed peer=bob
      """, ["error ice-failed failed"]
    ),
    (
      "events out of order, of unknown kinds, and without their members",
      """
      450 iceconnectionstatechange state=connected
      9 icecandidate
      3 icegatheringstatechange
      5 somethingElse a={"b":[1]}
      7 icecandidateerror
      8 addIceCandidate
      1 createPeerConnection iceServers={"urls":3}
      """, []
    ),
  ]

  @Test("each gives what is wrong, and nothing else")
  func rows() {
    var table = Table()
    for row in Self.rows {
      table.equal(Samples.found(Samples.events(row.log)), row.found, row.name)
    }
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

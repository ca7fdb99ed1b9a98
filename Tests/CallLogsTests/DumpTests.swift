import TestSupport
import Testing

@Suite("Dumps of chrome://webrtc-internals")
struct DumpTests {
  /// A connection whose gathering waits for a server, with times of day; another that is well, with milliseconds.
  static let dump = #"""
    {"getUserMedia": [], "PeerConnections": {"12-1": {"pid": 12,
      "rtcConfiguration": "{ iceServers: [stun:stun.example.net:19302], iceTransportPolicy: all }",
      "stats": {"a": {"values": "[1, 2]"}},
      "updateLog": [
      {"time": "3/1/2026, 11:59:58 PM", "type": "createOffer", "value": ""},
      {"time": "3/1/2026, 11:59:58 PM", "type": "icegatheringstatechange", "value": "gathering"},
      {"time": "3/1/2026, 11:59:58 PM", "type": "icecandidate",
       "value": "sdpMid: 0, sdpMLineIndex: 0, candidate: candidate:1 1 udp 2122260223 192.0.2.50 51220 typ host generation 0, url: "},
      {"time": "3/2/2026, 12:00:08 AM", "type": "icecandidateerror",
       "value": "url: stun:stun.example.net:19302\naddress: 192.0.2.x\nport: 51220\nhost_candidate: 192.0.2.x:51220\nerror_text: STUN binding request timed out.\nerror_code: 701"},
      {"time": "3/2/2026, 12:00:38 AM", "type": "icegatheringstatechange", "value": "complete"},
      {"time": "3/2/2026, 12:00:38 AM", "type": "setRemoteDescription", "value": "type: answer, sdp: v=0\r\n"},
      {"time": "3/2/2026, 12:00:39 AM", "type": "addIceCandidate",
       "value": "sdpMid: 0, sdpMLineIndex: 0, candidate: candidate:1 1 udp 2122260223 198.51.100.61 46001 typ host"},
      {"time": "3/2/2026, 12:00:39 AM", "type": "iceconnectionstatechange", "value": "\"connected\""}]},
    "12-2": {"rtcConfiguration": "{\"iceServers\":[]}", "updateLog": [
      {"time": "1772323200000", "type": "iceconnectionstatechange", "value": "checking"},
      {"time": "1772323200400", "type": "iceconnectionstatechange", "value": "connected"}]}},
    "UserAgent": "x"}
    """#

  @Test("events of each connection, whatever their clock")
  func events() {
    var table = Table()
    table.equal(
      Samples.found(Self.dump),
      [
        "warning ice-gathering-slow 40000 ms < stun-server-failed"
      ], "a slow one and a good one")
    table.equal(
      Samples.found(Self.dump.replacing("\\\"connected\\\"", with: "failed")),
      ["error ice-failed failed", "warning ice-gathering-slow 40000 ms < stun-server-failed"],
      "and one that failed")
    table.equal(
      Samples.found(
        #"{"PeerConnections": {"1-1": {"updateLog": [{"time": "2026-03-01T09:12:33.120Z", "type": "addIceCandidateFailed", "value": "candidate: candidate:1 1 udp 1 192.0.2.1 1 typ host"}, {"time": "2026-03-01T09:12:33.520Z", "type": "setRemoteDescription", "value": "{\"type\":\"offer\",\"sdp\":\"v=0\"}"}, {"time": "2026-03-01T09:13:03Z", "type": "iceConnectionStateChange", "value": "ICEConnectionStateFailed"}]}}}"#
      ), ["error candidate-before-description 1 candidate lost < ice-failed"],
      "JSON values, dates, old words")
    table.equal(Samples.found(#"{"updateLog": [}"#), ["no log"], "damaged")
    #expect(table.failures.isEmpty, "\(table.failures.joined(separator: "\n"))")
  }
}

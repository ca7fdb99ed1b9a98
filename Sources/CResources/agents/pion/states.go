package main

import (
	"fmt"
	"net"
	"strconv"

	"github.com/pion/webrtc"
)

// watch says every change of state as it comes.
func (p *peer) watch() {
	connection, wire := p.connection, p.wire
	connection.OnICECandidate(func(candidate *webrtc.ICECandidate) {
		if candidate == nil {
			wire.notify("icecandidate", object{"candidate": "", "sdpMid": p.firstMID()})
			return
		}
		mid := p.firstMID()
		if init := candidate.ToJSON(); init.Candidate != "" {
			wire.notify("icecandidate", object{"candidate": init.Candidate, "sdpMid": mid})
		}
	})
	connection.OnICEGatheringStateChange(func(state webrtc.ICEGathererState) {
		wire.notify("icegatheringstatechange", object{"state": state.String()})
	})
	connection.OnICEConnectionStateChange(func(state webrtc.ICEConnectionState) {
		wire.notify("iceconnectionstatechange", object{"state": state.String()})
	})
	connection.OnConnectionStateChange(func(state webrtc.PeerConnectionState) {
		wire.notify("connectionstatechange", object{"state": state.String()})
		if state == webrtc.PeerConnectionStateConnected {
			for _, track := range p.senders {
				track.open()
			}
		}
	})
	transport := connection.SCTP().Transport()
	transport.OnStateChange(func(state webrtc.DTLSTransportState) {
		switch state {
		case webrtc.DTLSTransportStateConnected:
			// pion/dtls 2 knows no other version.
			wire.notify("dtls", object{"state": "connected", "version": "DTLS 1.2"})
		case webrtc.DTLSTransportStateFailed:
			wire.notify("dtls", object{"state": "failed", "reason": "pion says no more"})
		}
	})
	transport.ICETransport().OnSelectedCandidatePairChange(func(pair *webrtc.ICECandidatePair) {
		wire.notify("selectedcandidatepair", object{
			"local": address(pair.Local), "localType": pair.Local.Typ.String(),
			"remote": address(pair.Remote), "remoteType": pair.Remote.Typ.String(),
		})
	})
	connection.OnTrack(func(remote *webrtc.TrackRemote, receiver *webrtc.RTPReceiver) {
		mid := ""
		for _, transceiver := range connection.GetTransceivers() {
			if transceiver.Receiver() == receiver {
				mid = transceiver.Mid()
			}
		}
		p.receivers.receive(remote, receiver, mid)
	})
}

// firstMID is that of the section whose transport everything shares: pion always bundles.
func (p *peer) firstMID() string {
	for _, transceiver := range p.connection.GetTransceivers() {
		if transceiver.Mid() != "" {
			return transceiver.Mid()
		}
	}
	return "0"
}

func address(candidate *webrtc.ICECandidate) string {
	if candidate == nil {
		return ""
	}
	return net.JoinHostPort(candidate.Address, strconv.Itoa(int(candidate.Port)))
}

func trackKind(kind webrtc.RTPCodecType) string { return fmt.Sprint(kind) }

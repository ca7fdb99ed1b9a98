package main

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/pion/ice/v2"
	"github.com/pion/interceptor"
	"github.com/pion/logging"
	"github.com/pion/webrtc"
)

type unknownMethodError string

func (e unknownMethodError) Error() string { return string(e) + " is not known here" }

// A peer is one PeerConnection and what the harness may ask of it.
type peer struct {
	wire       *wire
	connection *webrtc.PeerConnection
	senders    map[string]*codedTrack // by kind
	receivers  receivers
	iceRestart bool
}

func (p *peer) answer(method string, params json.RawMessage) (interface{}, error) {
	switch method {
	case "hello":
		return object{
			"name": "pion", "version": version, "level": 3,
			"features": []string{"trickle", "codecPreferences", "iceRestart", "relay", "stats", "ipv6"},
			"codecs":   object{"audio": []string{"opus"}, "video": []string{"VP8", "H264"}},
		}, nil
	case "clock":
		return object{"now": p.wire.now()}, nil
	case "create":
		return object{}, p.create(params)
	case "close":
		p.close()
		return object{}, nil
	}
	if p.connection == nil {
		return nil, errors.New("nothing was created yet")
	}
	switch method {
	case "createOffer":
		options := &webrtc.OfferOptions{ICERestart: p.iceRestart}
		p.iceRestart = false
		return result(p.connection.CreateOffer(options))
	case "createAnswer":
		return result(p.connection.CreateAnswer(nil))
	case "localDescription":
		if description := p.connection.LocalDescription(); description != nil {
			return description, nil
		}
		return nil, errors.New("there is no local description")
	case "setLocalDescription", "setRemoteDescription":
		var description webrtc.SessionDescription
		if err := json.Unmarshal(params, &description); err != nil {
			return nil, err
		}
		if method == "setLocalDescription" {
			return object{}, p.connection.SetLocalDescription(description)
		}
		return object{}, p.connection.SetRemoteDescription(description)
	case "addIceCandidate":
		return object{}, p.addCandidate(params)
	case "setCodecPreferences":
		return object{}, p.setCodecPreferences(params)
	case "restartIce":
		p.iceRestart = true
		return object{}, nil
	case "getStats":
		return p.connection.GetStats(), nil
	default:
		return nil, unknownMethodError(method)
	}
}

func result(description webrtc.SessionDescription, err error) (interface{}, error) {
	return description, err
}

func (p *peer) notice(method string, params json.RawMessage) {
	switch method {
	case "mediaframe":
		var frame codedFrame
		if json.Unmarshal(params, &frame) != nil {
			return
		}
		if track := p.senders[frame.Kind]; track != nil {
			track.write(frame)
		}
	case "keyframerequest":
		p.receivers.requestKeyFrame()
	}
}

func (p *peer) close() {
	if p.connection != nil {
		p.connection.Close()
	}
}

func (p *peer) create(params json.RawMessage) error {
	var plan setup
	if err := json.Unmarshal(params, &plan); err != nil {
		return err
	}
	p.wire.origin = plan.Origin

	settings := webrtc.SettingEngine{LoggerFactory: standardErrorLogs()}
	settings.SetICEMulticastDNSMode(ice.MulticastDNSModeDisabled)
	engine, err := mediaEngine(plan)
	if err != nil {
		return err
	}
	interceptors := &interceptor.Registry{}
	if err := webrtc.RegisterDefaultInterceptors(engine, interceptors); err != nil {
		return err
	}
	api := webrtc.NewAPI(webrtc.WithMediaEngine(engine), webrtc.WithInterceptorRegistry(interceptors),
		webrtc.WithSettingEngine(settings))

	configuration := webrtc.Configuration{}
	if plan.ICETransportPolicy == "relay" {
		configuration.ICETransportPolicy = webrtc.ICETransportPolicyRelay
	}
	for _, server := range plan.ICEServers {
		configuration.ICEServers = append(configuration.ICEServers, webrtc.ICEServer{
			URLs: server.URLs, Username: server.Username, Credential: server.Credential})
	}
	connection, err := api.NewPeerConnection(configuration)
	if err != nil {
		return err
	}
	p.connection = connection
	p.receivers = receivers{wire: p.wire, connection: connection}
	p.watch()

	p.senders = map[string]*codedTrack{}
	if err := p.add("audio", webrtc.RTPCodecTypeAudio, plan.Audio); err != nil {
		return err
	}
	if err := p.add("video", webrtc.RTPCodecTypeVideo, plan.Video); err != nil {
		return err
	}
	go p.reportStatistics()
	return nil
}

// standardErrorLogs keeps pion from writing on standard output, which it does by default.
func standardErrorLogs() logging.LoggerFactory {
	return &logging.DefaultLoggerFactory{
		Writer: os.Stderr, DefaultLogLevel: logging.LogLevelWarn, ScopeLevels: map[string]logging.LogLevel{}}
}

func (p *peer) add(kind string, codecType webrtc.RTPCodecType, plan *media) error {
	if plan == nil {
		return nil
	}
	direction := webrtc.NewRTPTransceiverDirection(plan.Direction)
	options := webrtc.RTPTransceiverInit{Direction: direction}
	var transceiver *webrtc.RTPTransceiver
	var err error
	if direction == webrtc.RTPTransceiverDirectionRecvonly {
		transceiver, err = p.connection.AddTransceiverFromKind(codecType, options)
	} else {
		track := &codedTrack{kind: codecType, wire: p.wire}
		transceiver, err = p.connection.AddTransceiverFromTrack(track, options)
		if err == nil {
			track.mid = transceiver.Mid
			p.senders[kind] = track
			go track.readFeedback(transceiver.Sender())
		}
	}
	return err
}

func (p *peer) setCodecPreferences(params json.RawMessage) error {
	var wanted struct {
		MID    string   `json:"mid"`
		Codecs []string `json:"codecs"`
	}
	if err := json.Unmarshal(params, &wanted); err != nil {
		return err
	}
	for _, transceiver := range p.connection.GetTransceivers() {
		if transceiver.Mid() == wanted.MID {
			return prefer(transceiver, wanted.Codecs)
		}
	}
	return errors.New("there is no mid " + wanted.MID)
}

// prefer leaves of the codecs those that are named, in that order.
func prefer(transceiver *webrtc.RTPTransceiver, names []string) error {
	var codecs []webrtc.RTPCodecParameters
	for _, name := range names {
		for _, codec := range transceiver.Receiver().GetParameters().Codecs {
			if wants(name, codec) {
				// The negotiated number: with its own, pion would answer another one than was offered.
				codec.PayloadType = 0
				codecs = append(codecs, codec)
				break // pion matches others of the name with the same offered one
			}
		}
	}
	if len(codecs) == 0 {
		return errors.New("pion has none of the codecs asked for")
	}
	return transceiver.SetCodecPreferences(codecs)
}

func (p *peer) addCandidate(params json.RawMessage) error {
	var candidate struct {
		Candidate string `json:"candidate"`
		MID       string `json:"sdpMid"`
	}
	if err := json.Unmarshal(params, &candidate); err != nil {
		return err
	}
	return p.connection.AddICECandidate(
		webrtc.ICECandidateInit{Candidate: candidate.Candidate, SDPMid: &candidate.MID})
}

func (p *peer) reportStatistics() {
	for range time.Tick(time.Second) {
		if p.connection.ConnectionState() == webrtc.PeerConnectionStateClosed {
			return
		}
		for _, track := range p.senders {
			track.report()
		}
		p.receivers.report()
	}
}

package main

import (
	"fmt"
	"strings"

	"github.com/pion/webrtc"
)

// A setup is the parameters of `create`.
type setup struct {
	Origin             int64       `json:"origin"`
	Audio              *media      `json:"audio"`
	Video              *media      `json:"video"`
	ICEServers         []iceServer `json:"iceServers"`
	ICETransportPolicy string      `json:"iceTransportPolicy"`
}

type media struct {
	Codecs    []string `json:"codecs"`
	Direction string   `json:"direction"`
}

type iceServer struct {
	URLs       []string `json:"urls"`
	Username   string   `json:"username"`
	Credential string   `json:"credential"`
}

// mediaEngine knows the codecs that a setup names, or pion's default ones where it names none.
//
// They are registered rather than preferred later, since pion then answers with the numbers that were offered.
func mediaEngine(plan setup) (*webrtc.MediaEngine, error) {
	engine := &webrtc.MediaEngine{}
	for _, section := range []struct {
		kind webrtc.RTPCodecType
		plan *media
	}{{webrtc.RTPCodecTypeAudio, plan.Audio}, {webrtc.RTPCodecTypeVideo, plan.Video}} {
		known, err := defaultCodecs(section.kind)
		if err != nil {
			return nil, err
		}
		if section.plan != nil && len(section.plan.Codecs) > 0 {
			if known = named(section.plan.Codecs, known); len(known) == 0 {
				return nil, fmt.Errorf("pion has none of %s", strings.Join(section.plan.Codecs, ", "))
			}
		}
		for _, codec := range known {
			if err := engine.RegisterCodec(codec, section.kind); err != nil {
				return nil, err
			}
		}
	}
	return engine, nil
}

// defaultCodecs asks a connection that is never used: pion tells them in no other way.
func defaultCodecs(kind webrtc.RTPCodecType) ([]webrtc.RTPCodecParameters, error) {
	engine := &webrtc.MediaEngine{}
	if err := engine.RegisterDefaultCodecs(); err != nil {
		return nil, err
	}
	settings := webrtc.SettingEngine{LoggerFactory: standardErrorLogs()}
	api := webrtc.NewAPI(webrtc.WithMediaEngine(engine), webrtc.WithSettingEngine(settings))
	connection, err := api.NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	transceiver, err := connection.AddTransceiverFromKind(kind)
	if err != nil {
		return nil, err
	}
	return transceiver.Receiver().GetParameters().Codecs, nil
}

func named(names []string, known []webrtc.RTPCodecParameters) []webrtc.RTPCodecParameters {
	var result []webrtc.RTPCodecParameters
	for _, name := range names {
		for _, codec := range known {
			if wants(name, codec) {
				result = append(result, codec)
			}
		}
	}
	return result
}

// wants tells whether a codec is the one that a setup names: "VP8", "H264/42e01f", "opus".
func wants(name string, codec webrtc.RTPCodecParameters) bool {
	parts := strings.SplitN(name, "/", 2)
	if !strings.EqualFold(codecName(codec.MimeType), parts[0]) {
		return false
	}
	format := strings.ToLower(codec.SDPFmtpLine)
	// pion sends fragments, which packetization mode 0 does not have (RFC 6184 §6.2).
	if strings.Contains(format, "packetization-mode=0") {
		return false
	}
	return len(parts) == 1 || strings.Contains(format, "profile-level-id="+strings.ToLower(parts[1]))
}

func codecName(mimeType string) string {
	return mimeType[strings.IndexByte(mimeType, '/')+1:]
}

package main

import (
	"math/rand"
	"strings"
	"sync"

	"github.com/pion/rtcp"
	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"
	"github.com/pion/webrtc"
)

// packetLimit leaves room below 1280 bytes for SRTP's tag and a relay's header.
const packetLimit = 1200

// A codedFrame crosses between the harness and this agent, either way.
type codedFrame struct {
	Kind      string `json:"kind"`
	Codec     string `json:"codec"`
	Timestamp int64  `json:"timestamp"`
	Key       bool   `json:"key"`
	Data      []byte `json:"data"`
}

// A codedTrack sends frames that were coded elsewhere, under pion's own payload formats and their own timestamps.
type codedTrack struct {
	kind webrtc.RTPCodecType
	wire *wire
	mid  func() string

	mutex      sync.Mutex
	isOpen     bool // connected, and a key frame has begun the stream
	connected  bool
	binding    *webrtc.TrackLocalContext
	codec      string
	packetizer rtp.Packetizer
	base       uint32 // what the stream's first timestamp is raised by (RFC 3550 §5.1: it begins anywhere)

	packets, bytes, nacks, plis int64
	lost                        int64
	hasLost                     bool
}

// ID, RID, StreamID and Kind are what a TrackLocal must answer.
func (t *codedTrack) ID() string                { return trackKind(t.kind) }
func (t *codedTrack) RID() string               { return "" }
func (t *codedTrack) StreamID() string          { return "callproof" }
func (t *codedTrack) Kind() webrtc.RTPCodecType { return t.kind }

// Bind takes the first codec of the negotiated ones whose payload format is known here.
func (t *codedTrack) Bind(context webrtc.TrackLocalContext) (webrtc.RTPCodecParameters, error) {
	for _, codec := range context.CodecParameters() {
		payloader := payloaderOf(codec.MimeType)
		if payloader == nil {
			continue
		}
		t.mutex.Lock()
		t.binding = &context
		t.codec = codecName(codec.MimeType)
		t.packetizer = rtp.NewPacketizer(packetLimit, uint8(codec.PayloadType), uint32(context.SSRC()), payloader,
			rtp.NewRandomSequencer(), codec.ClockRate)
		t.base = rand.Uint32()
		t.isOpen = false
		t.mutex.Unlock()
		t.wire.notify("sending", object{
			"mid": t.mid(), "kind": trackKind(t.kind), "codec": t.codec,
			"payloadType": codec.PayloadType, "ssrc": context.SSRC(),
		})
		return codec, nil
	}
	return webrtc.RTPCodecParameters{}, webrtc.ErrUnsupportedCodec
}

// Unbind ends the stream.
func (t *codedTrack) Unbind(webrtc.TrackLocalContext) error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.binding = nil
	return nil
}

func payloaderOf(mimeType string) rtp.Payloader {
	switch strings.ToLower(mimeType) {
	case strings.ToLower(webrtc.MimeTypeOpus):
		return &codecs.OpusPayloader{}
	case strings.ToLower(webrtc.MimeTypeVP8):
		return &codecs.VP8Payloader{EnablePictureID: *usesPictureIDs}
	case strings.ToLower(webrtc.MimeTypeH264):
		return &codecs.H264Payloader{}
	default:
		return nil
	}
}

// open lets frames through from the next key frame on, which it asks for.
func (t *codedTrack) open() {
	t.mutex.Lock()
	first := !t.connected
	t.connected = true
	t.mutex.Unlock()
	if first && t.kind == webrtc.RTPCodecTypeVideo {
		t.wire.notify("keyframerequest", object{"kind": "video"})
	}
}

func (t *codedTrack) write(frame codedFrame) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.binding == nil || !t.connected || !strings.EqualFold(frame.Codec, t.codec) {
		return
	}
	if !t.isOpen && t.kind == webrtc.RTPCodecTypeVideo && !frame.Key {
		return
	}
	t.isOpen = true
	for _, packet := range t.packetizer.Packetize(frame.Data, 0) {
		packet.Timestamp = t.base + uint32(frame.Timestamp)
		if _, err := t.binding.WriteStream().WriteRTP(&packet.Header, packet.Payload); err == nil {
			t.packets++
			t.bytes += int64(len(packet.Payload))
		}
	}
}

// readFeedback ends when the sender stops.
func (t *codedTrack) readFeedback(sender *webrtc.RTPSender) {
	for {
		reports, _, err := sender.ReadRTCP()
		if err != nil {
			return
		}
		wantsKeyFrame := false
		t.mutex.Lock()
		for _, report := range reports {
			switch report := report.(type) {
			case *rtcp.PictureLossIndication, *rtcp.FullIntraRequest:
				t.plis++
				wantsKeyFrame = true
			case *rtcp.TransportLayerNack:
				t.nacks++
			case *rtcp.ReceiverReport:
				t.readReport(report.Reports)
			case *rtcp.SenderReport:
				t.readReport(report.Reports)
			}
		}
		t.mutex.Unlock()
		if wantsKeyFrame {
			t.wire.notify("keyframerequest", object{"kind": trackKind(t.kind)})
		}
	}
}

func (t *codedTrack) readReport(blocks []rtcp.ReceptionReport) {
	for _, block := range blocks {
		if t.binding != nil && block.SSRC == uint32(t.binding.SSRC()) {
			t.lost, t.hasLost = int64(block.TotalLost), true
		}
	}
}

func (t *codedTrack) report() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.binding == nil || !t.connected {
		return
	}
	counts := object{
		"mid": t.mid(), "direction": "sent", "packets": t.packets, "bytes": t.bytes,
		"nacks": t.nacks, "plis": t.plis,
	}
	if t.hasLost {
		counts["cumulativeLost"] = t.lost
	}
	t.wire.notify("streamstats", counts)
}

package main

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pion/rtcp"
	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"
	"github.com/pion/webrtc"
)

// keyFrameRequestInterval keeps a receiver that waits for a key frame from asking with every packet.
const keyFrameRequestInterval = 500 * time.Millisecond

// receivers are the streams that arrive, and what they count.
type receivers struct {
	wire       *wire
	connection *webrtc.PeerConnection
	mutex      sync.Mutex
	streams    []*stream
}

type stream struct {
	mid       string
	kind      webrtc.RTPCodecType
	ssrc      uint32
	lastAsked time.Time

	packets, bytes, plis int64
	first, highest       int64 // sequence numbers, unwrapped
}

func (r *receivers) receive(remote *webrtc.TrackRemote, receiver *webrtc.RTPReceiver, mid string) {
	s := &stream{mid: mid, kind: remote.Kind(), ssrc: uint32(remote.SSRC()), first: -1}
	r.mutex.Lock()
	r.streams = append(r.streams, s)
	r.mutex.Unlock()
	kind, codec := trackKind(remote.Kind()), remote.Codec()
	name := codecName(codec.MimeType)
	r.wire.notify("track", object{"mid": mid, "kind": kind})
	r.wire.notify("receiving", object{
		"mid": mid, "kind": kind, "codec": name, "payloadType": codec.PayloadType, "ssrc": remote.SSRC()})

	go func() { // pion answers feedback only while somebody reads it
		for {
			if _, _, err := receiver.ReadRTCP(); err != nil {
				return
			}
		}
	}()

	frames := newAssembler(depacketizerOf(codec.MimeType), name)
	var clock unwrapper
	for {
		packet, _, err := remote.ReadRTP()
		if err != nil {
			return
		}
		at := r.wire.now()
		s.count(packet)
		for _, frame := range frames.push(packet, time.Now()) {
			r.wire.notify("mediaframe", object{
				"mid": mid, "kind": kind, "codec": name, "timestamp": clock.unwrap(frame.timestamp),
				"key": frame.isKey, "data": frame.bytes, "at": at,
			})
		}
		if frames.wantsKey {
			r.ask(s)
		}
	}
}

func depacketizerOf(mimeType string) rtp.Depacketizer {
	switch strings.ToLower(mimeType) {
	case strings.ToLower(webrtc.MimeTypeVP8):
		return &codecs.VP8Packet{}
	case strings.ToLower(webrtc.MimeTypeH264):
		return &codecs.H264Packet{}
	default:
		return nil // a packet is a frame: Opus
	}
}

func (r *receivers) requestKeyFrame() {
	r.mutex.Lock()
	streams := r.streams
	r.mutex.Unlock()
	for _, s := range streams {
		if s.kind == webrtc.RTPCodecTypeVideo {
			r.ask(s)
		}
	}
}

func (r *receivers) ask(s *stream) {
	r.mutex.Lock()
	due := time.Since(s.lastAsked) >= keyFrameRequestInterval
	if due {
		s.lastAsked = time.Now()
	}
	r.mutex.Unlock()
	if !due {
		return
	}
	if r.connection.WriteRTCP([]rtcp.Packet{&rtcp.PictureLossIndication{MediaSSRC: s.ssrc}}) == nil {
		atomic.AddInt64(&s.plis, 1)
	}
}

func (s *stream) count(packet *rtp.Packet) {
	atomic.AddInt64(&s.packets, 1)
	atomic.AddInt64(&s.bytes, int64(len(packet.Payload)))
	sequence := int64(packet.SequenceNumber)
	if s.first < 0 {
		atomic.StoreInt64(&s.highest, sequence)
		atomic.StoreInt64(&s.first, sequence)
		return
	}
	if step := int64(int16(packet.SequenceNumber - uint16(s.highest))); step > 0 {
		atomic.AddInt64(&s.highest, step)
	}
}

func (r *receivers) report() {
	r.mutex.Lock()
	streams := r.streams
	r.mutex.Unlock()
	for _, s := range streams {
		first, packets := atomic.LoadInt64(&s.first), atomic.LoadInt64(&s.packets)
		if first < 0 {
			continue
		}
		// Expected less received (RFC 3550 appendix A.3); below zero where packets came twice.
		lost := atomic.LoadInt64(&s.highest) - first + 1 - packets
		r.wire.notify("streamstats", object{
			"mid": s.mid, "direction": "received", "packets": packets, "bytes": atomic.LoadInt64(&s.bytes),
			"cumulativeLost": lost, "plis": atomic.LoadInt64(&s.plis),
		})
	}
}

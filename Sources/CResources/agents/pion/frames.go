package main

import (
	"time"

	"github.com/pion/rtp"
)

const (
	// gapPatience is how long a missing packet may hold up what came after it.
	gapPatience = 400 * time.Millisecond
	gapLimit    = 1024 // packets
)

type wholeFrame struct {
	timestamp uint32
	isKey     bool
	bytes     []byte
}

// An assembler puts packets in order and gives whole frames, each with its last packet.
//
// pion's own samplebuilder gives a frame only when a packet of the next one has come, which would add a frame's time to
// every figure. After a loss nothing is given until a key frame comes.
type assembler struct {
	depacketizer rtp.Depacketizer
	codec        string
	needsKey     bool // nothing can be decoded before one
	wantsKey     bool // and a frame was already thrown away for it

	waiting  map[uint16]*rtp.Packet
	next     uint16
	newest   uint16
	started  bool
	gapSince time.Time

	frame     []byte
	timestamp uint32
	isOpen    bool
	isBroken  bool
}

func newAssembler(depacketizer rtp.Depacketizer, codec string) *assembler {
	return &assembler{
		depacketizer: depacketizer, codec: codec, needsKey: depacketizer != nil, waiting: map[uint16]*rtp.Packet{}}
}

func (a *assembler) push(packet *rtp.Packet, now time.Time) []wholeFrame {
	if a.depacketizer == nil {
		if len(packet.Payload) == 0 {
			return nil
		}
		return []wholeFrame{{packet.Timestamp, false, packet.Payload}}
	}
	if !a.started {
		a.started, a.next, a.newest = true, packet.SequenceNumber, packet.SequenceNumber
	}
	ahead := int16(packet.SequenceNumber - a.next)
	if ahead < 0 {
		return nil // too late, or a second time
	}
	if ahead >= gapLimit {
		a.waiting, a.next = map[uint16]*rtp.Packet{}, packet.SequenceNumber
		a.lose()
	}
	a.waiting[packet.SequenceNumber] = packet
	if int16(packet.SequenceNumber-a.newest) > 0 {
		a.newest = packet.SequenceNumber
	}

	var frames []wholeFrame
	for len(a.waiting) > 0 {
		ready, ok := a.waiting[a.next]
		if !ok {
			if a.gapSince.IsZero() {
				a.gapSince = now
			}
			if now.Sub(a.gapSince) < gapPatience {
				break
			}
			a.lose()
			a.next++
			continue
		}
		a.gapSince = time.Time{}
		delete(a.waiting, a.next)
		a.next++
		if frame := a.take(ready); frame != nil {
			frames = append(frames, *frame)
		}
	}
	return frames
}

func (a *assembler) lose() {
	a.isBroken, a.needsKey, a.wantsKey = true, true, true
}

// take adds the packet that is next in order and gives the frame that it completes.
func (a *assembler) take(packet *rtp.Packet) *wholeFrame {
	if len(packet.Payload) == 0 {
		return nil // padding that probes the path: it takes a sequence number and no more
	}
	if !a.isOpen || packet.Timestamp != a.timestamp {
		a.frame, a.timestamp, a.isOpen = nil, packet.Timestamp, true
		a.isBroken = !a.depacketizer.IsPartitionHead(packet.Payload)
	}
	part, err := a.depacketizer.Unmarshal(packet.Payload)
	if err != nil {
		a.lose()
	}
	a.frame = append(a.frame, part...)
	if !packet.Marker {
		return nil
	}
	a.isOpen = false
	if a.isBroken || len(a.frame) == 0 {
		a.lose()
		return nil
	}
	key := isKeyFrame(a.codec, a.frame)
	if a.needsKey && !key {
		a.wantsKey = true
		return nil
	}
	a.needsKey, a.wantsKey = false, false
	return &wholeFrame{a.timestamp, key, a.frame}
}

// isKeyFrame reads VP8's frame tag (RFC 6386 §9.1) or looks for an IDR slice in Annex B (H.264 §7.4.1.2.4).
func isKeyFrame(codec string, frame []byte) bool {
	if codec == "VP8" {
		return frame[0]&1 == 0
	}
	for i := 0; i+3 < len(frame); i++ {
		if frame[i] == 0 && frame[i+1] == 0 && frame[i+2] == 1 && frame[i+3]&0x1f == 5 {
			return true
		}
	}
	return false
}

// An unwrapper lengthens the 32 bits of RTP timestamps.
type unwrapper struct {
	last  int64
	begun bool
}

func (u *unwrapper) unwrap(timestamp uint32) int64 {
	if !u.begun {
		u.begun, u.last = true, int64(timestamp)
	} else {
		u.last += int64(int32(timestamp - uint32(u.last)))
	}
	return u.last
}

"""What agents of level 3 share: coded frames that cross to and from the harness, and their way through RTP.

Payload formats: VP8 (RFC 7741), H.264 (RFC 6184, packetization mode 1), Opus (RFC 7587: a packet is a frame).
"""

import base64
import json
import random
import struct
import time

from callproof_agent import Agent

PAYLOAD_LIMIT = 1180  # leaves room below 1280 bytes for headers, SRTP's tag and a relay
GAP_LIMIT = 1024  # packets
NTP_EPOCH = 2_208_988_800  # 1900 to 1970, in seconds
START_CODE = b"\0\0\0\1"
STAP_A, FU_A = 24, 28  # RFC 6184 §5.2


class CodedAgent(Agent):
    """An agent whose pictures and sound come from the harness as coded frames."""

    level = 3
    set_track_enabled = None  # whoever codes the frames makes them black or silent

    def receive(self, line):
        if b'"mediaframe"' in line or b'"keyframerequest"' in line:
            try:
                message = json.loads(line)
                if "id" not in message:
                    self.receive_notice(message["method"], message["params"])
                    return
            except (ValueError, KeyError, TypeError):
                pass
        super().receive(line)

    def receive_notice(self, method, params):
        if method == "mediaframe":
            data = base64.b64decode(params["data"])
            kind, codec = params["kind"], params["codec"]
            self.send_frame(kind, codec, params["timestamp"], params.get("key", False), data)
        elif method == "keyframerequest":
            self.ask_for_key_frame()

    def send_frame(self, kind, codec, timestamp, is_key, data):
        raise NotImplementedError

    def ask_for_key_frame(self):
        """Asks the far side, where this agent receives."""

    def notify_frame(self, mid, kind, codec, frame, at):
        timestamp, is_key, data = frame
        self.notify(
            "mediaframe",
            at=at,
            mid=mid,
            kind=kind,
            codec=codec,
            timestamp=timestamp,
            key=is_key,
            data=base64.b64encode(data).decode(),
        )


class OutgoingStream:
    """One SSRC: frames to RTP packets (RFC 3550 §5.1)."""

    def __init__(self, codec, payload_type, clock_rate, ssrc=None):
        self.codec, self.payload_type, self.clock_rate = codec, payload_type, clock_rate
        self.ssrc = ssrc if ssrc is not None else random.randrange(1, 1 << 32)
        self.sequence = random.randrange(1 << 15)
        self.base = random.randrange(1 << 32)
        self.picture_id = random.randrange(1 << 15)
        self.packets = self.bytes = 0
        self.last = None  # (timestamp on the wire, when it was sent)

    def packetize(self, timestamp, frame):
        payloads = self._payloads(frame)
        wire_timestamp = (self.base + timestamp) & 0xFFFFFFFF
        self.last = (wire_timestamp, time.time())
        result = []
        for index, payload in enumerate(payloads):
            marker = 0x80 if self.codec != "opus" and index == len(payloads) - 1 else 0
            header = struct.pack("!BBHII", 0x80, marker | self.payload_type, self.sequence, wire_timestamp, self.ssrc)
            self.sequence = (self.sequence + 1) & 0xFFFF
            self.packets += 1
            self.bytes += len(payload)
            result.append(header + payload)
        return result

    def sender_report(self):
        """RFC 3550 §6.4.1, with no report block; None before anything was sent."""
        if self.last is None:
            return None
        now = time.time()
        timestamp = int(self.last[0] + (now - self.last[1]) * self.clock_rate) & 0xFFFFFFFF
        seconds = int(now)
        return struct.pack(
            "!BBHIIIIII",
            0x80,
            200,
            6,
            self.ssrc,
            (seconds + NTP_EPOCH) & 0xFFFFFFFF,
            int((now - seconds) * (1 << 32)),
            timestamp,
            self.packets,
            self.bytes & 0xFFFFFFFF,
        )

    def _payloads(self, frame):
        if self.codec == "VP8":
            # X and S, then I and a PictureID of 15 bits (RFC 7741 §4.2).
            self.picture_id = (self.picture_id + 1) & 0x7FFF
            identity = struct.pack("!BH", 0x80, 0x8000 | self.picture_id)
            return [
                bytes([0x90 if start == 0 else 0x80]) + identity + frame[start : start + PAYLOAD_LIMIT]
                for start in range(0, len(frame), PAYLOAD_LIMIT)
            ]
        if self.codec == "H264":
            return [payload for unit in annex_b_units(frame) for payload in _h264_payloads(unit)]
        return [frame]


def annex_b_units(frame):
    """The NAL units between start codes."""
    return [unit.rstrip(b"\0") for unit in frame.split(b"\0\0\1") if unit.strip(b"\0")]


def _h264_payloads(unit):
    if len(unit) <= PAYLOAD_LIMIT:
        return [unit]
    indicator, kind, body = unit[0] & 0xE0 | FU_A, unit[0] & 0x1F, unit[1:]
    result = []
    for start in range(0, len(body), PAYLOAD_LIMIT):
        first = 0x80 if start == 0 else 0
        last = 0x40 if start + PAYLOAD_LIMIT >= len(body) else 0
        result.append(bytes([indicator, first | last | kind]) + body[start : start + PAYLOAD_LIMIT])
    return result


def parse_packet(packet):
    """(marker, payload type, sequence number, timestamp, SSRC, payload) of an RTP packet; None: it is none."""
    if len(packet) < 12 or packet[0] >> 6 != 2:
        return None
    first, second, sequence, timestamp, ssrc = struct.unpack_from("!BBHII", packet)
    start, end = 12 + 4 * (first & 0x0F), len(packet)
    if first & 0x10:
        if start + 4 > end:
            return None
        start += 4 + 4 * struct.unpack_from("!H", packet, start + 2)[0]
    if first & 0x20:
        end -= packet[-1]
    if start > end:
        return None
    return bool(second & 0x80), second & 0x7F, sequence, timestamp, ssrc, packet[start:end]


class Assembler:
    """Puts packets in order and gives whole frames; after a loss nothing until a key frame.

    `patience`: how many seconds a missing packet may hold up what came after it.
    `wants_key`: a frame was thrown away, so that a key frame should be asked for.
    """

    def __init__(self, codec, patience):
        self.codec, self.patience = codec, patience
        self.needs_key, self.wants_key = codec != "opus", False
        self.waiting = {}
        self.next = None
        self.gap_since = None
        self.frame, self.frame_timestamp, self.is_broken = None, None, False
        self.last_timestamp = None
        self.first = self.highest = None  # sequence numbers, unwrapped
        self.packets = self.bytes = 0

    def push(self, sequence, timestamp, marker, payload):
        """The frames that this packet completes: (timestamp, is key, bytes)."""
        self.packets += 1
        self.bytes += len(payload)
        if self.first is None:
            self.first = self.highest = sequence
        self.highest = max(self.highest, self.highest + _signed(sequence - self.highest, 16))
        if self.codec == "opus":
            return [(self._unwrap(timestamp), False, bytes(payload))] if payload else []
        if self.next is None:
            self.next = sequence
        ahead = _signed(sequence - self.next, 16)
        if ahead < 0:
            return []
        if ahead >= GAP_LIMIT:
            self.waiting, self.next = {}, sequence
            self._lose()
        self.waiting[sequence] = (timestamp, marker, payload)
        return list(self._ready())

    def _ready(self):
        while self.waiting:
            packet = self.waiting.pop(self.next, None)
            if packet is None:
                now = time.monotonic()
                self.gap_since = self.gap_since or now
                if now - self.gap_since < self.patience:
                    return
                self._lose()
            else:
                self.gap_since = None
                # An empty payload is padding that probes the path.
                frame = self._take(*packet) if packet[2] else None
                if frame is not None:
                    yield frame
            self.next = (self.next + 1) & 0xFFFF

    def _lose(self):
        self.is_broken = self.needs_key = self.wants_key = True

    def _take(self, timestamp, marker, payload):
        if self.frame is None or timestamp != self.frame_timestamp:
            self.frame, self.frame_timestamp = bytearray(), timestamp
            self.is_broken = self.codec == "VP8" and not payload[0] & 0x10
        try:
            self.frame += _vp8_part(payload) if self.codec == "VP8" else _h264_part(payload)
        except (IndexError, ValueError):
            self._lose()
        if not marker:
            return None
        frame, self.frame = bytes(self.frame), None
        if self.is_broken or not frame:
            self._lose()
            return None
        is_key = is_key_frame(self.codec, frame)
        if self.needs_key and not is_key:
            self.wants_key = True
            return None
        self.needs_key = self.wants_key = False
        return self._unwrap(timestamp), is_key, frame

    def _unwrap(self, timestamp):
        if self.last_timestamp is None:
            self.last_timestamp = timestamp
        else:
            self.last_timestamp += _signed(timestamp - self.last_timestamp, 32)
        return self.last_timestamp

    def missing(self):
        """Expected less received (RFC 3550 appendix A.3); below zero where packets came twice."""
        return 0 if self.first is None else self.highest - self.first + 1 - self.packets


def _signed(difference, bits):
    """The shortest way between two numbers that wrap around."""
    half = 1 << bits - 1
    return (difference + half) % (1 << bits) - half


def _vp8_part(payload):
    """What follows the payload descriptor (RFC 7741 §4.2)."""
    length = 1
    if payload[0] & 0x80:
        extension = payload[1]
        length = 2
        if extension & 0x80:
            length += 2 if payload[length] & 0x80 else 1
        length += bool(extension & 0x40) + bool(extension & 0x30)
    if length >= len(payload):
        raise ValueError("a VP8 packet without VP8")
    return payload[length:]


def _h264_part(payload):
    """NAL units with start codes (RFC 6184 §5.6 to 5.8)."""
    kind = payload[0] & 0x1F
    if kind == FU_A:
        if payload[1] & 0x80:
            return START_CODE + bytes([payload[0] & 0xE0 | payload[1] & 0x1F]) + payload[2:]
        return payload[2:]
    if kind == STAP_A:
        result, position = b"", 1
        while position + 2 < len(payload):
            size = struct.unpack_from("!H", payload, position)[0]
            result += START_CODE + payload[position + 2 : position + 2 + size]
            position += 2 + size
        return result
    return START_CODE + payload


def is_key_frame(codec, frame):
    """VP8's frame tag (RFC 6386 §9.1), or an IDR slice in Annex B."""
    if codec == "VP8":
        return not frame[0] & 1
    return any(unit[0] & 0x1F == 5 for unit in annex_b_units(frame))

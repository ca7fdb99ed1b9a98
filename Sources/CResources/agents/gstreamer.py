"""Agent for GStreamer's webrtcbin. Runs with the system's Python, which PyGObject belongs to."""

import array
import asyncio
import dataclasses
import random

import gi

for _namespace in ("Gst", "GstRtp", "GstSdp", "GstVideo", "GstWebRTC"):
    gi.require_version(_namespace, "1.0")
# GstRtp is never named, yet without it header extensions lack their methods.
from gi.repository import Gst, GstRtp, GstSdp, GstVideo, GstWebRTC  # noqa: E402, F401

import callproof_agent  # noqa: E402
import callproof_devices  # noqa: E402
import gstreamer_media  # noqa: E402

SOUND_PIECE = 960  # samples: 20 ms
RTP_HEADER = 12  # bytes; webrtcbin does not count header extensions
PROMISE_LIMIT = 10  # seconds
# dtlsdec's numbers for cipher and authentication (RFC 5764 §4.1.2).
SRTP_PROFILES = {(1, 1): "SRTP_AES128_CM_HMAC_SHA1_32", (1, 2): "SRTP_AES128_CM_HMAC_SHA1_80"}
DIRECTIONS = GstWebRTC.WebRTCRTPTransceiverDirection


@dataclasses.dataclass
class Sending:
    """A track that is sent: its capture, the element that takes it, what it becomes."""

    capture: callproof_devices.Capture
    source: Gst.Element
    codec: str
    payload_type: int


class GStreamerAgent(callproof_agent.Agent):
    name, version = "gstreamer", ".".join(str(number) for number in Gst.version()[:3])
    features = ("trickle", "mute", "codecPreferences", "relay", "stats", "ipv6")
    codecs = {"audio": ["opus"], "video": ["VP8", "H264"]}

    async def open(self, setup):
        self.pipeline = Gst.Pipeline()
        self.webrtc = Gst.ElementFactory.make("webrtcbin")
        if self.webrtc is None:
            raise RuntimeError("there is no webrtcbin: install gstreamer1.0-plugins-bad and gstreamer1.0-nice")
        self.webrtc.set_property("bundle-policy", GstWebRTC.WebRTCBundlePolicy.MAX_BUNDLE)
        if setup.get("iceTransportPolicy") == "relay":
            self.webrtc.set_property("ice-transport-policy", GstWebRTC.WebRTCICETransportPolicy.RELAY)
        self.pipeline.add(self.webrtc)
        for server in setup.get("iceServers", []):
            for url in server["urls"]:
                self._add_server(url, server)
        self.wanted = {
            kind: setup[kind].get("codecs") or gstreamer_media.DEFAULT_CODECS[kind]
            for kind in ("audio", "video")
            if setup.get(kind)
        }
        self.branches = {}  # kind -> pad of webrtcbin; None: nothing is sent
        self.sendings = {}  # kind -> Sending
        self.sections = []
        self.ssrcs = {kind: random.randrange(1, 1 << 32) for kind in self.wanted}
        self.streams = {}  # SSRC -> mid
        self.pair = None
        self.is_started = self.has_failed = False
        for state in ("ice-gathering-state", "ice-connection-state", "connection-state"):
            self.webrtc.connect(f"notify::{state}", lambda _, spec: self._state_changed(spec.name))
        self.webrtc.connect("on-ice-candidate", self._candidate_found)
        self.webrtc.connect("pad-added", self._pad_added)
        self.pipeline.get_bus().set_sync_handler(self._message)
        self.pipeline.use_clock(Gst.SystemClock.obtain())
        self.pipeline.set_state(Gst.State.PLAYING)
        self.spawn(self._sample())

    def _add_server(self, url, server):
        scheme, _, rest = url.partition(":")
        if scheme.startswith("stun"):
            self.webrtc.set_property("stun-server", f"{scheme}://{rest}")
        elif not self.webrtc.emit("add-turn-server", f"{scheme}://{server['username']}:{server['credential']}@{rest}"):
            raise ValueError(f"webrtcbin refuses the server {url}")

    async def shut(self):
        await self.loop.run_in_executor(None, self.pipeline.set_state, Gst.State.NULL)

    # Descriptions

    async def create_offer(self, params):
        if not self.branches:
            for kind in self.wanted:
                direction = self.setup[kind].get("direction", "sendrecv")
                self._add_section(kind, direction)
        return await self._describe("create-offer", "offer")

    async def create_answer(self, params):
        return await self._describe("create-answer", "answer")

    async def _describe(self, signal, kind):
        text = await self._ask(signal, None, read=lambda reply: reply.get_value(kind).sdp.as_text())
        return {"type": kind, "sdp": text}

    async def local_description(self, params):
        description = self.webrtc.get_property("local-description")
        return {"type": description.type.value_nick, "sdp": description.sdp.as_text()}

    async def set_local_description(self, params):
        self._read_sections(params["sdp"])
        await self._ask("set-local-description", _description(params))
        self._name_captures()

    async def set_remote_description(self, params):
        self._read_sections(params["sdp"])
        if params["type"] == "answer":
            for section in self.sections:
                self._complete(section)
        await self._ask("set-remote-description", _description(params))
        if params["type"] == "offer":
            for index, section in enumerate(self.sections):
                self._answer_section(index, section)
        self._name_captures()

    async def add_ice_candidate(self, params):
        if not params["candidate"]:
            return  # webrtcbin 1.22 has no word for the end of candidates
        mids = [section.mid for section in self.sections]
        line = mids.index(params["sdpMid"]) if params["sdpMid"] in mids else 0
        self.webrtc.emit("add-ice-candidate", line, params["candidate"])

    async def set_codec_preferences(self, params):
        # Before the first description a section has its place only.
        places = [section.mid for section in self.sections] or map(str, range(len(self.wanted)))
        kinds = [section.kind for section in self.sections] or self.wanted
        kind = dict(zip(places, kinds)).get(params["mid"])
        if kind not in self.wanted:
            raise ValueError(f"no section with mid {params['mid']}")
        self.wanted[kind] = params["codecs"]

    async def get_stats(self, params):
        return await self._ask("get-stats", None, read=_plain)

    def _read_sections(self, sdp):
        self.sections = gstreamer_media.Section.read(sdp)

    async def _ask(self, signal, *arguments, read=lambda reply: None):
        """Emits a signal that takes a promise, and gives what `read` finds in the reply."""
        future = self.loop.create_future()

        def settle(value, error):
            if not future.done():
                future.set_exception(error) if error else future.set_result(value)

        def done(promise, *_):
            value, error = None, None
            try:
                reply = promise.get_reply()
                if reply is not None and reply.has_field("error"):
                    raise RuntimeError(f"{signal}: {reply.get_value('error').message}")
                value = read(reply)
            except Exception as caught:
                error = caught
            self.call(settle, value, error)

        self.webrtc.emit(signal, *arguments, Gst.Promise.new_with_change_func(done))
        return await asyncio.wait_for(future, PROMISE_LIMIT)

    # Sections and what is sent in them

    def _add_section(self, kind, direction):
        """An offered section: all wanted codecs in it. What is sent waits for the answer."""
        caps = Gst.Caps.new_empty()
        for name in self.wanted[kind]:
            codec = name.partition("/")[0]
            if codec not in gstreamer_media.PAYLOAD_TYPES:
                raise ValueError(f"no codec {name}; this agent has {', '.join(gstreamer_media.PAYLOAD_TYPES)}")
            caps.append(gstreamer_media.rtp_caps(kind, codec, gstreamer_media.PAYLOAD_TYPES[codec]))
        self.branches[kind] = None
        if direction not in ("sendrecv", "sendonly"):
            self.webrtc.emit("add-transceiver", getattr(DIRECTIONS, direction.upper()), caps)
            return
        self.branches[kind] = self._take_pad(len(self.branches) - 1, kind, direction, caps)

    def _take_pad(self, line, kind, direction, codecs):
        """The pad for what is sent in a section; its transceiver comes with it."""
        pad = self.webrtc.request_pad_simple(f"sink_{line}")
        if pad is None:
            raise RuntimeError(f"webrtcbin gives no pad for the {kind} section")
        transceiver = pad.get_property("transceiver")
        transceiver.set_property("direction", getattr(DIRECTIONS, direction.upper()))
        transceiver.set_property("codec-preferences", codecs)
        transceiver.set_property("do-nack", kind == "video")
        # A description wants to know what the pad will carry, and there is no data yet.
        caps = f"application/x-rtp,media={kind},ssrc=(uint){self.ssrcs[kind]}"
        pad.send_event(Gst.Event.new_stream_start(kind))
        pad.send_event(Gst.Event.new_caps(Gst.Caps.from_string(caps)))
        return pad

    def _complete(self, section):
        """The answer named the codec: the encoder for it is put before the pad."""
        pad = self.branches.get(section.kind)
        chosen = section.choose(self._in_order(section))
        if pad is not None and section.port and chosen:
            self._send(section.kind, pad, *chosen)

    @staticmethod
    def _in_order(section):
        """The codecs that can be sent, as an answer orders them."""
        names = [section.names.get(payload_type, "").lower() for payload_type in section.formats]
        return sorted(
            (codec for codec in gstreamer_media.PAYLOAD_TYPES if codec.lower() in names),
            key=lambda codec: names.index(codec.lower()),
        )

    def _answer_section(self, line, section):
        """An offered section is answered with the most wanted codec that it has."""
        kind = section.kind
        if kind not in self.wanted or kind in self.branches:
            return
        chosen = section.choose(self.wanted[kind])
        if chosen is None:
            return
        direction = self.setup[kind].get("direction", "sendrecv")
        if direction in ("sendrecv", "sendonly") and section.direction in ("sendrecv", "recvonly"):
            self.branches[kind] = self._take_pad(line, kind, direction, gstreamer_media.rtp_caps(kind, *chosen))
            self._send(kind, self.branches[kind], *chosen)

    def _send(self, kind, pad, codec, payload_type):
        setup, ssrc = self.setup[kind], self.ssrcs[kind]
        branch, source = gstreamer_media.sending_branch(kind, codec, payload_type, ssrc, setup)
        self.pipeline.add(branch)
        result = branch.get_static_pad("src").link(pad)
        if result != Gst.PadLinkReturn.OK:
            raise RuntimeError(f"the {codec} encoder cannot be linked: {result.value_nick}")
        # No data flows yet, but webrtcbin takes no stream into the session without its format.
        caps = gstreamer_media.rtp_caps(kind, codec, payload_type)
        pad.send_event(Gst.Event.new_caps(Gst.Caps.from_string(f"{caps.to_string()},ssrc=(uint){ssrc}")))
        branch.sync_state_with_parent()
        devices = {"audio": callproof_devices.Microphone, "video": callproof_devices.Camera}
        self.sendings[kind] = Sending(devices[kind](self, setup), source, codec, payload_type)

    def _name_captures(self):
        for section in self.sections:
            if section.kind in self.sendings:
                self.sendings[section.kind].capture.mid = section.mid

    async def _send_pictures(self, camera, source):
        while True:
            _, captured, picture = await camera.take()
            self._push(source, bytes(picture), captured, callproof_agent.SECOND // camera.rate)

    async def _send_sound(self, microphone, source):
        while True:
            first, samples = await microphone.take(SOUND_PIECE)
            self._push(source, samples.tobytes(), microphone.instant(first), SOUND_PIECE * 1_000_000 // 48)

    def _push(self, source, data, at, duration):
        buffer = Gst.Buffer.new_wrapped(data)
        # The pipeline's clock is CLOCK_MONOTONIC.
        buffer.pts = max(0, at + self.origin - self.pipeline.get_base_time())
        buffer.duration = duration
        source.emit("push-buffer", buffer)

    # Events, from the threads of the stack

    def _state_changed(self, name):
        value = self.webrtc.get_property(name).value_nick
        self.notify(name.replace("-", "") + "change", state=value)
        if (name, value) == ("ice-gathering-state", "complete"):
            self.notify("icecandidate", candidate="", sdpMid="")
        if (name, value) == ("connection-state", "connected"):
            self.call(self._start)

    def _candidate_found(self, _, line, candidate):
        mid = self.sections[line].mid if line < len(self.sections) else ""
        self.notify("icecandidate", candidate=candidate, sdpMid=mid)

    def _message(self, _, message):
        if message.type == Gst.MessageType.ERROR:
            error, details = message.parse_error()
            if message.src.get_name().startswith("dtls"):
                reason = details.splitlines()[-1] if details else error.message
                self.call(self._say_failed_handshake, reason)
            else:
                self.notify("error", message=f"{message.src.get_name()}: {error.message} ({details})")
        elif message.type == Gst.MessageType.LATENCY:
            self.call(self.pipeline.recalculate_latency)
        return Gst.BusSyncReply.DROP

    def _say_failed_handshake(self, reason):
        if not self.has_failed:
            self.has_failed = True
            self.notify("dtls", state="failed", reason=reason)

    def _start(self):
        if self.is_started:
            return
        self.is_started = True
        self._say_handshake()
        for kind, send in (("audio", self._send_sound), ("video", self._send_pictures)):
            if kind in self.sendings:
                sending = self.sendings[kind]
                self.streams[self.ssrcs[kind]] = sending.capture.mid
                self.notify(
                    "sending",
                    mid=sending.capture.mid,
                    kind=kind,
                    codec=sending.codec,
                    payloadType=sending.payload_type,
                    ssrc=self.ssrcs[kind],
                )
                self.spawn(send(sending.capture, sending.source))
        self.spawn(self._report())

    def _pad_added(self, _, pad):
        if pad.get_direction() != Gst.PadDirection.SRC:
            return
        caps = pad.get_current_caps().get_structure(0)
        name = caps.get_string("encoding-name").upper()
        line = pad.get_property("transceiver").get_property("mlineindex")
        section = self.sections[line]
        self.notify("track", mid=section.mid, kind=section.kind)
        if name not in gstreamer_media.DECODERS:
            self.notify("error", message=f"{name} was negotiated, which this agent cannot decode")
            return
        ssrc = caps.get_value("ssrc") or 0
        self.streams[ssrc] = section.mid
        self.notify(
            "receiving",
            mid=section.mid,
            kind=section.kind,
            codec="opus" if name == "OPUS" else name,
            payloadType=caps.get_value("payload"),
            ssrc=ssrc,
        )
        branch = gstreamer_media.receiving_branch(section.kind, name)
        sink = branch.get_by_name("sink")
        if section.kind == "video":
            screen = callproof_devices.Screen(self, section.mid)
            sink.connect("new-sample", lambda sink: self._show(screen, sink.emit("pull-sample")))
        else:
            loudspeaker = callproof_devices.Loudspeaker(self, section.mid)
            sink.connect("new-sample", lambda sink: self._play(loudspeaker, sink.emit("pull-sample")))
        self.pipeline.add(branch)
        branch.sync_state_with_parent()
        pad.link(branch.get_static_pad("sink"))

    @staticmethod
    def _show(screen, sample):
        info = sample.get_caps().get_structure(0)
        width, height = info.get_value("width"), info.get_value("height")
        buffer = sample.get_buffer()
        meta = GstVideo.buffer_get_video_meta(buffer)
        # GStreamer's own layout of I420: rows of luma padded to four bytes.
        stride = meta.stride[0] if meta else (width + 3) // 4 * 4
        data = buffer.extract_dup(0, buffer.get_size())
        tight = stride == width and len(data) == width * height * 3 // 2
        screen.show(
            data,
            stride,
            width,
            height,
            whole=(lambda: data) if tight else None,
            still=lambda: ("image/jpeg", gstreamer_media.jpeg(sample)),
        )
        return Gst.FlowReturn.OK

    @staticmethod
    def _play(loudspeaker, sample):
        buffer = sample.get_buffer()
        loudspeaker.play(array.array("h", buffer.extract_dup(0, buffer.get_size())))
        return Gst.FlowReturn.OK

    # Counters

    def _say_handshake(self):
        """Elements inside webrtcbin know of DTLS; version, cipher and keys cannot be had."""
        elements = {}
        iterator = self.webrtc.iterate_recurse()
        while (step := iterator.next())[0] == Gst.IteratorResult.OK:
            factory = step[1].get_factory()
            elements.setdefault(factory and factory.get_name(), step[1])
        decoder, encoder = elements.get("dtlsdec"), elements.get("dtlsenc")
        if decoder is not None and encoder is not None:
            profile = (decoder.get_property("srtp-cipher"), decoder.get_property("srtp-auth"))
            self.notify(
                "dtls",
                state="connected",
                srtp=SRTP_PROFILES.get(profile, ""),
                role="client" if encoder.get_property("is-client") else "server",
            )

    async def _sample(self):
        while True:
            await asyncio.sleep(1)
            if self.is_started:
                await self._report()

    async def _report(self):
        report = await self.get_stats({})
        for stats in report.values():
            mid = self.streams.get(stats.get("ssrc"))
            if stats["type"] == "transport":
                self._say_pair(stats, report)
            elif mid is not None and stats["type"] == "outbound-rtp":
                self.notify(
                    "streamstats",
                    mid=mid,
                    direction="sent",
                    packets=stats["packets-sent"],
                    bytes=stats["bytes-sent"] + RTP_HEADER * stats["packets-sent"],
                    nacks=stats["nack-count"],
                    plis=stats["pli-count"],
                )
            elif mid is not None and stats["type"] == "inbound-rtp":
                self.notify(
                    "streamstats",
                    mid=mid,
                    direction="received",
                    packets=stats["packets-received"],
                    bytes=stats["bytes-received"] + RTP_HEADER * stats["packets-received"],
                    cumulativeLost=max(0, stats.get("packets-lost", 0)),
                    nacks=stats["nack-count"],
                    plis=stats["pli-count"],
                    jitter=int(stats.get("jitter", 0) * callproof_agent.SECOND),
                )

    def _say_pair(self, stats, report):
        pair = report.get(stats.get("selected-candidate-pair-id"))
        local = pair and report.get(pair.get("local-candidate-id"))
        remote = pair and report.get(pair.get("remote-candidate-id"))
        if not local or not remote:
            return
        said = {
            "local": _address(local),
            "remote": _address(remote),
            "localType": local["candidate-type"],
            "remoteType": remote["candidate-type"],
        }
        if said != self.pair:
            self.pair = said
            self.notify("selectedcandidatepair", **said)


def _address(candidate):
    host, port = candidate["address"], candidate["port"]
    return callproof_agent.address_of(host, port)


def _description(params):
    _, message = GstSdp.SDPMessage.new_from_text(params["sdp"])
    kind = GstWebRTC.WebRTCSDPType.ANSWER if params["type"] == "answer" else GstWebRTC.WebRTCSDPType.OFFER
    return GstWebRTC.WebRTCSessionDescription.new(kind, message)


def _plain(structure):
    """A GstStructure as JSON knows it."""
    result = {}
    for index in range(structure.n_fields()):
        name = structure.nth_field_name(index)
        value = structure.get_value(name)
        if isinstance(value, Gst.Structure):
            value = _plain(value)
        elif hasattr(value, "value_nick"):
            value = value.value_nick
        elif not isinstance(value, (bool, int, float, str)):
            value = str(value)
        result[name] = value
    return result


if __name__ == "__main__":
    Gst.init(None)
    callproof_agent.run(GStreamerAgent)

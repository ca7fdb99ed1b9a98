"""Agent for libwebrtc, by the wheel `wrtc`: the engine of Chromium behind the W3C's interfaces."""

import array
import asyncio
import importlib.metadata
import math

import webrtc

import callproof_agent
import callproof_devices

SOUND_PIECE = 480  # samples: 10 ms, the unit of libwebrtc's audio path
STATS_INTERVAL = 0.2
PATIENCE = 10  # reports in which a selected candidate may have no address
PICTURE_QUEUE = 4
TLS_VERSIONS = {"FEFF": "DTLS 1.0", "FEFD": "DTLS 1.2", "FEFC": "DTLS 1.3"}


class LibwebrtcAgent(callproof_agent.Agent):
    name, version = "libwebrtc", importlib.metadata.version("wrtc")
    features = (
        "trickle",
        "mute",
        "codecPreferences",
        "iceRestart",
        "relay",
        "stats",
        "replaceTrack",
        "ipv6",
    )
    codecs = {"audio": ["opus", "G722", "PCMU", "PCMA"], "video": ["VP8", "VP9", "AV1"]}

    async def open(self, setup):
        servers = [
            webrtc.RTCIceServer(server["urls"], server.get("username"), server.get("credential"))
            for server in setup.get("iceServers", [])
        ]
        self.pc = webrtc.RTCPeerConnection(
            webrtc.RTCConfiguration(ice_servers=servers, ice_transport_policy=setup.get("iceTransportPolicy", "all"))
        )
        self.wanted = {kind: list(setup[kind].get("codecs", [])) for kind in ("audio", "video") if setup.get(kind)}
        self.captures, self.tracks = {}, {}
        self.said = set()  # streams, pairs and handshakes that were reported
        self.concealed = {}  # mid -> samples, as getStats counts them
        self.listened = set()
        self.unsignalled = 0
        for event, state in (
            ("icegatheringstatechange", "ice_gathering_state"),
            ("iceconnectionstatechange", "ice_connection_state"),
            ("connectionstatechange", "connection_state"),
        ):
            self.pc.on(event, lambda _, event=event, state=state: self._state_changed(event, state))
        self.pc.on("icecandidate", self._candidate_found)
        self.pc.on("track", lambda event: self.call(self._listen, event.transceiver))
        stream = webrtc.MediaStream([])
        for kind in self.wanted:
            if setup[kind].get("direction", "sendrecv") in ("sendrecv", "sendonly"):
                self._add(kind, setup[kind], stream)
        self.spawn(self._sample())

    def _add(self, kind, setup, stream):
        """A track; one that addTrack made may join an offered section (RFC 9429 §5.10)."""
        if kind == "video":
            capture = callproof_devices.Camera(self, setup)
        else:
            capture = callproof_devices.Microphone(self, setup)
        track = webrtc.MediaStreamTrackGenerator(kind)
        sender = self.pc.add_track(track, stream)
        self.captures[kind], self.tracks[kind] = capture, track
        transceiver = next(t for t in self.pc.get_transceivers() if t.sender.track is sender.track)
        transceiver.direction = setup.get("direction", "sendrecv")
        if kind == "video" and setup.get("maxBitrate"):
            self.spawn(self._limit(sender, setup["maxBitrate"]))

    @staticmethod
    async def _limit(sender, rate):
        parameters = sender.get_parameters()
        for encoding in parameters.encodings:
            encoding.max_bitrate = rate
        await sender.set_parameters(parameters)

    def _prefer(self, transceiver, wanted):
        if not wanted:
            return
        kind = str(transceiver.receiver.track.kind)
        available = webrtc.RTCRtpReceiver.get_capabilities(kind).codecs
        chosen = []
        for name in wanted:
            name, _, profile = name.partition("/")
            chosen += [
                codec
                for codec in available
                if _codec_name(codec).lower() == name.lower() and profile.lower() in (codec.sdp_fmtp_line or "").lower()
            ]
        if not chosen:
            names = sorted({_codec_name(codec) for codec in available})
            raise ValueError(f"none of {wanted} among {names}")
        chosen += [codec for codec in available if _codec_name(codec) == "rtx"]
        transceiver.set_codec_preferences(chosen)

    async def shut(self):
        self.pc.close()

    # Descriptions

    async def create_offer(self, params):
        kinds = {str(t.receiver.track.kind) for t in self.pc.get_transceivers()}
        for kind in self.wanted:
            if kind not in kinds:
                direction = self.setup[kind].get("direction", "recvonly")
                self.pc.add_transceiver(kind, webrtc.RTCRtpTransceiverInit(direction=direction))
        self._prefer_all()
        return _init(await self.pc.create_offer())

    async def create_answer(self, params):
        self._prefer_all()
        return _init(await self.pc.create_answer())

    def _prefer_all(self):
        for transceiver in self.pc.get_transceivers():
            self._prefer(transceiver, self.wanted.get(str(transceiver.receiver.track.kind)))

    async def local_description(self, params):
        return _init(self.pc.local_description)

    async def set_local_description(self, params):
        await self.pc.set_local_description(webrtc.RTCSessionDescriptionInit(type=params["type"], sdp=params["sdp"]))
        self._name_captures()

    async def set_remote_description(self, params):
        await self.pc.set_remote_description(webrtc.RTCSessionDescriptionInit(type=params["type"], sdp=params["sdp"]))
        self._name_captures()

    async def add_ice_candidate(self, params):
        candidate = params["candidate"]
        await self.pc.add_ice_candidate(
            webrtc.RTCIceCandidateInit(candidate=candidate, sdp_mid=params["sdpMid"]) if candidate else None
        )

    async def set_codec_preferences(self, params):
        transceiver = self._transceiver(params["mid"])
        kind = str(transceiver.receiver.track.kind)
        self.wanted[kind] = params["codecs"]
        self._prefer(transceiver, params["codecs"])

    async def restart_ice(self, params):
        self.pc.restart_ice()

    async def replace_track(self, params):
        transceiver = self._transceiver(params["mid"])
        kind = str(transceiver.receiver.track.kind)
        if kind not in self.captures:
            raise ValueError("the section has no track whose source could be replaced")
        if params["source"] is None:
            self.captures[kind].mid = None  # what is captured goes nowhere
            await transceiver.sender.replace_track(None)
        else:
            self.captures[kind].mid = transceiver.mid
            self.captures[kind].source = self.captures[kind].open(params["source"])
            await transceiver.sender.replace_track(self.tracks[kind])

    async def set_track_enabled(self, params):
        await super().set_track_enabled(params)
        if params["kind"] in self.tracks:
            self.tracks[params["kind"]].enabled = params["enabled"]

    async def get_stats(self, params):
        return {key: _plain(stats) for key, stats in (await self.pc.get_stats()).items()}

    def _transceiver(self, mid):
        return callproof_agent.transceiver_of(self.pc.get_transceivers(), mid)

    def _name_captures(self):
        for transceiver in self.pc.get_transceivers():
            kind = str(transceiver.receiver.track.kind)
            if kind in self.captures and transceiver.sender.track is not None:
                self.captures[kind].mid = transceiver.mid

    # Events

    def _state_changed(self, event, state):
        value = str(getattr(self.pc, state))
        self.notify(event, state=value)
        if event == "connectionstatechange" and value == "connected" and "started" not in self.said:
            self.said.add("started")
            self.spawn(self._report())
            for kind, send in (("audio", self._send_sound), ("video", self._send_pictures)):
                if kind in self.captures:
                    self.spawn(send(self.captures[kind], self.tracks[kind]))

    def _candidate_found(self, event):
        candidate = event.candidate
        if candidate is None:
            self.notify("icecandidate", candidate="", sdpMid="")
        elif candidate.candidate:  # an empty one ends a generation, null ends them all
            self.notify("icecandidate", candidate=candidate.candidate, sdpMid=candidate.sdp_mid)

    def _listen(self, transceiver):
        mid = transceiver.mid
        track = transceiver.receiver.track
        self.notify("track", mid=mid, kind=str(track.kind))
        if mid not in self.listened:
            self.listened.add(mid)
            receive = self._watch if str(track.kind) == "video" else self._hear
            self.spawn(receive(mid, track))

    # Media

    async def _send_pictures(self, camera, track):
        writer = track.writable.get_writer()
        while True:
            _, captured, picture = await camera.take()
            await writer.write(
                webrtc.VideoFrame(
                    bytes(picture),
                    webrtc.VideoFrameBufferInit(
                        format="I420",
                        coded_width=camera.width,
                        coded_height=camera.height,
                        timestamp=(captured + self.origin) // 1000,
                    ),
                )
            )

    async def _send_sound(self, microphone, track):
        writer = track.writable.get_writer()
        while True:
            first, samples = await microphone.take(SOUND_PIECE)
            await writer.write(
                webrtc.AudioData(
                    webrtc.AudioDataInit(
                        format="s16",
                        sample_rate=microphone.rate,
                        number_of_frames=len(samples),
                        number_of_channels=1,
                        timestamp=first * 1_000_000 // microphone.rate,
                        data=samples.tobytes(),
                    )
                )
            )

    async def _watch(self, mid, track):
        screen = callproof_devices.Screen(self, mid)
        processor = webrtc.MediaStreamTrackProcessor(
            webrtc.MediaStreamTrackProcessorInit(track, max_buffer_size=PICTURE_QUEUE)
        )
        async for frame in processor.readable:
            rect = frame.visible_rect
            width, height = int(rect.width), int(rect.height)
            picture = bytearray(frame.allocation_size())
            luma, *_ = await frame.copy_to(picture)
            tight = luma.stride == width and len(picture) == width * height * 3 // 2
            screen.show(
                memoryview(picture)[luma.offset :],
                luma.stride,
                width,
                height,
                whole=(lambda: picture) if tight else None,
                still=lambda frame=frame.clone(): _still(frame, width, height),
            )
            frame.close()

    async def _hear(self, mid, track):
        loudspeaker = callproof_devices.Loudspeaker(self, mid)
        heard = 0

        def concealed():
            nonlocal heard
            before, heard = heard, self.concealed.get(mid, 0)
            return max(0, heard - before)

        loudspeaker.concealed = concealed
        processor = webrtc.MediaStreamTrackProcessor(webrtc.MediaStreamTrackProcessorInit(track))
        async for data in processor.readable:
            if data.sample_rate == callproof_devices.media.SAMPLE_RATE:
                samples = bytearray(2 * data.number_of_frames * data.number_of_channels)
                data.copy_to(samples, webrtc.AudioDataCopyToOptions(plane_index=0, format="s16"))
                loudspeaker.play(array.array("h", bytes(samples))[:: data.number_of_channels])
            data.close()

    # Counters

    async def _sample(self):
        while True:
            await asyncio.sleep(STATS_INTERVAL)
            if str(self.pc.connection_state) not in ("new", "closed"):
                await self._report()

    async def _report(self):
        report = {key: _plain(stats) for key, stats in (await self.pc.get_stats()).items()}
        for stats in report.values():
            if stats["type"] == "transport":
                self._say_transport(stats, report)
            elif stats["type"] == "outbound-rtp" and stats.get("packetsSent"):
                self._say_sent(stats, report)
            elif stats["type"] == "inbound-rtp" and stats.get("packetsReceived"):
                self._say_received(stats, report)

    def _first(self, *key):
        """True once for each key."""
        if key in self.said:
            return False
        self.said.add(key)
        return True

    def _say_transport(self, stats, report):
        if stats.get("dtlsState") == "connected" and stats.get("dtlsCipher") and self._first("dtls"):
            version = stats.get("tlsVersion", "")
            self.notify(
                "dtls",
                state="connected",
                version=TLS_VERSIONS.get(version.upper(), version),
                cipher=stats["dtlsCipher"],
                srtp=stats.get("srtpCipher", ""),
                role=stats.get("dtlsRole"),
            )
        if stats.get("dtlsState") == "failed" and self._first("dtls failed"):
            self.notify("dtls", state="failed", reason="the handshake failed")
        pair = report.get(stats.get("selectedCandidatePairId"))
        if pair is not None:
            local = report.get(pair["localCandidateId"])
            remote = report.get(pair["remoteCandidateId"])
            # The address of a peer-reflexive candidate is kept from us unless it is signalled.
            self.unsignalled += 0 if remote and remote.get("address") else 1
            is_known = remote and (remote.get("address") or self.unsignalled > PATIENCE)
            if local and is_known and self._first("pair", pair["id"]):
                self.notify(
                    "selectedcandidatepair",
                    local=_address(local),
                    remote=_address(remote),
                    localType=local["candidateType"],
                    remoteType=remote["candidateType"],
                )

    def _say_stream(self, method, stats, report):
        codec = report.get(stats.get("codecId"))
        if codec is not None and self._first(method, stats["ssrc"], codec["payloadType"]):
            name = codec["mimeType"].partition("/")[2]
            self.notify(
                method,
                mid=stats.get("mid"),
                kind=stats["kind"],
                codec="opus" if name == "OPUS" else name,
                payloadType=codec["payloadType"],
                ssrc=stats["ssrc"],
            )

    def _say_sent(self, stats, report):
        self._say_stream("sending", stats, report)
        retransmitted = stats.get("retransmittedPacketsSent", 0)
        self.notify(
            "streamstats",
            mid=stats.get("mid"),
            direction="sent",
            packets=stats["packetsSent"] - retransmitted,
            bytes=stats.get("bytesSent", 0) + stats.get("headerBytesSent", 0),
            retransmittedPackets=retransmitted,
            nacks=stats.get("nackCount", 0),
            plis=stats.get("pliCount", 0),
        )

    def _say_received(self, stats, report):
        self._say_stream("receiving", stats, report)
        self.concealed[stats.get("mid")] = stats.get("concealedSamples", 0)
        retransmitted = stats.get("retransmittedPacketsReceived", 0)
        lost = max(0, stats.get("packetsLost", 0))
        self.notify(
            "streamstats",
            mid=stats.get("mid"),
            direction="received",
            packets=stats["packetsReceived"] - retransmitted,
            bytes=stats.get("bytesReceived", 0) + stats.get("headerBytesReceived", 0),
            retransmittedPackets=retransmitted,
            # As the browsers' page counts: packetsLost holds what was repaired too.
            lostPackets=max(0, lost - retransmitted),
            cumulativeLost=lost,
            nacks=stats.get("nackCount", 0),
            plis=stats.get("pliCount", 0),
            jitter=int(stats.get("jitter", 0) * callproof_agent.SECOND),
        )


def _init(description):
    return {"type": str(description.type), "sdp": description.sdp}


def _codec_name(codec):
    return codec.mime_type.partition("/")[2]


def _address(candidate):
    host, port = candidate.get("address") or "0.0.0.0", candidate.get("port", 0)
    return callproof_agent.address_of(host, port)


def _plain(stats):
    """Stats with the W3C's member names, without those that are absent."""
    result = {}
    for key, value in vars(stats).items():
        if value is None or key.startswith("_"):
            continue
        if isinstance(value, float) and not math.isfinite(value):
            continue
        words = key.split("_")
        name = words[0] + "".join(word[:1].upper() + word[1:] for word in words[1:])
        result[name] = value if isinstance(value, (bool, int, float, list, dict)) else str(value)
    return result


def _still(frame, width, height):
    """A PNG of a frame, which is closed with it."""
    options = webrtc.VideoFrameCopyToOptions(format="RGBA")
    rgba = bytearray(frame.allocation_size(options))
    frame._copy_to(rgba, options)
    frame.close()
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = rgba[channel::4]
    return "image/png", callproof_devices.png(width, height, bytes(rgb), 3)


if __name__ == "__main__":
    callproof_agent.run(LibwebrtcAgent)

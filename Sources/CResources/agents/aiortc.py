"""Agent for aiortc, a WebRTC stack in Python. It has no trickle."""

import array
import asyncio
import dataclasses
import fractions
import sys

# This file bears the package's name, so its folder must come last.
sys.path.append(sys.path.pop(0))

import aiortc  # noqa: E402
import av  # noqa: E402
from aiortc.codecs import h264, vpx  # noqa: E402
from aiortc.rtcdtlstransport import RTCCertificate  # noqa: E402
from aiortc.rtcrtpreceiver import RTCRtpReceiver  # noqa: E402
from aiortc.sdp import candidate_from_sdp, candidate_to_sdp  # noqa: E402

import callproof_agent  # noqa: E402
import callproof_devices  # noqa: E402

SOUND_PIECE = 960  # samples: 20 ms
# What aiortc offers in DTLS 1.2, by OpenSSL's names and by IANA's.
CIPHERS = {
    "ECDHE-ECDSA-AES128-GCM-SHA256": "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "ECDHE-ECDSA-CHACHA20-POLY1305": "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
    "ECDHE-ECDSA-AES128-SHA": "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
    "ECDHE-ECDSA-AES256-SHA": "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
}
RTP_HEADER = 12  # bytes; aiortc does not count header extensions


class CameraTrack(aiortc.MediaStreamTrack):
    kind = "video"

    def __init__(self, camera):
        super().__init__()
        self.camera = camera

    async def recv(self):
        _, captured, picture = await self.camera.take()
        frame = av.VideoFrame(self.camera.width, self.camera.height, "yuv420p")
        offset = 0
        for plane in frame.planes:
            _fill(plane, picture[offset : offset + plane.width * plane.height])
            offset += plane.width * plane.height
        frame.pts = (captured - self.camera.start) * 9 // 100_000
        frame.time_base = fractions.Fraction(1, 90_000)
        return frame


def _fill(plane, rows):
    """Rows in a plane may be longer than the picture is wide."""
    if plane.line_size != plane.width:
        padding = bytes(plane.line_size - plane.width)
        rows = padding.join(rows[y * plane.width : (y + 1) * plane.width] for y in range(plane.height)) + padding
    plane.update(rows)


class MicrophoneTrack(aiortc.MediaStreamTrack):
    kind = "audio"

    def __init__(self, microphone):
        super().__init__()
        self.microphone = microphone

    async def recv(self):
        first, samples = await self.microphone.take(SOUND_PIECE)
        frame = av.AudioFrame(format="s16", layout="mono", samples=len(samples))
        frame.planes[0].update(samples.tobytes())
        frame.pts, frame.sample_rate = first, self.microphone.rate
        frame.time_base = fractions.Fraction(1, self.microphone.rate)
        return frame


class AiortcAgent(callproof_agent.Agent):
    name, version = "aiortc", aiortc.__version__
    features = ("mute", "codecPreferences", "relay", "stats", "replaceTrack", "ipv6", "keylog")
    codecs = {"audio": ["opus"], "video": ["VP8", "H264"]}

    async def open(self, setup):
        self._log_keys()
        servers = [
            aiortc.RTCIceServer(server["urls"], server.get("username"), server.get("credential"))
            for server in setup.get("iceServers", [])
        ]
        # An empty list is not the same as none: without one aiortc asks a public server. Bundling
        # stays as it is: with MAX_BUNDLE candidates that only the first section has are lost.
        self.pc = aiortc.RTCPeerConnection(
            aiortc.RTCConfiguration(
                iceServers=servers,
                iceTransportPolicy=aiortc.RTCIceTransportPolicy(setup.get("iceTransportPolicy", "all")),
            )
        )
        self.known = set()  # transports that are being watched
        self.tracks = []  # remote tracks, not yet listened to
        self.pc.on(
            "icegatheringstatechange",
            lambda: self.notify("icegatheringstatechange", state=self.pc.iceGatheringState),
        )
        self.pc.on("iceconnectionstatechange", self._ice_changed)
        self.pc.on("connectionstatechange", self._connection_changed)
        self.pc.on("track", lambda track: self.tracks.append(track))
        for kind, track in (("audio", MicrophoneTrack), ("video", CameraTrack)):
            if setup.get(kind):
                self._add(kind, track, setup[kind])
        self.spawn(self._sample())

    def _add(self, kind, make_track, setup):
        direction = setup.get("direction", "sendrecv")
        source = kind
        if direction in ("sendrecv", "sendonly"):
            make = callproof_devices.Camera if kind == "video" else callproof_devices.Microphone
            source = make_track(make(self, setup))
        transceiver = self.pc.addTransceiver(source, direction)
        self._prefer(transceiver, setup.get("codecs", []))
        if kind == "video":
            # aiortc has no call for it; the encoders begin at their module's rate and obey REMB.
            for module in (vpx, h264):
                if rate := setup.get("bitrate"):
                    module.DEFAULT_BITRATE = rate
                    module.MIN_BITRATE = min(module.MIN_BITRATE, rate)
                if rate := setup.get("maxBitrate"):
                    module.MAX_BITRATE = rate

    @staticmethod
    def _prefer(transceiver, wanted):
        available = RTCRtpReceiver.getCapabilities(transceiver.kind).codecs
        chosen = []
        for name in wanted:
            name, _, profile = name.partition("/")
            chosen += [
                codec
                for codec in available
                if codec.name.lower() == name.lower()
                and profile.lower() in codec.parameters.get("profile-level-id", "").lower()
            ]
        if wanted and not chosen:
            raise ValueError(f"none of {wanted} among {[codec.name for codec in available]}")
        if chosen:
            chosen += [codec for codec in available if codec.name == "rtx"]
        transceiver.setCodecPreferences(chosen)

    async def shut(self):
        await self.pc.close()

    # Descriptions

    async def create_offer(self, params):
        return _init(await self.pc.createOffer())

    async def create_answer(self, params):
        return _init(await self.pc.createAnswer())

    async def local_description(self, params):
        return _init(self.pc.localDescription)

    async def set_local_description(self, params):
        """Returns when gathering is over."""
        await self.pc.setLocalDescription(aiortc.RTCSessionDescription(params["sdp"], params["type"]))
        self._watch()
        gatherers = set()
        for transceiver in self.pc.getTransceivers():
            gatherer = transceiver.receiver.transport.transport.iceGatherer
            for candidate in gatherer.getLocalCandidates() if gatherer not in gatherers else []:
                self.notify(
                    "icecandidate",
                    candidate="candidate:" + candidate_to_sdp(candidate),
                    sdpMid=transceiver.mid,
                )
            gatherers.add(gatherer)
        self.notify("icecandidate", candidate="", sdpMid="")

    async def set_remote_description(self, params):
        await self.pc.setRemoteDescription(aiortc.RTCSessionDescription(params["sdp"], params["type"]))
        self._watch()

    async def add_ice_candidate(self, params):
        text = params["candidate"].removeprefix("candidate:")
        candidate = candidate_from_sdp(text) if text else None
        if candidate:
            candidate.sdpMid = params["sdpMid"]
        await self.pc.addIceCandidate(candidate)

    async def set_codec_preferences(self, params):
        self._prefer(self._transceiver(params["mid"]), params["codecs"])

    async def replace_track(self, params):
        sender = self._transceiver(params["mid"]).sender
        if params["source"] is None:
            sender.replaceTrack(None)
        elif sender.track is None:
            raise ValueError("the section has no track whose source could be replaced")
        else:
            capture = getattr(sender.track, "camera", None) or sender.track.microphone
            capture.source = capture.open(params["source"])

    async def get_stats(self, params):
        return {key: dataclasses.asdict(value) for key, value in (await self.pc.getStats()).items()}

    def _transceiver(self, mid):
        return callproof_agent.transceiver_of(self.pc.getTransceivers(), mid)

    # Events

    def _watch(self):
        """Looks at what the last description brought."""
        for transceiver in self.pc.getTransceivers():
            transport = transceiver.receiver.transport
            if transport not in self.known:
                self.known.add(transport)
                transport.on("statechange", lambda transport=transport: self._dtls_changed(transport))
            track = transceiver.sender.track
            if track is not None and transceiver.mid is not None:
                capture = track.camera if transceiver.kind == "video" else track.microphone
                capture.mid = transceiver.mid
        for track in self.tracks:
            transceiver = next(t for t in self.pc.getTransceivers() if t.receiver.track is track)
            self.notify("track", mid=transceiver.mid, kind=track.kind)
            self.spawn(self._receive(transceiver, track))
        self.tracks = []

    def _ice_changed(self):
        state = self.pc.iceConnectionState
        self.notify("iceconnectionstatechange", state=state)
        if state != "completed":
            return
        for transceiver in self.pc.getTransceivers()[:1]:
            pair = transceiver.receiver.transport.transport._connection._nominated.get(1)
            if pair is not None:
                self.notify(
                    "selectedcandidatepair",
                    local=callproof_agent.address_of(*pair.local_addr[:2]),
                    remote=callproof_agent.address_of(*pair.remote_addr[:2]),
                    localType=pair.local_candidate.type,
                    remoteType=pair.remote_candidate.type,
                )

    def _connection_changed(self):
        self.notify("connectionstatechange", state=self.pc.connectionState)
        if self.pc.connectionState == "connected":
            for transceiver in self.pc.getTransceivers():
                if transceiver.currentDirection in ("sendrecv", "sendonly"):
                    self._say_sending(transceiver)

    def _dtls_changed(self, transport):
        if transport.state == "failed":
            self.notify("dtls", state="failed", reason="the handshake failed", role=transport._role)
        elif transport.state == "connected":
            ssl = transport._ssl
            profile = ssl.get_selected_srtp_profile()
            name = profile.decode().replace("_CM_SHA1", "_CM_HMAC_SHA1")  # as IANA has it
            self.notify(
                "dtls",
                state="connected",
                version=ssl.get_protocol_version_name().replace("v", " "),
                cipher=CIPHERS.get(ssl.get_cipher_name(), ssl.get_cipher_name()),
                srtp=name,
                role=transport._role,
            )
            profile = next(p for p in transport._srtp_profiles if p.openssl_profile == profile)
            # RFC 5764 §4.2: client key, server key, client salt, server salt.
            material = ssl.export_keying_material(
                b"EXTRACTOR-dtls_srtp", 2 * (profile.key_length + profile.salt_length)
            )
            keys = [profile.get_key_and_salt(material, side).hex() for side in (0, 1)]
            local, remote = keys if transport._role == "client" else reversed(keys)
            self.notify("srtpkeys", profile=name, local=local, remote=remote)

    def _log_keys(self):
        """aiortc makes its TLS context itself; what is made is given a key log."""
        make = RTCCertificate._create_ssl_context

        def make_with_log(certificate, *arguments, **named):
            context = make(certificate, *arguments, **named)
            context.set_keylog_callback(lambda _, line: self.notify("secret", line=line.decode()))
            return context

        RTCCertificate._create_ssl_context = make_with_log

    # Media

    async def _receive(self, transceiver, track):
        mid = transceiver.mid
        screen = callproof_devices.Screen(self, mid)
        loudspeaker = callproof_devices.Loudspeaker(self, mid)
        first = True
        while True:
            try:
                frame = await track.recv()
            except aiortc.mediastreams.MediaStreamError:
                return
            if first:
                first = False
                self._say_receiving(transceiver)
            if track.kind == "video":
                luma = frame.planes[0]
                screen.show(
                    memoryview(luma),
                    luma.line_size,
                    frame.width,
                    frame.height,
                    whole=lambda: frame.reformat(format="yuv420p").to_ndarray().tobytes(),
                    still=lambda frame=frame: _still(frame),
                )
            else:
                # 16 bits, channels interleaved: the left one is listened to.
                samples = memoryview(frame.planes[0]).cast("B").cast("h")[: frame.samples * 2 : 2]
                loudspeaker.play(array.array("h", samples.tobytes()))

    def _say_receiving(self, transceiver):
        codec = transceiver._codecs[0]
        receiver = transceiver.receiver
        sources = [
            source.source
            for source in receiver.getSynchronizationSources()
            if source.source not in receiver._RTCRtpReceiver__rtx_ssrc
        ]
        self.notify(
            "receiving",
            mid=transceiver.mid,
            kind=transceiver.kind,
            codec=codec.name,
            payloadType=codec.payloadType,
            ssrc=sources[0] if sources else 0,
        )

    async def _sample(self):
        """Counters of all streams, each second."""
        while True:
            await asyncio.sleep(1)
            for transceiver in self.pc.getTransceivers():
                if transceiver.mid is None:
                    continue
                self._say_received(transceiver)
                for stats in (await transceiver.sender.getStats()).values():
                    if stats.type == "outbound-rtp" and stats.packetsSent > 0:
                        self.notify(
                            "streamstats",
                            mid=transceiver.mid,
                            direction="sent",
                            packets=stats.packetsSent,
                            bytes=stats.bytesSent + RTP_HEADER * stats.packetsSent,
                        )

    def _say_received(self, transceiver):
        """getStats gives one stream of a section, and that may be the retransmissions."""
        media, retransmitted = None, 0
        for ssrc, stream in transceiver.receiver._RTCRtpReceiver__remote_streams.items():
            if ssrc in transceiver.receiver._RTCRtpReceiver__rtx_ssrc:
                retransmitted += stream.packets_received
            else:
                media = stream
        if media is not None:
            self.notify(
                "streamstats",
                mid=transceiver.mid,
                direction="received",
                packets=media.packets_received,
                cumulativeLost=media.packets_lost,
                retransmittedPackets=retransmitted,
                jitter=media.jitter * callproof_agent.SECOND // media._clockrate,
            )

    def _say_sending(self, transceiver):
        codec = transceiver._codecs[0]
        self.notify(
            "sending",
            mid=transceiver.mid,
            kind=transceiver.kind,
            codec=codec.name,
            payloadType=codec.payloadType,
            ssrc=transceiver.sender._ssrc,
        )


def _init(description):
    return {"type": description.type, "sdp": description.sdp}


def _still(frame):
    rgb = frame.reformat(format="rgb24")
    return "image/png", callproof_devices.png(rgb.width, rgb.height, rgb.to_ndarray().tobytes(), 3)


if __name__ == "__main__":
    callproof_agent.run(AiortcAgent)

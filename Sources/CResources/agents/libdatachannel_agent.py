"""Agent of level 3 for libdatachannel (the package libdatachannel-py, Python 3.13 or later).

The library does ICE, DTLS, SRTP, NACK and receiver reports; RTP's payload formats and sender reports are made here.
"""

import asyncio
import importlib.metadata
import random
import time

import libdatachannel as rtc

from callproof_agent import address_of, run
from callproof_coded import Assembler, CodedAgent, OutgoingStream, parse_packet

KEY_FRAME_REQUEST_INTERVAL = 0.5  # seconds
REORDERING_PATIENCE = 0.1  # seconds; the library answers NACKs and sends none, so that what is lost stays so
CLOCK_RATES = {"audio": 48_000, "video": 90_000}
OFFERED = {"opus": 111, "VP8": 96, "H264": 102}
OURS = {"audio": ("opus",), "video": ("VP8", "H264")}
H264_FORMAT = "profile-level-id={};packetization-mode=1;level-asymmetry-allowed=1"
H264_PROFILE = "42e01f"
DIRECTIONS = {
    "sendrecv": rtc.Description.Direction.SendRecv,
    "sendonly": rtc.Description.Direction.SendOnly,
    "recvonly": rtc.Description.Direction.RecvOnly,
    "inactive": rtc.Description.Direction.Inactive,
}
GATHERING = {"New": "new", "InProgress": "gathering", "Complete": "complete"}
CANDIDATE_TYPES = {"Host": "host", "ServerReflexive": "srflx", "PeerReflexive": "prflx", "Relayed": "relay"}


class Section:
    """One section of the description: its track and the streams in it."""

    def __init__(self, agent, kind, mid):
        self.agent, self.kind, self.mid = agent, kind, mid
        self.codecs = {}  # by payload type
        self.track = self.outgoing = self.assembler = None
        self.ssrc = random.randrange(1, 1 << 32)
        self.sends, self.has_key = True, False
        self.last_request = 0.0
        self.key_frames_asked_of_us = self.key_frames_asked_for = 0
        self.keep = []  # handlers that the library calls back

    def attach(self, track):
        self.track = track
        session, responder = rtc.RtcpReceivingSession(), rtc.RtcpNackResponder()
        requests = rtc.PliHandler(self.receive_key_frame_request)
        track.set_media_handler(session)
        track.chain_media_handler(responder)
        track.chain_media_handler(requests)
        self.keep = [session, responder, requests]
        track.on_message(self.receive, lambda text: None)

    def choose(self, payload_type):
        """The codec to send in, once both sides agreed."""
        codec = self.codecs[payload_type]
        if self.outgoing is None or self.outgoing.payload_type != payload_type:
            self.outgoing = OutgoingStream(codec, payload_type, CLOCK_RATES[self.kind], self.ssrc)
            self.agent.notify(
                "sending", mid=self.mid, kind=self.kind, codec=codec, payloadType=payload_type, ssrc=self.ssrc
            )

    def receive_key_frame_request(self):
        self.key_frames_asked_of_us += 1
        self.agent.notify("keyframerequest", kind=self.kind)

    def receive(self, packet):
        at = self.agent.now()
        parsed = parse_packet(packet)
        if parsed is None:
            return
        marker, payload_type, sequence, timestamp, ssrc, payload = parsed
        codec = self.codecs.get(payload_type)
        if codec is None:
            return
        if self.assembler is None or self.assembler.codec != codec:
            self.assembler = Assembler(codec, REORDERING_PATIENCE)
            self.agent.notify("track", at, mid=self.mid, kind=self.kind)
            self.agent.notify(
                "receiving", at, mid=self.mid, kind=self.kind, codec=codec, payloadType=payload_type, ssrc=ssrc
            )
        for frame in self.assembler.push(sequence, timestamp, marker, payload):
            self.agent.notify_frame(self.mid, self.kind, codec, frame, at)
        if self.assembler.wants_key:
            self.ask_for_key_frame()

    def ask_for_key_frame(self):
        now = time.monotonic()
        if self.track is not None and now - self.last_request >= KEY_FRAME_REQUEST_INTERVAL:
            self.last_request = now
            self.key_frames_asked_for += 1
            self.track.request_keyframe()

    def send(self, codec, timestamp, is_key, data):
        if self.outgoing is None or not self.sends or codec.lower() != self.outgoing.codec.lower():
            return
        self.has_key = self.has_key or is_key or self.kind == "audio"
        if not self.has_key or not self.track.is_open():
            return
        for packet in self.outgoing.packetize(timestamp, data):
            self.track.send(packet)

    def report(self):
        """Sends the sender report and tells the counters; each second."""
        if self.track is None or not self.track.is_open():
            return
        if self.outgoing is not None and (report := self.outgoing.sender_report()) is not None:
            self.track.send(report)
            self.agent.notify(
                "streamstats",
                mid=self.mid,
                direction="sent",
                packets=self.outgoing.packets,
                bytes=self.outgoing.bytes,
                plis=self.key_frames_asked_of_us,
            )
        if self.assembler is not None:
            self.agent.notify(
                "streamstats",
                mid=self.mid,
                direction="received",
                packets=self.assembler.packets,
                bytes=self.assembler.bytes,
                cumulativeLost=self.assembler.missing(),
                plis=self.key_frames_asked_for,
            )


class LibDataChannel(CodedAgent):
    """One rtc::PeerConnection."""

    name, version = "libdatachannel", importlib.metadata.version("libdatachannel-py")
    features = ("trickle", "relay", "ipv6")
    codecs = {kind: list(names) for kind, names in OURS.items()}

    def __init__(self):
        super().__init__()
        self.connection = None
        self.sections = {}  # by mid

    async def open(self, setup):
        configuration = rtc.Configuration()
        configuration.disable_auto_negotiation = configuration.disable_auto_gathering = True
        configuration.ice_servers = [
            _server(url, server) for server in setup.get("iceServers") or [] for url in server["urls"]
        ]
        if setup.get("iceTransportPolicy") == "relay":
            configuration.ice_transport_policy = rtc.TransportPolicy.Relay
        self.connection = rtc.PeerConnection(configuration)
        self.connection.on_local_candidate(
            lambda candidate: self.notify("icecandidate", candidate=candidate.candidate(), sdpMid=candidate.mid())
        )
        self.connection.on_gathering_state_change(self.gathering_changed)
        self.connection.on_ice_state_change(self.ice_changed)
        self.connection.on_state_change(self.state_changed)
        self.spawn(self.report())

    # Negotiation.

    async def create_offer(self, params):
        if not self.sections:
            for mid, kind in enumerate(kind for kind in ("audio", "video") if self.setup.get(kind)):
                self.add_offered(str(mid), kind)
        # The library's own create_offer gives another session id than what it then sets.
        self.connection.set_local_description(rtc.Description.Type.Offer)
        return await self.local_description(params)

    async def create_answer(self, params):
        self.connection.set_local_description(rtc.Description.Type.Answer)
        return await self.local_description(params)

    async def local_description(self, params):
        description = self.connection.local_description()
        if description is None:
            raise ValueError("there is no local description yet")
        return {"type": description.type_string(), "sdp": str(description)}

    async def set_local_description(self, params):
        self.connection.gather_local_candidates()

    async def set_remote_description(self, params):
        self.connection.set_remote_description(rtc.Description(params["sdp"], params["type"]))
        remote = self.connection.remote_description()
        for index in range(remote.media_count()):
            media = remote.media(index)
            if media.type() not in CLOCK_RATES or media.is_removed():
                continue
            if params["type"] == "offer":
                self.add_answered(media)
            elif media.mid() in self.sections:
                self.agree(self.sections[media.mid()], media)

    async def add_ice_candidate(self, params):
        if params["candidate"]:
            self.connection.add_remote_candidate(rtc.Candidate(params["candidate"], params["sdpMid"]))

    def wanted(self, kind):
        """(codec, H.264 profile or none), most wanted first."""
        names = (self.setup[kind].get("codecs") or []) or OURS[kind]
        pairs = [(name.partition("/")[0], name.partition("/")[2]) for name in names]
        known = {codec.lower(): codec for codec in OURS[kind]}
        result = [(known[codec.lower()], profile) for codec, profile in pairs if codec.lower() in known]
        if not result:
            raise ValueError(f"none of {', '.join(names)} can be sent; this agent has {', '.join(OURS[kind])}")
        return result

    def add_offered(self, mid, kind):
        media = _media(kind, mid, DIRECTIONS[self.setup[kind].get("direction", "sendrecv")])
        section = Section(self, kind, mid)
        for codec, profile in self.wanted(kind):
            payload_type = OFFERED[codec]
            _add_codec(media, codec, payload_type, profile)
            section.codecs[payload_type] = codec
        self.add(section, media)

    def add_answered(self, offered):
        mid, kind = offered.mid(), offered.type()
        if mid in self.sections or not self.setup.get(kind):
            return
        for codec, profile in self.wanted(kind):
            for payload_type in offered.payload_types():
                line = offered.rtp_map(payload_type)
                if line.format.lower() != codec.lower() or not _fits(codec, profile, line.fmtps):
                    continue
                direction = _answered(offered.direction(), DIRECTIONS[self.setup[kind].get("direction", "sendrecv")])
                media = _media(kind, mid, direction)
                _add_codec(media, codec, payload_type, _profile(line.fmtps) or profile)
                section = Section(self, kind, mid)
                section.codecs[payload_type] = codec
                self.add(section, media)
                section.choose(payload_type)
                return

    def add(self, section, media):
        section.sends = media.direction() in (DIRECTIONS["sendrecv"], DIRECTIONS["sendonly"])
        if section.sends:
            media.add_ssrc(section.ssrc, "callproof", "callproof", section.kind)
        self.sections[section.mid] = section
        section.attach(self.connection.add_track(media))

    @staticmethod
    def agree(section, answered):
        for payload_type in answered.payload_types():
            if payload_type in section.codecs:
                section.choose(payload_type)
                return

    # Media.

    def send_frame(self, kind, codec, timestamp, is_key, data):
        if self.connection is None or self.connection.state() != rtc.PeerConnection.State.Connected:
            return
        for section in self.sections.values():
            if section.kind == kind:
                section.send(codec, timestamp, is_key, data)

    def ask_for_key_frame(self):
        for section in self.sections.values():
            if section.kind == "video":
                section.ask_for_key_frame()

    async def report(self):
        while not self.closed.is_set():
            await asyncio.sleep(1)
            for section in list(self.sections.values()):
                section.report()

    # States; from the library's threads.

    def gathering_changed(self, state):
        if state.name == "Complete":
            self.notify("icecandidate", candidate="", sdpMid=next(iter(self.sections), "0"))
        self.notify("icegatheringstatechange", state=GATHERING[state.name])

    def ice_changed(self, state):
        self.notify("iceconnectionstatechange", state=state.name.lower())
        if state.name == "Connected":
            local, remote = rtc.Candidate(), rtc.Candidate()
            if self.connection.get_selected_candidate_pair(local, remote):
                self.notify(
                    "selectedcandidatepair",
                    local=_address(local),
                    localType=CANDIDATE_TYPES.get(local.type().name, ""),
                    remote=_address(remote),
                    remoteType=CANDIDATE_TYPES.get(remote.type().name, ""),
                )

    def state_changed(self, state):
        self.notify("connectionstatechange", state=state.name.lower())
        if state.name == "Connected" and any(section.kind == "video" for section in self.sections.values()):
            self.notify("keyframerequest", kind="video")

    async def shut(self):
        if self.connection is not None:
            self.connection.close()


def _server(url, server):
    scheme, _, rest = url.partition(":")
    address, _, query = rest.partition("?")
    host, _, port = address.rpartition(":")
    if scheme != "turn":
        return rtc.IceServer(url)
    transport = rtc.IceServer.RelayType.TurnTcp if query == "transport=tcp" else rtc.IceServer.RelayType.TurnUdp
    return rtc.IceServer(
        host or address, int(port or 3478), server.get("username", ""), server.get("credential", ""), transport
    )


def _media(kind, mid, direction):
    return rtc.Description.Audio(mid, direction) if kind == "audio" else rtc.Description.Video(mid, direction)


def _add_codec(media, codec, payload_type, profile):
    if codec == "opus":
        media.add_opus_codec(payload_type)
    elif codec == "VP8":
        media.add_vp8_codec(payload_type)
    else:
        media.add_h264_codec(payload_type, H264_FORMAT.format(profile or H264_PROFILE))


def _fits(codec, profile, formats):
    """H.264 is packetized in mode 1 here; another profile than the wanted one will not do."""
    if codec != "H264":
        return True
    text = ";".join(formats).replace(" ", "").lower()
    return "packetization-mode=1" in text and (not profile or f"profile-level-id={profile.lower()}" in text)


def _profile(formats):
    for parameter in ";".join(formats).replace(" ", "").split(";"):
        if parameter.lower().startswith("profile-level-id="):
            return parameter.partition("=")[2]
    return None


def _answered(offered, ours):
    """RFC 3264 §6.1: what they send we may receive, what they receive we may send."""

    def has(direction, *names):
        return direction in [DIRECTIONS[name] for name in names]

    sends = has(offered, "sendrecv", "recvonly") and has(ours, "sendrecv", "sendonly")
    receives = has(offered, "sendrecv", "sendonly") and has(ours, "sendrecv", "recvonly")
    name = {(True, True): "sendrecv", (True, False): "sendonly", (False, True): "recvonly"}.get((sends, receives))
    return DIRECTIONS[name or "inactive"]


def _address(candidate):
    host = candidate.address() or ""
    return address_of(host, candidate.port())


if __name__ == "__main__":
    run(LibDataChannel)

"""What the agents for Janus share: a handle at a plugin, descriptions, candidates, and what it tells of a call."""

import asyncio
import http.client
import json
import re

import janus_gateway as gateway
from callproof_agent import Agent

POLL_CONNECTING, POLL_CONNECTED = 0.1, 1.0  # seconds between looks at the admin interface
CODEC_NAMES = {"opus": "opus", "vp8": "VP8", "vp9": "VP9", "h264": "H264", "av1": "AV1"}


class JanusAgent(Agent):
    """One handle at a plugin of Janus, which makes and takes the descriptions."""

    name, level = "janus", 2
    features = ("trickle", "stats", "ipv6")
    codecs = {"audio": ["opus"], "video": ["VP8", "H264"]}
    plugin = None
    set_track_enabled = None  # Janus has no tracks of its own

    def __init__(self, options):
        super().__init__()
        self.version = gateway.version() or "unknown"
        self.room = options.room
        self.gateway = gateway.Gateway()
        self.handle = gateway.Handle(self.gateway, self.plugin, self.receive_event)
        self.remote = self.local = None
        self.candidates = []  # ours, of this generation; "" at their end
        self.is_making = False  # a description: Janus trickles before it tells what the candidates belong to
        self.early = []  # theirs, until Janus knows their description
        self.is_gathering = self.is_up = self.was_up = False
        self.said = set()

    # Commands.

    async def open(self, setup):
        if setup.get("iceTransportPolicy") == "relay":
            raise gateway.JanusError("Janus cannot be held to relayed candidates; leave the relay policy out")
        await self.gateway.start(setup["scratch"], setup.get("iceServers") or [])
        await self.handle.open()
        self.spawn(self.handle.poll())

    async def create_offer(self, params):
        raise gateway.JanusError(f"{self.plugin} only answers")

    async def create_answer(self, params):
        raise gateway.JanusError(f"{self.plugin} only offers")

    async def set_local_description(self, params):
        """Janus did it when it made the description."""

    async def set_remote_description(self, params):
        self.remote = params

    async def local_description(self, params):
        if self.local is None:
            raise gateway.JanusError("there is no local description yet")
        return {"type": self.local["type"], "sdp": _with_candidates(self.local["sdp"], self.candidates)}

    async def add_ice_candidate(self, params):
        if params["candidate"]:
            candidate = {"candidate": params["candidate"], "sdpMid": params["sdpMid"]}
        else:
            candidate = {"completed": True}
        if self.early is None:
            await self.handle.trickle(candidate)
        else:
            self.early.append(candidate)

    async def get_stats(self, params):
        return await self.handle.info()

    async def shut(self):
        await self.handle.close()

    async def linger(self):
        await self.gateway.stop()

    # What the modes share.

    def preferred_codec(self, kind):
        """As Janus writes it ("vp8"); None: none was asked for."""
        wanted = (self.setup.get(kind) or {}).get("codecs") or []
        return wanted[0].partition("/")[0].lower() if wanted else None

    async def make(self, request, jsep=None):
        """Asks for a description; `jsep` is the one that it answers."""
        self.candidates, self.is_making = [], True
        _, made = await self.handle.ask(request, jsep)
        if made is None:
            raise gateway.JanusError(f"{self.plugin} gave no description")
        if self.local is None:
            self.spawn(self.watch())
        self.local, self.is_making = {"type": made["type"], "sdp": made["sdp"]}, False
        for candidate in self.candidates:
            self.notify_candidate(candidate)
        if jsep is not None:
            await self.remote_was_given()
        return self.local

    async def remote_was_given(self):
        early, self.early = self.early, None
        for candidate in early or []:
            await self.handle.trickle(candidate)

    def notify_candidate(self, candidate):
        if candidate and not self.is_gathering:
            self.notify("icegatheringstatechange", state="gathering")
        # Everything is bundled, and Janus names no section.
        self.notify("icecandidate", candidate=candidate, sdpMid=_first_mid(self.local["sdp"]))
        self.is_gathering = bool(candidate)
        if not candidate:
            self.notify("icegatheringstatechange", state="complete")

    # Events.

    def receive_event(self, event):
        kind = event.get("janus")
        if kind == "trickle":
            candidate = event["candidate"].get("candidate", "")
            self.candidates.append(candidate)
            if not self.is_making:
                self.notify_candidate(candidate)
        elif kind == "webrtcup":
            self.is_up = self.was_up = True
            self.spawn(self.look_once())
            self.notify("connectionstatechange", state="connected")
        elif kind == "hangup":
            self.hang_up(event.get("reason", ""))
        elif kind in ("slowlink", "event", "detached"):
            self.notify("log", text=json.dumps(event))

    def hang_up(self, reason):
        """Reasons are "ICE failed", "DTLS alert", "Close PC" and the like."""
        self.notify("log", text=f"hangup: {reason}")
        if self.is_up:
            self.notify("connectionstatechange", state="closed")
        elif not self.was_up:
            if "DTLS" in reason:
                self.notify("dtls", state="failed", reason=reason)
            elif "ICE" in reason:
                self.notify("iceconnectionstatechange", state="failed")
            self.notify("connectionstatechange", state="failed")
        self.is_up = False

    # What only the admin interface tells: ICE, DTLS and the counters.

    async def watch(self):
        while not self.handle.is_closing:
            await self.look_once()
            await asyncio.sleep(POLL_CONNECTED if self.is_up else POLL_CONNECTING)

    async def look_once(self):
        try:
            self.look((await self.handle.info()).get("webrtc") or {})
        except (OSError, ValueError, http.client.HTTPException, gateway.JanusError) as error:
            if not self.handle.is_closing:
                self.notify("log", text=f"handle_info: {error}")

    def look(self, webrtc):
        ice, dtls = webrtc.get("ice") or {}, webrtc.get("dtls") or {}
        # Janus' instants are microseconds of CLOCK_MONOTONIC.
        connected = self.instant(ice.get("connected"))
        state = ice.get("state")
        if connected is not None:
            self.once("ice connected", "iceconnectionstatechange", connected, state="connected")
        elif state == "failed":
            self.once("ice failed", "iceconnectionstatechange", state="failed")
        elif state in ("connecting", "gathering"):
            self.once("ice checking", "iceconnectionstatechange", state="checking")
        pair = _selected_pair(ice.get("selected-pair", ""))
        if pair is not None:
            self.once(("pair", pair["local"], pair["remote"]), "selectedcandidatepair", connected, **pair)
        if dtls.get("dtls-state") == "connected" and dtls.get("srtp-profile") != "none":
            # Janus speaks DTLS 1.2 only, and does not tell the cipher.
            self.once(
                "dtls",
                "dtls",
                self.instant(dtls.get("connected")),
                state="connected",
                version="DTLS 1.2",
                srtp=dtls.get("srtp-profile", ""),
                role=_dtls_role(dtls.get("dtls-role")),
            )
        for stream in (webrtc.get("media") or {}).values():
            if stream["type"] in ("audio", "video"):
                self.look_at_stream(stream)

    def look_at_stream(self, stream):
        mid, kind, codecs = stream["mid"], stream["type"], stream.get("codecs") or {}
        rtcp = (stream.get("rtcp") or {}).get("main") or {}
        named = {
            "mid": mid,
            "kind": kind,
            "payloadType": codecs.get("pt", 0),
            "codec": CODEC_NAMES.get(codecs.get("codec"), codecs.get("codec", "")),
        }
        for direction, verb, ssrc in (("in", "receiving", "ssrc-peer"), ("out", "sending", "ssrc")):
            counts = (stream.get("stats") or {}).get(direction) or {}
            if not counts.get("packets"):
                continue
            if direction == "in":
                self.once(("track", mid), "track", mid=mid, kind=kind)
            self.once((verb, mid), verb, **named, ssrc=(stream.get("ssrc") or {}).get(ssrc, 0))
            sample = {"packets": counts["packets"], "bytes": counts["bytes"], "nacks": counts.get("nacks", 0)}
            if direction == "in":
                sample.update(cumulativeLost=rtcp.get("lost", 0), jitter=rtcp.get("jitter-local", 0) * 1_000_000)
                if "retransmissions" in counts:
                    sample["retransmittedPackets"] = counts["retransmissions"]
            else:
                sample.update(
                    cumulativeLost=rtcp.get("lost-by-remote", 0), jitter=rtcp.get("jitter-remote", 0) * 1_000_000
                )
            self.notify("streamstats", mid=mid, direction="received" if direction == "in" else "sent", **sample)

    def instant(self, microseconds):
        return microseconds * 1000 - self.origin if microseconds and microseconds > 0 else None

    def once(self, key, method, at=None, **params):
        if key not in self.said:
            self.said.add(key)
            self.notify(method, at, **params)


# Descriptions.


def _first_mid(sdp):
    found = re.search(r"^a=mid:(\S+)", sdp, re.MULTILINE)
    return found[1] if found else "0"


def mid_of(kind, sdp):
    section = re.search(rf"^m={kind} .*?(?=^m=|\Z)", sdp, re.MULTILINE | re.DOTALL)
    return _first_mid(section[0]) if section else "0"


def _with_candidates(sdp, candidates):
    """The description with what was trickled since, in its first section: everything is bundled."""
    lines = [f"a={candidate}\r\n" if candidate else "a=end-of-candidates\r\n" for candidate in candidates]
    sections = re.split(r"(?=^m=)", sdp, flags=re.MULTILINE)
    if len(sections) > 1:
        sections[1] += "".join(lines)
    return "".join(sections)


def _selected_pair(text):
    """Out of the words of handle_info: "10.0.2.1:5000 [host,udp] <-> 10.0.1.1:6000 [prflx,udp]"."""
    found = re.fullmatch(r"(\S+) \[(\w+),\w+\] <-> (\S+) \[(\w+),\w+\]", text)
    if not found:
        return None
    return {
        "local": _bracketed(found[1]),
        "localType": found[2],
        "remote": _bracketed(found[3]),
        "remoteType": found[4],
    }


def _bracketed(address):
    """Janus writes IPv6 addresses without brackets."""
    host, _, port = address.rpartition(":")
    return f"[{host}]:{port}" if ":" in host and not host.startswith("[") else address


def _dtls_role(setup):
    return {"active": "client", "passive": "server"}.get(setup, "")

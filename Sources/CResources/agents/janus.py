"""Agent for Janus: janus.py echotest | videoroom-publish | videoroom-subscribe | streaming [--room N]

echotest            answers, and sends back what it receives (level 2)
videoroom-publish   answers the offer of a publisher (level 2)
videoroom-subscribe offers the publisher's streams to a subscriber (level 2)
streaming           offers a mountpoint that is fed with coded frames (level 3)
The first agent of a network namespace starts Janus; the legs of a room share it, and it ends with the last of them.
"""

import argparse
import asyncio
import socket
import time

import janus_gateway as gateway
from callproof_agent import run
from callproof_coded import CodedAgent, OutgoingStream
from janus_agent import CODEC_NAMES, JanusAgent, mid_of

LOOPBACK = "127.0.0.1"
PUBLISHER_LIMIT = 10.0  # seconds that a subscriber waits for a publisher
PAYLOAD_TYPES = {"audio": 111, "video": 96}
CLOCK_RATES = {"audio": 48_000, "video": 90_000}
PICTURE_LOSS, FULL_INTRA = 1, 4  # formats of RTCP packet type 206 (RFC 4585 §6.3.1, RFC 5104 §4.3.1)


class EchoTest(JanusAgent):
    """Sends back what it receives."""

    plugin = "echotest"
    features = JanusAgent.features + ("echo",)

    async def create_answer(self, params):
        request = {"audio": True, "video": True}
        for kind in ("audio", "video"):
            if codec := self.preferred_codec(kind):
                request[f"{kind}codec"] = codec
        return await self.make(request, self.remote)


class RoomPublisher(JanusAgent):
    """The leg of a room that receives."""

    plugin = "videoroom"

    async def open(self, setup):
        await super().open(setup)
        room = {
            "request": "create",
            "room": self.room,
            "publishers": 6,
            "notify_joining": False,
            "audiocodec": self.preferred_codec("audio") or "opus",
            "videocodec": self.preferred_codec("video") or "vp8,h264",
            "bitrate": 0,
        }
        try:
            await self.handle.ask(room)
        except gateway.JanusError as error:
            if "already exists" not in str(error):
                raise

    async def create_answer(self, params):
        request = {
            "request": "joinandconfigure" if self.local is None else "configure",
            "room": self.room,
            "ptype": "publisher",
            "display": self.setup["name"],
        }
        return await self.make(request, self.remote)


class RoomSubscriber(JanusAgent):
    """The leg of a room that sends: it waits for a publisher and offers what that one sends."""

    plugin = "videoroom"

    async def create_offer(self, params):
        feed = await self.find_publisher()
        request = {"request": "join", "ptype": "subscriber", "room": self.room, "streams": [{"feed": feed}]}
        return await self.make(request)

    async def find_publisher(self):
        limit = time.monotonic() + PUBLISHER_LIMIT
        while time.monotonic() < limit:
            try:
                data, _ = await self.handle.ask({"request": "listparticipants", "room": self.room})
            except gateway.JanusError as error:
                if "No such room" not in str(error):
                    raise
                data = {}
            for participant in data.get("participants", []):
                if participant.get("publisher"):
                    return participant["id"]
            await asyncio.sleep(0.05)
        raise gateway.JanusError(f"nobody published in room {self.room} within {PUBLISHER_LIMIT:.0f} s")

    async def set_remote_description(self, params):
        await super().set_remote_description(params)
        await self.handle.ask({"request": "start", "room": self.room}, params)
        await self.remote_was_given()


class Streaming(CodedAgent, JanusAgent):
    """Offers a mountpoint; frames from the harness go to it as plain RTP on loopback."""

    level = 3
    plugin = "streaming"

    async def open(self, setup):
        await super().open(setup)
        self.sockets, self.streams = {}, {}
        self.has_key, self.begun = False, set()
        request = {"request": "create", "type": "rtp", "id": self.room, "name": "callproof"}
        for kind in ("audio", "video"):
            if setup.get(kind) is None:
                continue
            codec = self.preferred_codec(kind) or {"audio": "opus", "video": "vp8"}[kind]
            name = CODEC_NAMES.get(codec, codec)
            self.streams[kind] = OutgoingStream(name, PAYLOAD_TYPES[kind], CLOCK_RATES[kind])
            suffix = "/2" if kind == "audio" else ""
            request |= {
                kind: True,
                f"{kind}port": 0,
                f"{kind}pt": PAYLOAD_TYPES[kind],
                f"{kind}codec": codec,
                f"{kind}rtpmap": f"{name}/{CLOCK_RATES[kind]}{suffix}",
            }
        if "video" in self.streams:
            request["videortcpport"] = 0  # key frame requests of the viewer come back there
            if self.streams["video"].codec == "H264":
                request["videofmtp"] = "profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1"
        created, _ = await self.handle.ask(request)
        for kind, stream in self.streams.items():
            port = created["stream"][f"{kind}_port"]
            self.sockets[kind] = _connected_socket(port)
        if "video" in self.streams:
            await self.listen_for_key_frame_requests(created["stream"]["video_rtcp_port"])

    async def create_offer(self, params):
        offer = await self.make({"request": "watch", "id": self.room})
        for kind, stream in self.streams.items():
            mid = mid_of(kind, offer["sdp"])
            self.once(("sending", mid), "sending", mid=mid, kind=kind, codec=stream.codec)
        return offer

    async def set_remote_description(self, params):
        await super().set_remote_description(params)
        await self.handle.ask({"request": "start"}, params)
        await self.remote_was_given()

    def receive_event(self, event):
        super().receive_event(event)
        if event.get("janus") == "webrtcup" and "video" in self.streams:
            self.notify("keyframerequest", kind="video")

    async def listen_for_key_frame_requests(self, port):
        rtcp = _connected_socket(port)
        stream = self.streams["video"]

        def read():
            try:
                packet = rtcp.recv(2048)
            except OSError:
                return
            if _asks_for_key_frame(packet):
                self.notify("keyframerequest", kind="video")

        self.loop.add_reader(rtcp, read)
        # Janus learns where to send requests from what comes: an empty receiver report (RFC 3550 §6.4.2).
        rtcp.send(bytes([0x80, 201, 0, 1]) + stream.ssrc.to_bytes(4, "big"))

    def send_frame(self, kind, codec, timestamp, is_key, data):
        stream = self.streams.get(kind)
        if stream is None or codec.lower() != stream.codec.lower() or not self.is_up:
            return
        if kind == "video":
            self.has_key = self.has_key or is_key
            if not self.has_key:
                return
        for packet in stream.packetize(timestamp, data):
            try:
                self.sockets[kind].send(packet)
            except OSError as error:
                self.notify("log", text=f"mountpoint: {error}")


def _connected_socket(port):
    result = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    result.setblocking(False)
    result.connect((LOOPBACK, port))
    return result


def _asks_for_key_frame(compound):
    position = 0
    while position + 4 <= len(compound):
        if compound[position + 1] == 206 and compound[position] & 0x1F in (PICTURE_LOSS, FULL_INTRA):
            return True
        position += 4 + 4 * int.from_bytes(compound[position + 2 : position + 4], "big")
    return False


MODES = {
    "echotest": EchoTest,
    "videoroom-publish": RoomPublisher,
    "videoroom-subscribe": RoomSubscriber,
    "streaming": Streaming,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="callproof's agent for Janus")
    parser.add_argument("mode", nargs="?", default="echotest", choices=MODES)
    parser.add_argument("--room", type=int, default=1234, help="number of the room or mountpoint")
    chosen = parser.parse_args()
    run(lambda: MODES[chosen.mode](chosen))

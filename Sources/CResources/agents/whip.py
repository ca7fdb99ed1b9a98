"""Agents for WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep-03): descriptions that cross by HTTP.

whip.py endpoint URL [-- SERVER...]   the far side is an endpoint at URL, which SERVER, if given, serves
whip.py client [-- CLIENT... {url}]   the far side is a client, which CLIENT, if given, starts; it posts to {url}
whip.py serve -- AGENT...             an endpoint of our own with an agent behind it
whip.py publish URL -- AGENT...       a client of our own with an agent behind it

`endpoint` answers and `client` offers as any agent does, so that every peer can call a program that only speaks HTTP.
`serve` and `publish` are such programs. With --agent the first two also pass commands and events between the harness
and such a program, so that its frames are measured:

  whip.py endpoint http://127.0.0.1:8080/whip --agent -- python3 whip.py serve -- python3 gstreamer.py

WHEP's exchange is the same; only who sends media differs.
"""

import argparse
import asyncio
import http.client
import json
import sys
import time

from callproof_agent import LINE_LIMIT, Agent, run
from whip_http import Endpoint, Resource, WhipError, candidates_in, with_candidates

START_LIMIT = 10.0  # seconds until an endpoint answers
OFFER_LIMIT = 13.0  # seconds until a client posts
CANDIDATE_LIMIT = 5.0  # seconds that an answer waits for its candidates: nothing trickles to a client
UNSUPPORTED = {"iceRestart", "codecPreferences"}


class Program:
    """A program beside this one; if it speaks the agent protocol, its notifications go to `notice`."""

    def __init__(self, command, speaks, notice):
        self.command, self.speaks, self.notice = command, speaks, notice
        self.process = None
        self.waiting = {}
        self.last = 0

    async def start(self):
        pipe = asyncio.subprocess.PIPE if self.speaks else asyncio.subprocess.DEVNULL
        output = asyncio.subprocess.PIPE if self.speaks else sys.stderr.fileno()
        self.process = await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=output, limit=LINE_LIMIT)

    async def read(self):
        """Takes what it says, until it ends."""
        while line := await self.process.stdout.readline():
            message = json.loads(line)
            if "method" in message:
                self.notice(message["method"], message.get("params") or {})
            elif (waiting := self.waiting.pop(message.get("id"), None)) is not None:
                waiting.set_result(message)
        status = await self.process.wait()
        for waiting in self.waiting.values():
            waiting.set_exception(WhipError(f"{self.command[0]} ended with status {status}"))

    async def ask(self, method, params=None):
        self.last += 1
        answer = self.waiting[self.last] = asyncio.get_running_loop().create_future()
        self.tell({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params or {}})
        message = await answer
        if "error" in message:
            raise WhipError(f"{method}: {message['error'].get('message')}")
        return message["result"]

    def tell(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    async def stop(self):
        if self.process is None or self.process.returncode is not None:
            return
        try:
            if self.speaks:
                await asyncio.wait_for(self.ask("close"), 2)
            else:
                self.process.terminate()
            await asyncio.wait_for(self.process.wait(), 2)
        except (WhipError, asyncio.TimeoutError, ConnectionError):
            self.process.kill()


class Wrapper(Agent):
    """An agent with, perhaps, an agent inside, to which it leaves all but descriptions and candidates."""

    name, version, level = "whip", "RFC 9725", 1
    features = ("trickle",)

    def __init__(self, options):
        super().__init__()
        self.options = options
        self.inside = None
        self.program = None
        if options.command:
            self.program = Program(options.command, options.agent, self.receive_notice)
            self.inside = self.program if options.agent else None

    def receive(self, line):
        if self.inside is not None and self.inside.process is not None:
            try:
                message = json.loads(line)
                if "id" not in message:
                    self.inside.tell(message)
                    return
            except (ValueError, TypeError):
                pass
        super().receive(line)

    def receive_notice(self, method, params):
        """From the agent inside. Its candidates cross by HTTP."""
        if method != "icecandidate":
            self.notify(method, **params)

    async def start(self):
        if self.program is not None and self.program.process is None:
            await self.program.start()
            if self.inside is not None:
                self.spawn(self.inside.read())

    async def hello(self, params):
        if self.inside is None:
            return await super().hello(params)
        await self.start()
        result = await self.inside.ask("hello", params)
        result["features"] = [feature for feature in result["features"] if feature not in UNSUPPORTED]
        return result

    async def open(self, setup):
        await self.start()
        if self.inside is not None:
            await self.inside.ask("create", setup)

    async def clock(self, params):
        return await (self.inside.ask("clock") if self.inside is not None else super().clock(params))

    async def get_stats(self, params):
        return await self.inside.ask("getStats") if self.inside is not None else {}

    async def set_track_enabled(self, params):
        await self.of_inside("setTrackEnabled", params)

    async def replace_track(self, params):
        await self.of_inside("replaceTrack", params)

    async def of_inside(self, method, params):
        if self.inside is None:
            raise WhipError(f"{method} does not cross by HTTP")
        await self.inside.ask(method, params)

    async def shut(self):
        if self.program is not None:
            await self.program.stop()


class FarEndpoint(Wrapper):
    """Answers: the offer is posted, and the response is the answer (RFC 9725 §4.2)."""

    def __init__(self, options):
        super().__init__(options)
        self.resource = Resource(options.url, options.token)
        self.offer = self.answer = None
        self.early = []  # candidates that came before there was a session
        self.trickles = True

    async def set_remote_description(self, params):
        self.offer = params["sdp"]

    async def create_answer(self, params):
        if self.answer is not None:
            raise WhipError("a WHIP session takes one offer")
        self.answer = await retry(lambda: self.resource.post(self.offer))
        self.notify("icecandidate", candidate="", sdpMid="0")  # the answer has them all
        if self.inside is None:
            self.notify("icegatheringstatechange", state="complete")
        await self.trickle(self.early)
        return await self.local_description(params)

    async def local_description(self, params):
        return {"type": "answer", "sdp": self.answer}

    async def set_local_description(self, params):
        """The endpoint did it when it answered."""

    async def add_ice_candidate(self, params):
        if self.answer is None:
            self.early.append(params["candidate"])
        else:
            await self.trickle([params["candidate"]])

    async def trickle(self, candidates):
        if candidates and self.trickles and not await self.resource.patch(self.offer, candidates):
            self.trickles = False
            self.notify("log", text="the endpoint has no trickle ICE: gather before offering (trickle: false)")

    async def shut(self):
        try:
            await self.resource.delete()
        finally:
            await super().shut()


class FarClient(Wrapper):
    """Offers: what a client posts is the offer, and it gets the answer once that has its candidates."""

    def __init__(self, options):
        super().__init__(options)
        self.endpoint = Endpoint(self, options.token)
        self.offered, self.answered = self.loop.create_future(), self.loop.create_future()
        self.all_candidates = asyncio.Event()
        self.candidates = []

    async def start(self):
        if self.program is not None:
            url = f"http://{self.options.address}:{self.options.port}{Endpoint.PATH}"
            self.program.command = [word.replace("{url}", url) for word in self.program.command]
        await super().start()

    async def open(self, setup):
        await self.endpoint.start(self.options.address, self.options.port)
        await super().open(setup)

    async def create_offer(self, params):
        sdp = await asyncio.wait_for(asyncio.shield(self.offered), OFFER_LIMIT)
        return {"type": "offer", "sdp": sdp}

    async def local_description(self, params):
        return await self.create_offer(params)

    async def set_local_description(self, params):
        """The client did it before it posted."""

    async def set_remote_description(self, params):
        if not self.answered.done():
            self.answered.set_result(params["sdp"])

    async def add_ice_candidate(self, params):
        if params["candidate"]:
            self.candidates.append(params["candidate"])
        else:
            self.all_candidates.set()

    # What the client does.

    async def offer(self, sdp):
        self.offered.set_result(sdp)
        answer = await asyncio.wait_for(asyncio.shield(self.answered), OFFER_LIMIT)
        if "a=end-of-candidates" not in answer:
            try:
                await asyncio.wait_for(self.all_candidates.wait(), CANDIDATE_LIMIT)
            except asyncio.TimeoutError:
                self.notify("log", text=f"answered without the end of candidates after {CANDIDATE_LIMIT} s")
        return with_candidates(answer, self.candidates)

    async def trickle(self, candidate, mid):
        self.notify("icecandidate", candidate=candidate, sdpMid=mid)

    async def end(self):
        self.notify("log", text="the client ended its session")
        self.notify("connectionstatechange", state="closed")

    async def shut(self):
        await super().shut()
        self.endpoint.stop()


class OwnEndpoint(Wrapper):
    """Serves an endpoint whose answers come from the agent inside."""

    def __init__(self, options):
        super().__init__(options)
        self.endpoint = Endpoint(self, options.token)
        self.gathered = asyncio.Event()
        self.candidates = []

    async def open(self, setup):
        await super().open(setup)
        await self.endpoint.start(self.options.address, self.options.port)

    def receive_notice(self, method, params):
        if method == "icecandidate" and params["candidate"]:
            self.candidates.append(params["candidate"])
        elif method == "icecandidate" or (method, params.get("state")) == ("icegatheringstatechange", "complete"):
            self.gathered.set()
        super().receive_notice(method, params)

    async def offer(self, sdp):
        await self.inside.ask("setRemoteDescription", {"type": "offer", "sdp": sdp})
        answer = await self.inside.ask("createAnswer")
        await self.inside.ask("setLocalDescription", answer)
        try:
            await asyncio.wait_for(self.gathered.wait(), CANDIDATE_LIMIT)
        except asyncio.TimeoutError:
            self.notify("log", text=f"answered with the candidates of {CANDIDATE_LIMIT} s")
        whole = await self.inside.ask("localDescription")
        return with_candidates(whole["sdp"], self.candidates)

    async def trickle(self, candidate, mid):
        await self.inside.ask("addIceCandidate", {"candidate": candidate, "sdpMid": mid})

    async def end(self):
        self.notify("log", text="the client ended the session")

    async def shut(self):
        self.endpoint.stop()
        await super().shut()


class OwnClient(Wrapper):
    """Posts the offer of the agent inside as soon as it was created, and trickles its candidates."""

    def __init__(self, options):
        super().__init__(options)
        self.resource = Resource(options.url, options.token)
        self.candidates = asyncio.Queue()

    async def open(self, setup):
        await super().open(setup)
        self.spawn(self.publish())

    def receive_notice(self, method, params):
        if method == "icecandidate":
            self.candidates.put_nowait(params["candidate"])
        super().receive_notice(method, params)

    async def publish(self):
        offer = await self.inside.ask("createOffer")
        await self.inside.ask("setLocalDescription", offer)
        answer = await retry(lambda: self.resource.post(offer["sdp"]))
        await self.inside.ask("setRemoteDescription", {"type": "answer", "sdp": answer})
        for candidate, mid in candidates_in(answer):
            if not candidate:
                await self.inside.ask("addIceCandidate", {"candidate": "", "sdpMid": mid})
        ended = False
        while not ended:
            batch = [await self.candidates.get()]
            while not self.candidates.empty():
                batch.append(self.candidates.get_nowait())
            ended = not await self.resource.patch(offer["sdp"], batch) or "" in batch

    async def shut(self):
        try:
            await self.resource.delete()
        finally:
            await super().shut()


async def retry(post):
    """A server that was started a moment ago may not listen yet."""
    limit = time.monotonic() + START_LIMIT
    while True:
        try:
            return await post()
        except (ConnectionRefusedError, http.client.RemoteDisconnected):
            if time.monotonic() > limit:
                raise
            await asyncio.sleep(0.05)


ROLES = {"endpoint": FarEndpoint, "client": FarClient, "serve": OwnEndpoint, "publish": OwnClient}


def parse(words):
    words, command = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    parser = argparse.ArgumentParser(description="callproof's agents for WHIP and WHEP")
    parser.add_argument("role", choices=ROLES)
    parser.add_argument("url", nargs="?", help="of the endpoint (endpoint, publish)")
    parser.add_argument("--agent", action="store_true", help="the command speaks the agent protocol")
    parser.add_argument("--address", default="127.0.0.1", help="to listen at (client, serve)")
    parser.add_argument("--port", type=int, default=8080, help="to listen at (client, serve)")
    parser.add_argument("--token", help="bearer token")
    options = parser.parse_args(words)
    options.command = command
    if options.role in ("endpoint", "publish") and not options.url:
        parser.error(f"{options.role} needs the URL of an endpoint")
    if options.role in ("serve", "publish"):
        options.agent = True
        if not command:
            parser.error(f"{options.role} needs an agent's command after --")
    return options


if __name__ == "__main__":
    chosen = parse(sys.argv[1:])
    run(lambda: ROLES[chosen.role](chosen))

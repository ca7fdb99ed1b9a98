"""The agent protocol for Python: JSON-RPC 2.0, one message a line; cameras, microphones and what looks and listens.

An agent subclasses `Agent`, implements the commands that its stack can do, and calls `run`. A command that is not
implemented is answered "method not found", one that raises with the exception's text.
"""

import array
import asyncio
import base64
import binascii
import collections
import json
import math
import os
import struct
import sys
import threading
import time
import traceback
import zlib

import callproof_media as media

LINE_LIMIT = 16 << 20
PARSE_ERROR, METHOD_NOT_FOUND, COMMAND_FAILED = -32700, -32601, -32000
SECOND = 1_000_000_000
REFERENCE_INTERVAL = 15  # every so many pictures one is compared with its original
LEVEL_WINDOW = 4800  # samples: 100 ms
PSNR_CAP = 48.0

# One after the other, in the order they came, as the W3C operations chain; the others are answered at once.
CHAINED = {
    "create": "create", "createOffer": "create_offer", "createAnswer": "create_answer",
    "localDescription": "local_description", "setLocalDescription": "set_local_description",
    "setRemoteDescription": "set_remote_description", "addIceCandidate": "add_ice_candidate",
    "setCodecPreferences": "set_codec_preferences", "restartIce": "restart_ice",
    "replaceTrack": "replace_track",
}
IMMEDIATE = {
    "hello": "hello", "clock": "clock", "setTrackEnabled": "set_track_enabled", "getStats": "get_stats",
    "close": "close",
}


class Agent:
    """One end of a call. Commands are coroutines that take the parameters and return the result (None: {})."""

    name, version, level = "agent", "0", 4
    features = ()
    codecs = {}

    def __init__(self):
        self.setup = {}
        self.origin = 0
        self.cameras, self.microphones = {}, {}  # by kind of source: at most one each
        self.enabled = {"audio": True, "video": True}
        self.loop = asyncio.get_running_loop()
        self.closed = asyncio.Event()
        self._chain = asyncio.Lock()
        self._tasks = set()

    # What subclasses use.

    def now(self):
        """Nanoseconds since the run's origin."""
        return time.monotonic_ns() - self.origin

    def notify(self, method, at=None, **params):
        """Says something to the harness; from any thread."""
        params["at"] = self.now() if at is None else at
        _write({"jsonrpc": "2.0", "method": method, "params": params})

    def spawn(self, work):
        """Runs a coroutine beside the commands; its failure is the agent's."""
        task = self.loop.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def call(self, function, *arguments):
        """Runs a function in the loop's thread; from any thread. Its failure is the agent's."""
        def guarded():
            try:
                function(*arguments)
            except Exception as error:
                traceback.print_exc()
                self.notify("error", message=_text(error))
        self.loop.call_soon_threadsafe(guarded)

    async def _guard(self, work):
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception as error:
            traceback.print_exc()
            self.notify("error", message=_text(error))

    # Commands that are the same for every stack.

    async def hello(self, params):
        return {"name": self.name, "version": self.version, "level": self.level,
                "features": list(self.features), "codecs": self.codecs}

    async def clock(self, params):
        return {"now": self.now()}

    async def create(self, params):
        self.setup, self.origin = params, params["origin"]
        await self.open(params)

    async def set_track_enabled(self, params):
        kind, enabled = params["kind"], params["enabled"]
        self.enabled[kind] = enabled
        self.notify("trackenabled", kind=kind, enabled=enabled)

    async def open(self, setup):
        raise NotImplementedError

    async def shut(self):
        """Ends the stack's connection."""

    async def close(self, params):
        try:
            await asyncio.wait_for(self.shut(), 3)
        except asyncio.TimeoutError:
            self.notify("log", text="the connection did not close within 3 s")
        self.loop.call_soon(self.closed.set)

    # Dispatch.

    def receive(self, line):
        """Takes one line from the harness."""
        try:
            message = json.loads(line)
            method = message["method"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            _answer(None, error=(PARSE_ERROR, f"no request: {_text(error)}"))
            return
        task = self.loop.create_task(self._perform(message.get("id"), method, message.get("params") or {}))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _perform(self, identifier, method, params):
        name = CHAINED.get(method) or IMMEDIATE.get(method)
        command = getattr(self, name, None) if name else None
        if command is None:
            if identifier is not None:
                _answer(identifier, error=(METHOD_NOT_FOUND, f"{self.name} has no method {method}"))
            return
        try:
            if method in CHAINED:
                async with self._chain:
                    result = await command(params)
            else:
                result = await command(params)
        except Exception as error:
            traceback.print_exc()
            if identifier is not None:
                _answer(identifier, error=(COMMAND_FAILED, _text(error)))
        else:
            if identifier is not None:
                _answer(identifier, result={} if result is None else result)


def _text(error):
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


# Lines out. The descriptor is kept and standard output given to the log, since libraries print.

_output, _output_lock = 1, threading.Lock()


def _write(message):
    data = json.dumps(message, separators=(",", ":"), default=str).encode() + b"\n"
    with _output_lock:
        while data:
            data = data[os.write(_output, data):]


def _answer(identifier, result=None, error=None):
    message = {"jsonrpc": "2.0", "id": identifier}
    if error is None:
        message["result"] = result
    else:
        message["error"] = {"code": error[0], "message": error[1]}
    _write(message)


def run(make_agent):
    """Serves the harness until `close` or the end of standard input."""
    global _output
    _output = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    status = 0
    try:
        asyncio.run(_serve(make_agent))
    except (BrokenPipeError, KeyboardInterrupt):
        status = 1
    # Native threads of a stack may still run: no finalizers.
    sys.stderr.flush()
    os._exit(status)


async def _serve(make_agent):
    agent = make_agent()
    reader = asyncio.StreamReader(limit=LINE_LIMIT)
    await agent.loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)

    async def read():
        while line := await reader.readline():
            if line.strip():
                agent.receive(line)

    waiting = [asyncio.ensure_future(read()), asyncio.ensure_future(agent.closed.wait())]
    done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        if error := task.exception():
            agent.notify("error", message=_text(error))
    sys.stderr.flush()
    os._exit(0)


# What is captured.


class Capture:
    """Units (pictures, samples) of a source, so many a second, from the first one asked for."""

    def __init__(self, agent, kind, source, rate):
        self.agent, self.kind, self.source, self.rate = agent, kind, source, rate
        self.start = None
        self.next = 0
        self.mid = None

    @property
    def enabled(self):
        return self.agent.enabled[self.kind]

    def instant(self, unit):
        return self.start + unit * SECOND // self.rate

    async def wait(self, unit):
        if self.start is None:
            self.start = self.agent.now()
        delay = self.instant(unit) - self.agent.now()
        if delay > 0:
            await asyncio.sleep(delay / SECOND)


class Camera(Capture):
    """Pictures in I420, numbered from 0. One that nobody fetched in time was not taken; its number is left out."""

    def __init__(self, agent, setup):
        self.width, self.height = setup["width"], setup["height"]
        self.black = media.BlackSource(self.width, self.height)
        source = self.open(setup["source"])
        super().__init__(agent, "video", source, setup["fps"])

    def open(self, name):
        if name == "timecode":
            return media.TimecodeSource(self.width, self.height)
        if name == "black":
            return self.black
        raise ValueError(f'no video source "{name}"; this agent has timecode and black')

    async def take(self):
        """The next picture: (number, when it was taken, bytes)."""
        await self.wait(self.next)
        captured = self.agent.now()
        due = (captured - self.start) * self.rate // SECOND
        frame = max(self.next, due)
        self.next = frame + 1
        source = self.source if self.enabled else self.black
        picture = source.picture(frame, captured)
        if self.mid is not None:
            self.agent.notify("framecaptured", mid=self.mid, frame=frame, at=captured)
        return frame, captured, picture


class Microphone(Capture):
    """Sound, 48 kHz, one channel; a piece is there once its last sample was taken."""

    def __init__(self, agent, setup):
        super().__init__(agent, "audio", self.open(setup["source"]), media.SAMPLE_RATE)
        self.silence = media.SilenceSource()

    def open(self, name):
        if name == "beep":
            return media.BeepSource()
        if name == "silence":
            return media.SilenceSource()
        raise ValueError(f'no audio source "{name}"; this agent has beep and silence')

    async def take(self, count):
        """The next samples: (index of the first, samples)."""
        await self.wait(self.next + count)
        first = self.next
        self.next += count
        source = self.source if self.enabled else self.silence
        if self.mid is not None:
            for mark, sample in source.marks(first, count):
                self.agent.notify("audiomarksent", mid=self.mid, mark=mark, at=self.instant(sample))
        return first, source.samples(first, count)


# What is shown and played.


class Screen:
    """Looks at the pictures that a stack shows."""

    def __init__(self, agent, mid):
        self.agent, self.mid = agent, mid
        self.reader, self.size = None, None
        self.strips = 0
        self.still_interval = agent.setup.get("stills")
        self.next_still = 0
        self.original = _reference(agent.setup.get("reference"))

    def show(self, luma, stride, width, height, whole=None, still=None):
        """`whole` gives the picture as packed I420, `still` (MIME type, bytes); both are called when wanted."""
        at = self.agent.now()
        if self.size != (width, height, stride):
            self.size = (width, height, stride)
            self.reader = media.StripReader(width, height, stride)
        reading = self.reader.read(luma)
        params = dict(mid=self.mid, frame=None, captured=None)
        if reading is not None:
            params.update(frame=reading[0], captured=reading[1])
            if whole is not None and self.original is not None and self.strips % REFERENCE_INTERVAL == 0:
                value = self._psnr(reading, whole(), width, height)
                if value is not None:
                    params["psnr"] = value
            self.strips += 1
        self.agent.notify("frame", at=at, **params)
        if still is not None and self.still_interval and at >= self.next_still:
            self.next_still = at + self.still_interval
            self.agent.call(self.agent.loop.run_in_executor, None, self._keep, still, at)

    def _psnr(self, reading, picture, width, height):
        """As `psnr` in PeakSignalToNoise.swift, over all samples of the picture."""
        numpy, source = self.original
        if (source.width, source.height) != (width, height):
            return None
        original = numpy.frombuffer(source.picture(*reading), numpy.uint8).astype(numpy.int16)
        difference = numpy.frombuffer(picture, numpy.uint8).astype(numpy.int16) - original
        error = int(numpy.dot(difference.astype(numpy.float32), difference.astype(numpy.float32)))
        return PSNR_CAP if error <= 0 else round(min(PSNR_CAP, 10 * math.log10(65025 * len(original) / error)), 2)

    def _keep(self, still, at):
        try:
            mime_type, data = still()
        except Exception as error:
            self.agent.notify("log", text=f"no still: {_text(error)}")
            return
        self.agent.notify("still", mid=self.mid, at=at, mimeType=mime_type, data=base64.b64encode(data).decode())


def _reference(reference):
    """(numpy, source) for what the far side sends; None where there is neither."""
    if not reference or reference.get("source", "timecode") != "timecode":
        return None
    try:
        import numpy
    except ImportError:
        return None
    return numpy, media.TimecodeSource(reference["width"], reference["height"])


def png(width, height, pixels, channels):
    """A PNG of packed rows of grey (1) or RGB (3) samples."""
    size = width * channels
    rows = b"".join(b"\0" + pixels[row * size:(row + 1) * size] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0 if channels == 1 else 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", binascii.crc32(name + data))
        for name, data in chunks)


class Loudspeaker:
    """Listens to the sound that a stack plays: 48 kHz, one channel."""

    GAP = SECOND // 2  # after such a pause the ear begins anew: it counts samples, not time

    def __init__(self, agent, mid):
        self.agent, self.mid = agent, mid
        self.concealed = lambda: 0  # samples that the stack made up since it was last asked
        self._begin()

    def _begin(self):
        self.detector = media.MarkDetector()
        self.window = array.array("h")
        # (index of the first sample, when it left), of the last seconds
        self.pieces = collections.deque(maxlen=500)
        self.count = 0
        self.end = None

    def play(self, samples, at=None):
        """Samples (an array of 16 bits) whose first leaves at `at`, by default now."""
        at = self.agent.now() if at is None else at
        if self.end is not None and at - self.end > self.GAP:
            self._begin()
        self.pieces.append((self.count, at))
        self.count += len(samples)
        self.end = at + len(samples) * SECOND // media.SAMPLE_RATE
        for mark, sample in self.detector.push(samples):
            self.agent.notify("audiomark", mid=self.mid, mark=mark, at=self._instant(sample))
        self.window += samples
        while len(self.window) >= LEVEL_WINDOW:
            self.agent.notify(
                "audiolevel", mid=self.mid, level=media.level(self.window[:LEVEL_WINDOW]),
                concealedSamples=self.concealed(), at=at)
            del self.window[:LEVEL_WINDOW]

    def _instant(self, sample):
        """When a sample left; forgets the pieces before it."""
        while len(self.pieces) > 1 and self.pieces[1][0] <= sample:
            self.pieces.popleft()
        first, at = self.pieces[0]
        return at + (sample - first) * SECOND // media.SAMPLE_RATE

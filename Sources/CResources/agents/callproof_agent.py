"""The agent protocol for Python: JSON-RPC 2.0, one message a line on standard input and output.

An agent subclasses `Agent`, implements the commands that its stack can do, and calls `run`. A
command that is not implemented is answered "method not found", one that raises with the
exception's text.
"""

import asyncio
import json
import os
import sys
import threading
import time
import traceback

LINE_LIMIT = 16 << 20
PARSE_ERROR, METHOD_NOT_FOUND, COMMAND_FAILED = -32700, -32601, -32000
SECOND = 1_000_000_000

# One after the other, in the order they came, as the W3C's operations chain.
CHAINED = {
    "create": "create",
    "createOffer": "create_offer",
    "createAnswer": "create_answer",
    "localDescription": "local_description",
    "setLocalDescription": "set_local_description",
    "setRemoteDescription": "set_remote_description",
    "addIceCandidate": "add_ice_candidate",
    "setCodecPreferences": "set_codec_preferences",
    "restartIce": "restart_ice",
    "replaceTrack": "replace_track",
}
# Answered at once, whatever the others wait for.
IMMEDIATE = {
    "hello": "hello",
    "clock": "clock",
    "setTrackEnabled": "set_track_enabled",
    "getStats": "get_stats",
    "close": "close",
}


class Agent:
    """One end of a call. A command is a coroutine from parameters to result (None: {})."""

    name, version, level = "agent", "0", 4
    features = ()
    codecs = {}

    def __init__(self):
        self.setup = {}
        self.origin = 0
        self.enabled = {"audio": True, "video": True}
        self.loop = asyncio.get_running_loop()
        self.closed = asyncio.Event()
        self._chain = asyncio.Lock()
        self._commands, self._work = set(), set()

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
        self._keep(self._work, self._guard(work))

    def call(self, function, *arguments):
        """Runs a function in the loop's thread; from any thread. Its failure is the agent's."""

        def guarded():
            try:
                function(*arguments)
            except Exception as error:
                traceback.print_exc()
                self.notify("error", message=text_of(error))

        self.loop.call_soon_threadsafe(guarded)

    def _keep(self, tasks, work):
        """The loop itself forgets tasks that nobody holds."""
        task = self.loop.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _guard(self, work):
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception as error:
            traceback.print_exc()
            self.notify("error", message=text_of(error))

    # Commands that are the same for every stack.

    async def hello(self, params):
        return {
            "name": self.name,
            "version": self.version,
            "level": self.level,
            "features": list(self.features),
            "codecs": self.codecs,
        }

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

    async def linger(self):
        """Waits, once `close` is done with, for others that still need this process."""

    async def close(self, params):
        for task in list(self._work):
            task.cancel()
        try:
            await asyncio.wait_for(self.shut(), 3)
        except asyncio.TimeoutError:
            self.notify("log", text="the connection did not close within 3 s")
        self._end = self.loop.create_task(self._leave())

    async def _leave(self):
        try:
            await self.linger()
        finally:
            self.closed.set()

    # Dispatch.

    def receive(self, line):
        """Takes one line from the harness."""
        try:
            message = json.loads(line)
            method = message["method"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            _answer(None, error=(PARSE_ERROR, f"no request: {text_of(error)}"))
            return
        parameters = message.get("params") or {}
        self._keep(self._commands, self._perform(message.get("id"), method, parameters))

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
                _answer(identifier, error=(COMMAND_FAILED, text_of(error)))
        else:
            if identifier is not None:
                _answer(identifier, result={} if result is None else result)


def text_of(error):
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def address_of(host, port):
    """As events have it: "192.0.2.1:5000", "[2001:db8::1]:5000"."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def transceiver_of(transceivers, mid):
    """The one of a section; before the first description a section has its place only."""
    for index, transceiver in enumerate(transceivers):
        if transceiver.mid == mid or transceiver.mid is None and mid == str(index):
            return transceiver
    raise ValueError(f"no section with mid {mid}")


# Lines out. The descriptor is kept and standard output given to the log, since libraries print.

_output, _output_lock = 1, threading.Lock()


def _write(message):
    data = json.dumps(message, separators=(",", ":"), default=str).encode() + b"\n"
    with _output_lock:
        while data:
            data = data[os.write(_output, data) :]


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
            agent.notify("error", message=text_of(error))
    if agent._commands:  # the last answers are still given
        await asyncio.wait(agent._commands, timeout=1)
    sys.stderr.flush()
    os._exit(0)

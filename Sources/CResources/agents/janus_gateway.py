"""A Janus process of its own, and what it says: its HTTP interface on loopback (Janus 1.x)."""

import asyncio
import glob
import http.client
import json
import os
import re
import shutil
import subprocess
import time
import uuid

HTTP_PORT, ADMIN_PORT = 8088, 7088
ADMIN_SECRET = "callproof"
START_LIMIT = 10  # seconds
PLUGINS = ("echotest", "videoroom", "streaming")
# An abstract socket belongs to the network namespace, as Janus' ports do, and goes with its process.
MEETING_POINT = "\0callproof-janus"


class JanusError(Exception):
    """What Janus or one of its plugins refused."""


def version():
    """The version of the installed Janus, "1.1.2"; None: there is none."""
    program = shutil.which("janus")
    if program is None:
        return None
    run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10)
    found = re.search(r"\((\d[\d.]*)\)", run.stdout)
    return found[1] if found else "unknown"


class Gateway:
    """The Janus of this network namespace: the legs of a call share it; the first starts it, the last one ends it."""

    def __init__(self):
        self.process = None
        self._server = self._connection = None
        self._legs = 0  # others that need our process

    async def start(self, folder, ice_servers):
        """Starts Janus unless another agent of this namespace does; returns when it answers."""
        try:
            self._server = await asyncio.start_unix_server(self._serve_leg, MEETING_POINT)
        except OSError:
            self._connection = await self._join()
        else:
            configuration = _write_configuration(folder, ice_servers)
            self.process = subprocess.Popen(
                ["janus", "--disable-colors", f"--configs-folder={configuration}"],
                stdin=subprocess.DEVNULL,
                stdout=2,
                stderr=2,
            )
        limit = time.monotonic() + START_LIMIT
        while True:
            try:
                await self.request("GET", "/janus/info")
                return
            except (OSError, http.client.HTTPException) as error:
                if self.process is not None and self.process.poll() is not None:
                    raise JanusError(f"janus ended with status {self.process.returncode}") from error
                if time.monotonic() > limit:
                    raise JanusError(f"janus does not answer on port {HTTP_PORT}: {error}") from error
            await asyncio.sleep(0.02)

    async def _serve_leg(self, reader, writer):
        """Counts another leg for as long as it holds its connection."""
        self._legs += 1
        try:
            await reader.read()
        except OSError:
            pass
        finally:
            self._legs -= 1
            writer.close()

    async def _join(self):
        limit = time.monotonic() + START_LIMIT
        while True:
            try:
                return await asyncio.open_unix_connection(MEETING_POINT)
            except OSError as error:  # it may be bound and not listen yet
                if time.monotonic() > limit:
                    raise JanusError(f"the first leg does not answer: {error}") from error
            await asyncio.sleep(0.02)

    async def stop(self):
        """Leaves; Janus ends once nobody needs it any more."""
        if self._connection is not None:
            self._connection[1].close()
        if self.process is not None:
            while self._legs > 0:
                await asyncio.sleep(0.05)
            self.process.terminate()
            try:
                await asyncio.to_thread(self.process.wait, 2)
            except subprocess.TimeoutExpired:
                self.process.kill()

    async def request(self, method, path, body=None, port=HTTP_PORT):
        return await asyncio.to_thread(self._request, method, path, body, port)

    @staticmethod
    def _request(method, path, body, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)  # a long poll lasts up to 30 s
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    async def handle_info(self, session, handle):
        """What the admin interface tells of a handle: SDP, ICE, DTLS, counters."""
        body = {"janus": "handle_info", "transaction": uuid.uuid4().hex, "admin_secret": ADMIN_SECRET}
        answer = await self.request("POST", f"/admin/{session}/{handle}", body, ADMIN_PORT)
        return answer.get("info", {})


class Handle:
    """One session with one handle at one plugin; its events come to `receive`."""

    def __init__(self, gateway, plugin, receive):
        self.gateway, self.plugin, self.receive = gateway, f"janus.plugin.{plugin}", receive
        self.session = self.handle = None
        self._waiting = {}  # by transaction
        self.is_closing = False

    async def open(self):
        self.session = (await self._post("/janus", {"janus": "create"}))["data"]["id"]
        path = f"/janus/{self.session}"
        self.handle = (await self._post(path, {"janus": "attach", "plugin": self.plugin}))["data"]["id"]

    async def poll(self):
        """Reads events until the session is gone."""
        while True:
            try:
                events = await self.gateway.request("GET", f"/janus/{self.session}?maxev=10")
            except (OSError, ValueError, http.client.HTTPException) as error:
                if self.is_closing:
                    return
                raise JanusError(f"janus is gone: {error}") from error
            for event in events if isinstance(events, list) else [events]:
                if event.get("janus") == "error":
                    return
                waiting = self._waiting.pop(event.get("transaction"), None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(event)
                else:
                    self.receive(event)

    async def ask(self, request, jsep=None, limit=12):
        """Sends a message to the plugin and returns its event, or its answer where it answers at once."""
        body = {"janus": "message", "body": request}
        if jsep is not None:
            body["jsep"] = jsep
        transaction = uuid.uuid4().hex
        event = self._waiting[transaction] = asyncio.get_running_loop().create_future()
        answer = await self._post(f"/janus/{self.session}/{self.handle}", body, transaction)
        if answer["janus"] == "ack":
            answer = await asyncio.wait_for(event, limit)
        else:
            self._waiting.pop(transaction, None)
        data = answer.get("plugindata", {}).get("data", {})
        if "error" in data:
            raise JanusError(f"{self.plugin}: {data['error']}")
        return data, answer.get("jsep")

    async def trickle(self, candidate):
        await self._post(f"/janus/{self.session}/{self.handle}", {"janus": "trickle", "candidate": candidate})

    async def info(self):
        return await self.gateway.handle_info(self.session, self.handle)

    async def close(self):
        self.is_closing = True
        if self.session is not None:
            await self._post(f"/janus/{self.session}", {"janus": "destroy"})

    async def _post(self, path, body, transaction=None):
        body["transaction"] = transaction or uuid.uuid4().hex
        answer = await self.gateway.request("POST", path, body)
        if answer.get("janus") == "error":
            raise JanusError(f"janus: {answer['error'].get('reason')}")
        return answer


def _write_configuration(folder, ice_servers):
    """A configuration folder that starts little and listens on loopback only."""
    base = next(iter(glob.glob("/usr/lib/*/janus") + glob.glob("/usr/lib/janus")), None)
    if base is None:
        raise JanusError("janus has no plugin folder below /usr/lib; install the package janus")
    root = os.path.join(folder, "janus")
    for kind, names in (("plugins", PLUGINS), ("transports", ("http",)), ("events", ()), ("loggers", ())):
        os.makedirs(os.path.join(root, kind), exist_ok=True)
        for name in names:
            link = os.path.join(root, kind, f"libjanus_{name}.so")
            if not os.path.lexists(link):
                os.symlink(f"{base}/{kind}/libjanus_{name}.so", link)
    folders = "\n".join(f'  {kind}_folder = "{root}/{kind}"' for kind in ("plugins", "transports", "events", "loggers"))
    _write(
        root,
        "janus.jcfg",
        f"""general: {{
  configs_folder = "{root}"
{folders}
  debug_level = 3
  admin_secret = "{ADMIN_SECRET}"
}}
certificates: {{ }}
media: {{
  ipv6 = {_flag(_has_ipv6())}
}}
nat: {{
  full_trickle = true
  ice_enforce_list = "eth0"
{_servers(ice_servers)}}}
""",
    )
    for name in PLUGINS:
        _write(root, f"janus.plugin.{name}.jcfg", "general: { }\n")
    _write(
        root,
        "janus.transport.http.jcfg",
        f"""general: {{
  json = "compact"
  base_path = "/janus"
  http = true
  ip = "127.0.0.1"
  port = {HTTP_PORT}
  https = false
}}
admin: {{
  admin_base_path = "/admin"
  admin_http = true
  admin_ip = "127.0.0.1"
  admin_port = {ADMIN_PORT}
  admin_https = false
}}
""",
    )
    return root


def _write(root, name, text):
    with open(os.path.join(root, name), "w", encoding="utf-8") as file:
        file.write(text)


def _flag(value):
    return "true" if value else "false"


def _has_ipv6():
    """Whether an interface has an IPv6 address of global scope."""
    try:
        with open("/proc/net/if_inet6", encoding="ascii") as file:
            return any(line.split()[3] == "00" for line in file)
    except OSError:
        return False


def _servers(ice_servers):
    """Janus takes one STUN and one TURN server."""
    lines = {}
    for server in ice_servers:
        for url in server["urls"]:
            scheme, _, rest = url.partition(":")
            address, _, query = rest.partition("?")
            host, _, port = address.rpartition(":") if not address.endswith("]") else (address, "", "")
            host, port = (host, port) if host else (address, "3478")
            if scheme == "stun":
                lines.setdefault("stun_server", f'"{host}"')
                lines.setdefault("stun_port", port)
            elif scheme == "turn":
                lines.setdefault("turn_server", f'"{host}"')
                lines.setdefault("turn_port", port)
                lines.setdefault("turn_type", f'"{query.partition("=")[2] or "udp"}"')
                lines.setdefault("turn_user", f'"{server.get("username", "")}"')
                lines.setdefault("turn_pwd", f'"{server.get("credential", "")}"')
    return "".join(f"  {key} = {value}\n" for key, value in lines.items())

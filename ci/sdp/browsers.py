"""Chromium over the DevTools pipe and Firefox over Marionette, each with page.js in it."""

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from .stack import BATCH_LIMIT, START_LIMIT, Messages, StackDied, StackMissing

PAGE = (Path(__file__).parent / "page.js").read_text()

CHROMIUM = [
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--mute-audio"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-extensions", "--disable-background-timer-throttling"),
    *("--disable-renderer-backgrounding", "--remote-debugging-pipe", "--allow-file-access-from-files"),
    "--disable-features=WebRtcHideLocalIpsWithMdns,Translate,MediaRouter,OptimizationHints",
]
FIREFOX = {
    "marionette.port": 0,
    "media.peerconnection.ice.obfuscate_host_addresses": False,
    "media.peerconnection.ice.loopback": True,
    "media.gmp-manager.updateEnabled": False,
    "security.sandbox.content.level": 0,
    "app.update.enabled": False,
    "app.normandy.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
}


class Browser:
    def __init__(self, *programs):
        self.program = next(filter(None, map(shutil.which, programs)), None)
        if self.program is None:
            raise StackMissing(f"there is no {' or '.join(programs)} (ci/setup --peers)")
        self.folder = Path(tempfile.mkdtemp(prefix="callproof-sdp-"))
        page = self.folder / "page.html"
        page.write_text(f"<!DOCTYPE html><title>Trials</title><script>{PAGE}</script>")
        self.page = f"file://{page}"

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Chromium(Browser):
    name = "Chromium"

    def __init__(self):
        super().__init__("/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chromium")
        ends = [*os.pipe(), *os.pipe()]
        # Above those that the browser wants them at.
        commands, self.input, self.output, answers = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
        for end in ends:
            os.close(end)
        # Its descriptors are 3 and 4; a shell puts ours there.
        script = f'exec "$@" 3<&{commands} 4>&{answers} {commands}<&- {answers}>&-'
        self.process = subprocess.Popen(
            ["/bin/bash", "-c", script, "sh", self.program, *CHROMIUM, f"--user-data-dir={self.folder}/profile"]
            + ["about:blank"],
            pass_fds=[commands, answers],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self.messages, self.last, self.session = Messages(self.output, b"\0"), 0, None
        self.version = self.call("Browser.getVersion")["product"].split("/")[-1]
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.call("Inspector.enable")

    def close(self):
        super().close()
        os.close(self.input)
        os.close(self.output)

    def call(self, method, limit=START_LIMIT, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self.input, data) :]
        except OSError as error:
            raise StackDied("the pipe is closed") from error
        deadline = time.monotonic() + limit
        while True:
            answer = json.loads(self.messages.next(deadline))
            if answer.get("method") == "Inspector.targetCrashed":
                raise StackDied("the page crashed")
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def evaluate(self, expression, limit=START_LIMIT):
        answer = self.call("Runtime.evaluate", limit, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise StackDied(answer["exceptionDetails"])
        return answer["result"]["value"]

    def run(self, trials):
        # A page may have 500 connections, closed ones included while nothing collects them: each batch has its own.
        self.call("Page.navigate", url=self.page)
        while self.evaluate("document.readyState + typeof trials") != "completefunction":
            time.sleep(0.02)
        self.call("HeapProfiler.collectGarbage")
        return json.loads(self.evaluate(f"trials({json.dumps(trials)})", BATCH_LIMIT))


class Firefox(Browser):
    name = "Firefox"

    def __init__(self):
        super().__init__("firefox-esr", "firefox")
        profile = self.folder / "profile"
        profile.mkdir()
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in FIREFOX.items())
        (profile / "user.js").write_text("".join(lines))
        self.process = subprocess.Popen(
            [self.program, "--headless", "--no-remote", "--profile", str(profile), "--marionette", "about:blank"],
            env={**os.environ, "MOZ_HEADLESS": "1", "MOZ_CRASHREPORTER_DISABLE": "1", "HOME": str(self.folder)},
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        port, deadline = profile / "MarionetteActivePort", time.monotonic() + START_LIMIT
        while not (port.exists() and port.read_text().strip()):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise StackDied("Firefox did not start")
            time.sleep(0.05)
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), START_LIMIT)
        self.buffer, self.last = b"", 0
        self.receive(START_LIMIT)  # The server speaks first.
        session = self.call("WebDriver:NewSession")
        self.version = session["capabilities"]["browserVersion"]
        self.call("WebDriver:SetTimeouts", script=BATCH_LIMIT * 1000)
        self.call("WebDriver:Navigate", url=self.page)

    def close(self):
        super().close()
        self.socket.close()

    def receive(self, limit):
        self.socket.settimeout(limit)
        while True:
            length, colon, rest = self.buffer.partition(b":")
            if colon and len(rest) >= int(length):
                self.buffer = rest[int(length) :]
                return json.loads(rest[: int(length)])
            try:
                more = self.socket.recv(1 << 16)
            except OSError as error:
                raise StackDied("no answer") from error
            if not more:
                raise StackDied("the browser ended")
            self.buffer += more

    def call(self, command, limit=START_LIMIT, **params):
        self.last += 1
        message = json.dumps([0, self.last, command, params]).encode()
        try:
            self.socket.sendall(b"%d:%s" % (len(message), message))
        except OSError as error:
            raise StackDied("the connection is closed") from error
        while True:
            _, id, error, result = self.receive(limit)
            if id == self.last:
                if error:
                    raise StackDied(f"{command}: {error.get('message')}")
                return result.get("value", result) if isinstance(result, dict) else result

    def run(self, trials):
        # Objects of the driver are strangers to the page: it gets text.
        script = (
            "const done = arguments[1];"
            " const element = document.createElement('script');"
            " element.textContent = `trials(${arguments[0]}).then((text) => window.postMessage(text, '*'))`;"
            " window.addEventListener('message', (event) => done(event.data), {once: true});"
            " document.head.append(element); element.remove();"
        )
        text = self.call("WebDriver:ExecuteAsyncScript", BATCH_LIMIT, script=script, args=[json.dumps(trials)])
        if text is None:
            raise StackDied("the page crashed")
        return json.loads(text)

"""aiortc in its own Python, with aiortc_trials.py in it."""

import json
import os
import subprocess
import time
from pathlib import Path

from .stack import BATCH_LIMIT, START_LIMIT, Messages, StackDied, StackMissing


def python():
    """The Python that `ci/setup --peers` makes."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(os.environ.get("CALLPROOF_PEERS") or Path(data, "callproof"), "python/bin/python")


class Aiortc:
    name = "aiortc"

    def __init__(self):
        if not python().exists():
            raise StackMissing(f"there is no {python()} (ci/setup --peers)")
        self.process = subprocess.Popen(
            [python(), Path(__file__).with_name("aiortc_trials.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.messages = Messages(self.process.stdout.fileno(), b"\n")
        self.version = self.receive(START_LIMIT)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def receive(self, limit):
        return json.loads(self.messages.next(time.monotonic() + limit))

    def run(self, trials):
        try:
            self.process.stdin.write(json.dumps(trials).encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise StackDied("the process ended") from error
        return self.receive(BATCH_LIMIT)

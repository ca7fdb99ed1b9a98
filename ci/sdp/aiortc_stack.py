"""aiortc in its own Python, with aiortc_trials.py in it."""

import json
import os
import select
import subprocess
import time
from pathlib import Path

from .browsers import BATCH_LIMIT, START_LIMIT, StackDied

PYTHON = Path.home() / ".local/share/callproof/python/bin/python"


class Aiortc:
    name = "aiortc"

    def __init__(self):
        self.process = subprocess.Popen(
            [PYTHON, Path(__file__).with_name("aiortc_trials.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.buffer = b""
        self.version = self.receive(START_LIMIT)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def receive(self, limit):
        output, deadline = self.process.stdout.fileno(), time.monotonic() + limit
        while b"\n" not in self.buffer:
            if not select.select([output], [], [], max(0, deadline - time.monotonic()))[0]:
                raise StackDied("no answer")
            more = os.read(output, 1 << 16)
            if not more:
                raise StackDied("aiortc ended")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def run(self, trials):
        try:
            self.process.stdin.write(json.dumps(trials).encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise StackDied("aiortc ended") from error
        return self.receive(BATCH_LIMIT)

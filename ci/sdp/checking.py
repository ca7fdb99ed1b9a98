"""`callproof sdp check`, for texts."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from . import ROOT

PROGRAM = ROOT / ".build/debug/callproof"


def expect_program():
    """Ends the script where the program is not built. It is not built here, since `ci/test` has flags of its own."""
    if not PROGRAM.exists():
        print(f"{sys.argv[0]}: there is no {PROGRAM.relative_to(ROOT)}; 'swift build' makes it", file=sys.stderr)
        sys.exit(3)


def causes(texts):
    """What is said of a call's texts, offer and answer in turn: the findings, with what follows from them inside."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{name}.sdp") for name in texts]
        for file, text in zip(files, texts.values()):
            file.write_bytes(text.encode())
        done = subprocess.run([PROGRAM, "sdp", "check", *files, "--format", "json"], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"callproof sdp check: {done.stderr.decode()}")
    return json.loads(done.stdout)["findings"]


def named(texts):
    """All that is said of them: the causes first, then what follows."""
    found = causes(texts)
    return found + [nested for cause in found for nested in cause["consequences"]]

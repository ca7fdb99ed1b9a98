"""An agent that keeps its word until a moment comes, and then does not.

Usage: unruly.py WORD DEED CMD…    CMD is a decent agent. Lines pass between it and the harness until the first, either
way, that has WORD in it; then the deed is done.
"""

import os
import signal
import subprocess
import sys
import threading

WORD, DEED, COMMAND = sys.argv[1].encode(), sys.argv[2], sys.argv[3:]
has_come = threading.Event()


def write(data, descriptor=1):
    while data:
        data = data[os.write(descriptor, data) :]


def flood(piece, descriptor=1):
    while True:
        write(piece, descriptor)


def close_output():
    os.close(1)
    signal.pause()


def leave_children():
    """They want to live on: two generations, deaf to signals, in sessions of their own, and all hold our output."""
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            os.fork()
            while True:
                signal.pause()
    os._exit(4)


def chatter():
    threading.Thread(target=flood, args=(b"one more line\n" * 1000, 2), daemon=True).start()


# After these the call goes on.
TALKATIVE = {"twice": lambda: None, "chatter": chatter}
DEEDS = TALKATIVE | {
    "hang": lambda: None,
    "deaf": lambda: None,
    "exit": lambda: os._exit(3),
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "close": close_output,
    "binary": lambda: write(bytes(range(128, 256)) * 32 + b"\n"),
    "half": lambda: write(b'{"jsonrpc":"2.0","id":\n'),
    "unfinished": lambda: write(b'{"jsonrpc":"2.0","id":'),
    "foreign": lambda: write(b'{"jsonrpc":"2.0","id":123456789,"result":{}}\n'),
    "question": lambda: write(b'{"jsonrpc":"2.0","id":1,"method":"createOffer"}\n'),
    "deep": lambda: write(b"[" * 1_000_000 + b"\n"),
    "endless": lambda: flood(b"x" * 65536),
    "flood": lambda: flood(b'{"method":"spin"}\n' * 1000),
    "children": leave_children,
}


def is_decent(line):
    """Does the deed when its moment has come; false: this line and all others go no further."""
    if WORD in line and not has_come.is_set():
        has_come.set()
        os.write(2, b"the last words\n")
        DEEDS[DEED]()
    return not has_come.is_set() or DEED in TALKATIVE


def pass_requests():
    for line in sys.stdin.buffer:
        if is_decent(line):
            agent.stdin.write(line)
            agent.stdin.flush()
        elif DEED == "deaf":
            threading.Event().wait()
    os._exit(0)


agent = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
threading.Thread(target=pass_requests, daemon=True).start()
for text in agent.stdout:
    if is_decent(text):
        write(text * 2 if DEED == "twice" and has_come.is_set() else text)
if has_come.is_set() and DEED not in TALKATIVE:
    signal.pause()

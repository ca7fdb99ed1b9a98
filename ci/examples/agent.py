"""The smallest agent: level 1 of the protocol, a peer that turns down every call.

Try it: callproof agent check python3 ci/examples/agent.py
"""
import json
import re
import sys

offer = []
for line in sys.stdin:
    request, result = json.loads(line), {}
    if request["method"] == "hello":
        result = {"name": "example", "version": "1", "level": 1}
    elif request["method"] == "setRemoteDescription":
        offer = request["params"]["sdp"].splitlines()
    elif request["method"] in ("createOffer", "createAnswer"):
        kept = [text for text in offer if re.match("[vostm]=|a=mid:", text)]
        sdp = [re.sub(r"^(m=\w+) \d+", r"\1 0", text) + "\r\n" for text in kept]
        result = {"type": request["method"][6:].lower(), "sdp": "".join(sdp)}
    print(json.dumps({"id": request["id"], "result": result}), flush=True)

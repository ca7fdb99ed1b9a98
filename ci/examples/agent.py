"""The smallest agent: level 1 of the protocol, a peer that turns down every call.

Try it: callproof agent check python3 ci/examples/agent.py
"""
import json
import re
import sys

sdp = ""
for line in sys.stdin:
    request, answer = json.loads(line), {"result": {}}
    if request["method"] == "hello":
        answer["result"] = {"name": "example", "version": "1", "level": 1}
    elif request["method"] == "setRemoteDescription":
        sdp = re.sub(r"(?m)^(m=\w+) \d+", r"\1 0", request["params"]["sdp"])
    elif request["method"] == "createAnswer":
        kept = re.findall(r"(?m)^(?:[vostm]=.*|a=mid:.*|a=group:BUNDLE)", sdp)
        text = "".join(part.strip() + "\r\n" for part in kept)
        answer["result"] = {"type": "answer", "sdp": text}
    elif request["method"] not in ("create", "close"):
        answer = {"error": {"code": -32601, "message": "unknown method"}}
    print(json.dumps({"id": request["id"], **answer}), flush=True)

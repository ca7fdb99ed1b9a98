"""The smallest agent: level 1 of the protocol, a peer that turns down every call. Try: callproof agent check python3 agent.py"""
import json, sys

offer = ""
for line in sys.stdin:
    request, result = json.loads(line), {}
    if request["method"] == "hello":
        result = {"name": "example", "version": "1", "level": 1}
    elif request["method"] == "setRemoteDescription":
        offer = request["params"]["sdp"]
    elif request["method"] in ("createOffer", "createAnswer"):
        kept = [f for f in offer.splitlines() if f[:2] in ("v=", "o=", "s=", "t=", "m=") or f.startswith("a=mid:")]
        sections = [f if f[:2] != "m=" else f"{f.split()[0]} 0 {' '.join(f.split()[2:])}" for f in kept]
        result = {"type": request["method"][6:].lower(), "sdp": "".join(f + "\r\n" for f in sections)}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)

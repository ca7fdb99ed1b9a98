"""RTP streams of a capture by tshark and by nothing of ours: packets, loss and the jitter of RFC 3550 §6.4.1.

streams.py CAPTURE PORTS [CLOCK RATES, as 96=90000,…]
tshark gives time, source, SSRC, number, timestamp and payload type of each packet; the sums are made here.
"""

import json
import subprocess
import sys
from fractions import Fraction

FIELDS = ["frame.time_epoch", "ip.src", "rtp.ssrc", "rtp.seq", "rtp.timestamp", "rtp.p_type"]


def rows(capture, ports):
    decode = [word for port in ports for word in ("-d", f"udp.port=={port},rtp")]
    fields = [word for field in FIELDS for word in ("-e", field)]
    command = ["tshark", "-r", capture, *decode, "-Y", "rtp.version==2", "-T", "fields", *fields]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in output.splitlines()]


def main():
    capture, ports = sys.argv[1], sys.argv[2].split(",")
    rates = dict(pair.split("=") for pair in sys.argv[3].split(",")) if len(sys.argv) > 3 else {}
    streams = {}
    for time, source, ssrc, number, timestamp, kind in rows(capture, ports):
        stream = streams.setdefault((source, int(ssrc, 16)), {"packets": 0, "numbers": [], "kinds": set()})
        stream["packets"] += 1
        stream["kinds"].add(int(kind))
        number, timestamp = int(number), int(timestamp)
        # Numbers go on where the last one was, within half of their range.
        last = stream["numbers"][-1] if stream["numbers"] else number
        stream["numbers"].append(last + (number - last + 32768) % 65536 - 32768)
        rate = int(rates.get(kind, 0))
        if not rate:
            continue
        if "before" in stream and stream["rate"] == rate:
            then, before = stream["before"]
            steps = (timestamp - before + (1 << 31)) % (1 << 32) - (1 << 31)
            difference = abs(Fraction(time) - then - Fraction(steps, rate))
            # Exact until here; sixteenths of sixteenths would never end.
            stream["jitter"] += (float(difference) - stream["jitter"]) / 16
        else:
            stream["jitter"] = 0.0
        stream["before"], stream["rate"] = (Fraction(time), timestamp), rate
    print(
        json.dumps(
            [
                {
                    "from": source,
                    "ssrc": ssrc,
                    "packets": stream["packets"],
                    "lost": max(stream["numbers"]) - min(stream["numbers"]) + 1 - len(set(stream["numbers"])),
                    "payload_types": sorted(stream["kinds"]),
                    "jitter_ms": stream["jitter"] * 1000 if "jitter" in stream else None,
                }
                for (source, ssrc), stream in streams.items()
            ]
        )
    )


main()

"""Tries descriptions in aiortc as page.js does in browsers.

A list of trials is a line of JSON on standard input; its results are a line on standard output.
"""

import asyncio
import contextlib
import json
import logging
import sys

import aiortc

STEP_LIMIT = 5  # s


def shape(connection, media=(), data=False):
    for item in media:
        transceiver = connection.addTransceiver(item["kind"], direction=item.get("dir", "sendrecv"))
        if "prefs" in item:
            all = aiortc.RTCRtpSender.getCapabilities(item["kind"]).codecs
            transceiver.setCodecPreferences(
                [codec for name in item["prefs"] for codec in all if codec.mimeType.split("/")[1] == name]
            )
    if data:
        connection.createDataChannel("data")


async def trial(config, media, steps):
    policy = aiortc.RTCBundlePolicy(config.get("bundlePolicy", "balanced"))
    connection = aiortc.RTCPeerConnection(aiortc.RTCConfiguration(iceServers=[], bundlePolicy=policy))
    operation, index = "", 0

    async def limited(name, awaitable):
        nonlocal operation
        operation = name
        return await asyncio.wait_for(awaitable, STEP_LIMIT)

    # What fails here is no refusal; it ends the process.
    shape(connection, **media)
    try:
        for index, step in enumerate(steps):
            if "sdp" in step:
                description = aiortc.RTCSessionDescription(step["sdp"], step["type"])
                await limited("setRemoteDescription", connection.setRemoteDescription(description))
            else:
                make = connection.createOffer if step["type"] == "offer" else connection.createAnswer
                made = await limited("createOffer" if step["type"] == "offer" else "createAnswer", make())
                await limited("setLocalDescription", connection.setLocalDescription(made))
    except Exception as error:  # Whatever the stack raises is its way to refuse.
        return {"step": index, "operation": operation, "name": type(error).__name__, "message": str(error)}
    finally:
        # Closing what was refused half-way fails inside aiortc; that says nothing of the description.
        with contextlib.suppress(Exception):
            await asyncio.wait_for(connection.close(), STEP_LIMIT)


async def main():
    logging.disable(logging.CRITICAL)
    # What fails behind a trial's back, in a task of its own, is no refusal.
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    print(json.dumps(aiortc.__version__), flush=True)
    for line in sys.stdin:
        print(json.dumps([await trial(**item) for item in json.loads(line)]), flush=True)


asyncio.run(main())

"""The calls that faults are put into: exchanges of real peers, kept beside the tests."""

import json
from pathlib import Path

from .description import Description
from .faults import ANSWER, ANSWER2, OFFER, OFFER2, later

TESTS = Path(__file__).resolve().parents[2] / "Tests"
PEERS = TESTS / "SDPTests/Fixtures/peers"
MANIFEST = TESTS / "SDPRulesTests/Fixtures/manifest.json"


def calls():
    """Each first exchange: its entry in the manifest, and its four texts by name.

    The later offer and answer are the first ones again, one version on.
    """
    for entry in json.loads(MANIFEST.read_text()):
        if "follows" in entry:
            continue
        texts = {name: Description((PEERS / entry[name]).read_bytes().decode()) for name in (OFFER, ANSWER)}
        texts[OFFER2], texts[ANSWER2] = later(texts[OFFER]), later(texts[ANSWER])
        yield entry, texts

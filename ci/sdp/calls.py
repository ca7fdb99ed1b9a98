"""The calls that faults are put into: exchanges of real peers, kept beside the tests."""

import json

from . import ROOT
from .description import Description
from .faults import ANSWER, ANSWER2, OFFER, OFFER2, later

PEERS = ROOT / "Tests/SDPTests/Fixtures/peers"
MANIFEST = ROOT / "Tests/SDPRulesTests/Fixtures/manifest.json"


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


def history(texts, name, text):
    """A call up to the exchange that has this text, with it in its place: texts by name, offers and answers in turn."""
    names = (OFFER, ANSWER) if name in (OFFER, ANSWER) else (OFFER, ANSWER, OFFER2, ANSWER2)
    return {each: text if each == name else str(texts[each]) for each in names}

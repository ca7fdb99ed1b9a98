"""The table of faults: what goes wrong with descriptions between peers, each as a change to raw text.

A fault has a name, the rules that may name it, and the descriptions of a call that it can be put into. `put(text,
call)` changes the description; it says False where it has nothing to change. `call` has the clean texts of the call by
name.
"""

import copy

# In the order of the table.
from . import structure, security, codecs, streams, lines, renegotiation  # noqa: F401
from .fault import ANSWER, ANSWER2, FAULTS, OFFER, OFFER2  # noqa: F401


def later(clean):
    """The same description as the next of its session: one version on."""
    text = copy.deepcopy(clean)
    text.change(r"^(o=\S+ \S+ )(\d+)", lambda match: match[1] + str(int(match[2]) + 1))
    return text


def mutants(call):
    """Every fault in every description of a call that it can be put into: (fault, name of the text, text or None)."""
    for item in FAULTS:
        for name in item.texts:
            text = copy.deepcopy(call[name])
            before = str(text)
            applies = item.put(text, call) is not False and str(text) != before
            yield item, name, str(text) if applies else None

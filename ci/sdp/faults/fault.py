"""A fault, and the list of all."""

import dataclasses
from collections.abc import Callable

OFFER, ANSWER, OFFER2, ANSWER2 = "offer", "answer", "offer2", "answer2"
FAULTS = []


@dataclasses.dataclass
class Fault:
    name: str
    rules: tuple[str, ...]
    texts: tuple[str, ...]
    put: Callable
    # The fault is in the pair: the description by itself is as good as any.
    is_of_pair: bool = False


def fault(name, rules, *texts, is_of_pair=False):
    def keep(put):
        FAULTS.append(Fault(name, tuple(rules.split()), texts, put, is_of_pair))
        return put

    return keep

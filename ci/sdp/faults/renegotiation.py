"""The faults of later offers and answers of the same session."""

import re

from ..description import codecs, formats, is_refused, renumber, rewrite, value
from .fault import ANSWER, ANSWER2, OFFER, OFFER2, fault


@fault("section-removed", "mline-removed", OFFER2)
def _(text, call):
    if len(text.sections) < 2:
        return False
    mid = value(text.sections.pop(), "a=mid:")
    text.regroup([other for other in text.group() if other != mid])


@fault("sections-swapped-later", "mline-order", OFFER2)
def _(text, call):
    kinds = [s[0].split()[0] for s in text.sections]
    other = next((i for i, kind in enumerate(kinds) if kind != kinds[0]), None)
    # The place of a refused section is free for another.
    if other is None or any(is_refused(t.sections[i]) for t in (text, call[ANSWER]) for i in (0, other)):
        return False
    text.sections[0], text.sections[other] = text.sections[other], text.sections[0]


@fault("section-of-another-kind", "mid-reused", OFFER2)
def _(text, call):
    kinds = [s[0].split()[0] for s in text.sections]
    other = next((i for i, kind in enumerate(kinds) if kind != kinds[0]), None)
    mid = value(text.sections[0], "a=mid:")
    if other is None or mid is None or any(is_refused(text.sections[i]) for i in (0, other)):
        return False
    # One of its own: it repeats no source of the section that it is written after.
    copied = [line for line in text.sections[other] if not line.startswith(("a=ssrc", "a=msid:"))]
    rewrite(copied, "^a=mid:.*", f"a=mid:{mid}")
    text.sections[0] = copied


@fault("mid-of-a-section-changed", "mid-reused", OFFER2)
def _(text, call):
    mid = value(text.sections[0], "a=mid:")
    if mid is None or is_refused(text.sections[0]):
        return False
    rewrite(text.sections[0], "^a=mid:.*", "a=mid:other")
    text.regroup(["other" if other == mid else other for other in text.group()])


@fault("payload-type-of-another-codec", "payload-type-remapped", OFFER2)
def _(text, call):
    answered = {n for s in call[ANSWER].media for n in formats(s)}
    for section in text.media:
        maps = codecs(section)
        names = {n: maps[n].split("/")[0].lower() for n in formats(section) if n in maps}
        plain = [n for n in names if n in answered and int(n) >= 96 and names[n] in ("vp8", "vp9", "h264", "av1")]
        pair = next(((a, b) for a in plain for b in plain if names[a] != names[b]), None)
        if pair is None:
            continue
        a, b = pair
        for old, new in ((a, "x"), (b, a), ("x", b)):
            renumber(section, old, new)
        return True
    return False


@fault("certificate-changed", "fingerprint-changed", OFFER2, ANSWER2)
def _(text, call):
    return text.change("^(a=fingerprint:[^ ]+ )..:..", r"\g<1>01:23")


@fault("role-changed", "setup-role-changed", ANSWER2)
def _(text, call):
    roles = {"active": "passive", "passive": "active"}
    role = next((r for b in text.blocks for r in [value(b, "a=setup:")] if r in roles), None)
    return role is not None and text.change("^a=setup:(active|passive)$", f"a=setup:{roles[role]}")


@fault("ice-restart-of-half", "ice-restart-incomplete", OFFER2)
def _(text, call):
    return text.change("^a=ice-ufrag:.*", "a=ice-ufrag:Half")


@fault("ice-restart-not-offered", "ice-restart-not-offered", ANSWER2)
def _(text, call):
    return text.change("^a=ice-ufrag:.*", "a=ice-ufrag:Fresh") and text.change(
        "^a=ice-pwd:.*", "a=ice-pwd:FreshFreshFreshFreshFresh"
    )


@fault("origin-goes-back", "origin-version", OFFER2)
def _(text, call):
    is_first = any(re.match(r"o=\S+ \S+ 0 ", line) for line in call[OFFER].head)
    return not is_first and text.change(r"^(o=\S+ \S+) \d+", r"\1 0")


@fault("origin-of-another-session", "origin-session", OFFER2)
def _(text, call):
    return text.change(r"^(o=\S+) \d+", r"\1 4242")

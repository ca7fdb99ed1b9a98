"""The faults of later offers and answers of the same session."""

import re

from ..description import OTHER_ROLE, codecs, formats, is_refused, renumber, rewrite, value
from .fault import ANSWER, ANSWER2, OFFER, OFFER2, fault


@fault("section-removed", "mline-removed", OFFER2)
def _(text, call):
    return text.remove_last_section()


@fault("sections-swapped-later", "mline-order", OFFER2)
def _(text, call):
    other = text.place_of_another_kind()
    # The place of a refused section is free for another.
    if other is None or any(is_refused(t.sections[i]) for t in (text, call[ANSWER]) for i in (0, other)):
        return False
    text.swap(0, other)


@fault("section-of-another-kind", "mid-reused", OFFER2)
def _(text, call):
    other = text.place_of_another_kind()
    mid = value(text.sections[0], "a=mid:")
    if other is None or mid is None or any(is_refused(text.sections[i]) for i in (0, other)):
        return False
    # One of its own: it repeats no source of the section that it is written after.
    copied = [line for line in text.sections[other] if not line.startswith(("a=ssrc", "a=msid:"))]
    rewrite(copied, "^a=mid:.*", f"a=mid:{mid}")
    text.sections[0] = copied


@fault("mid-of-a-section-changed", "mid-reused", OFFER2)
def _(text, call):
    return not is_refused(text.sections[0]) and text.rename_first_section("other")


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
    role = text.role()
    return role is not None and text.change("^a=setup:(active|passive)$", f"a=setup:{OTHER_ROLE[role]}")


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

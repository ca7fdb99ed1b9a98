"""The faults of later offers and answers of the same session."""

from ..description import codecs, formats, is_refused, renumber, rewrite, value
from .fault import ANSWER, ANSWER2, OFFER2, fault


@fault("section-removed", "mline-removed", OFFER2)
def _(text, call):
    if len(text.sections) < 2:
        return False
    mid = value(text.sections.pop(), "a=mid:")
    text.regroup([other for other in text.group() if other != mid])


@fault("section-of-another-kind", "mid-reused", OFFER2)
def _(text, call):
    kinds = [s[0].split()[0] for s in text.sections]
    other = next((i for i, kind in enumerate(kinds) if kind != kinds[0]), None)
    if other is None or is_refused(text.sections[0]) or is_refused(text.sections[other]):
        return False
    first, second = text.sections[0], text.sections[other]
    mids = value(first, "a=mid:"), value(second, "a=mid:")
    if None in mids:
        return False
    rewrite(first, "^a=mid:.*", f"a=mid:{mids[1]}")
    rewrite(second, "^a=mid:.*", f"a=mid:{mids[0]}")
    text.sections[0], text.sections[other] = second, first


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
    return text.change(r"^(o=\S+ \S+) \d+", r"\1 0")


@fault("origin-of-another-session", "origin-session", OFFER2)
def _(text, call):
    return text.change(r"^(o=\S+) \d+", r"\1 4242")

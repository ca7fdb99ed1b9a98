"""The faults of sections, of BUNDLE and of transport."""

from ..description import OTHER_ROLE, insert_after, is_refused, rewrite, value
from .fault import ANSWER, OFFER, fault

# Sections and how they are paired.


@fault("sections-swapped", "mline-order", ANSWER)
def _(text, call):
    other = text.place_of_another_kind()
    if other is None:
        return False
    text.swap(0, other)


@fault("section-lost", "mline-count", ANSWER)
def _(text, call):
    return text.remove_last_section()


@fault("kind-changed", "mline-kind", ANSWER)
def _(text, call):
    return rewrite(text.sections[-1], r"^m=(audio|video|application) ", "m=text ")


@fault("mid-changed", "mid-changed", ANSWER)
def _(text, call):
    return text.rename_first_section("other")


@fault("mid-twice", "mid-duplicate", OFFER, ANSWER)
def _(text, call):
    mid = value(text.sections[0], "a=mid:")
    if mid is None or len(text.sections) < 2:
        return False
    text.regroup([other for other in text.group() if other != value(text.sections[1], "a=mid:")])
    return rewrite(text.sections[1], "^a=mid:.*", f"a=mid:{mid}")


@fault("mid-lost", "mid-missing", ANSWER)
def _(text, call):
    return any([rewrite(s, "^a=mid:.*", "a=x-nothing") for s in text.sections])


@fault("mid-of-two-words", "mid-malformed", OFFER)
def _(text, call):
    return rewrite(text.sections[-1], "^a=mid:(.*)", r"a=mid:\1 more")


# BUNDLE.


@fault("bundle-of-unknown-mid", "bundle-unknown-mid", OFFER, ANSWER)
def _(text, call):
    return text.regroup(text.group() + ["ghost"])


@fault("bundle-mid-twice", "bundle-mid-twice", OFFER, ANSWER)
def _(text, call):
    return bool(text.group()) and text.regroup(text.group() + text.group()[:1])


@fault("refused-section-bundled", "rejected-section-in-bundle", ANSWER)
def _(text, call):
    if len(text.bundled) < 2 or is_refused(text.bundled[-1]):
        return False
    return rewrite(text.bundled[-1], r"^m=(\w+) \d+ ", r"m=\1 0 ")


@fault("bundled-sections-disagree-on-setup", "bundle-attribute-conflict setup-conflict", ANSWER)
def _(text, call):
    others = [s for s in text.bundled[1:] if value(s, "a=setup:") in OTHER_ROLE]
    if not others or value(text.bundled[0], "a=setup:") != value(others[0], "a=setup:"):
        return False
    return rewrite(others[0], "^a=setup:.*", f"a=setup:{OTHER_ROLE[value(others[0], 'a=setup:')]}")


# Transport.


@fault("rtcp-mux-lost", "rtcp-mux-missing", OFFER, ANSWER)
def _(text, call):
    return any([rewrite(s, "^a=rtcp-mux$", "a=x-nothing") for s in text.media])


@fault("profile-unencrypted", "transport-mismatch transport-insecure", OFFER, ANSWER)
def _(text, call):
    return any([rewrite(s, "^(m=.*) UDP/TLS/RTP/SAVPF ", r"\1 RTP/AVPF ") for s in text.media])


@fault("profile-without-feedback", "transport-mismatch", ANSWER)
def _(text, call):
    return any([rewrite(s, "^(m=.*) UDP/TLS/RTP/SAVPF ", r"\1 UDP/TLS/RTP/SAVP ") for s in text.media])


@fault("sdes-key-beside-dtls", "sdes-keys", OFFER)
def _(text, call):
    key = "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz"
    return any([insert_after(s, "a=mid:", key) for s in text.media])

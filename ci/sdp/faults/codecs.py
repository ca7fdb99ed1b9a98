"""The faults of payload types and codecs."""

import re

from ..description import codecs, formats, insert_after, renumber, rewrite
from .fault import ANSWER, OFFER, fault


@fault("rtpmap-lost", "rtpmap-missing", OFFER, ANSWER)
def _(text, call):
    for section in text.media:
        first = next(filter(is_dynamic, formats(section)), None)
        if first in codecs(section):
            section[:] = [line for line in section if not line.startswith(f"a=rtpmap:{first} ")]
            return True
    return False


@fault("payload-type-128", "payload-type-range", OFFER, ANSWER)
def _(text, call):
    return renumber_first(text, "128")


@fault("payload-type-of-rtcp", "payload-type-range", OFFER, ANSWER)
def _(text, call):
    return renumber_first(text, "72")


def renumber_first(text, number):
    """Of the first section that prefers a payload type without a fixed meaning."""
    return any(renumber(s, formats(s)[0], number) for s in text.media if is_dynamic(formats(s)[0]))


def is_dynamic(number):
    return int(number) >= 96


@fault("payload-type-twice", "payload-type-repeated", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"^(m=\S+ \S+ \S+ (\S+).*)", r"\1 \2", limit=1) for s in text.media)


@fault("payload-type-of-two-codecs", "payload-type-collision", OFFER, ANSWER)
def _(text, call):
    sections = [s for s in text.bundled if s in text.media]
    if len(sections) < 2:
        return False
    first, second = codecs(sections[0]), codecs(sections[1])
    taken = next((n for n in formats(sections[0]) if is_dynamic(n) and n not in second), None)
    own = next(filter(is_dynamic, formats(sections[1])), None)
    if taken is None or own is None or first.get(taken) == second.get(own):
        return False
    return renumber(sections[1], own, taken)


@fault("rtx-of-nothing", "payload-type-dangling", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"\bapt=\d+", "apt=127", limit=1) for s in text.media if "127" not in formats(s))


@fault("red-of-nothing", "payload-type-dangling", OFFER, ANSWER)
def _(text, call):
    for section in text.media:
        red = next((n for n, name in codecs(section).items() if name == "red/48000/2"), None)
        if red and "127" not in formats(section):
            return rewrite(section, rf"^a=fmtp:{red} .*", f"a=fmtp:{red} 127/127")
    return False


@fault("rtx-without-apt", "rtx-apt-missing", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"^a=fmtp:\d+ apt=.*", "a=x-nothing", limit=1) for s in text.media)


@fault("opus-of-one-channel", "rtpmap-invalid", OFFER, ANSWER)
def _(text, call):
    return text.change("(?i)^(a=rtpmap:.* opus/48000)/2$", r"\1")


@fault("vp8-of-another-clock", "rtpmap-invalid", OFFER, ANSWER)
def _(text, call):
    return any([rewrite(s, "^(a=rtpmap:.* VP8/)90000$", r"\g<1>48000") for s in text.media])


@fault("no-common-codec", "codec-mismatch", ANSWER)
def _(text, call):
    section = next((s for s in text.media if all(map(is_dynamic, formats(s)))), None)
    return section is not None and rewrite(section, r"^a=rtpmap:(\d+) [^/]+/", r"a=rtpmap:\1 Unheard/")


@fault("h264-profile-cut", "codec-parameter-invalid", OFFER, ANSWER)
def _(text, call):
    return text.change("(profile-level-id=....)..", r"\1")


@fault("h264-packetization-mode-3", "codec-parameter-invalid", OFFER, ANSWER)
def _(text, call):
    return text.change(r"packetization-mode=\d", "packetization-mode=3")


@fault("h264-packetization-mode-changed", "codec-parameter-mismatch", ANSWER)
def _(text, call):
    section = next((s for s in text.media if any("H264" in line for line in s)), None)
    names = {name.split("/")[0] for name in codecs(section).values()} if section else set()
    if not names or names - {"H264", "rtx"}:
        return False
    modes = re.findall(r"packetization-mode=(\d)", "\n".join(section))
    if len(set(modes)) != 1:
        return False
    other = "0" if modes[0] == "1" else "1"
    if any(f"packetization-mode={other}" in line for s in call[OFFER].media for line in s):
        return False
    return rewrite(section, r"packetization-mode=\d", f"packetization-mode={other}")


@fault("feedback-of-nothing", "rtcp-fb-dangling", OFFER, ANSWER)
def _(text, call):
    return any(insert_after(s, "a=rtpmap:", "a=rtcp-fb:127 nack") for s in text.media if "127" not in formats(s))


@fault("feedback-not-offered", "rtcp-fb-not-offered", ANSWER)
def _(text, call):
    section = next(iter(text.media), None)
    number = section and formats(section)[0]
    offered = any(line.startswith("a=rtcp-fb:*") for s in call[OFFER].sections for line in s)
    return bool(number) and not offered and insert_after(section, "a=rtpmap:", f"a=rtcp-fb:{number} ccm vbcm")


@fault("parameters-of-nothing", "fmtp-dangling", OFFER, ANSWER)
def _(text, call):
    return any(insert_after(s, "a=rtpmap:", "a=fmtp:127 x=1") for s in text.media if "127" not in formats(s))

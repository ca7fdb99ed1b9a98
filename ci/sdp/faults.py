"""The table of faults: what goes wrong with descriptions between peers, each as a change to raw text.

A fault has a name, the rules that may name it, and the descriptions of a call that it can be put into. `put(text, call)`
changes the description; it says False where it has nothing to change. `call` has the clean texts of the call by name.
"""

import copy
import dataclasses
import re
from collections.abc import Callable

from .description import codecs, formats, insert_after, is_refused, renumber, rewrite, value, values

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


# Sections and how they are paired.


@fault("sections-swapped", "mline-order", ANSWER)
def _(text, call):
    kinds = [section[0].split()[0] for section in text.sections]
    other = next((i for i, kind in enumerate(kinds) if kind != kinds[0]), None)
    if other is None:
        return False
    text.sections[0], text.sections[other] = text.sections[other], text.sections[0]


@fault("section-lost", "mline-count", ANSWER)
def _(text, call):
    if len(text.sections) < 2:
        return False
    mid = value(text.sections.pop(), "a=mid:")
    text.regroup([other for other in text.group() if other != mid])


@fault("kind-changed", "mline-kind", ANSWER)
def _(text, call):
    return rewrite(text.sections[-1], r"^m=(audio|video|application) ", "m=text ")


@fault("mid-changed", "mid-changed", ANSWER)
def _(text, call):
    mid = value(text.sections[0], "a=mid:")
    if mid is None:
        return False
    rewrite(text.sections[0], "^a=mid:.*", "a=mid:other")
    text.regroup(["other" if other == mid else other for other in text.group()])


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
    others = [s for s in text.bundled[1:] if value(s, "a=setup:") in ("active", "passive")]
    if not others or value(text.bundled[0], "a=setup:") != value(others[0], "a=setup:"):
        return False
    role = "passive" if value(others[0], "a=setup:") == "active" else "active"
    return rewrite(others[0], "^a=setup:.*", f"a=setup:{role}")


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


# DTLS.


@fault("fingerprint-lost", "fingerprint-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("a=fingerprint:")


@fault("fingerprint-cut", "fingerprint-malformed", OFFER, ANSWER)
def _(text, call):
    return text.change("^(a=fingerprint:.*):[0-9A-Fa-f]{2}$", r"\1")


@fault("fingerprint-of-sha-1", "fingerprint-weak", OFFER, ANSWER)
def _(text, call):
    text.drop("a=fingerprint:sha-384", "a=fingerprint:sha-512")
    return text.change("^a=fingerprint:sha-256 ((..:){19}..).*", r"a=fingerprint:sha-1 \1")


@fault("fingerprint-of-unknown-hash", "fingerprint-hash-unknown", OFFER, ANSWER)
def _(text, call):
    text.drop("a=fingerprint:sha-384", "a=fingerprint:sha-512")
    return text.change("^a=fingerprint:sha-256 ", "a=fingerprint:sha-999 ")


@fault("setup-unknown", "setup-invalid", OFFER, ANSWER)
def _(text, call):
    return text.change("^a=setup:.*", "a=setup:both")


@fault("setup-undecided", "setup-invalid", ANSWER)
def _(text, call):
    return text.change("^a=setup:.*", "a=setup:actpass")


@fault("setup-lost", "setup-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("a=setup:")


@fault("setup-decided-by-the-offer", "setup-offer-not-actpass", OFFER)
def _(text, call):
    roles = [value(block, "a=setup:") for block in call[ANSWER].blocks]
    role = next((role for role in roles if role in ("active", "passive")), None)
    other = {"active": "passive", "passive": "active"}.get(role)
    return other is not None and text.change("^a=setup:actpass$", f"a=setup:{other}")


@fault("setup-same-on-both-sides", "setup-conflict", OFFER, is_of_pair=True)
def _(text, call):
    roles = [value(block, "a=setup:") for block in call[ANSWER].blocks]
    role = next((role for role in roles if role in ("active", "passive")), None)
    return role is not None and text.change("^a=setup:actpass$", f"a=setup:{role}")


# ICE.


@fault("ice-credentials-lost", "ice-credentials-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("a=ice-ufrag:", "a=ice-pwd:")


@fault("ice-password-lost", "ice-credentials-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("a=ice-pwd:")


@fault("ice-password-short", "ice-credentials-length", OFFER, ANSWER)
def _(text, call):
    return text.change("^(a=ice-pwd:.{21}).+", r"\1")


@fault("ice-ufrag-short", "ice-credentials-length", OFFER, ANSWER)
def _(text, call):
    return text.change("^(a=ice-ufrag:.{3}).+", r"\1")


@fault("ice-password-of-a-draft", "ice-credentials-characters", OFFER, ANSWER)
def _(text, call):
    return text.change("^a=ice-pwd:....", "a=ice-pwd:-=_#")


@fault("ice-password-with-marks", "ice-credentials-characters", OFFER, ANSWER)
def _(text, call):
    return text.change("^a=ice-pwd:..", "a=ice-pwd:!!")


@fault("bundled-sections-disagree-on-ice", "ice-credentials-conflict", ANSWER)
def _(text, call):
    if len(text.bundled) < 2 or value(text.bundled[0], "a=ice-ufrag:") is None:
        return False
    section = text.bundled[1]
    return rewrite(section, "^a=ice-ufrag:.*", "a=ice-ufrag:Another") and rewrite(
        section, "^a=ice-pwd:.*", "a=ice-pwd:AnotherAnotherAnotherAno"
    )


@fault("ice-ufrag-twice", "attribute-repeated", OFFER, ANSWER)
def _(text, call):
    for block in text.blocks:
        if value(block, "a=ice-ufrag:"):
            return insert_after(block, "a=ice-ufrag:", "a=ice-ufrag:Second")
    return False


@fault("ice-ufrag-empty", "ice-credentials-malformed ice-credentials-length", OFFER, ANSWER)
def _(text, call):
    return text.change("^a=ice-ufrag:.*", "a=ice-ufrag:")


@fault("ice-lite-in-a-section", "ice-lite-level", OFFER)
def _(text, call):
    return "a=ice-lite" not in text.head and insert_after(text.sections[0], "a=mid:", "a=ice-lite")


@fault("candidate-priority-0", "candidate-priority", OFFER, ANSWER)
def _(text, call):
    return text.change(r"^(a=candidate:(\S+ ){3})\d+", r"\g<1>0")


@fault("candidate-without-type", "candidate-syntax", OFFER, ANSWER)
def _(text, call):
    return text.change("^(a=candidate:.*) typ host.*", r"\1")


@fault("candidate-port-too-large", "candidate-syntax", OFFER, ANSWER)
def _(text, call):
    return text.change(r"^(a=candidate:(\S+ ){5})\d+ typ", r"\g<1>70000 typ")


@fault("tcp-candidate-without-tcptype", "candidate-syntax", OFFER, ANSWER)
def _(text, call):
    return text.change(r" tcptype \w+", "")


# Payload types and codecs.


@fault("rtpmap-lost", "rtpmap-missing", OFFER, ANSWER)
def _(text, call):
    for section in text.media:
        dynamic = [number for number in formats(section) if int(number) >= 96]
        if dynamic and dynamic[0] in codecs(section):
            section[:] = [l for l in section if not l.startswith(f"a=rtpmap:{dynamic[0]} ")]
            return True
    return False


@fault("payload-type-128", "payload-type-range", OFFER, ANSWER)
def _(text, call):
    return any(renumber(s, formats(s)[0], "128") for s in text.media if int(formats(s)[0]) >= 96)


@fault("payload-type-of-rtcp", "payload-type-range", OFFER, ANSWER)
def _(text, call):
    return any(renumber(s, formats(s)[0], "72") for s in text.media if int(formats(s)[0]) >= 96)


@fault("payload-type-twice", "payload-type-repeated", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"^(m=\S+ \S+ \S+ (\S+).*)", r"\1 \2", limit=1) for s in text.media)


@fault("payload-type-of-two-codecs", "payload-type-collision", OFFER, ANSWER)
def _(text, call):
    sections = [s for s in text.bundled if s in text.media]
    if len(sections) < 2:
        return False
    first, second = codecs(sections[0]), codecs(sections[1])
    taken = next((n for n in formats(sections[0]) if int(n) >= 96 and n not in second), None)
    own = next((n for n in formats(sections[1]) if int(n) >= 96), None)
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
    section = next((s for s in text.media if all(int(n) >= 96 for n in formats(s))), None)
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


# Header extensions.


@fault("extension-renumbered", "extmap-id-changed", ANSWER)
def _(text, call):
    for section in text.media:
        uris = {line.split()[1]: line.split()[0] for line in values(section, "a=extmap:")}
        used = {int(n.split("/")[0]) for s in text.media for n in (v.split()[0] for v in values(s, "a=extmap:"))}
        used |= {int(v.split()[0].split("/")[0]) for s in call[OFFER].media for v in values(s, "a=extmap:")}
        free = next((n for n in range(1, 15) if n not in used), None)
        if uris and free:
            return rewrite(section, r"^a=extmap:\d+", f"a=extmap:{free}", limit=1)
    return False


@fault("extension-not-offered", "extmap-not-offered", ANSWER)
def _(text, call):
    for section in text.media:
        used = {int(v.split()[0].split("/")[0]) for t in (text, call[OFFER]) for s in t.media for v in values(s, "a=extmap:")}
        free = next((n for n in range(1, 15) if n not in used), None)
        if free:
            return insert_after(section, "a=mid:", f"a=extmap:{free} urn:example:not-offered")
    return False


# The number of an extension of the first section, for one that only the second has.
@fault("extension-renumbered-as-another", "extmap-id-changed", ANSWER)
@fault("extension-number-of-two", "extmap-id-reused", OFFER)
def _(text, call):
    sections = [s for s in text.bundled if s in text.media]
    if len(sections) < 2:
        return False
    first = dict(reversed(v.split()[:2]) for v in values(sections[0], "a=extmap:"))
    own = [v.split()[:2] for v in values(sections[1], "a=extmap:")]
    for number, uri in own:
        taken = next((n for u, n in first.items() if u != uri and n not in [o[0] for o in own]), None)
        if taken and uri not in first:
            return rewrite(sections[1], f"^a=extmap:{number} ", f"a=extmap:{taken} ")
    return False


@fault("extension-number-0", "extmap-id-invalid", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"^a=extmap:\d+ ", "a=extmap:0 ", limit=1) for s in text.media)


@fault("extension-number-15", "extmap-id-reserved", OFFER)
def _(text, call):
    return renumber_extension(text, "15")


@fault("extension-number-200", "extmap-two-byte", OFFER)
def _(text, call):
    return renumber_extension(text, "200")


def renumber_extension(text, number):
    """A number for two-byte headers, in an offer that does not allow them."""
    is_allowed = any("a=extmap-allow-mixed" in block for block in text.blocks)
    return not is_allowed and any(rewrite(s, r"^a=extmap:\d+ ", f"a=extmap:{number} ", limit=1) for s in text.media)


@fault("extension-twice", "extmap-uri-repeated", OFFER, ANSWER)
def _(text, call):
    used = {v.split()[0].split("/")[0] for t in (text, call[OFFER]) for s in t.media for v in values(s, "a=extmap:")}
    free = next((n for n in range(1, 15) if str(n) not in used), None)
    for section in text.media:
        uri = next((v.split()[1] for v in values(section, "a=extmap:")), None)
        if uri and free:
            return insert_after(section, "a=extmap:", f"a=extmap:{free} {uri}")
    return False


@fault("extension-number-no-number", "extmap-malformed", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"^a=extmap:\d+ ", "a=extmap:one ", limit=1) for s in text.media)


# Directions and streams.


@fault("direction-not-allowed", "direction-conflict", ANSWER)
def _(text, call):
    pairs = zip(call[OFFER].sections, text.sections)
    for offered, answered in pairs:
        if any(f"a={way}" in offered for way in ("recvonly", "sendonly", "inactive")):
            return rewrite(answered, "^a=(sendonly|recvonly|inactive)$", "a=sendrecv")
    return False


@fault("direction-twice", "direction-repeated", OFFER, ANSWER)
def _(text, call):
    return any(
        insert_after(s, f"a={way}", "a=inactive")
        for s in text.media
        for way in ("sendrecv", "sendonly", "recvonly")
    )


@fault("two-tracks-in-a-section", "plan-b", OFFER, ANSWER)
def _(text, call):
    section = next((s for s in text.media if not values(s, "a=rid:") and not values(s, "a=ssrc-group:")), None)
    if section is None:
        return False
    section[:] = [line for line in section if not line.startswith(("a=ssrc:", "a=msid:"))]
    for ssrc, track in (("1001", "one"), ("1002", "two")):
        section += [f"a=ssrc:{ssrc} cname:c", f"a=ssrc:{ssrc} msid:stream {track}"]


@fault("ssrc-no-number", "ssrc-malformed", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"^a=ssrc:\d+ ", "a=ssrc:one ", limit=1) for s in text.media)


@fault("ssrc-of-two-sections", "ssrc-collision", OFFER, ANSWER)
def _(text, call):
    sources = [s for s in text.media if values(s, "a=ssrc:") and not values(s, "a=ssrc-group:")]
    if len(sources) < 2:
        return False
    numbers = [value(s, "a=ssrc:").split()[0] for s in sources[:2]]
    return rewrite(sources[1], f"^a=ssrc:{numbers[1]} ", f"a=ssrc:{numbers[0]} ")


@fault("ssrc-group-of-nothing", "ssrc-group-unknown", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, r"^(a=ssrc-group:FID \d+) \d+", r"\1 12345", limit=1) for s in text.media)


@fault("msid-empty", "msid-invalid", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, "^a=msid:.*", "a=msid:", limit=1) for s in text.media)


# Simulcast.


@fault("simulcast-of-unknown-rid", "simulcast-rid-undeclared", OFFER, ANSWER)
def _(text, call):
    return text.change("^(a=simulcast:(send|recv) .*)", r"\1;ghost")


@fault("rid-twice", "rid-duplicate", OFFER, ANSWER)
def _(text, call):
    for section in text.media:
        for line in [line for line in section if line.startswith("a=rid:")][:1]:
            return insert_after(section, line, line)
    return False


@fault("simulcast-twice", "simulcast-repeated", OFFER, ANSWER)
def _(text, call):
    for section in text.media:
        for line in [line for line in section if line.startswith("a=simulcast:")][:1]:
            return insert_after(section, line, line)
    return False


@fault("rid-without-direction", "simulcast-malformed", OFFER, ANSWER)
def _(text, call):
    return text.change(r"^(a=rid:\S+) (send|recv).*", r"\1")


@fault("simulcast-not-offered", "simulcast-not-offered", ANSWER)
def _(text, call):
    section = next((s for s in text.media if s[0].startswith("m=video")), None)
    if section is None or any("a=simulcast:" in str(t) for t in (text, call[OFFER])):
        return False
    section += ["a=rid:h recv", "a=rid:l recv", "a=simulcast:recv h;l"]


# Data channels.


@fault("sctp-port-lost", "sctp-port-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("a=sctp-port:")


@fault("sctp-port-too-large", "sctp-malformed", OFFER, ANSWER)
def _(text, call):
    return text.change("^a=sctp-port:.*", "a=sctp-port:99999")


@fault("data-of-another-format", "datachannel-format", OFFER, ANSWER)
def _(text, call):
    return any([rewrite(s, "^(m=.*) webrtc-datachannel", r"\1 telephone") for s in text.data])


# Beside the form of the RFC it is another transport, and said to be.
@fault("data-in-the-old-form", "datachannel-old-form transport-mismatch", OFFER, ANSWER)
def _(text, call):
    for section in text.data:
        rewrite(section, "^a=sctp-port:.*", "a=sctpmap:5000 webrtc-datachannel 1024")
        return rewrite(section, r"^(m=application \d+) .*", r"\1 DTLS/SCTP 5000")
    return False


# Lines.


@fault("version-lost", "required-line-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("v=")


@fault("timing-lost", "required-line-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("t=")


@fault("origin-cut", "session-line-malformed", OFFER, ANSWER)
def _(text, call):
    return rewrite(text.head, r"^(o=\S+ \S+).*", r"\1")


@fault("lines-joined", "lines-run-together", OFFER, ANSWER)
def _(text, call):
    for block in text.sections:
        for index, line in enumerate(block[:-1]):
            if line.startswith("a=ice-pwd:") and block[index + 1].startswith("a="):
                block[index : index + 2] = [line + block[index + 1]]
                return True
    return False


@fault("space-in-a-line", "line-malformed", OFFER, ANSWER)
def _(text, call):
    return any(rewrite(s, "^a=mid:", "a =mid:") for s in text.sections[:1])


@fault("lines-swapped", "line-order", OFFER, ANSWER)
def _(text, call):
    origin = next((i for i, line in enumerate(text.head) if line.startswith("o=")), None)
    if origin is None or not text.head[origin + 1].startswith("s="):
        return False
    text.head[origin], text.head[origin + 1] = text.head[origin + 1], text.head[origin]


@fault("connection-lost", "connection-line-missing", OFFER, ANSWER)
def _(text, call):
    return text.drop("c=")


@fault("connection-address-wrong", "connection-malformed", OFFER, ANSWER)
def _(text, call):
    return text.change(r"^c=IN IP4 \S+", "c=IN IP4 10.0.0.256")


@fault("connection-address-of-the-other-family", "connection-malformed", OFFER, ANSWER)
def _(text, call):
    return text.change(r"^c=IN IP4 \S+", "c=IN IP4 2001:db8::1")


@fault("port-no-number", "media-malformed", OFFER, ANSWER)
def _(text, call):
    return rewrite(text.sections[0], r"^m=(\w+) \d+", r"m=\1 port")


@fault("zero-byte", "bytes-invalid", OFFER, ANSWER)
def _(text, call):
    return rewrite(text.head, "^s=.*", "s=a\0b")


@fault("bandwidth-no-number", "bandwidth-malformed", OFFER, ANSWER)
def _(text, call):
    return insert_after(text.sections[0], "c=", "b=AS:much")


@fault("flag-with-a-value", "attribute-malformed", OFFER, ANSWER)
def _(text, call):
    return text.change("^a=rtcp-rsize$", "a=rtcp-rsize:yes")


@fault("last-line-end-lost", "line-end-missing", OFFER, ANSWER)
def _(text, call):
    text.ends = False


# Later offers and answers of the same session.


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

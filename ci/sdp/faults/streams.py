"""The faults of header extensions, streams, simulcast and data channels."""

from ..description import free_extension, insert_after, rewrite, value, values
from .fault import ANSWER, OFFER, fault

# Header extensions.


@fault("extension-renumbered", "extmap-id-changed", ANSWER)
def _(text, call):
    free = free_extension(text, call[OFFER])
    section = next((section for section in text.media if values(section, "a=extmap:")), None)
    return bool(free and section) and rewrite(section, r"^a=extmap:\d+", f"a=extmap:{free}", limit=1)


@fault("extension-not-offered", "extmap-not-offered", ANSWER)
def _(text, call):
    free = free_extension(text, call[OFFER])
    return bool(free and text.media) and insert_after(
        text.media[0], "a=mid:", f"a=extmap:{free} urn:example:not-offered"
    )


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
    free = free_extension(text, call[OFFER])
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
        insert_after(s, f"a={way}", "a=inactive") for s in text.media for way in ("sendrecv", "sendonly", "recvonly")
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
    return repeat_line(text, "a=rid:")


@fault("simulcast-twice", "simulcast-repeated", OFFER, ANSWER)
def _(text, call):
    return repeat_line(text, "a=simulcast:")


def repeat_line(text, prefix):
    line = next((line for section in text.media for line in section if line.startswith(prefix)), None)
    return line is not None and any(insert_after(section, line, line) for section in text.media)


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

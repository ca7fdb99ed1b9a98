"""The faults of lines as such."""

from ..description import insert_after, rewrite
from .fault import ANSWER, OFFER, fault


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

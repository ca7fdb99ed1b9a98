"""The faults of DTLS and ICE."""

from ..description import OTHER_ROLE, insert_after, rewrite, value
from .fault import ANSWER, OFFER, fault

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
    role = call[ANSWER].role()
    return role is not None and text.change("^a=setup:actpass$", f"a=setup:{OTHER_ROLE[role]}")


@fault("setup-same-on-both-sides", "setup-conflict", OFFER, is_of_pair=True)
def _(text, call):
    role = call[ANSWER].role()
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

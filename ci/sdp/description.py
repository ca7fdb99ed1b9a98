"""A session description as raw lines: a head, and a list of lines for each section.

It knows nothing that a line says beyond its first characters, on purpose: the faults that are put into descriptions
with it share no code and no idea with the rules that have to find them.
"""

import re

OTHER_ROLE = {"active": "passive", "passive": "active"}


class Description:
    def __init__(self, text):
        self.ending = "\r\n" if "\r\n" in text else "\n"
        self.ends = text.endswith("\n")
        self.head, self.sections = [], []
        for line in text.replace("\r\n", "\n").rstrip("\n").split("\n"):
            if line.startswith("m="):
                self.sections.append([])
            (self.sections[-1] if self.sections else self.head).append(line)

    def __str__(self):
        lines = self.head + [line for section in self.sections for line in section]
        return self.ending.join(lines) + (self.ending if self.ends else "")

    @property
    def blocks(self):
        return [self.head] + self.sections

    @property
    def media(self):
        """The sections that carry RTP and were not refused."""
        return [s for s in self.sections if "RTP/" in s[0] and not is_refused(s)]

    @property
    def data(self):
        return [s for s in self.sections if "SCTP" in s[0] and not is_refused(s)]

    @property
    def bundled(self):
        """The sections of the first BUNDLE group, in the order of the description."""
        mids = self.group()
        return [s for s in self.sections if value(s, "a=mid:") in mids]

    def group(self):
        line = next((line for line in self.head if line.startswith("a=group:BUNDLE")), "")
        return line.split()[1:]

    def regroup(self, mids):
        """Lists these mids in the BUNDLE group; False where there is none."""
        for index, line in enumerate(self.head):
            if line.startswith("a=group:BUNDLE"):
                self.head[index] = " ".join(["a=group:BUNDLE", *mids])
                return True
        return False

    def place_of_another_kind(self):
        """The index of the first section that is of another kind than the first one; None where there is none."""
        kinds = [section[0].split()[0] for section in self.sections]
        return next((i for i, kind in enumerate(kinds) if kind != kinds[0]), None)

    def swap(self, one, other):
        sections = self.sections
        sections[one], sections[other] = sections[other], sections[one]

    def remove_last_section(self):
        """Out of the BUNDLE group too; False where it is the only section."""
        if len(self.sections) < 2:
            return False
        mid = value(self.sections.pop(), "a=mid:")
        self.regroup([other for other in self.group() if other != mid])
        return True

    def rename_first_section(self, name):
        """In the BUNDLE group too; False where it has no mid."""
        mid = value(self.sections[0], "a=mid:")
        if mid is None:
            return False
        rewrite(self.sections[0], "^a=mid:.*", f"a=mid:{name}")
        self.regroup([name if other == mid else other for other in self.group()])
        return True

    def role(self):
        """The first DTLS role that is decided: "active", "passive"; None where none is."""
        roles = (value(block, "a=setup:") for block in self.blocks)
        return next((role for role in roles if role in OTHER_ROLE), None)

    def drop(self, *prefixes):
        """Takes away every line that begins so; says whether there was one."""
        count = sum(len(block) for block in self.blocks)
        for block in self.blocks:
            block[:] = [line for line in block if not line.startswith(prefixes)]
        return sum(len(block) for block in self.blocks) < count

    def change(self, pattern, replacement):
        """Rewrites every line that the pattern is found in; says whether there was one."""
        return any([rewrite(block, pattern, replacement) for block in self.blocks])


def is_refused(section):
    return section[0].split()[1] == "0" and "a=bundle-only" not in section


def value(block, prefix):
    """What follows the prefix on the first line that begins with it."""
    return next((line[len(prefix) :] for line in block if line.startswith(prefix)), None)


def values(block, prefix):
    return [line[len(prefix) :] for line in block if line.startswith(prefix)]


def rewrite(block, pattern, replacement, limit=None):
    count = 0
    for index, line in enumerate(block):
        if limit is not None and count >= limit:
            break
        changed = re.sub(pattern, replacement, line)
        if changed != line:
            block[index] = changed
            count += 1
    return count > 0


def insert_after(block, prefix, *lines):
    """Puts lines behind the first that begins so; says whether there is one."""
    for index, line in enumerate(block):
        if line.startswith(prefix):
            block[index + 1 : index + 1] = lines
            return True
    return False


def formats(section):
    return section[0].split()[3:]


def free_extension(*texts):
    """A number from 1 to 14 that no media section of these descriptions gives to an extension; None: all are given."""
    lines = (line for text in texts for section in text.media for line in values(section, "a=extmap:"))
    used = {line.split()[0].split("/")[0] for line in lines}
    return next((number for number in range(1, 15) if str(number) not in used), None)


def codecs(section):
    """Payload type to the name of its codec with its clock: {"96": "VP8/90000"}."""
    maps = (line.split(" ", 1) for line in values(section, "a=rtpmap:"))
    return {parts[0]: parts[1] for parts in maps if len(parts) == 2}


def renumber(section, old, new):
    """Gives a payload type another number wherever the section names it."""
    words = section[0].split()
    if old not in words[3:]:
        return False
    section[0] = " ".join(words[:3] + [new if word == old else word for word in words[3:]])
    rewrite(section, rf"^a=(rtpmap|fmtp|rtcp-fb):{old}(?= )", rf"a=\1:{new}")
    rewrite(section, rf"\bapt={old}\b", f"apt={new}")
    return True

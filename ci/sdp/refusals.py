"""What is kept of refusals: the table, and what is written from it."""

import json

from . import ROOT

TABLE = ROOT / "Tests/SDPRulesTests/Fixtures/refusals.json"
EXPLANATIONS = TABLE.with_name("refusals-explained.json")
COUNTS = ROOT / "Sources/SDPRules/Model/OwnRuns+Counts.swift"
PAGE = ROOT / "Sources/SDPRules/SDPRules.docc/Refusals.md"


def kept():
    return json.loads(TABLE.read_text()) if TABLE.exists() else {}


def write(rows):
    TABLE.write_text(written(rows))
    COUNTS.write_text(counts(rows))
    PAGE.write_text(page(rows, json.loads(EXPLANATIONS.read_text())))


def written(rows):
    """JSON with a line for each fault, so that a change of it reads well."""
    lines = ",\n".join("    " + json.dumps(row) for row in rows["faults"])
    return f'{{\n  "versions": {json.dumps(rows["versions"])},\n  "faults": [\n{lines}\n  ]\n}}\n'


def major(version):
    """Of a browser "156", of a library "1.16"."""
    parts = version.split(".")
    return parts[0] if int(parts[0]) > 20 else ".".join(parts[:2])


def counts(rows):
    """The Swift table of counts by rule, a column for each stack."""
    names, sums = list(rows["versions"]), {}
    for row in rows["faults"]:
        columns = sums.setdefault(row["rule"], [[0, 0] for _ in names])
        for column, name in zip(columns, names):
            if name in row["stacks"]:
                column[0] += row["stacks"][name]["refused"]
                column[1] += row["stacks"][name]["of"]
    stacks = ", ".join(f'("{name}", "{major(rows["versions"][name])}")' for name in names)
    lines = [
        f'    "{rule}": [{", ".join(f".init({refused}, of: {tried})" for refused, tried in sums[rule])}],'
        for rule in sorted(sums)
    ]
    return "\n".join(
        [
            "// Written by ci/sdp-refusals.",
            "",
            "extension OwnRuns {",
            "  /// The columns of the counts.",
            "  static let stacks: [(name: String, version: String)] = [",
            *(f"    {stack}," for stack in stacks.replace("), ", ")\n").split("\n")),
            "  ]",
            "",
            "  static let counts: [String: [Count]] = [",
            *lines,
            "  ]",
            "}",
            "",
        ]
    )


def page(rows, explained):
    names = list(rows["versions"])
    text = [
        "# Who refuses what",
        "",
        "Faults of descriptions before other stacks: how many descriptions each refused, of how many whose clean form",
        "it takes.",
        "",
        f"Written by `ci/sdp-refusals` with {', '.join(f'{n} {v}' for n, v in rows['versions'].items())}.",
        "Each fault of `ci/sdp/faults` is put into the recorded calls of real peers; a stack gets the offer, or the",
        "answer to an offer of its own, or the later ones of a session. Refused is what `setRemoteDescription` or the",
        "making of the answer fails on; no media is tried.",
        "",
        f"| fault | in | rule | severity | {' | '.join(names)} |",
        f"| --- | --- | --- | --- | {' | '.join('---' for _ in names)} |",
    ]
    for row in rows["faults"]:
        cells = [row["stacks"].get(name) for name in names]
        shown = (f"{cell['refused']} of {cell['of']}" if cell else "" for cell in cells)
        text.append(f"| {row['fault']} | {row['text']} | {row['rule']} | {row['severity']} | {' | '.join(shown)} |")
    text += [
        "",
        "## Where a stack and our severity disagree",
        "",
        "*taken*: what we call an error, and why we do although a stack takes it; *refused*: the other way round.",
        "",
    ]
    laws = {row["fault"]: f"{row['rule']}, {row['clause']}" for row in rows["faults"]}
    text += [f"- **{i['fault']}** ({laws.get(i['fault'])}) {i['which']}: {i['why']}." for i in explained]
    text += ["", "## First words of a refusal", ""]
    for row in rows["faults"]:
        for name, cell in row["stacks"].items():
            if "words" in cell:
                text.append(f"- {row['fault']}, {row['text']}, {name}: {code(cell['words'])}")
    return "\n".join(text) + "\n"


def code(text):
    return f"`{text.replace('`', chr(39))}`"

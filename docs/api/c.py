"""The page of the library for C and C++, from its two headers."""

import re
import sys

from text import ROOT, chaptered, prose

HEADERS = ROOT / "capi/include"
#: The chapters of the functions, in the order of the page.
CHAPTERS = {
    "First contact": "first_.*|contacts|touched.*|contact_time|time_down|last_time|has_contact",
    "Overlap, distance and containment": "intersects|intersecting|penetration|closest.*|containment|signed_distance",
    "Moves and characters": "advance|slide|recover|walker.*",
    "Shapes": "polytope|frustum.*|hull|solid",
    "Meshes": "mesh.*",
    "Scenes": "scene.*",
    "Requests in JSON": "session|query.*",
    "Handles, errors and versions": "free|last_error|abi_version|version|features|size_of",
}
DECLARATION = re.compile(
    r"/\*(?P<doc>(?:(?!\*/)[\s\S])*)\*/\n"
    r"(?:#define (?P<macro>\w+) (?P<value>.*)"
    r"|enum (?P<enum>\w+)\n[\s\S]*?\{\n(?P<values>[\s\S]*?)\n\};"
    r"|typedef (?:struct|union) (?P<struct>\w+) (?P<body>\{[\s\S]*?\n\})"
    r"|(?P<function>[A-Za-z][^;{}]*?\btangency_(?P<name>\w+)\([^;]*\);))"
)


def comment(text):
    """A comment without its indentation."""
    return "\n".join(line.strip().removeprefix("*").strip() for line in text.split("\n"))


def page():
    text = (HEADERS / "tangency.h").read_text()
    head, _, text = text.removeprefix("/*").partition("*/")
    found = [each for each in DECLARATION.finditer(text) if not (each["name"] or each["struct"] or "").lower().endswith("f32")]
    functions = {each["name"]: each for each in found if each["name"]}
    missing = set(re.findall(r"^(?:\w+ )+\*?tangency_(\w+)(?<!_f32)\(", text, re.M)) - set(functions)
    if missing:
        sys.exit(f"docs/api: no comment is found for tangency_{min(missing)}")
    said = [
        "# C and C++: all names",
        "This page is generated from `tangency.h` and `tangency.hpp` by `python3 docs/api --write`; [the guide](c.md) introduces them.",
        "Every function and every struct with floats also exists for `float`, with `_f32` or `F32` at the end of its name.",
        *(block for block in prose(comment(head)) if "This file is made" not in block),
    ]
    for title, names in chaptered(functions, CHAPTERS, "c-api.md").items():
        said.append(f"## {title}")
        for name in names:
            said += [f"### tangency_{name}", f"```c\n{functions[name]['function']}\n```", *prose(comment(functions[name]["doc"]))]
    said.append("## Structs")
    for each in found:
        if each["struct"]:
            kind = "union" if f"union {each['struct']} " in each[0] else "struct"
            said += [f"### {each['struct']}", *prose(comment(each["doc"])), f"```c\n{kind} {each['struct']} {each['body']};\n```"]
    said.append("## Constants")
    for each in found:
        if each["macro"]:
            said += [f"### {each['macro']}", f"```c\n#define {each['macro']} {each['value']}\n```", *prose(comment(each["doc"]))]
        elif each["enum"]:
            said += [f"### {each['enum']}", *prose(comment(each["doc"])), "| name | number | meaning |\n|---|---|---|\n" + values(each["values"])]
    return "\n\n".join([*said, *plus_plus()]) + "\n"


def values(text):
    rows = re.findall(r"/\*((?:(?!\*/)[\s\S])*)\*/\s*(\w+) = (\d+)", text)
    return "\n".join(f"| `{name}` | {number} | {' '.join(doc.split())} |" for doc, name, number in rows)


# ---- C++ ----


def plus_plus():
    """The public declarations of each section of the header, without their definitions."""
    head, _, text = (HEADERS / "tangency.hpp").read_text().partition("#pragma once")
    text = re.sub(r"^#define .*(?:\\\n.*)*\n|^#.*\n|^\} // namespace tangency\n", "", text, flags=re.M)
    bases = {}
    while found := re.search(r"namespace detail \{", text):
        end = end_of_braces(text, found.end() - 1)
        for parameters, name, base, body in re.findall(
            r"^template <(.*)>\nstruct (\w+)(?: : (\w+))? \{\n([\s\S]*?)^\};", text[found.end() : end], re.M
        ):
            bases[name] = re.findall(r"(\w+)(?:,|$)", parameters), base, declarations(body).rstrip()
        text = text[: found.start()] + text[end:].removeprefix(" // namespace detail")

    def with_members(found):
        """A class with the members of its base in `detail`, which nobody outside can name."""
        parameters, base, members = bases[found[2]]
        for parameter, argument in zip(parameters, found[3].split(", ")):
            members = re.sub(rf"\b{parameter}\b", argument, members)
        both = re.sub(r"^ +using .*\n+", "", found[4] + members, flags=re.M)
        return f"{found[1]}{f' : {base}' * bool(base)} {{\n{both}\n}};"

    yield "## C++"
    yield from prose(re.sub(r"^// ?", "", head, flags=re.M).partition("\n\n")[2].partition("\n\n")[2])
    for section in re.split(r"^// ---- ", text, flags=re.M)[1:]:
        title, _, body = section.partition(" ----\n")
        if title != "the two floats":
            body = re.sub(r"^(struct \w+) : detail::(\w+)<(.*)> \{\n([\s\S]*?)^\};", with_members, declarations(body), flags=re.M)
            body = re.sub(r"detail::Number<((?:[^<>]|<[^<>]*>)*)>", r"\1", body)
            body = re.sub("^( *)/// ?", r"\1// ", body, flags=re.M).strip()
            yield from (f"## C++: {title}", f"```cpp\n{body}\n```")


def end_of_braces(text, at):
    """The place behind the braces that open at `at`."""
    depth = 0
    for mark in re.compile(r"[{}]").finditer(text, at):
        depth += 1 if mark[0] == "{" else -1
        if depth == 0:
            return mark.end()
    raise ValueError("docs/api: a brace is not closed")


def declarations(text):
    """The public declarations in a part of a header: functions lose their bodies, and classes their private members."""
    text = re.sub(r"^ +(?:private|protected):\n[\s\S]*?(?=^\};|\Z)", "", text, flags=re.M)
    start = at = 0
    while at < len(text):
        if text[at] in ";}":
            start = at + 1
        elif text[at] == "{":
            statement = re.sub(r"//.*", "", text[start:at])
            if re.match(r"\s*(?:template <[^\n]*>\s*)?(?:class|struct)\b", statement):
                start = at + 1
            else:
                end = end_of_braces(text, at)
                if ")" in statement:
                    # The members that a constructor sets first may have braces as well.
                    while (rest := text[end:].lstrip())[:1] in (",", "{"):
                        end = end_of_braces(text, text.index("{", end))
                    head = re.sub(r"(\)(?: const| noexcept)*)\s*:\s[^:][\s\S]*$", r"\1", text[start:at].rstrip())
                    text, end = text[:start] + head + ";" + text[end:], start + len(head) + 1
                    start = end
                at = end
                continue
        at += 1
    return re.sub(r"\n+(?=\n\n)|\n(?=\n\};)", "", text)

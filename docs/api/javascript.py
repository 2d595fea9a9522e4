"""The page of the package for JavaScript, from the comments of its TypeScript."""

import re
import sys

from text import ROOT, prose

SOURCES = ROOT / "web/src"
#: The chapters, by the module that defines the names.
CHAPTERS = {
    "index": "Loading",
    "library": "Requests and meshes",
    "batch": "Spheres and capsules in columns",
    "rows": "Row against row",
    "scene": "Scenes",
    "walker": "A character",
    "hits": "Hits one by one",
    "geometry": "Geometries of three.js",
    "columns": "Columns of numbers",
    "load": "Sources of the WebAssembly",
    "error": "Errors",
    "protocol": "Requests and replies in JSON",
}
#: A declaration at the beginning of a line, or a member of a class, behind its comment.
COMMENT = r"(?P<doc>/\*\*(?:(?!\*/)[\s\S])*\*/\n)"
DECLARATION = re.compile(rf"^{COMMENT}?(?:export )?(?P<kind>(?:async )?function|class|interface|type|const) (?P<name>\w+)", re.M)
MEMBER = re.compile(rf"^(?:  {COMMENT})?  (?P<head>(?:static |async |get |set )*(?P<name>[a-z]\w*)(?:<[^\n]*>)?\()", re.M)


def page():
    texts = {stem: (SOURCES / f"{stem}.ts").read_text() for stem in CHAPTERS}
    public = exported(texts)
    said = [
        "# JavaScript: all names",
        "This page is generated from the comments of `web/src` by `python3 docs/api --write`; [the guide](javascript.md) introduces them.",
        "Everything is exported by `tangency`, and by `tangency/inline`, which contains the WebAssembly.",
    ]
    for stem, title in CHAPTERS.items():
        # A type that the requests are written with is shown, although it has no name outside.
        shown = [each for each in DECLARATION.finditer(texts[stem]) if each["name"] in public or stem == "protocol" and each["kind"] in ("type", "interface")]
        entries = {}
        for each in shown:
            entries.setdefault(each["name"], []).append(each)
        said.append(f"## {title}")
        for name, declared in entries.items():
            said += entry(texts[stem], name, declared, name in public)
            public.discard(name)
    if public:
        sys.exit(f"docs/api: no chapter of javascript-api.md has {', '.join(sorted(public))}: see CHAPTERS")
    return "\n\n".join(said) + "\n"


def exported(texts):
    """The names that the package exports: all exports of `library.ts`, and `load`."""
    names = {"load"}
    for text in (texts["index"], texts["library"]):
        for listed in re.findall(r"^export (?:type )?\{([^}]*)\}", text, re.M):
            names |= {name.split()[-1] for name in listed.split(",") if name.strip()}
        names |= set(re.findall(r"^export (?:async )?(?:function|class|interface|type|const) (\w+)", text, re.M))
    return names | set(re.findall(r"^export (?:interface|type) (\w+)", texts["protocol"], re.M))


def entry(text, name, declared, is_public):
    said = [f"### {name}"] + ["*A part of other types, which is not exported.*"] * (not is_public)
    if "function" in declared[0]["kind"]:
        said.append(block(signatures([head_of(text, each.start("kind")) for each in declared])))
    documented = next((each["doc"] for each in declared if each["doc"]), "")
    said += comment(documented)
    for each in declared:
        if each["kind"] == "class":
            said += members(text[each.start("kind") : text.index("\n}\n", each.start("kind"))], name)
        elif "function" not in each["kind"] and not (each["kind"] == "interface" and len(declared) > 1):
            said.append(block(whole(text, each.start("kind"))))
    return said


def head_of(text, at):
    """The head of a function: up to its body, or to the semicolon of an overload."""
    depth = 0
    for mark in re.compile(r"=>|[()<>\[\]{};]").finditer(text, at):
        if mark[0] in "(<[" or mark[0] == "{" and depth:
            depth += 1
        elif mark[0] in (")", ">", "]", "}"):
            depth -= 1
        elif mark[0] in "{;" and depth == 0:
            return text[at : mark.start()].strip()
    raise ValueError("docs/api: a function has no end")


def signatures(heads):
    """The signatures of a function; if there are several, the last one belongs to its code, and no caller sees it."""
    return "\n".join(f"{head};" for head in (heads[:-1] if len(heads) > 1 else heads))


def whole(text, at):
    """A type or an interface."""
    depth = 0
    for mark in re.compile(r"/\*[\s\S]*?\*/|[({\[\]});]").finditer(text, at):
        if mark[0][0] == "/":
            continue
        depth += (mark[0] in "({[") - (mark[0] in ")}]")
        if depth == 0 and (mark[0] == ";" or mark[0] == "}" and text[at:].startswith("interface")):
            return text[at : mark.end()]
    raise ValueError("docs/api: a type has no end")


def members(text, name):
    entries = {}
    for each in MEMBER.finditer(text):
        entries.setdefault(each["name"], []).append(each)
    for member, declared in entries.items():
        heads = [head_of(text, each.start("head")).removeprefix("async ") for each in declared]
        # A property may be read and set; a method may have several signatures.
        is_property = heads[0].startswith(("get ", "set "))
        yield f"#### {name}.{member}" if member != "constructor" else f"#### new {name}"
        yield block("\n".join(f"{head};" for head in heads) if is_property else signatures(heads))
        yield from comment(next((each["doc"] for each in declared if each["doc"]), ""))


def comment(text):
    lines = [re.sub(r"^\s*\* ?", "", line) for line in re.sub(r"^/\*\*|\*/$", "", text.strip()).split("\n")]
    words, *tags = re.split("(?:^|\n)@", "\n".join(lines).strip())
    words = re.sub(r"\{@link (\w+)\}", lambda found: f"[`{found[1]}`](#{found[1].lower()})", words)
    rows = []
    for tag in tags:
        kind, _, rest = " ".join(tag.split()).partition(" ")
        rest = re.sub(r"^(\w+) - ", r"`\1`: ", re.sub(r"^\{(\w+)\} ", r"`\1`, ", rest))
        rows.append(f"- {dict(param='', throws='throws ', returns='returns ')[kind]}{rest}")
    return [*prose(words), *(["\n".join(rows)] if rows else [])]


def block(code):
    return f"```ts\n{code}\n```"

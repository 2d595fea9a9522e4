"""The page of the package for Python: signatures, docstrings and `#:` comments. Every name in `__all__` must have them."""

import ast
import copy
import re
import sys
import textwrap

from text import ROOT, sentences

PACKAGE = ROOT / "python/tangency"
#: The chapters, by the module that defines the names.
CHAPTERS = {
    "__init__": "Queries as functions",
    "bodies": "Bodies",
    "obstacle": "Queries of every obstacle",
    "shapes": "Shapes",
    "mesh": "Meshes",
    "scene": "Scenes",
    "each": "Row against row",
    "answers": "Answers",
    "moves": "Moves that stay free",
    "walker": "A character",
    "exact": "Exact numbers",
    "files": "Files",
    "dask": "Many machines: `tangency.dask`",
}


class Module:
    def __init__(self, name):
        self.lines = (PACKAGE / f"{name}.py").read_text().splitlines()
        self.tree = ast.parse("\n".join(self.lines))
        self.definitions = {}
        for node in self.tree.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                if not is_overload(node):
                    self.definitions[node.name] = node
            elif name_of(node):
                self.definitions[name_of(node)] = node

    def comment(self, node):
        """The lines `#: ...` above an attribute."""
        said = []
        for line in reversed(self.lines[: node.lineno - 1]):
            if not line.strip().startswith("#:"):
                break
            said.insert(0, line.strip()[2:].strip())
        return " ".join(said)


def is_overload(node):
    return any(ast.unparse(decorator) == "overload" for decorator in getattr(node, "decorator_list", []))


def name_of(node):
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None


class Manual:
    def __init__(self):
        self.modules = {path.stem: Module(path.stem) for path in sorted(PACKAGE.glob("*.py"))}
        self.public = ast.literal_eval(self.modules["__init__"].definitions["__all__"].value)
        self.home = {}
        for stem, module in self.modules.items():
            for name in module.definitions if stem != "dask" else ():
                # A module that is imported by itself has names of its own.
                if name in self.public and name in self.home:
                    sys.exit(f"docs/api: {name} is defined in {self.home[name]} and in {stem}, must be in one module")
                self.home.setdefault(name, stem)
        missing = [name for name in self.public if name not in self.home]
        if missing:
            sys.exit(f"docs/api: tangency.__all__ names what is not there: {', '.join(missing)}")

    def page(self):
        said = [
            "# Python: all names",
            "This page is generated from the docstrings of the package by `python3 docs/api --write`; [the guide](python.md) introduces them.",
        ]
        for stem, title in CHAPTERS.items():
            # `dask` is imported by itself, so `__all__` does not list its names.
            names = [name for name in self.public if self.home[name] == stem]
            if stem == "dask":
                names = [name for name, node in self.modules[stem].definitions.items() if name[0] != "_" and documented(node)]
            if names:
                said.append(f"## {title}")
            for name in names:
                said += self.entry(stem, name)
        left = [name for name in self.public if self.home[name] not in CHAPTERS]
        if left:
            sys.exit(f"docs/api: no chapter has {', '.join(left)}: see CHAPTERS")
        return "\n\n".join(linked(said)) + "\n"

    def entry(self, stem, name):
        node = self.modules[stem].definitions[name]
        if isinstance(node, ast.ClassDef):
            return self.class_(stem, node)
        if isinstance(node, ast.FunctionDef):
            return [f"### {name}", signature(name, node), *prose(ast.get_docstring(node))]
        return [f"### {name}", f"```python\n{ast.unparse(node)}\n```", *prose(self.modules[stem].comment(node))]

    def class_(self, stem, node):
        makers = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
        # Each overload, if there are any; the signature of the code accepts all of them at once.
        makers = [maker for maker in makers if is_overload(maker)] or makers
        head = "\n\n".join(signature(node.name, maker, without=1) for maker in makers)
        shown = [base for base in map(ast.unparse, node.bases) if base in self.public]
        bases = [f"A kind of {', '.join(link(base) for base in shown)}, with all that it can be asked."] if shown else []
        said = [f"### {node.name}", *([head] if head else []), *prose(ast.get_docstring(node)), *bases]
        fields, functions, seen = [], [], set()
        for where, part in self.members(stem, node):
            part_name = getattr(part, "name", None) or name_of(part)
            if not part_name or part_name.startswith("_") or part_name in seen or is_overload(part):
                continue
            if isinstance(part, ast.FunctionDef):
                seen.add(part_name)
                kinds = [ast.unparse(decorator) for decorator in part.decorator_list]
                if "property" in kinds:
                    fields.append(field(part_name, part.returns, ast.get_docstring(part)))
                elif not any(kind.endswith(".setter") for kind in kinds):
                    is_static = "staticmethod" in kinds
                    functions += [f"#### {node.name}.{part_name}", signature(part_name, part, without=not is_static, kinds=kinds)]
                    functions += prose(ast.get_docstring(part))
            else:
                seen.add(part_name)
                about = self.modules[where].comment(part)
                if about:
                    fields.append(field(part_name, getattr(part, "annotation", None), about))
        return said + (["\n".join(fields)] if fields else []) + functions

    def members(self, stem, node):
        """The members of a class, then the members of bases that are not on the page."""
        yield from ((stem, part) for part in node.body)
        for base in node.bases:
            name = ast.unparse(base)
            if name in self.home and name not in self.public:
                inner = self.home[name]
                yield from self.members(inner, self.modules[inner].definitions[name])


def field(name, annotation, about):
    kind = f" ({code(annotation)})" if annotation is not None else ""
    return f"- `{name}`{kind}: {' '.join(marked(about or '').split())}"


def code(annotation):
    text = ast.unparse(annotation)
    # A type that is named in quotes is the type.
    is_quoted = text[:1] in ("'", '"')
    return f"`{text[1:-1] if is_quoted else text}`"


def signature(name, node, without=0, kinds=()):
    arguments = copy.deepcopy(node.args)
    if without and arguments.args:
        arguments.args = arguments.args[1:]
    words = [re.sub(r"^(\w+: [^=]*[^=\s])=", r"\1 = ", word) for word in split(ast.unparse(arguments))]
    output = f" -> {ast.unparse(node.returns)}" if node.returns is not None and node.name != "__init__" else ""
    before = "@classmethod\n" * ("classmethod" in kinds) + "@staticmethod\n" * ("staticmethod" in kinds)
    line = f"{name}({', '.join(words)}){output}"
    if len(line) > 100:
        line = f"{name}(\n    " + ",\n    ".join(words) + f",\n){output}"
    return f"```python\n{before}{line}\n```"


def split(text):
    """At the commas outside of brackets."""
    words, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            words.append(text[start:at].strip())
            start = at + 1
    return [*words, text[start:].strip()] if text.strip() else []


def link(name):
    name = name.removeprefix("tangency.")
    return f"[`{name}`](#{re.sub(r'[^a-z0-9_-]', '', name.lower())})"


def linked(blocks):
    """The blocks with their links: a name without a heading loses its link, and may be a member of the class at hand."""
    heads = {link(block.split()[1])[:-1].split("(#")[1] for block in blocks if re.match("#{3,4} ", block)}
    holder = ""
    for block in blocks:
        if block.startswith("### "):
            holder = link(block.split()[1])[:-1].split("(#")[1]

        def to(found):
            name, anchor = found[1], found[2]
            if anchor in heads:
                return found[0]
            return f"[{name}](#{holder}{anchor})" if holder + anchor in heads else name

        yield re.sub(r"\[(`[^`\]]*`)\]\(#([^)]*)\)", to, block)


def marked(text):
    """Roles and double quotes of docstrings as Markdown."""
    text = re.sub(r":(?:class|meth|func|attr):`([^`]*)`", lambda found: link(found[1]), text)
    return re.sub(r"``([^`]*)``", r"`\1`", text)


def prose(text):
    """A docstring as Markdown: paragraphs, `Args:` as a list, tables and examples as they are."""
    blocks = []
    for block in re.split(r"\n\s*\n", textwrap.dedent(text or "").strip()):
        first = block.strip().split("\n")[0].strip()
        if first.startswith(">>>"):
            blocks.append(f"```pycon\n{textwrap.dedent(block)}\n```")
        elif first in ("Args:", "Returns:", "Raises:", "Yields:"):
            body = textwrap.dedent("\n".join(block.strip("\n").split("\n")[1:]))
            blocks += [f"**{first[:-1]}**", items(body) if first in ("Args:", "Raises:") else sentences(marked(body))]
        elif first.startswith("==="):
            blocks.append(table(block))
        elif re.match(r"[-*] ", first):
            blocks.append("\n".join(marked(line) for line in textwrap.dedent(block).split("\n")))
        else:
            blocks.append(sentences(marked(block)))
    return [block for block in blocks if block]


def items(body):
    entries = []
    for line in body.split("\n"):
        if line.startswith(" ") and entries:
            entries[-1] += " " + line.strip()
        else:
            entries.append(line.strip())
    lines = []
    for entry in entries:
        name, colon, about = entry.partition(": ")
        is_name = colon and re.fullmatch(r"[\w, .*]+", name)
        names = ", ".join(f"`{one.strip()}`" for one in name.split(",")) if is_name else ""
        lines.append(f"- {names}: {marked(about)}" if is_name else f"- {marked(entry)}")
    return "\n".join(lines)


def table(block):
    """A simple table of reStructuredText."""
    rows = block.strip().split("\n")
    edges = [(run.start(), run.end()) for run in re.finditer("=+", rows[0].strip())]
    ends = [start for start, _ in edges[1:]] + [None]
    cut = [[row.strip()[start:end].strip() for (start, _), end in zip(edges, ends)] for row in map(textwrap.dedent, rows)]
    body = [row for row in cut if not set("".join(row)) <= {"="}]
    lines = ["|" + " |" * len(edges), "|" + "---|" * len(edges)]
    return "\n".join(lines + ["| " + " | ".join(marked(cell) for cell in row) + " |" for row in body])


def documented(node):
    return isinstance(node, (ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node)



def page():
    return Manual().page()

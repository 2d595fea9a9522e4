#!/usr/bin/env python3
"""check.py: every relative link in every Markdown file leads to a file, and to a heading that it has; every page is in the book, the
examples of every page are run, a program in C++ is the file that it names, each page of an engine reports how far it was tried, and
the table of shapes in README.md has the cells of the table of docs/command.md, and of the public API for the movers that are in Rust only; each figure of
benches/RECORD.md has a machine, a date and a command."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(?<!\\)\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")


def prose(text):
    """The text without its blocks of code and its words in code; lines stay where they are."""
    lines, fence = [], None
    for line in text.split("\n"):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and (fence is None or line.strip().startswith(fence)):
            fence = mark[1] if fence is None else None
            lines.append("")
        else:
            lines.append("" if fence else re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", lambda code: "x" * len(code[0]), line))
    return lines


def anchors(path):
    """The names of headings, as those who show Markdown make them: doubles are counted."""
    found, seen = set(), {}
    inside = False
    for line in path.read_text().split("\n"):
        if line.lstrip().startswith("```"):
            inside = not inside
        head = None if inside else re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if head:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", head[1])
            name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
    return found


def wrong_links(path):
    for number, line in enumerate(prose(path.read_text()), 1):
        for target in LINK.findall(line):
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            place, _, anchor = unquote(target).partition("#")
            file = (path.parent / place).resolve() if place else path
            if not file.exists():
                yield f"{path.relative_to(ROOT)}:{number}: {target}: there is no such file"
            elif not file.is_relative_to(ROOT):
                yield f"{path.relative_to(ROOT)}:{number}: {target}: this is outside"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                yield f"{path.relative_to(ROOT)}:{number}: {target}: there is no such heading"


def missing_pages():
    """Pages of docs/ that the table of contents does not have, or has twice."""
    listed = [(ROOT / "docs" / target).resolve() for target in LINK.findall((ROOT / "docs/SUMMARY.md").read_text())]
    for page in sorted((ROOT / "docs").rglob("*.md")):
        if page.name != "SUMMARY.md" and listed.count(page) != 1:
            yield f"docs/SUMMARY.md names {page.relative_to(ROOT)} {listed.count(page)} times"


#: The test that runs the examples of a page; the test for Python finds its pages itself.
RUN_BY = {"rust": "src/lib.rs", "js": "web/test/book.test.mjs", "c": "capi/check"}


def idle_examples():
    """Pages with examples that no test names."""
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for language, test in RUN_BY.items():
            name = f"docs/{page.relative_to(ROOT / 'docs')}"
            # The pages of all names have signatures instead of examples.
            if f"```{language}\n" in page.read_text() and name not in (ROOT / test).read_text() and not name.endswith("-api.md"):
                yield f"{test} does not run the examples of {name}"


def stale_programs():
    """Programs in C++ that begin with the name of a file, which capi/check compiles and runs, and differ from that file."""
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for name, program in re.findall(r"^```cpp\n// (capi/\S+)\n(.*?)^```$", page.read_text(), re.M | re.S):
            if program != (ROOT / name).read_text():
                yield f"{page.relative_to(ROOT)}: the program differs from {name}"


def rows(text, head):
    """The table of Markdown with this first cell: for the first cell of each row, the other cells by the head of their column."""
    lines = text[text.index(f"| {head} |") :].split("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in line.replace("`", "")[1:-1].split("|")] for line in lines if line.startswith("|")]
    return {row[0]: dict(zip(cells[0][1:], row[1:])) for row in cells[2:]}


def untold_trials():
    """Pages of engines that do not begin with how far they were tried with the engine; and rows of their table."""
    for page in sorted((ROOT / "docs/engines").glob("*.md")):
        if not re.search(r"^\*(Not tried in|Compiled with) [^*]+\*$", page.read_text().split("\n## ")[0], re.M):
            yield f"{page.relative_to(ROOT)} does not begin with how far it was tried"
    for engine, row in rows((ROOT / "docs/engines.md").read_text(), "engine").items():
        if not re.search(r"\b(compiled|tested|not tried)\b", row["tested"]):
            yield f"docs/engines.md does not say whether {engine} was tried"


#: The names of docs/command.md for those obstacles that README.md names otherwise, and for its columns.
OBSTACLES = {
    "AABB": "box",
    "OBB": "oriented box",
    "convex hull": "hull",
    "polytope of planes": "polytope",
    "triangle mesh": "mesh",
    "mesh instance (rigid transform)": "mesh instance",
    "scene of all these": "scene",
}
ASKED = {
    "sphere cast": ("first_contact", "S"),
    "capsule cast": ("first_contact", "C"),
    "ellipsoid cast, axis-aligned": ("first_contact", "E"),
    "box, OBB, triangle or hull cast": ("first_contact", "B"),
    "closest point": ("closest", "yes"),
    "penetration depth": ("penetration", "S"),
}


def wrong_cells():
    """Cells of the table in README.md that differ from the table of docs/command.md, which the library is tested against; and obstacles
    that the table of README.md lacks."""
    listed = rows((ROOT / "docs/command.md").read_text(), "question")
    obstacles = {name for name, cell in listed["first_contact"].items() if cell}
    for names, row in rows((ROOT / "README.md").read_text(), "obstacle").items():
        for name in (OBSTACLES.get(name, name) for name in names.split(", ")):
            for column, (question, word) in ASKED.items():
                if (word in listed[question].get(name, "").split()) != bool(row[column]):
                    yield f"README.md: {name}, {column}: differs from docs/command.md"
            obstacles.discard(name)
    yield from (f"README.md: {name} is not in the table of shapes" for name in sorted(obstacles))


#: The last columns of every table of benches/RECORD.md, except the table of machines.
PROVENANCE = ["unit", "scalar", "machine", "date", "command"]


def figures_without_source(text):
    """Rows of benches/RECORD.md whose machine is not in its table, whose command is not in the list of their section, or that have no
    unit, scalar or date; and tables without these columns."""
    machines, _, sections = text.partition("\n## Machines\n")[2].partition("\n## ")
    known = {"any", *re.findall(r"^\| (\w+) \|", machines, re.M)} - {"machine"}
    for section in sections.split("\n## "):
        commands = set(re.findall(r"^- \*\*(.+?)\*\*: ", section, re.M))
        tables = [block.splitlines() for block in section.split("\n\n") if block.startswith("|")]
        for head, _, *lines in tables:
            if [cell.strip() for cell in head.strip("|").split("|")][-5:] != PROVENANCE:
                yield f"benches/RECORD.md: {head}: does not end with {', '.join(PROVENANCE)}"
                continue
            for line in lines:
                unit, scalar, machine, date, command = (cell.strip() for cell in line.strip("|").split("|")[-5:])
                named = all(name in commands for name in command.split(", "))
                if not (unit and scalar and machine in known and re.fullmatch(r"\d{4}-\d\d-\d\d", date) and named):
                    yield f"benches/RECORD.md: {line}: lacks a unit, scalar, known machine, date or named command"


def check_itself():
    """Whether a link is seen where there is one, and a figure without a source."""
    assert LINK.findall("a [b](c.md#d) ![e](f.png) [`g`](h)") == ["c.md#d", "f.png", "h"]
    record = "\n## Machines\n\n| Z | a |\n\n## A\n\n- **c**: `d`\n\n| a | unit | scalar | machine | date | command |\n|---|\n| 1 | s | f32 | {} | 2026-01-02 | {} |\n"
    assert [len(list(figures_without_source(record.format(*row)))) for row in (("Z", "c"), ("Y", "c"), ("Z", "e"))] == [0, 1, 1]
    assert LINK.findall("\n".join(prose("`[a](b)`\n```\n[c](d)\n```\n[e](f)"))) == ["f"]


def main():
    check_itself()
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True)
    names = listed.stdout.split() if listed.returncode == 0 else []
    # An archive of the sources is no repository.
    files = [ROOT / name for name in names] or [f for f in ROOT.rglob("*.md") if not {"target", "node_modules"} & set(f.parts)]
    files = [file for file in files if file.exists()]
    wrong = [line for file in sorted(files) for line in wrong_links(file)]
    wrong += [*missing_pages(), *idle_examples(), *stale_programs(), *untold_trials(), *wrong_cells()]
    wrong += figures_without_source((ROOT / "benches/RECORD.md").read_text())
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(files)} files of Markdown: every link leads somewhere, every page is in the book, every example is run")


if __name__ == "__main__":
    main()

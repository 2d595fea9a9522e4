"""Functions that the pages of all languages share."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def sentences(text):
    """One sentence a line."""
    text = " ".join(text.split())
    return re.sub(r"(?<=[.?!]) (?=[A-Z`\[*(])", "\n", text)


def prose(text):
    """A comment as Markdown: paragraphs and lists, one sentence a line."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        first, *items = re.split(r"(?:^|\n)\s*[-*] ", block)
        blocks += [sentences(first), "\n".join("- " + sentences(item).replace("\n", "\n  ") for item in items)]
    return [block for block in blocks if block]


def chaptered(names, chapters, where):
    """The names of each chapter, in the given order; each name belongs to the first chapter with a pattern that matches all of it."""
    found = {title: [] for title in chapters}
    for name in names:
        title = next((title for title, pattern in chapters.items() if re.fullmatch(pattern, name)), None)
        if title is None:
            sys.exit(f"docs/api: no chapter of {where} has {name}: see CHAPTERS")
        found[title].append(name)
    empty = [title for title, inside in found.items() if not inside]
    if empty:
        sys.exit(f"docs/api: a chapter of {where} is empty: {empty[0]}")
    return found

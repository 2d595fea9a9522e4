#!/usr/bin/env python3
"""A preprocessor of mdBook: links to files outside of the book become their names, since a page of the book cannot lead there."""

import json
import re
import sys
from pathlib import PurePosixPath


def is_outside(page, target):
    """Whether a relative link from this page leaves the book."""
    depth = 0
    for part in (*PurePosixPath(page).parent.parts, *PurePosixPath(target).parts):
        depth += -1 if part == ".." else 1
        if depth < 0:
            return True
    return False


def without_outside(page, text):
    def to(found):
        words, target = found[1], found[2].split("#")[0]
        if re.match(r"[a-z]+:|#", found[2]) or not is_outside(page, target):
            return found[0]
        # From wherever the page is, it is named from the root of the sources.
        name = re.sub(r"^(\.\./)+", "", target)
        return words if name in words else f"{words} (`{name}`)"

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", to, text)


def walk(items):
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter:
            if chapter["path"]:
                chapter["content"] = without_outside(chapter["path"], chapter["content"])
            walk(chapter["sub_items"])


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    _, book = json.load(sys.stdin)
    walk(book.get("items", book.get("sections", [])))
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()

"""docs/api [--write]: compares the pages of all public names, one for each language, with the sources, or writes these pages.

Only sources are read, so nothing has to be built; for Rust, tests/api.txt lists the names, and release/api writes that list."""

import difflib
import sys

import c
import javascript
import python
import rust
from text import ROOT


def main():
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    stale = []
    for language in (c, javascript, python, rust):
        path = ROOT / f"docs/{language.__name__}-api.md"
        text, old = language.page(), path.read_text() if path.exists() else ""
        if sys.argv[1:]:
            path.write_text(text)
        elif old != text:
            sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True), path.name, "the sources", n=0))
            stale.append(path.name)
    if stale:
        sys.exit(f"stale: {', '.join(stale)}; run python3 docs/api --write")
    print("docs/: the pages of all names agree with the sources")


if __name__ == "__main__":
    main()

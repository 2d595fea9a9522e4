"""Runs the examples of the book as they are printed: the blocks of a page, one after the other, in one namespace. Also runs the program of README.md,
and compares its output."""

import re
from pathlib import Path

import numpy as np
import pytest

import tangency

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if "```python\n" in page.read_text() and page.stem not in ("python", "python-api")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_examples(page):
    names = {"__name__": page.stem}
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S))
    for block in blocks:
        for package in re.findall(r"^import (trimesh|opencamlib)", block[1], re.M):
            # These are modules that trimesh imports only when it needs them.
            for name in (package, *(("rtree", "scipy") if package == "trimesh" else ())):
                pytest.importorskip(name)
        line = page.read_text()[: block.start()].count("\n") + 1
        # The block is compiled at its line of the page, so that an error names this line.
        exec(compile("\n" * line + block[1], str(page), "exec"), names)


def test_readme(capsys):
    text = (DOCS.parent / "README.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    exec(compile(program, "README.md", "exec"), {})
    assert f"Both print `{capsys.readouterr().out.strip()}`." in text


def test_seam(monkeypatch):
    """The library returns the exact time of each sphere of docs/seam.svg, also where the listing in plain floats misses."""
    monkeypatch.syspath_prepend(DOCS)
    import seam

    triangles, spheres = seam.trials()
    center, radius, velocity, plain, exact = zip(*spheres)
    assert None in plain
    mesh = tangency.Mesh(np.float32(triangles).reshape(6, 3), [[0, 1, 2], [3, 4, 5]])
    hits = mesh.first_contact(np.float32(center), np.float32(radius), np.float32(velocity))
    assert hits.time.dtype == np.float32 and hits.time.tolist() == list(exact)


def test_pages_are_there():
    assert len(PAGES) >= 8

"""The metadata for a package index and its users, as far as they can be tested without a release."""

import importlib.metadata
import re
from pathlib import Path

import numpy as np
import pytest

import tangency

FOLDER = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def metadata():
    return importlib.metadata.metadata("tangency")


def test_licences_are_in_the_wheel(metadata):
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert sorted(metadata.get_all("License-File")) == ["LICENSE-APACHE", "LICENSE-MIT"]
    files = {file.name: file for file in importlib.metadata.files("tangency") if "licenses" in file.parts}
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert files[name].read_text() == (FOLDER.parent / name).read_text()


def test_who_and_what(metadata):
    assert metadata["Author"] == "The tangency authors"
    assert metadata["Version"] == tangency.__version__ == "0.1.0"
    assert metadata["Requires-Python"] == ">=3.10"
    kinds = metadata.get_all("Classifier")
    assert "Typing :: Typed" in kinds and "Programming Language :: Rust" in kinds
    # Indices refuse a classifier for a licence next to an expression.
    assert not any(kind.startswith("License ::") for kind in kinds)
    # The project has no address.
    assert not {"Project-URL", "Home-page"} & set(metadata)
    assert {"plot", "dask"} <= set(metadata.get_all("Provides-Extra"))


def test_the_readme_stands_alone(metadata):
    # The place of the description depends on the version of Python.
    text = metadata["Description"]
    assert text.strip() == (FOLDER / "README.md").read_text().strip() and metadata["Description-Content-Type"].startswith("text/markdown")
    # No link that leads nowhere from an index, and no path of the repository.
    assert not re.findall(r"\]\(|https?://|docs/|\./", text)
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    names = {}
    exec(block.replace("1_000_000", "1_000"), names)
    assert names["hit"].time == 4.0 and str(names["hit"].feature) == "vertex 0"
    assert len(names["hits"]) == 1000 and np.nanmin(names["hits"].time) > 0

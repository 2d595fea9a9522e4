"""The imports between the package's files contain no cycle."""

import ast
from pathlib import Path

import pytest

import tangency

FOLDER = Path(tangency.__file__).parent


def imports(text: str) -> set[str]:
    """The files of the package that a file imports, anywhere in it; ``__init__`` is the package itself."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module.split(".")[0]} if node.module else {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module and node.module.split(".")[0] == "tangency":
            found.add((node.module.split(".") + ["__init__"])[1])
        if isinstance(node, ast.Import):
            found |= {(alias.name.split(".") + ["__init__"])[1] for alias in node.names if alias.name.split(".")[0] == "tangency"}
    return found


def circle(graph: dict[str, set[str]]) -> list[str] | None:
    """A cycle of imports; None if there is none."""
    done: set[str] = set()

    def visit(name: str, above: list[str]) -> list[str] | None:
        if name in above:
            return above[above.index(name) :]
        if name in done:
            return None
        for other in sorted(graph.get(name, ())):
            if found := visit(other, [*above, name]):
                return found
        done.add(name)
        return None

    return next((found for name in sorted(graph) if (found := visit(name, []))), None)


def test_no_circle():
    graph = {path.stem: imports(path.read_text()) for path in FOLDER.glob("*.py")}
    assert len(graph) > 10 and "arrays" in graph["shapes"]
    assert circle(graph) is None


@pytest.mark.parametrize(
    "line",
    ["from .scene import Scene", "def draw():\n    from .scene import Scene", "if TYPE_CHECKING:\n    from .scene import Scene", "import tangency.scene", "from tangency import Scene"],
)
def test_a_circle_is_seen(line):
    graph = {path.stem: imports(path.read_text()) for path in FOLDER.glob("*.py")}
    graph["answers"] |= imports(line)
    assert circle(graph)

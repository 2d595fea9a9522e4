"""Pictures of hits, by matplotlib."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Drawable(Protocol):
    """What can be drawn: any obstacle."""

    def _faces(self) -> list[npt.NDArray[Any]]:
        """Polygons, for the eye: what is rounded here touches no answer."""

_GREY = (0.72, 0.74, 0.78)
#: The faces of a box by its corners, which are counted in binary: bit k is set on the max side of axis k.
_FACES = ((0, 2, 6, 4), (1, 3, 7, 5), (0, 1, 5, 4), (2, 3, 7, 6), (0, 1, 3, 2), (4, 5, 7, 6))


def draw(
    free: npt.NDArray[Any],
    met: tuple[npt.NDArray[Any], npt.NDArray[Any]],
    colors: npt.NDArray[Any],
    obstacle: Drawable | None,
    path: Any,
    limit: int,
    ax: Any,
    label: str | None,
) -> Figure:
    """Draws lines and points over an obstacle; see ``Hits.plot``.

    Args:
        free: (K, 2, D), the ends of the paths of what meets nothing.
        met: (M, 2, D), the ends of the paths of what meets something, and (M, D), where it does.
        colors: (M,), what colours these.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.collections import LineCollection, PolyCollection
        from matplotlib.figure import Figure
        from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
    except ImportError as error:
        raise ImportError("a picture needs matplotlib: pip install tangency[plot]") from error

    class Picture(Figure):
        """A figure that a notebook shows as it is, whatever its backend."""

        def _repr_png_(self) -> bytes:
            png = io.BytesIO()
            self.savefig(png, format="png", dpi=100)
            return png.getvalue()

    lines, points = met
    is_flat = points.shape[1] == 2
    figure: Figure
    if ax is None:
        # No window and no global state: the same in a script, a server and a notebook.
        figure = Picture(figsize=(8, 6), layout="constrained")
        FigureCanvasAgg(figure)
        ax = figure.add_subplot() if is_flat else figure.add_subplot(projection="3d")
    seen = []
    if obstacle is not None:
        faces = obstacle._faces()
        seen += faces
        wires = [face for face in faces if len(face) < 3]
        if wires:
            ax.add_collection((LineCollection if is_flat else Line3DCollection)(wires, color=(0.25, 0.27, 0.3), linewidth=1.5))
        faces = [face for face in faces if len(face) >= 3]
        collection = PolyCollection if is_flat else Poly3DCollection
        ax.add_collection(collection(faces, facecolor=_GREY, edgecolor=(0, 0, 0, 0.12), linewidth=0.3, alpha=0.55))

    line_collection = LineCollection if is_flat else Line3DCollection
    ends = _some(free, limit)
    if len(ends):
        # Many together are as grey as a few, so that they do not hide the part.
        ax.add_collection(line_collection(list(ends), color=(0.35, 0.4, 0.5, min(0.6, 60 / len(ends))), linewidth=0.8))
        seen.append(ends)

    lines, points, colors = _some(lines, limit), _some(points, limit), _some(colors, limit)
    if len(points):
        paths = line_collection(list(lines), cmap="viridis", array=colors, linewidth=0.8, alpha=0.7)
        ax.add_collection(paths)
        dots = ax.scatter(*points.T, c=colors, cmap="viridis", s=12, **({"zorder": 3} if is_flat else {"depthshade": False}))
        low, high = colors.min(), colors.max()
        for artist in (paths, dots):
            artist.set_clim(low, high)
        # A bar needs two ends that a reader can tell apart.
        if high - low > 1e-6 * max(abs(low), abs(high)):
            ax.figure.colorbar(dots, ax=ax, label=label or "time of the first contact", shrink=0.7)
        seen += [lines.reshape(-1, lines.shape[-1]), points]
    _frame(ax, np.concatenate([np.asarray(part).reshape(-1, 2 if is_flat else 3) for part in seen]) if seen else None)
    if path is not None:
        ax.figure.savefig(os.fspath(path), dpi=150)
    figure = ax.figure
    return figure


def _some(rows: npt.NDArray[Any], limit: int) -> npt.NDArray[Any]:
    """At most so many of the rows, evenly chosen."""
    return rows if len(rows) <= limit else rows[np.linspace(0, len(rows) - 1, limit).astype(np.int64)]


def _frame(ax: Any, points: npt.NDArray[Any] | None) -> None:
    """The same scale along all axes."""
    if points is None or not len(points):
        return
    least, greatest = points.min(axis=0), points.max(axis=0)
    room = np.maximum(greatest - least, 1e-3 * max((greatest - least).max(), 1e-30)) * 0.03
    for name, low, high in zip("xyz", least - room, greatest + room):
        getattr(ax, f"set_{name}lim")(low, high)
        getattr(ax, f"set_{name}label")(name)
    if len(least) == 3:
        ax.set_box_aspect(greatest - least + 2 * room)
    else:
        ax.set_aspect("equal")


def faces_of_box(center: npt.NDArray[Any], edges: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """The faces of ``center`` plus all sums of ``s[k] edges[k]`` with ``|s[k]| <= 1/2``; in the plane the one that it is."""
    dimension = len(center)
    signs = np.array([[(corner >> k & 1) - 0.5 for k in range(dimension)] for corner in range(1 << dimension)])
    corners = center + signs @ edges
    return [corners[[0, 1, 3, 2]]] if dimension == 2 else [corners[list(face)] for face in _FACES]

"""Pictures of hits, by matplotlib."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .answers import Hits, Status
from .each import Each
from .mesh import Mesh, MeshInstance
from .obstacle import Obstacle
from .scene import Scene
from .shapes import Box, OrientedBox, Parallelepiped, Segment, Triangle

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_GREY = (0.72, 0.74, 0.78)
#: The faces of a box by its corners, which are counted in binary: bit k is set on the max side of axis k.
_FACES = ((0, 2, 6, 4), (1, 3, 7, 5), (0, 1, 5, 4), (2, 3, 7, 6), (0, 1, 3, 2), (4, 5, 7, 6))


def draw(hits: Hits, obstacle: Obstacle | None, path: Any, limit: int, ax: Any, color: Any, label: str | None) -> Figure:
    """See :meth:`Hits.plot`."""
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

    is_flat = hits.center.shape[1] == 2
    figure: Figure
    if ax is None:
        # No window and no global state: the same in a script, a server and a notebook.
        figure = Picture(figsize=(8, 6), layout="constrained")
        FigureCanvasAgg(figure)
        ax = figure.add_subplot() if is_flat else figure.add_subplot(projection="3d")
    seen = []
    if obstacle is not None:
        faces = _faces(obstacle)
        seen += faces
        wires = [face for face in faces if len(face) < 3]
        if wires:
            ax.add_collection((LineCollection if is_flat else Line3DCollection)(wires, color=(0.25, 0.27, 0.3), linewidth=1.5))
        faces = [face for face in faces if len(face) >= 3]
        collection = PolyCollection if is_flat else Poly3DCollection
        ax.add_collection(collection(faces, facecolor=_GREY, edgecolor=(0, 0, 0, 0.12), linewidth=0.3, alpha=0.55))

    line_collection = LineCollection if is_flat else Line3DCollection
    colors = hits.time.astype(float) if color is None else np.broadcast_to(np.asarray(color, float), hits.shape).reshape(-1)
    free = hits[hits.status == Status.NONE]
    if free._query is not None and len(free):
        # What meets nothing has a path to its end, if it has one.
        start, velocity, t_max = (np.asarray(part, float) for part in free._query)
        ends = _some(np.flatnonzero(np.isfinite(t_max)), limit)
        if len(ends):
            lines = np.stack([start, start + velocity * t_max[:, None]], axis=1)[ends]
            # Many together are as grey as a few, so that they do not hide the part.
            shade = min(0.6, 60 / len(ends))
            ax.add_collection(line_collection(list(lines), color=(0.35, 0.4, 0.5, shade), linewidth=0.8))
            seen.append(lines)

    rows = _some(np.flatnonzero(hits.status != Status.NONE), limit)
    met = hits[rows]
    if len(met):
        start = met.center if met._query is None else np.asarray(met._query[0])
        lines = np.stack([start, met.center], axis=1)
        paths = line_collection(list(lines), cmap="viridis", array=colors[rows], linewidth=0.8, alpha=0.7)
        ax.add_collection(paths)
        points = ax.scatter(*met.point.T, c=colors[rows], cmap="viridis", s=12, **({"zorder": 3} if is_flat else {"depthshade": False}))
        low, high = colors[rows].min(), colors[rows].max()
        for artist in (paths, points):
            artist.set_clim(low, high)
        # A bar needs two ends that a reader can tell apart.
        if high - low > 1e-6 * max(abs(low), abs(high)):
            ax.figure.colorbar(points, ax=ax, label=label or "time of the first contact", shrink=0.7)
        seen += [lines.reshape(-1, lines.shape[-1]), met.point]
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


def _faces(obstacle: Obstacle) -> list[npt.NDArray[Any]]:
    """Polygons, for the eye: what is rounded here touches no answer."""
    if isinstance(obstacle, Scene):
        return [face for _, item in obstacle.items() for face in _faces(item)]
    if isinstance(obstacle, Each):
        return [face for shape in obstacle for face in _faces(shape)]
    if isinstance(obstacle, MeshInstance):
        turn, offset = _matrix(obstacle.rotation.quaternion), np.asarray(obstacle.translation)
        return list(obstacle.mesh.vertices[obstacle.mesh.triangles] @ turn.T + offset)
    if isinstance(obstacle, Mesh):
        return list(obstacle.vertices[obstacle.triangles])
    if isinstance(obstacle, (Triangle, Segment)):
        return [np.array(list(obstacle._arguments.values()))]
    if isinstance(obstacle, Box):
        low, high = obstacle._arguments["min"], obstacle._arguments["max"]
        return _of_box((low + high) / 2, np.diag(high - low))
    if isinstance(obstacle, OrientedBox):
        quaternion = obstacle._arguments["rotation"]
        turn = _matrix(quaternion if len(quaternion) == 4 else (0, 0, *quaternion))[: obstacle.dimension, : obstacle.dimension]
        return _of_box(obstacle._arguments["center"], 2 * (turn * obstacle._arguments["half_extents"]).T)
    if isinstance(obstacle, Parallelepiped):
        return _of_box(obstacle._arguments["center"], obstacle._arguments["edges"])
    # What may be unbounded has no picture.
    return []


def _of_box(center: npt.NDArray[Any], edges: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    dimension = len(center)
    signs = np.array([[(corner >> k & 1) - 0.5 for k in range(dimension)] for corner in range(1 << dimension)])
    corners = center + signs @ edges
    return [corners[[0, 1, 3, 2]]] if dimension == 2 else [corners[list(face)] for face in _FACES]


def _matrix(quaternion: Any) -> npt.NDArray[Any]:
    x, y, z, w = np.asarray(quaternion, float) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )

"""Pictures of hits, by matplotlib."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Polygons = list[npt.NDArray[Any]]
#: The least and the greatest corner of a box.
Frame = tuple[npt.NDArray[Any], npt.NDArray[Any]]


class Drawable(Protocol):
    """An object that can be drawn: any obstacle."""

    def _drawn(self, frame: Frame) -> Polygons:
        """The polygons of the surface for a picture, whose rounding affects no result. Unbounded surfaces are cut off at the frame."""
        ...


_GREY = (0.72, 0.74, 0.78)
#: The faces of a box, as numbers of corners. In the number of a corner, bit k is set on the max side of axis k.
_FACES = ((0, 2, 6, 4), (1, 3, 7, 5), (0, 1, 5, 4), (2, 3, 7, 6), (0, 1, 3, 2), (4, 5, 7, 6))


def draw(
    free: Polygons,
    met: tuple[Polygons, npt.NDArray[Any]],
    colors: npt.NDArray[Any],
    obstacle: Drawable | None,
    path: Any,
    limit: int,
    ax: Any,
    label: str | None,
) -> Figure:
    """Draws lines and points over an obstacle; see ``Hits.plot``.

    Args:
        free: (L, D) each, the points of the paths without a contact.
        met: (L, D) each, the points of the paths up to their contacts, and (M, D), the touched points.
        colors: (M,), the numbers that colour the paths with a contact.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.collections import LineCollection, PolyCollection
        from matplotlib.figure import Figure
        from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
    except ImportError as error:
        raise ImportError("a picture needs matplotlib: pip install matplotlib") from error

    class Picture(Figure):
        """A figure that a notebook shows with any backend."""

        def _repr_png_(self) -> bytes:
            png = io.BytesIO()
            self.savefig(png, format="png", dpi=100)
            return png.getvalue()

    lines, points = met
    is_flat = points.shape[1] == 2
    figure: Figure
    if ax is None:
        # The figure has no window and no global state, so it works in a script, a server and a notebook.
        figure = Picture(figsize=(8, 6), layout="constrained")
        FigureCanvasAgg(figure)
        # In space, objects are drawn in the order of these calls and not by mean distance, since otherwise a wall would cover its own contacts.
        ax = figure.add_subplot() if is_flat else figure.add_subplot(projection="3d", computed_zorder=False)
    seen = [*free, *lines, points] if len(points) or len(free) else []
    if obstacle is not None:
        faces = obstacle._drawn(_around(seen, points.shape[1]))
        seen += faces
        wires = [face for face in faces if len(face) < 3]
        if wires:
            ax.add_collection((LineCollection if is_flat else Line3DCollection)(wires, color=(0.25, 0.27, 0.3), linewidth=1.5, zorder=1))
        faces = [face for face in faces if len(face) >= 3]
        collection = PolyCollection if is_flat else Poly3DCollection
        ax.add_collection(collection(faces, facecolor=_GREY, edgecolor=(0, 0, 0, 0.12), linewidth=0.3, alpha=0.55, zorder=1))

    line_collection = LineCollection if is_flat else Line3DCollection
    ends = _some(free, limit)
    if len(ends):
        # Many paths together are as grey as a few, so that they do not hide the part.
        ax.add_collection(line_collection(ends, color=(0.35, 0.4, 0.5, min(0.6, 60 / len(ends))), linewidth=0.8, zorder=2))

    lines, points, colors = _some(lines, limit), _some(points, limit), _some(colors, limit)
    if len(points):
        paths = line_collection(lines, cmap="viridis", array=colors, linewidth=0.8, alpha=0.7, zorder=2)
        ax.add_collection(paths)
        dots = ax.scatter(*points.T, c=colors, cmap="viridis", s=12, zorder=3, **({} if is_flat else {"depthshade": False}))
        low, high = colors.min(), colors.max()
        for artist in (paths, dots):
            artist.set_clim(low, high)
        # A bar needs two ends that a reader can distinguish.
        if high - low > 1e-6 * max(abs(low), abs(high)):
            ax.figure.colorbar(dots, ax=ax, label=label or "time of the first contact", shrink=0.7)
    _frame(ax, np.concatenate([np.asarray(part).reshape(-1, 2 if is_flat else 3) for part in seen]) if seen else None)
    if path is not None:
        ax.figure.savefig(os.fspath(path), dpi=150)
    figure = ax.figure
    return figure


Some = TypeVar("Some", Polygons, npt.NDArray[Any])


def _some(rows: Some, limit: int) -> Some:
    """At most this number of rows, evenly chosen."""
    if len(rows) <= limit:
        return rows
    chosen = np.linspace(0, len(rows) - 1, limit).astype(np.int64)
    if isinstance(rows, list):
        return [rows[row] for row in chosen]
    return rows[chosen]


def _around(seen: Polygons, dimension: int) -> Frame:
    """A box around points, with a margin; without points, a box around the origin."""
    points = np.concatenate(seen) if seen else np.array([[-1.0] * dimension, [1.0] * dimension])
    least, greatest = points.min(axis=0), points.max(axis=0)
    room = 0.25 * max((greatest - least).max(), 1e-30) + 0.25 * (greatest - least)
    return least - room, greatest + room


# ---- surfaces ----

_ROUND = 16
#: With more vertices than this, the balls and tubes in the gaps between faces are left out: they are narrow, and there are many.
_FEW = 64


def inflated(faces: Polygons, radius: float) -> Polygons:
    """The surface of inflated faces: the faces moved to both sides, tubes around their edges, and balls around their vertices.

    Points and segments are faces of one and two vertices. The parts of the balls and tubes that are inside are covered by the other faces.
    """
    if not radius or not faces:
        return faces
    dimension = faces[0].shape[1]
    skin: Polygons = []
    vertices: dict[Any, npt.NDArray[Any]] = {}
    edges: dict[Any, tuple[npt.NDArray[Any], npt.NDArray[Any]]] = {}
    for face in faces:
        face = face.astype(float)
        names = [tuple(vertex) for vertex in face.tolist()]
        vertices |= dict(zip(names, face))
        for one, other in zip(names, names[1:] + names[:1] * (len(names) > 2)):
            edges[min(one, other), max(one, other)] = np.array(one), np.array(other)
        if len(face) > 2 and dimension == 3:
            normal = np.cross(face[1] - face[0], face[2] - face[0])
            normal *= radius / max(float(np.linalg.norm(normal)), 1e-300)
            skin += [face + normal, face - normal]
        elif len(face) > 2:
            skin.append(face)
    if len(vertices) > _FEW:
        return skin
    turn = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1) * radius
    if dimension == 2:
        skin += [circle + vertex for vertex in vertices.values()]
    else:
        up = np.linspace(-np.pi / 2, np.pi / 2, _ROUND // 2 + 1)
        rings = np.stack([np.concatenate([np.cos(angle) * circle, np.full((_ROUND, 1), np.sin(angle) * radius)], axis=1) for angle in up])
        skin += [part + vertex for vertex in vertices.values() for part in _between(rings)]
    for begin, end in edges.values():
        along = end - begin
        length = float(np.linalg.norm(along))
        if not length:
            continue
        if dimension == 2:
            side = np.array([-along[1], along[0]]) * radius / length
            skin.append(np.stack([begin + side, end + side, end - side, begin - side]))
            continue
        first = np.cross(along, np.eye(3)[np.argmin(np.abs(along))])
        first /= np.linalg.norm(first)
        ring = circle @ np.stack([first, np.cross(along, first) / length])
        skin += _between(np.stack([begin + ring, end + ring]))
    return skin


def _between(rings: npt.NDArray[Any]) -> Polygons:
    """The faces between closed rings of points, (R, K, 3)."""
    then = np.roll(rings, -1, axis=1)
    return [np.stack(corners) for one, after, next_, next_after in zip(rings, then, rings[1:], then[1:]) for corners in zip(one, after, next_after, next_)]


def faces_of_planes(points: npt.NDArray[Any], normals: npt.NDArray[Any], frame: Frame) -> Polygons:
    """The faces of an intersection of half-spaces, cut off at the frame if they are unbounded."""
    points, dimension = points.astype(float), points.shape[1]
    normals = normals.astype(float) / np.maximum(np.linalg.norm(normals.astype(float), axis=1, keepdims=True), 1e-300)
    low, high = frame
    center = (low + high) / 2
    far = 1e3 * (float(np.abs(points - center).max()) + float((high - low).max()))
    sides = np.concatenate([np.eye(dimension), -np.eye(dimension)])
    walls = list(zip(np.concatenate([np.tile(high, (dimension, 1)), np.tile(low, (dimension, 1))]), sides))
    faces = []
    for number, (point, normal) in enumerate(zip(points, normals)):
        middle = center - ((center - point) @ normal) * normal
        first = np.eye(dimension)[np.argmin(np.abs(normal))]
        first = first - (first @ normal) * normal
        first /= np.linalg.norm(first)
        across = [first, np.cross(normal, first)] if dimension == 3 else [first]
        corners = [(1, 1), (-1, 1), (-1, -1), (1, -1)] if dimension == 3 else [(1,), (-1,)]
        face = np.array([middle + far * sum(sign * axis for sign, axis in zip(signs, across)) for signs in corners])
        for other in range(len(points)):
            if other != number:
                face = _behind(face, points[other], normals[other])
        if len(face) and np.abs(face - middle).max() > far / 2:
            for wall in walls:
                face = _behind(face, *wall)
        if len(face):
            faces.append(face)
    return faces


def _behind(polygon: npt.NDArray[Any], point: npt.NDArray[Any], normal: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The part of a polygon, or of a segment, behind a plane."""
    heights = (polygon - point) @ normal
    kept = []
    steps = len(polygon) if len(polygon) > 2 else len(polygon) - 1
    for i, (vertex, height) in enumerate(zip(polygon, heights)):
        if height <= 0:
            kept.append(vertex)
        if i < steps:
            next_, beyond = polygon[(i + 1) % len(polygon)], heights[(i + 1) % len(polygon)]
            if (height > 0) != (beyond > 0):
                kept.append(vertex + height / (height - beyond) * (next_ - vertex))
    return np.array(kept)


def _frame(ax: Any, points: npt.NDArray[Any] | None) -> None:
    """Sets the same scale along all axes."""
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
    """The faces of ``center`` plus all sums of ``s[k] edges[k]`` with ``|s[k]| <= 1/2``; in the plane, its only face."""
    dimension = len(center)
    signs = np.array([[(corner >> k & 1) - 0.5 for k in range(dimension)] for corner in range(1 << dimension)])
    corners = center + signs @ edges
    return [corners[[0, 1, 3, 2]]] if dimension == 2 else [corners[list(face)] for face in _FACES]

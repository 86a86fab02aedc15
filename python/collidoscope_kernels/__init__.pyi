from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from .manager import CollisionManager
from .results import (
    Closest, Contacts, Impact, Kind, Near, NearestPoint, Penetration, RayHit, RayHits, SceneHit, Sweep
)

__all__ = [
    "Box", "Capsule", "Closest", "Cloth", "CollisionManager", "Contacts", "Cylinder", "Hull", "Impact", "Kind",
    "Level", "Mesh", "Motion", "Mover", "Near", "NearestPoint", "Penetration", "Point", "RayHit", "RayHits", "Scene",
    "SceneHit", "Sphere", "Sweep", "all_hits", "any_hit", "box_pairs", "closest", "contains", "distance",
    "first_contact", "first_hit", "impact", "nearest", "pairs", "penetration", "self_pairs", "signed_distance",
    "touching", "within"
]

__version__: str

_Part: TypeAlias = Mesh | Sphere | Capsule | Box

# Functions that return `Any` return a NumPy scalar for one question and an array for an array of questions.

@final
class Mesh:
    """A triangle mesh with its tree of bounding boxes.

    vertices: shape (N, 3). triangles: shape (M, 3), integers, indices of vertices.

    The surface need not be closed; degenerate triangles are segments or points.
    """

    def __new__(cls, vertices: ArrayLike, triangles: ArrayLike) -> Mesh: ...
    @staticmethod
    def read(path: str | PathLike[str], *, repair: bool = True) -> Mesh:
        """Reads an OBJ, STL, PLY, glTF or GLB file, by its ending.

        Where the surface can be repaired, it is closed and faces outwards; vertices may be merged, triangles dropped,
        and both renumbered. `notes` tells of it.

        repair: if false, all triangles stay as in the file, with its indices; a polygon counts as its triangles.
        """

    @property
    def notes(self) -> list[str]:
        """Notes on repairs and on skipped parts of the file that the mesh was read from. A copy has none."""

    @property
    def vertices(self) -> NDArray[np.float64]:
        """The vertices, a read-only array of shape (N, 3)."""

    @property
    def triangles(self) -> NDArray[np.uint32]:
        """The vertices of each triangle, a read-only array of shape (M, 3)."""

    def bounds(self, poses: ArrayLike) -> NDArray[np.float64]:
        """The smallest box around the placed mesh, minimum and maximum, for each pose: shape (..., 2, 3).

        poses: shape (..., 4, 4), rotation matrices with a translation in the last column.
        """

@final
class Scene:
    """Bodies that stay the same from question to question, each a mesh or a shape, as for `touching`.

    Boxes around the placed bodies select candidate pairs, which are decided as by `touching` and `closest`.
    """

    def __new__(cls, bodies: Sequence[_Part]) -> Scene: ...
    def touching(self, poses: ArrayLike) -> NDArray[np.uint32]:
        """The pairs of bodies whose surfaces share a point, in ascending order: shape (P, 2).

        poses: shape (N, 4, 4), the pose of each body in the world.
        """

    def near(self, poses: ArrayLike, distance: float) -> Near:
        """The pairs of bodies whose surfaces are at most `distance` apart, with their closest parts.

        poses: shape (N, 4, 4), the pose of each body in the world.
        """

    def first_hit(
        self, poses: ArrayLike, origins: ArrayLike, directions: ArrayLike, *, t_max: float | None = None
    ) -> SceneHit:
        """The first hit of each ray among the bodies, as by the function `first_hit`. Fails for spheres and capsules.

        poses: shape (N, 4, 4), the pose of each body in the world.
        origins, directions: shape (..., 3); they are broadcast. A direction may have any length but 0.
        t_max: the largest t, in lengths of the direction; infinite by default.
        """

def self_pairs(mesh: Mesh) -> NDArray[np.uint32]:
    """All pairs of triangles of one mesh that share a point, each once, in ascending order: shape (P, 2).

    Triangles with a common corner, by its place, are left out, because they touch there; so two neighbours that are folded
    onto each other are not found. Fails if there are more than 4,000,000 pairs, neighbours and both orders included.
    """

def touching(a: _Part, b: _Part, poses: ArrayLike, *, threads: int | None = None) -> Any:
    """Whether the surfaces share a point, for each pose. Decided exactly for the vertices as placed by the pose.

    a, b: each a `Mesh`, a `Sphere`, a `Capsule` or a `Box`. The last three are filled: they touch what is inside them.
        A mesh is a surface. With a sphere or a capsule, contact is decided up to rounding.
    poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
    threads: the most threads; all cores by default. The answers do not depend on it.
    """

def pairs(a: Mesh, b: Mesh, pose: ArrayLike) -> NDArray[np.uint32]:
    """All pairs of triangles that share a point, in ascending order: shape (P, 2), index in A, index in B.

    pose: shape (4, 4), the pose of B in A's coordinates. Fails if there are more than 4,000,000 pairs.
    """

def distance(
    a: _Part, b: _Part, poses: ArrayLike, *, rtol: float = 0.0, atol: float = 0.0, threads: int | None = None
) -> Any:
    """The distance of the surfaces, for each pose; 0 where triangles touch.

    a, b: meshes or shapes, as for `touching`.
    poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
    rtol, atol: the distance may exceed the smallest by this share of it, or by this length; greater is faster.
    threads: the most threads; all cores by default. The answers do not depend on it.
    """

def closest(
    a: _Part, b: _Part, poses: ArrayLike, *, rtol: float = 0.0, atol: float = 0.0, threads: int | None = None
) -> Closest:
    """The distance, the closest points and the direction from A to B, for each pose. Arguments as for `distance`."""

def within(a: _Part, b: _Part, poses: ArrayLike, distance: float, *, threads: int | None = None) -> Any:
    """Whether the distance of the surfaces is at most `distance`, for each pose. Faster than computing it.

    a, b: meshes or shapes, as for `touching`.
    poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
    threads: the most threads; all cores by default. The answers do not depend on it.
    """

@final
class Motion:
    """Rigid motions from time 0 to 1: the body's origin moves with constant velocity, and the body turns around it with
    constant spin.

    poses: shape (..., 4, 4), the poses in the world at time 0.
    velocity: shape (..., 3), the way of the origin until time 1; none by default.
    spin: shape (..., 3), the axis of the turn in the world, counter-clockwise; its length is the angle until time 1,
        radians, which may be many turns. None by default.

    Poses, velocities and spins are broadcast.
    """

    def __new__(
        cls, poses: ArrayLike, velocity: ArrayLike | None = None, spin: ArrayLike | None = None
    ) -> Motion: ...
    @staticmethod
    def between(start: ArrayLike, end: ArrayLike) -> Motion:
        """The motions from one pose to another: the origin moves in a straight line, and the body turns by the least
        angle around a fixed axis.

        start, end: shape (..., 4, 4); they are broadcast.
        """

def penetration(a: Hull, b: Hull, poses: ArrayLike, *, threads: int | None = None) -> Penetration:
    """The smallest translation that separates two convex hulls, for each pose; NaN where they share no point.

    The depth is exact up to 1e-12 of the size of the larger hull and the rounding of coordinates. Of several equally
    short translations, the answer is one.

    poses: shape (..., 4, 4), the poses of B in A's coordinates: rotation matrices with a translation in the last column.
    threads: the most threads; all cores by default. The answers do not depend on it.
    """

def impact(
    a: _Part,
    b: _Part,
    motions: tuple[Motion, Motion],
    tolerance: float,
    *,
    most_steps: int = 10_000,
    threads: int | None = None,
) -> Impact:
    """A time, 0 to 1, at which two moving parts are within the tolerance and before which they share no point; NaN if
    there is none. Never late: without an impact, the parts share no point up to the end.

    a, b: meshes or shapes, as for `touching`.
    motions: the `Motion` of A and that of B, of the same shape, or one of a single motion.
    tolerance: the distance that counts as contact; raised to some roundings of the coordinates.
    most_steps: the most distances that are computed. A search that ends there is early, and `is_contact` is false.
    threads: the most threads; all cores by default. The answers do not depend on it.
    """

def first_hit(
    mesh: Mesh,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    t_max: float | None = None,
    pose: ArrayLike | None = None,
    threads: int | None = None,
) -> RayHit:
    """The first hit of each ray: the smallest t from 0 to t_max at which origin + t · direction is on the surface.

    Which triangles a ray hits is exact, from both sides: a triangle includes its boundary, so no ray passes between two
    triangles with a common edge or corner. The error of t is at most a share of 1e-12.

    origins, directions: shape (..., 3); they are broadcast. A direction may have any length but 0.
    t_max: the largest t, in lengths of the direction; infinite by default.
    pose: shape (4, 4), the pose of the mesh in the coordinates of the rays.
    threads: the most threads; all cores by default. The answers do not depend on it.
    """

def any_hit(
    mesh: Mesh,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    t_max: float | None = None,
    pose: ArrayLike | None = None,
    threads: int | None = None,
) -> Any:
    """Whether each ray hits the surface. Faster than `first_hit`, with the same arguments."""

def all_hits(
    mesh: Mesh,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    t_max: float | None = None,
    pose: ArrayLike | None = None,
    threads: int | None = None,
) -> RayHits:
    """All triangles that each ray hits, in the order of rays, then t, then triangles. Arguments as for `first_hit`.

    A ray through an edge hits both of its triangles.
    """

def nearest(
    mesh: Mesh, points: ArrayLike, *, pose: ArrayLike | None = None, threads: int | None = None
) -> NearestPoint:
    """The point of the surface that is nearest to each point, up to rounding.

    points: shape (..., 3).
    pose: shape (4, 4), the pose of the mesh in the coordinates of the points.
    threads: the most threads; all cores by default. The answers do not depend on it.
    """

def signed_distance(
    mesh: Mesh, points: ArrayLike, *, pose: ArrayLike | None = None, threads: int | None = None
) -> Any:
    """The distance of each point from the surface, negative inside. The sign is exact: the distance is 0 only on the
    surface, which must be closed, as for `contains`. Arguments as for `nearest`.
    """

def contains(
    mesh: Mesh, points: ArrayLike, *, pose: ArrayLike | None = None, threads: int | None = None
) -> Any:
    """Whether each point is inside the surface or on it. Exact. Arguments as for `nearest`.

    Fails for a surface that is not closed: every edge, by the indices of its vertices, must have two triangles that run
    along it in opposite directions.
    """

def first_contact(
    kind: Literal["vertex-face", "edge-edge"] | ArrayLike,
    start: ArrayLike,
    end: ArrayLike,
    gap: float = 0.0,
    *,
    threads: int | None = None,
) -> Any:
    """The first time, 0 to 1, at which the distance of two moving features is at most `gap`, or an earlier time; NaN if
    there is none.

    Never later than the exact time, and never NaN if there is a contact, with all rounding errors included. A pair that
    comes closer than the rounding error is a false hit.

    kind: "vertex-face" or "edge-edge", a `Kind`, or an array of its numbers.
    start, end: shape (..., 4, 3), the places of the four points before and after; in between they move in straight
        lines. A vertex and the corners of a triangle, or the ends of two edges.
    threads: the most threads; all cores by default. The answers do not depend on it.

    kind, start and end are broadcast.
    """

@final
class Level:
    """The solid of a level, compiled to a BSP tree."""

    @staticmethod
    def from_brushes(brushes: Iterable[ArrayLike], around: ArrayLike) -> Level:
        """The union of convex brushes.

        brushes: for each brush an array of shape (P, 4) of planes (a, b, c, d). The brush is the points with
            a x + b y + c z + d <= 0 for each plane; the normal (a, b, c) points outwards and has any length but 0.
        around: shape (2, 3), minimum and maximum of a box in which all movement takes place. Brushes without an end are
            cut off far beyond it.
        """

    @staticmethod
    def from_mesh(vertices: ArrayLike, triangles: ArrayLike) -> Level:
        """The inside of a closed mesh whose triangles face outwards: vertices (N, 3), indices of vertices (M, 3)."""

    @property
    def node_count(self) -> int:
        """The number of nodes of the tree; 0 if the level has none, and only the method "exact" works."""

    def sweep(
        self,
        mover: Mover,
        start: ArrayLike,
        end: ArrayLike,
        method: Literal["exact", "shifted-planes", "shifted-planes-with-bevels"] = "exact",
        *,
        threads: int | None = None,
    ) -> Sweep:
        """The first contact of each move with the solid: the first time at which the body begins to move into it.

        start, end: shape (..., 3), the positions of the reference point; they are broadcast. Sliding along a wall is no
            contact.
        method: "exact", up to 1e-10 of what the move can reach; or Melax 2000, "shifted-planes", never late, early at
            edges and corners, and "shifted-planes-with-bevels", less early. These two need the tree.
        """

@disjoint_base
class Mover:
    """A convex body of fixed orientation; its position is that of its reference point."""

@final
class Point(Mover):
    """A point."""

    def __new__(cls) -> Point: ...

@final
class Sphere(Mover):
    """A ball around the reference point."""

    def __new__(cls, radius: float) -> Sphere: ...

@final
class Cylinder(Mover):
    """A cylinder; the reference point is the middle of its base.

    axis: the direction from there to its other end, of any length but 0; y by default.
    """

    def __new__(cls, radius: float, height: float, axis: ArrayLike | None = None) -> Cylinder: ...

@final
class Capsule(Mover):
    """All points within `radius` of the segment from `a` to `b`, which are relative to the reference point."""

    def __new__(cls, radius: float, a: ArrayLike, b: ArrayLike) -> Capsule: ...

@final
class Box(Mover):
    """A box around the reference point, with its sides along the axes; `half` has half their lengths."""

    def __new__(cls, half: ArrayLike) -> Box: ...

@final
class Hull(Mover):
    """The convex hull of points relative to the reference point."""

    def __new__(cls, points: ArrayLike) -> Hull: ...

@final
class Cloth:
    """The triangles of a cloth.

    rest: shape (N, 3), the places of the particles at rest. triangles: shape (M, 3), integers, indices of particles.
    """

    def __new__(cls, rest: ArrayLike, triangles: ArrayLike) -> Cloth: ...
    @staticmethod
    def grid(side: int) -> Cloth:
        """A square grid of side × side particles, 2 to 1,025 a side; particle (u, v) has the index v * side + u.

        Cell (u, v) has two triangles, split from particle (u + 1, v) to (u, v + 1). Grids have the fastest method.
        """

    @property
    def particle_count(self) -> int:
        """The number of particles."""

    @property
    def triangles(self) -> NDArray[np.uint32]:
        """The particles of each triangle, a read-only array of shape (M, 3)."""

    def contacts(self, start: ArrayLike, end: ArrayLike, *, threads: int | None = None) -> Contacts:
        """All pairs of features that touch while the particles move in straight lines, each once.

        start, end: shape (N, 3), the places of the particles before and after. Features with a common particle are left
            out.
        threads: the most threads; all cores by default, at most 16, and only grids use more than one.
        """

def box_pairs(min: ArrayLike, max: ArrayLike) -> NDArray[np.uint32]:
    """All pairs (i, j), i < j, of axis-aligned boxes that share a point, in ascending order: shape (P, 2).

    min, max: shape (N, 3). Time and memory are linear in the number of boxes at equal density, and memory in the number
        of pairs.
    """

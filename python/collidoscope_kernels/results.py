"""Named tuples of arrays as results.

K is the shape of the array of questions. Fields of shape K are `Any`: for one question, a NumPy scalar.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Kind(IntEnum):
    """The kind of two features that touch, and the meaning of their four points."""

    VERTEX_FACE = 0
    """A vertex and the corners of a triangle."""
    EDGE_EDGE = 1
    """The ends of two edges."""


class Closest(NamedTuple):
    """The closest parts of meshes A and B, in A's coordinates."""

    distance: Any
    """Shape K. 0 where triangles touch."""
    point_a: NDArray[np.float64]
    """Shape (K, 3). A point of A at this distance."""
    point_b: NDArray[np.float64]
    """Shape (K, 3). A point of B at this distance."""
    normal: NDArray[np.float64]
    """Shape (K, 3). Unit vector from A to B: along the closest points if the meshes are apart, otherwise the normal of
    A's triangle, or that of B's, reversed. NaN where two degenerate triangles touch."""
    triangles: NDArray[np.uint32]
    """Shape (K, 2). The triangles with these points: index in A, index in B."""


class Penetration(NamedTuple):
    """The smallest translations that separate hulls A and B, in A's coordinates; NaN where they share no point."""

    depth: Any
    """Shape K. Length of the translation; 0 where they only touch."""
    normal: NDArray[np.float64]
    """Shape (K, 3). Unit vector along which B must move to leave A."""
    point_a: NDArray[np.float64]
    """Shape (K, 3). The point of A that is deepest in B."""
    point_b: NDArray[np.float64]
    """Shape (K, 3). The point of B that is deepest in A: `depth` before `point_a` along the normal."""


class Impact(NamedTuple):
    """The impacts of moving parts A and B, in the world's coordinates; NaN where there is none."""

    time: Any
    """Shape K. The parts share no point before this time."""
    is_contact: Any
    """Shape K. Whether they are within the tolerance at this time. Otherwise there is no impact, or the search ended
    early, after its most steps."""
    distance: Any
    """Shape K. Their distance at this time."""
    point_a: NDArray[np.float64]
    """Shape (K, 3). A point of A at this distance."""
    point_b: NDArray[np.float64]
    """Shape (K, 3). A point of B at this distance."""
    normal: NDArray[np.float64]
    """Shape (K, 3). Unit vector from A to B, as that of `Closest`."""
    triangles: NDArray[np.uint32]
    """Shape (K, 2). The triangles with these points: index in A, index in B; 0 where there is no impact."""


class Near(NamedTuple):
    """P pairs of bodies of a scene that are near each other, A and B, in the world's coordinates."""

    bodies: NDArray[np.uint32]
    """Shape (P, 2). The indices of A and B, in ascending order."""
    distance: NDArray[np.float64]
    """Shape (P,). 0 where triangles touch."""
    point_a: NDArray[np.float64]
    """Shape (P, 3). A point of A at this distance."""
    point_b: NDArray[np.float64]
    """Shape (P, 3). A point of B at this distance."""
    normal: NDArray[np.float64]
    """Shape (P, 3). Unit vector from A to B, as that of `Closest`."""
    triangles: NDArray[np.uint32]
    """Shape (P, 2). The triangles with these points: index in A, index in B."""


class RayHit(NamedTuple):
    """The first hits of rays on a mesh."""

    t: Any
    """Shape K. Lengths of the direction from the origin; NaN where there is no hit."""
    point: NDArray[np.float64]
    """Shape (K, 3). The point, in the coordinates of the rays; NaN where there is no hit."""
    triangle: Any
    """Shape K. The triangle; of equally near ones, that with the smallest index. -1 where there is no hit."""


class RayHits(NamedTuple):
    """H hits of rays on a mesh, in the order of the rays, of t and of the triangles."""

    ray: NDArray[np.int64]
    """Shape (H,). The index of the ray; for an array of rays of several axes, in C order."""
    t: NDArray[np.float64]
    """Shape (H,). Lengths of the direction from the origin."""
    point: NDArray[np.float64]
    """Shape (H, 3). The point, in the coordinates of the rays."""
    triangle: NDArray[np.uint32]
    """Shape (H,). The triangle."""


class SceneHit(NamedTuple):
    """The first hits of rays among the bodies of a scene, in the world's coordinates."""

    body: Any
    """Shape K. The body; of equally near ones, that with the smallest index. -1 where there is no hit."""
    t: Any
    """Shape K. Lengths of the direction from the origin; NaN where there is no hit."""
    point: NDArray[np.float64]
    """Shape (K, 3). The point; NaN where there is no hit."""
    triangle: Any
    """Shape K. The triangle of the body. -1 where there is no hit."""


class NearestPoint(NamedTuple):
    """The points of a mesh that are nearest to given points."""

    distance: Any
    """Shape K."""
    point: NDArray[np.float64]
    """Shape (K, 3). The point, in the coordinates of the given points."""
    triangle: Any
    """Shape K. The triangle; of equally near ones, that with the smallest index."""


class Sweep(NamedTuple):
    """The first contact of moves with the solid of a level."""

    time: Any
    """Shape K. 0 at the start of the move, 1 at its end; NaN where the way is free."""
    normal: NDArray[np.float64]
    """Shape (K, 3). Unit normal of the surface that is hit, towards the body; NaN where the way is free."""
    starts_inside: Any
    """Shape K. Whether the move starts inside the solid."""


class Contacts(NamedTuple):
    """C contacts of a cloth with itself."""

    kind: NDArray[np.uint8]
    """Shape (C,). Numbers of `Kind`."""
    particles: NDArray[np.uint32]
    """Shape (C, 4). A particle and the corners of a triangle, or the ends of two edges."""
    time: NDArray[np.float64]
    """Shape (C,). Time of first contact, 0 to 1, never late."""

"""Named tuples of arrays as results. K is the shape of the array of questions; for one question it is ()."""

from enum import IntEnum
from typing import NamedTuple

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

    distance: NDArray[np.float64]
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


class Sweep(NamedTuple):
    """The first contact of moves with the solid of a level."""

    time: NDArray[np.float64]
    """Shape K. 0 at the start of the move, 1 at its end; NaN where the way is free."""
    normal: NDArray[np.float64]
    """Shape (K, 3). Unit normal of the surface that is hit, towards the body; NaN where the way is free."""
    starts_inside: NDArray[np.bool_]
    """Shape K. Whether the move starts inside the solid."""


class Contacts(NamedTuple):
    """C contacts of a cloth with itself."""

    kind: NDArray[np.uint8]
    """Shape (C,). Numbers of `Kind`."""
    particles: NDArray[np.uint32]
    """Shape (C, 4). A particle and the corners of a triangle, or the ends of two edges."""
    time: NDArray[np.float64]
    """Shape (C,). Time of first contact, 0 to 1, never late."""

"""Meshes, poses and brute-force answers for the tests. Nothing here uses the package."""

import numpy as np


def box(half=(1.0, 1.0, 1.0)):
    """Vertices and triangles of a box around the origin."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    return signs * half, np.array(triangles)


def sphere(rings, radius=1.0):
    """Vertices and triangles of a closed sphere: 4 rings (rings - 1) triangles."""
    around = 2 * rings
    polar = np.pi * np.arange(1, rings) / rings
    turn = 2 * np.pi * np.arange(around) / around
    ring = np.stack(
        [
            np.sin(polar)[:, None] * np.cos(turn),
            np.sin(polar)[:, None] * np.sin(turn),
            np.repeat(np.cos(polar)[:, None], around, 1),
        ],
        -1,
    ).reshape(-1, 3)
    vertices = np.concatenate([ring, [[0, 0, 1], [0, 0, -1]]]) * radius
    top, bottom = len(ring), len(ring) + 1
    triangles = []
    for i in range(around):
        j = (i + 1) % around
        triangles.append((top, i, j))
        for r in range(rings - 2):
            a, b, c, d = r * around + i, r * around + j, (r + 1) * around + i, (r + 1) * around + j
            triangles += [(a, c, b), (b, c, d)]
        last = (rings - 2) * around
        triangles.append((bottom, last + j, last + i))
    return vertices, np.array(triangles)


def soup(random, count, size=0.3):
    """Unconnected random triangles in the unit cube."""
    middles = random.uniform(-1, 1, (count, 1, 3))
    corners = middles + random.uniform(-size, size, (count, 3, 3))
    return corners.reshape(-1, 3), np.arange(3 * count).reshape(-1, 3)


def rotations(random, count):
    """Random rotations, uniformly distributed, of shape (count, 3, 3)."""
    x, y, z, w = (q := random.normal(size=(count, 4))).T / np.linalg.norm(q, axis=1)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def poses(rotation, translation):
    """Matrices of shape (K, 4, 4)."""
    count = len(translation)
    matrices = np.tile(np.eye(4), (count, 1, 1))
    matrices[:, :3, :3] = rotation
    matrices[:, :3, 3] = translation
    return matrices


def shifts(*translations):
    """Poses without rotation."""
    return poses(np.eye(3), np.array(translations, float))


def placed(vertices, pose):
    """The vertices in A's coordinates."""
    return vertices @ pose[:3, :3].T + pose[:3, 3]


def segment_distances(p, q, r, s):
    """Distances of the segments pq and rs, for arrays of shape (..., 3)."""
    d, e, w = q - p, s - r, p - r
    a, b, c = (d * d).sum(-1), (d * e).sum(-1), (e * e).sum(-1)
    f, g = (d * w).sum(-1), (e * w).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        det = a * c - b * b
        inner = np.where(det > 1e-14 * a * c, (b * g - c * f) / det, 0.0)
        candidates = []
        # The closest points of the lines, clamped in both orders, and every end.
        for u in (np.clip(inner, 0, 1), np.zeros_like(inner), np.ones_like(inner)):
            v = np.clip(np.where(c > 0, (b * u + g) / c, 0.0), 0, 1)
            u = np.clip(np.where(a > 0, (b * v - f) / a, 0.0), 0, 1)
            v = np.clip(np.where(c > 0, (b * u + g) / c, 0.0), 0, 1)
            candidates.append(np.linalg.norm(w + u[..., None] * d - v[..., None] * e, axis=-1))
    return np.min(candidates, axis=0)


def point_triangle_distances(p, triangle):
    """Distances of points of shape (..., 3) from the insides of triangles of shape (..., 3, 3); infinity where the
    closest point is not inside."""
    a, b, c = triangle[..., 0, :], triangle[..., 1, :], triangle[..., 2, :]
    normal = np.cross(b - a, c - a)
    inside = np.ones(np.broadcast_shapes(p.shape, a.shape)[:-1], bool)
    for u, v in ((a, b), (b, c), (c, a)):
        inside &= (np.cross(v - u, p - u) * normal).sum(-1) >= 0
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(((p - a) * normal).sum(-1)) / np.linalg.norm(normal, axis=-1)
    return np.where(inside & np.isfinite(distance), distance, np.inf)


def triangle_distances(first, second):
    """Distances of every triangle of `first`, (N, 3, 3), from every one of `second`, (M, 3, 3): (N, M).
    0 for triangles that cross."""
    one, two = first[:, None], second[None]
    best = np.full((len(first), len(second)), np.inf)
    for i in range(3):
        for j in range(3):
            ends = one[..., i, :], one[..., (i + 1) % 3, :], two[..., j, :], two[..., (j + 1) % 3, :]
            best = np.minimum(best, segment_distances(*ends))
        best = np.minimum(best, point_triangle_distances(one[..., i, :], two))
        best = np.minimum(best, point_triangle_distances(two[..., i, :], one))
        for of, other in ((one, two), (two, one)):
            best = np.where(crosses(of[..., i, :], of[..., (i + 1) % 3, :], other), 0.0, best)
    return best


def crosses(p, q, triangle):
    """Whether the segment pq passes through the triangle."""
    a, b, c = triangle[..., 0, :], triangle[..., 1, :], triangle[..., 2, :]

    def volume(a, b, c, d):
        return (np.cross(b - a, c - a) * (d - a)).sum(-1)

    sides = volume(a, b, c, p) * volume(a, b, c, q) < 0
    turns = np.stack([volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)])
    return sides & ((turns > 0).all(0) | (turns < 0).all(0))


def corners(shape, pose=None):
    """The corners of a shape's triangles, (M, 3, 3), in A's coordinates if there is a pose."""
    vertices, triangles = shape
    return (vertices if pose is None else placed(vertices, pose))[triangles]

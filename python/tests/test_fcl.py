"""Meshes against FCL, another library for the same questions."""

import numpy as np
import pytest
from shapes import poses, rotations, soup, sphere

import collidoscope_kernels as cd

fcl = pytest.importorskip("fcl", reason="python-fcl is not installed")


def object_of(vertices, triangles):
    model = fcl.BVHModel()
    model.beginModel(len(vertices), len(triangles))
    model.addSubModel(np.ascontiguousarray(vertices), np.ascontiguousarray(triangles))
    model.endModel()
    return model


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_contact_and_distance_agree(seed):
    random = np.random.default_rng(seed)
    bumps = sphere(16)
    bumps = bumps[0] * (1 + 0.1 * random.normal(size=(len(bumps[0]), 1))), bumps[1]
    first, second = bumps, (soup(random, 60) if seed == 3 else sphere(12, 0.7))
    some = poses(rotations(random, 300), random.normal(size=(300, 3)) * 1.2)
    a, b = cd.Mesh(*first), cd.Mesh(*second)
    touching, distance = cd.touching(a, b, some), cd.distance(a, b, some)
    one, two = fcl.CollisionObject(object_of(*first)), object_of(*second)
    for i, pose in enumerate(some):
        other = fcl.CollisionObject(two, fcl.Transform(pose[:3, :3], pose[:3, 3]))
        # Surfaces within 1e-9 of contact may be decided either way: FCL rounds.
        hit = fcl.collide(one, other, fcl.CollisionRequest(), fcl.CollisionResult()) > 0
        assert hit == touching[i] or distance[i] < 1e-9
        if not touching[i]:
            result = fcl.DistanceResult()
            assert fcl.distance(one, other, fcl.DistanceRequest(), result) == pytest.approx(distance[i], abs=1e-7)
    assert 50 < touching.sum() < 250

"""Rays and points, against formulas for boxes and balls."""

import numpy as np
import pytest
from shapes import box, poses, rotations, sphere

import collidoscope_kernels as cd

HALF = np.array([1.0, 2.0, 3.0])


def slabs(origins, directions):
    """The t at which rays enter and leave the box; enter > leave for a miss."""
    with np.errstate(divide="ignore"):
        ends = np.stack([(-HALF - origins) / directions, (HALF - origins) / directions])
    return ends.min(0).max(-1), ends.max(0).min(-1)


@pytest.mark.parametrize("threads", [1, 3])
def test_rays_on_a_box_are_those_of_its_slabs(threads):
    random = np.random.default_rng(1)
    mesh = cd.Mesh(*box(HALF))
    origins, directions = random.uniform(-4, 4, (20, 1, 3)), random.normal(size=(30, 3))
    enter, leave = slabs(origins, directions)
    is_hit = (enter <= leave) & (leave >= 0)
    t = np.where(enter >= 0, enter, leave)
    found = cd.first_hit(mesh, origins, directions, threads=threads)
    assert found.t.shape == (20, 30) and found.point.shape == (20, 30, 3) and found.triangle.dtype == np.int64
    assert (np.isnan(found.t) == ~is_hit).all() and ((found.triangle == -1) == ~is_hit).all()
    assert np.allclose(found.t[is_hit], t[is_hit], rtol=1e-12)
    assert np.allclose(found.point[is_hit], (origins + t[..., None] * directions)[is_hit])
    assert 50 < is_hit.sum() < 500
    limited = cd.any_hit(mesh, origins, directions, t_max=2.0, threads=threads)
    assert (limited == (is_hit & (t <= 2))).all()
    every = cd.all_hits(mesh, origins, directions, threads=threads)
    crossings = is_hit.astype(int) + (is_hit & (enter >= 0))
    assert (np.bincount(every.ray, minlength=600) == crossings.ravel()).all()
    assert (np.diff(every.ray) >= 0).all() and every.point.shape == (len(every.t), 3)
    assert np.allclose(every.t[np.unique(every.ray, return_index=True)[1]], t[is_hit])


def test_a_pose_moves_the_mesh():
    random = np.random.default_rng(2)
    vertices, triangles = box(HALF)
    mesh = cd.Mesh(vertices, triangles)
    for pose in poses(rotations(random, 5), random.uniform(-3, 3, (5, 3))):
        placed = cd.Mesh(vertices @ pose[:3, :3].T + pose[:3, 3], triangles)
        origins, directions = random.uniform(-6, 6, (50, 3)), random.normal(size=(50, 3))
        one, other = cd.first_hit(mesh, origins, directions, pose=pose), cd.first_hit(placed, origins, directions)
        assert np.allclose(one.t, other.t, equal_nan=True) and np.allclose(one.point, other.point, equal_nan=True)
        every = cd.all_hits(mesh, origins, directions, pose=pose)
        assert (every.ray == cd.all_hits(placed, origins, directions).ray).all()
        one, other = cd.nearest(mesh, origins, pose=pose), cd.nearest(placed, origins)
        assert np.allclose(one.point, other.point) and np.allclose(one.distance, other.distance)
        assert np.allclose(cd.signed_distance(mesh, origins, pose=pose), cd.signed_distance(placed, origins))
        assert (cd.contains(mesh, origins, pose=pose) == cd.contains(placed, origins)).all()


def test_points_and_a_box_are_as_its_formula_says():
    random = np.random.default_rng(3)
    mesh = cd.Mesh(*box(HALF))
    points = np.concatenate([random.uniform(-6, 6, (500, 3)), random.integers(-4, 5, (500, 3))])
    beyond = np.abs(points) - HALF
    signed = np.linalg.norm(np.maximum(beyond, 0), axis=-1) + np.minimum(beyond.max(-1), 0)
    assert np.allclose(cd.signed_distance(mesh, points), signed, atol=1e-12)
    # On the surface and in the planes of faces, exactly.
    assert (np.sign(cd.signed_distance(mesh, points)) == np.sign(beyond.max(-1))).all()
    assert (cd.contains(mesh, points) == (beyond.max(-1) <= 0)).all()
    found = cd.nearest(mesh, points)
    assert np.allclose(found.distance, np.abs(signed)) and found.triangle.dtype == np.uint32
    assert np.allclose(np.linalg.norm(found.point - points, axis=-1), found.distance)
    assert np.allclose((np.abs(found.point) - HALF).max(-1), 0)


def test_a_scene_finds_the_first_body():
    mesh = cd.Mesh(*sphere(20))
    scene = cd.Scene([mesh] * 3)
    at = poses(np.repeat(np.eye(3)[None], 3, 0), np.array([[4.0, 0, 0], [9, 0, 0], [0, 4, 0]]))
    found = scene.first_hit(at, np.zeros(3), [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0.5, 0, 0]])
    assert found.body.tolist() == [0, -1, 2, 0] and found.triangle[1] == -1
    assert np.allclose(found.t, [3, np.nan, 3, 6], rtol=0.02, equal_nan=True)
    assert scene.first_hit(at, [6.5, 0, 0], [1, 0, 0], t_max=1.4).body == -1
    assert scene.first_hit(at, [6.5, 0, 0], [1, 0, 0], t_max=1.6).body == 1


def test_single_questions_none_and_bad_ones():
    vertices, triangles = box()
    mesh = cd.Mesh(vertices, triangles)
    assert cd.signed_distance(mesh, [0, 0, 0]) == -1 and cd.contains(mesh, [1, 1, 1]) == True  # noqa: E712
    assert cd.first_hit(mesh, [0, 0, 0], [0, 0, 2]).t == 0.5
    assert cd.nearest(mesh, np.zeros((0, 3))).point.shape == (0, 3)
    assert cd.all_hits(mesh, np.zeros((0, 3)), [0, 0, 1]).t.shape == (0,)
    with pytest.raises(ValueError, match=r"directions\[1\] is no direction"):
        cd.first_hit(mesh, [0, 0, 0], [[0, 0, 1], [0, 0, 0]])
    with pytest.raises(ValueError, match="largest t of a ray must be at least 0"):
        cd.any_hit(mesh, [0, 0, 0], [0, 0, 1], t_max=-1.0)
    with pytest.raises(ValueError, match=r"points must have the shape|points"):
        cd.contains(mesh, [[0, 0]])
    opened = cd.Mesh(vertices, triangles[1:])
    assert cd.nearest(opened, [0, 0, 0]).distance == 1
    for ask in (cd.contains, cd.signed_distance):
        with pytest.raises(ValueError, match="the surface is not closed: the edge from vertex"):
            ask(opened, [0, 0, 0])

"""Spheres, capsules, boxes and hulls: beside meshes, in each other, and on their way."""

import numpy as np
import pytest
from shapes import box, placed, poses, rotations, shifts, soup, sphere

import collidoscope_kernels as cd

random = np.random.default_rng(11)


def test_spheres_are_points_with_a_radius():
    shape = soup(random, 50)
    mesh, ball = cd.Mesh(*shape), cd.Sphere(0.25)
    middles = random.uniform(-2, 2, (300, 3))
    some = poses(rotations(random, 300), middles)
    expected = np.maximum(cd.nearest(mesh, middles).distance - 0.25, 0)
    assert cd.distance(mesh, ball, some) == pytest.approx(expected, abs=1e-12)
    assert (cd.touching(mesh, ball, some) == (expected == 0)).all() and 10 < (expected == 0).sum() < 290
    assert (cd.within(mesh, ball, some, 0.3) == (expected <= 0.3)).all()
    found = cd.closest(mesh, ball, some)
    assert np.linalg.norm(found.point_b - middles, axis=1)[expected > 0] == pytest.approx(0.25)
    back = cd.closest(ball, mesh, np.linalg.inv(some))
    assert back.distance == pytest.approx(found.distance, abs=1e-12)


def test_capsules_are_many_spheres():
    mesh = cd.Mesh(*soup(random, 50))
    a, b = random.uniform(-1, 1, (2, 3))
    some = poses(rotations(random, 30), random.uniform(-2, 2, (30, 3)))
    along = a + np.linspace(0, 1, 4001)[:, None] * (b - a)
    expected = [max(cd.nearest(mesh, placed(along, pose)).distance.min() - 0.1, 0) for pose in some]
    assert cd.distance(mesh, cd.Capsule(0.1, a, b), some) == pytest.approx(expected, abs=1e-3)


def test_boxes_are_filled_and_meshes_are_not():
    half = np.array([1, 2, 3])
    filled, hollow, small = cd.Box(half), cd.Mesh(*box(half)), cd.Mesh(*sphere(4, 0.5))
    assert cd.touching(filled, small, np.eye(4)) and not cd.touching(hollow, small, np.eye(4))
    assert cd.distance(small, filled, np.eye(4)) == 0
    assert cd.distance(hollow, cd.Sphere(0.25), np.eye(4)) == pytest.approx(0.75)
    far = shifts([9, 0, 0], [0, 9, 0])
    assert cd.distance(filled, cd.Sphere(1), far) == pytest.approx([7, 6])
    for wrong in ([1], cd.Cylinder(1, 1), cd.Hull(box()[0])):
        with pytest.raises(TypeError, match="b must be a Mesh, a Sphere, a Capsule or a Box, not"):
            cd.touching(filled, wrong, np.eye(4))


def test_a_scene_takes_shapes():
    bodies = [cd.Sphere(1), cd.Mesh(*box()), cd.Box([1, 1, 1]), cd.Capsule(1, [0, 0, 0], [0, 9, 0])]
    world = shifts([0, 0, 0], [2, 0, 0], [9, 0, 0], [9.0, -4, 0])
    assert cd.Scene(bodies).touching(world).tolist() == [[0, 1], [2, 3]]
    near = cd.Scene(bodies).near(world, 5)
    assert near.bodies.tolist() == [[0, 1], [1, 2], [1, 3], [2, 3]] and near.distance == pytest.approx([0, 5, 5, 0])
    with pytest.raises(ValueError, match="rays need surfaces, and body 0 is round"):
        cd.Scene(bodies).first_hit(world, [0, 0, 0], [1, 0, 0])


def test_hulls_in_each_other_by_the_smallest_width():
    a, b = random.normal(size=(2, 20, 3))
    some = poses(rotations(random, 100), random.uniform(-3, 3, (100, 3)))
    found = cd.penetration(cd.Hull(a), cd.Hull(b), some)
    directions = random.normal(size=(2000, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    touching = np.isfinite(found.depth)
    assert 20 < touching.sum() < 95
    for pose, depth, normal, p, q in zip(some, *found):
        there = placed(b, pose)
        least = ((a @ directions.T).max(0) - (there @ directions.T).min(0)).min()
        if np.isnan(depth):
            assert least < 0.1 and np.isnan(normal).all() and np.isnan(p).all()
            continue
        assert depth == pytest.approx((a @ normal).max() - (there @ normal).min(), abs=1e-11)
        assert depth <= least + 1e-11 and p - q == pytest.approx(depth * normal, abs=1e-11)
    assert cd.penetration(cd.Hull(a), cd.Hull(a), np.eye(4)).normal.shape == (3,)
    with pytest.raises(ValueError, match="not in one plane"):
        cd.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])


def test_impacts_by_closed_forms():
    ball, at_rest = cd.Sphere(0.5), cd.Motion(np.eye(4))
    moving = cd.Motion(shifts([-4, 0, 0], [-4, 0.6, 0], [-4, 2, 0]), velocity=[8, 0, 0])
    found = cd.impact(ball, ball, (moving, at_rest), 1e-9)
    assert found.time == pytest.approx([3 / 8, (4 - 0.8) / 8, np.nan], abs=1e-8, nan_ok=True)
    assert found.is_contact.tolist() == [True, True, False]
    assert found.normal[:2] == pytest.approx(np.array([[1, 0, 0], [0.8, -0.6, 0]]), abs=1e-8)
    assert np.isnan(found.point_a[2]).all()
    back = cd.impact(ball, ball, (at_rest, moving), 1e-9)
    assert back.time == pytest.approx(found.time, nan_ok=True)
    # A rod that turns: two and a half turns until it hits the wall that comes nearer.
    rod = cd.Mesh([[0, 0, 0], [1, 0, 0]], [[0, 1, 1]])
    wall = cd.Mesh([[0.5, -9, -9], [0.5, 9, -9], [0.5, 0, 9]], [[0, 1, 2]])
    turning = cd.Motion(shifts([-0.51, 0, 0])[0], [0.02, 0, 0], [0, 0, 5 * np.pi])
    found = cd.impact(rod, wall, (turning, at_rest), 1e-9)
    angles = np.linspace(0, 5 * np.pi, 1_000_001)
    first = np.argmax(-0.51 + 0.02 * angles / (5 * np.pi) + np.maximum(np.cos(angles), 0) >= 0.5)
    assert found.time == pytest.approx(angles[first] / (5 * np.pi), abs=1e-5) and found.is_contact
    early = cd.impact(rod, wall, (turning, at_rest), 1e-9, most_steps=3)
    assert early.time < found.time and not early.is_contact and early.distance > 1e-9


def test_no_sample_before_an_impact_touches():
    a, b = cd.Mesh(*soup(random, 20)), cd.Mesh(*soup(random, 20))
    starts = poses(rotations(random, 40), random.uniform(-3, 3, (40, 3)))
    ends = poses(rotations(random, 40), random.uniform(-3, 3, (40, 3)))
    found = cd.impact(a, b, (cd.Motion(np.eye(4)), cd.Motion.between(starts, ends)), 1e-4)
    some = 0
    for start, end, time in zip(starts, ends, found.time):
        turn = end[:3, :3] @ start[:3, :3].T
        angle = np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1))
        cross = (turn - turn.T) / (2 * np.sin(angle))

        def turned(t):
            return np.eye(3) + np.sin(t * angle) * cross + (1 - np.cos(t * angle)) * cross @ cross

        assert turned(1) == pytest.approx(turn, abs=1e-9)
        times = np.linspace(0, 1 if np.isnan(time) else time, 200, endpoint=False)[: 0 if time == 0 else None]
        where = start[:3, 3] + times[:, None] * (end - start)[:3, 3]
        rotated = np.array([turned(t) for t in times]).reshape(-1, 3, 3) @ start[:3, :3]
        assert not cd.touching(a, b, poses(rotated, where)).any()
        some += time > 0
    assert 5 < some < 38


def test_motions_are_refused_with_their_reason():
    ball = cd.Sphere(1)
    two, three = cd.Motion(np.tile(np.eye(4), (2, 1, 1))), cd.Motion(np.tile(np.eye(4), (3, 1, 1)))
    with pytest.raises(ValueError, match="do not fit together"):
        cd.impact(ball, ball, (two, three), 1)
    with pytest.raises(ValueError, match="tolerance must be a positive"):
        cd.impact(ball, ball, (two, two), 0)
    with pytest.raises(ValueError, match="most_steps must be at least 1, not 0"):
        cd.impact(ball, ball, (two, two), 1, most_steps=0)
    with pytest.raises(ValueError, match=r"spin must have the shape \(\.\.\., 3\), not \(2,\)"):
        cd.Motion(np.eye(4), spin=[1, 2])
    with pytest.raises(TypeError):
        cd.impact(ball, ball, (two, 3), 1)
    empty = cd.impact(ball, ball, (cd.Motion(np.zeros((0, 4, 4))), cd.Motion(np.eye(4))), 1)
    assert empty.time.shape == (0,) and empty.triangles.shape == (0, 2)

"""Sweeps through levels, against closed forms."""

import numpy as np
import pytest
from shapes import box

import collidoscope_kernels as cd

random = np.random.default_rng(3)
AROUND = [[-9, -9, -9], [9, 9, 9]]


def brush(low, high):
    """The planes of a box."""
    low, high = np.array(low, float), np.array(high, float)
    return np.concatenate([np.c_[np.eye(3), -high], np.c_[-np.eye(3), low]])


FLOOR = brush([-9, -1, -9], [9, 0, 9])


@pytest.mark.parametrize("method", ["exact", "shifted-planes", "shifted-planes-with-bevels"])
def test_bodies_fall_onto_a_floor(method):
    level = cd.Level.from_brushes([FLOOR], AROUND)
    assert level.node_count > 0
    corners = [[x, y, z] for x in (-1, 1) for y in (-0.25, 1) for z in (-1, 1)]
    for mover, under in [(cd.Point(), 0), (cd.Sphere(0.5), 0.5), (cd.Cylinder(0.3, 2), 0), (cd.Hull(corners), 0.25)]:
        start = random.uniform([-5, 1, -5], [5, 4, 5], (100, 3))
        end = start - random.uniform(0, 4, (100, 1)) * [0, 1, 0]
        found = level.sweep(mover, start, end, method)
        reaches = end[:, 1] < under
        expected = np.where(reaches, (start[:, 1] - under) / np.where(reaches, start[:, 1] - end[:, 1], 1), np.nan)
        assert found.time == pytest.approx(expected, abs=1e-8, nan_ok=True)
        assert np.allclose(found.normal[reaches], [0, 1, 0]) and np.isnan(found.normal[~reaches]).all()
        assert not found.starts_inside.any()
        assert 20 < reaches.sum() < 95


@pytest.mark.parametrize("method", ["exact", "shifted-planes", "shifted-planes-with-bevels"])
def test_lying_and_slanted_bodies_fall_onto_a_floor(method):
    level = cd.Level.from_brushes([FLOOR], AROUND)
    slanted = 0.3 * np.sqrt(1 - 0.6**2)
    for mover, under in [
        (cd.Cylinder(0.3, 2, axis=[0, 0, 5]), 0.3),
        (cd.Cylinder(0.3, 2, axis=[0, 0.6, 0.8]), slanted),
        (cd.Cylinder(0.3, 2, axis=[0, -1, 0]), 2),
        (cd.Capsule(0.3, [0, 0.25, -1], [0, 0.5, 1]), 0.05),
        (cd.Box([0.5, 0.25, 1]), 0.25),
    ]:
        found = level.sweep(mover, [0, 5, 0], [[0, -5, 0], [0, under + 0.1, 0]], method)
        assert found.time[0] == pytest.approx((5 - under) / 10, abs=1e-8) and np.isnan(found.time[1])
        assert found.normal[0] == pytest.approx([0, 1, 0], abs=1e-8)


def test_rays_against_boxes_by_slabs():
    lows = random.uniform(-8, 6, (60, 3))
    highs = lows + random.uniform(0.5, 2, (60, 3))
    level = cd.Level.from_brushes([brush(low, high) for low, high in zip(lows, highs)], AROUND)
    start, end = random.uniform(-8.5, 8.5, (2, 400, 3))
    with np.errstate(divide="ignore"):
        enters = ((np.where(end > start, lows[:, None], highs[:, None]) - start) / (end - start)).max(-1)
        leaves = ((np.where(end > start, highs[:, None], lows[:, None]) - start) / (end - start)).min(-1)
    hits = (enters < leaves) & (leaves > 0) & (enters < 1)
    times = np.where(hits, np.maximum(enters, 0), np.inf).min(0)
    inside = ((lows[:, None] < start) & (start < highs[:, None])).all(-1).any(0)
    for method in ["exact", "shifted-planes"]:
        found = level.sweep(cd.Point(), start, end, method)
        assert found.time == pytest.approx(np.where(np.isinf(times), np.nan, times), abs=1e-8, nan_ok=True)
        assert (found.starts_inside == inside).all()
    assert 50 < np.isfinite(times).sum() < 380 and inside.any()


def test_a_closed_mesh_is_a_level():
    vertices, triangles = box((2, 1, 3))
    level = cd.Level.from_mesh(vertices, triangles)
    found = level.sweep(cd.Sphere(0.5), [0, 4, 0], [[0, 0, 0], [0, 3, 0], [9, 4, 0]])
    assert found.time == pytest.approx([0.625, np.nan, np.nan], nan_ok=True)
    with pytest.raises(ValueError, match="closed|edge"):
        cd.Level.from_mesh(vertices, triangles[1:])


def test_one_move_gives_one_answer():
    level = cd.Level.from_brushes([FLOOR], AROUND)
    found = level.sweep(cd.Point(), [0, 1, 0], [0, -1, 0])
    assert found.time == pytest.approx(0.5) and found.normal.tolist() == [0, 1, 0] and not found.starts_inside
    assert level.sweep(cd.Point(), np.zeros((0, 3)), [0, -1, 0]).normal.shape == (0, 3)


def test_sweeps_that_follow_each_other_have_the_answers_of_new_levels():
    lows = random.uniform(-8, 6, (20, 3))
    brushes = [brush(low, low + 2) for low in lows]
    level = cd.Level.from_brushes(brushes, AROUND)
    movers = [cd.Sphere(0.5), cd.Box([0.5, 0.25, 1]), cd.Sphere(0.25)]
    methods = ["exact", "shifted-planes", "exact", "shifted-planes-with-bevels"]
    for i, (start, end) in enumerate(random.uniform(-8.5, 8.5, (60, 2, 3))):
        move = movers[i // 3 % 3], start, end, methods[i // 5 % 4]
        for one, other in zip(level.sweep(*move), cd.Level.from_brushes(brushes, AROUND).sweep(*move)):
            assert np.array_equal(one, other, equal_nan=True)


def test_levels_and_movers_are_refused_with_their_reason():
    with pytest.raises(ValueError, match=r"brushes\[1\]: brush must have the shape \(P, 4\), not \(6, 3\)"):
        cd.Level.from_brushes([FLOOR, FLOOR[:, :3]], AROUND)
    with pytest.raises(ValueError, match="brush 1"):
        cd.Level.from_brushes([FLOOR, FLOOR * [0, 0, 0, 1]], AROUND)
    with pytest.raises(ValueError, match=r"around must have the shape \(2, 3\), not \(3,\)"):
        cd.Level.from_brushes([FLOOR], [1, 2, 3])
    with pytest.raises(ValueError, match="minimum"):
        cd.Level.from_brushes([FLOOR], AROUND[::-1])
    with pytest.raises(TypeError):
        cd.Level.from_brushes(3, AROUND)
    for make in [lambda: cd.Sphere(0), lambda: cd.Sphere(float("nan")), lambda: cd.Cylinder(1, -1)]:
        with pytest.raises(ValueError, match="must be a positive, finite length"):
            make()
    with pytest.raises(ValueError, match="points: a hull needs four points that are not in one plane"):
        cd.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])
    with pytest.raises(ValueError, match="axis must have a direction"):
        cd.Cylinder(1, 1, [0, 0, 0])
    with pytest.raises(ValueError, match=r"b must have the shape \(3,\), not \(2,\)"):
        cd.Capsule(1, [0, 0, 0], [1, 1])
    with pytest.raises(ValueError, match=r"half\[2\] must be a positive, finite length"):
        cd.Box([1, 1, 0])
    with pytest.raises(TypeError):
        cd.Mover()
    level = cd.Level.from_brushes([FLOOR], AROUND)
    with pytest.raises(ValueError, match='method must be one of "exact".*, not "fast"'):
        level.sweep(cd.Point(), [0, 1, 0], [0, -1, 0], "fast")
    with pytest.raises(TypeError, match="mover"):
        level.sweep("point", [0, 1, 0], [0, -1, 0])
    with pytest.raises(ValueError, match=r"start of shape \(2, 3\) and end of shape \(4, 3\) do not fit together"):
        level.sweep(cd.Point(), np.zeros((2, 3)), np.zeros((4, 3)))

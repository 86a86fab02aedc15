"""The first contact of moving features: never late, against closed forms and a dense search."""

import numpy as np
import pytest
from shapes import point_triangle_distances, segment_distances

import collidoscope_kernels as cd

random = np.random.default_rng(2)
TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def falling(heights, x=0.2, y=0.2):
    """A vertex above the triangle, at each height."""
    return np.array([[[x, y, height], *TRIANGLE] for height in heights], float)


def test_a_falling_vertex():
    heights = random.uniform(0.1, 5, 200)
    ends = random.uniform(-5, 2, 200)
    times = cd.first_contact("vertex-face", falling(heights), falling(ends))
    expected = np.where(ends <= 0, heights / (heights - ends), np.nan)
    assert (np.isnan(times) == np.isnan(expected)).all()
    assert (times[ends <= 0] <= expected[ends <= 0]).all()
    assert times == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_a_gap_is_reached_earlier():
    times = cd.first_contact("vertex-face", falling([1.0] * 3), falling([-1.0, 0.5, 0.05]), 0.1)
    assert times == pytest.approx([0.45, np.nan, 0.9 / 0.95], abs=1e-6, nan_ok=True)


@pytest.mark.parametrize("kind", ["vertex-face", "edge-edge"])
def test_a_dense_search_finds_the_same_contacts(kind):
    start, end = random.normal(size=(2, 300, 4, 3))
    times = cd.first_contact(kind, start, end)
    samples = np.linspace(0, 1, 4001)
    for at, to, time in zip(start, end, times):
        distances = features_distance(kind, at + samples[:, None, None] * (to - at))
        fastest = np.linalg.norm(to - at, axis=1).max()
        # Between two samples the distance changes by at most this much.
        near = distances <= 2 * fastest / 4000
        if np.isnan(time):
            # So near, and no contact, is rare; the distance then has a minimum above 0.
            assert distances.min() > 0
        else:
            assert features_distance(kind, at + time * (to - at)) < 1e-6
            assert near.any() and abs(samples[near.argmax()] - time) < 0.02
    assert 20 < np.isfinite(times).sum() < 280


def features_distance(kind, at):
    a, b, c, d = np.moveaxis(at, -2, 0)
    if kind == "edge-edge":
        return segment_distances(a, b, c, d)
    triangle = np.stack([b, c, d], -2)
    sides = [segment_distances(a, a, u, v) for u, v in ((b, c), (c, d), (d, b))]
    return np.min([*sides, point_triangle_distances(a, triangle)], axis=0)


def test_kinds_and_places_are_broadcast():
    start, end = falling([1.0]), falling([-1.0])
    one = cd.first_contact("vertex-face", start[0], end[0])
    assert isinstance(one, np.float64) and one == pytest.approx(0.5)
    for kind in [cd.Kind.VERTEX_FACE, 0, [0, 0, 0], np.zeros(3, np.uint8)]:
        times = cd.first_contact(kind, start[0], np.repeat(end, 3, 0))
        assert times.tolist() == [one] * 3
    grid = cd.first_contact([[0], [1]], start[0], falling([-1.0, 2.0, 0.0]))
    assert grid.shape == (2, 3)
    assert grid[0] == pytest.approx([0.5, np.nan, 1.0], abs=1e-9, nan_ok=True)
    assert cd.first_contact("edge-edge", np.zeros((0, 4, 3)), np.zeros((0, 4, 3))).shape == (0,)


@pytest.mark.parametrize("scale", [1e-150, 1e-9, 1e9, 1e49])
def test_tiny_and_huge_features(scale):
    times = cd.first_contact("vertex-face", falling([1.0]) * scale, falling([-1.0]) * scale)
    assert times[0] <= 0.5

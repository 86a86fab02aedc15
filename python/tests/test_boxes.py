"""Overlapping boxes, against all pairs."""

import numpy as np
import pytest

import collidoscope_kernels as cd


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
@pytest.mark.parametrize("places", [1000, 6])
def test_pairs_are_those_of_brute_force(scale, places):
    random = np.random.default_rng(places)
    # Few places make many boxes that only touch, or have no extent.
    low = random.integers(0, places, (300, 3)) / places * scale
    high = low + random.integers(0, max(places // 4, 2), (300, 3)) / places * scale
    overlap = ((low[:, None] <= high) & (high[:, None] >= low)).all(-1)
    found = cd.box_pairs(low, high)
    assert found.tolist() == np.argwhere(np.triu(overlap, 1)).tolist()
    assert len(found) > 50


def test_no_boxes_and_bad_boxes():
    assert cd.box_pairs(np.zeros((0, 3)), np.zeros((0, 3))).shape == (0, 2)
    assert cd.box_pairs([[0, 0, 0]], [[1, 1, 1]]).shape == (0, 2)
    with pytest.raises(ValueError, match="the minimum of box 1 is greater than its maximum"):
        cd.box_pairs([[0, 0, 0], [0, 2, 0]], [[1, 1, 1], [1, 1, 1]])
    with pytest.raises(ValueError, match=r"min and max must have the same shape, not \(1, 3\) and \(2, 3\)"):
        cd.box_pairs([[0, 0, 0]], [[1, 1, 1]] * 2)
    with pytest.raises(ValueError, match=r"max\[0, 1\] is inf, but must be finite and within ±1e50"):
        cd.box_pairs([[0, 0, 0]], [[1, np.inf, 1]])

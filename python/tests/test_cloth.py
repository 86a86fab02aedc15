"""The contacts of a cloth, against all pairs of features."""

import itertools

import numpy as np
import pytest

import collidoscope_kernels as cd

random = np.random.default_rng(4)


def crumpled(side, seed, rough):
    """A step of a grid whose particles fly through each other."""
    random = np.random.default_rng(seed)
    u, v = np.meshgrid(np.arange(side), np.arange(side))
    flat = np.stack([u, np.zeros_like(u), v], -1).reshape(-1, 3).astype(float)
    return flat + rough * random.normal(size=flat.shape), flat + rough * random.normal(size=flat.shape)


def all_contacts(triangles, start, end):
    """All pairs of features without a common particle that touch, by their particles, with their times."""
    edges = sorted({tuple(sorted(e)) for a, b, c in triangles for e in ((a, b), (b, c), (c, a))})
    faces = [(v, *t) for t in triangles for v in range(len(start)) if v not in t]
    crossings = [(*e, *f) for e, f in itertools.combinations(edges, 2) if not set(e) & set(f)]
    found = {}
    for kind, pairs in [(0, faces), (1, crossings)]:
        quads = np.array(pairs)
        times = cd.first_contact(kind, start[quads], end[quads])
        for quad, time in zip(pairs, times):
            if not np.isnan(time):
                found[named(kind, quad)] = time
    return found


def named(kind, quad):
    """Features, however their particles are ordered."""
    a, b, c, d = map(int, quad)
    if kind == 0:
        return 0, a, frozenset((b, c, d))
    return 1, frozenset((frozenset((a, b)), frozenset((c, d))))


@pytest.mark.parametrize("rough", [0.2, 0.6, 1.5])
def test_grids_and_garments_have_the_contacts_of_all_pairs(rough):
    start, end = crumpled(8, 5, rough)
    grid = cd.Cloth.grid(8)
    expected = all_contacts(grid.triangles.tolist(), start, end)
    for cloth in [grid, cd.Cloth(start, grid.triangles)]:
        found = cloth.contacts(start, end)
        names = [named(kind, quad) for kind, quad in zip(found.kind, found.particles)]
        assert len(names) == len(set(names))
        assert set(names) == set(expected)
        assert found.time == pytest.approx([expected[name] for name in names], abs=1e-9)
    assert len(expected) > 3 or rough == 0.2


def test_contacts_can_be_asked_about_again():
    start, end = crumpled(33, 6, 0.8)
    found = cd.Cloth.grid(33).contacts(start, end)
    again = cd.first_contact(found.kind, start[found.particles], end[found.particles])
    assert len(found.time) > 100
    assert again == pytest.approx(found.time, abs=1e-9)
    assert {*found.kind.tolist()} == {cd.Kind.VERTEX_FACE, cd.Kind.EDGE_EDGE}


def test_threads_do_not_change_the_contacts():
    start, end = crumpled(65, 7, 0.7)
    cloth = cd.Cloth.grid(65)
    answers = [cloth.contacts(start, end, threads=threads) for threads in (1, 2, 5, 16, 1000)]
    for answer in answers[1:]:
        for of, other in zip(answers[0], answer):
            assert (of == other).all()


def test_cloths_are_refused_with_their_reason():
    for side in [-1, 0, 1, 1026, 2**40]:
        with pytest.raises(ValueError, match=f"side {side}"):
            cd.Cloth.grid(side)
    with pytest.raises(ValueError, match=r"end must have the shape \(4, 3\), not \(5, 3\)"):
        cd.Cloth.grid(2).contacts(np.zeros((4, 3)), np.zeros((5, 3)))
    with pytest.raises(ValueError, match=r"start\[1, 2\] is NaN"):
        cd.Cloth.grid(2).contacts([[0, 0, 0], [0, 0, np.nan], [0, 0, 0], [0, 0, 0]], np.zeros((4, 3)))
    with pytest.raises(ValueError):
        cd.Cloth([[0, 0, 0]], np.zeros((0, 3), int))

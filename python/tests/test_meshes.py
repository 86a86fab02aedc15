"""Two meshes in many poses, against brute force over all pairs of triangles and closed forms."""

import copy
import pickle

import numpy as np
import pytest
from shapes import box, corners, poses, rotations, shifts, soup, sphere, triangle_distances

import collidoscope_kernels as cd

random = np.random.default_rng(1)


def meshes(*shapes):
    return [cd.Mesh(*shape) for shape in shapes]


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_soups_agree_with_all_pairs_of_triangles(scale):
    first, second = soup(random, 40), soup(random, 30)
    a, b = cd.Mesh(first[0] * scale, first[1]), cd.Mesh(second[0] * scale, second[1])
    some = poses(rotations(random, 60), random.normal(scale=1.0, size=(60, 3)))
    scaled = some.copy()
    scaled[:, :3, 3] *= scale
    touching, distance = cd.touching(a, b, scaled), cd.distance(a, b, scaled) / scale
    within = cd.within(a, b, scaled, 0.05 * scale)
    for i, pose in enumerate(some):
        all_pairs = triangle_distances(corners(first), corners(second, pose))
        least = all_pairs.min()
        # The poses are random, so nothing is so near to contact that rounding decides.
        assert touching[i] == (least == 0)
        assert distance[i] == pytest.approx(least, abs=1e-9)
        assert within[i] == (least <= 0.05)
        found = cd.pairs(a, b, scaled[i])
        assert found.tolist() == np.argwhere(all_pairs == 0).tolist()
    assert 5 < touching.sum() < 55 and 0 < within.sum() < 60


def test_boxes_by_closed_form():
    a, b = meshes(box((1, 2, 3)), box((0.5, 0.5, 0.5)))
    shift = random.uniform(-6, 6, (500, 3))
    gaps = np.maximum(np.abs(shift) - [1.5, 2.5, 3.5], 0)
    inside = (np.abs(shift) < [0.5, 1.5, 2.5]).all(1)
    expected = np.linalg.norm(gaps, axis=1)
    # Surfaces: a box that is inside touches nothing, and is at the distance of the nearest side.
    expected[inside] = (np.array([0.5, 1.5, 2.5]) - np.abs(shift[inside])).min(1)
    some = shifts(*shift)
    assert cd.distance(a, b, some) == pytest.approx(expected, abs=1e-12)
    assert (cd.touching(a, b, some) == (expected == 0)).all()
    closest = cd.closest(a, b, some)
    between = closest.point_b - closest.point_a
    assert np.linalg.norm(between, axis=1) == pytest.approx(expected, abs=1e-12)
    apart = expected > 0
    assert np.allclose(closest.normal[apart] * expected[apart, None], between[apart])
    assert np.linalg.norm(closest.normal, axis=1) == pytest.approx(1)
    assert (np.abs(closest.point_a) <= np.array([1, 2, 3]) + 1e-12).all()


def test_exact_contact_counts_and_the_next_number_does_not():
    a, b = meshes(box(), box())
    some = shifts([2, 0, 0], [np.nextafter(2, 3), 0, 0], [2, 2, 2], [2, 2, np.nextafter(2, 3)])
    assert cd.touching(a, b, some).tolist() == [True, False, True, False]
    assert (cd.distance(a, b, some) > 0).tolist() == [False, True, False, True]


def test_spheres_far_and_near():
    a, b = meshes(sphere(40), sphere(40))
    for far in [3.0, 1e3, 1e6, 1e9]:
        some = poses(rotations(random, 5), far * np.array([[0, 0, 1]] * 5))
        assert cd.distance(a, b, some) == pytest.approx(far - 2, abs=0.01 + 1e-9 * far)
        assert not cd.touching(a, b, some).any()


def test_a_tolerance_is_kept():
    a, b = meshes(sphere(30), sphere(30))
    some = poses(rotations(random, 50), random.normal(size=(50, 3)) + [4, 0, 0])
    exact = cd.distance(a, b, some)
    assert (cd.distance(a, b, some, rtol=0.1) <= exact * 1.1 + 1e-12).all()
    rough = cd.distance(a, b, some, atol=0.2)
    assert (rough >= exact).all() and (rough <= exact + 0.2 + 1e-12).all()


def test_the_shape_of_the_answers_is_that_of_the_poses():
    a, b = meshes(box(), sphere(8))
    grid = np.tile(np.eye(4), (2, 3, 1, 1))
    grid[..., 0, 3] = [[0, 1, 1.5], [3, 4, 5]]
    assert cd.touching(a, b, grid).tolist() == [[True] * 3, [False] * 3]
    found = cd.closest(a, b, grid)
    assert found.distance.shape == (2, 3) and found.point_a.shape == (2, 3, 3) and found.triangles.shape == (2, 3, 2)
    one = cd.touching(a, b, grid[1, 2])
    assert isinstance(one, np.bool_) and not one
    assert isinstance(cd.distance(a, b, grid[1, 2]), np.float64)
    assert cd.closest(a, b, grid[1, 2]).normal.shape == (3,)
    assert cd.distance(a, b, grid)[1, 2] == cd.distance(a, b, grid[1, 2])
    for empty in [np.zeros((0, 4, 4)), np.zeros((3, 0, 4, 4))]:
        assert cd.touching(a, b, empty).shape == empty.shape[:-2]
        assert cd.closest(a, b, empty).point_b.shape == (*empty.shape[:-2], 3)


def test_degenerate_triangles_are_points_and_segments():
    point = cd.Mesh([[0, 0, 0]], [[0, 0, 0]])
    segment = cd.Mesh([[0, 0, 0], [0, 1, 0]], [[0, 1, 1]])
    assert cd.distance(point, segment, shifts([3, 0, 0], [0, -0.5, 0], [0, 2, 0])).tolist() == [3, 0, 2]
    touching = cd.closest(point, segment, np.eye(4))
    assert touching.distance == 0 and np.isnan(touching.normal).all()


def test_arrays_of_every_layout_give_the_same_answers():
    vertices, triangles = sphere(12)
    a = cd.Mesh(vertices, triangles)
    some = poses(rotations(random, 40), random.normal(size=(40, 3)))
    expected = cd.distance(a, a, some)
    for other in [
        cd.Mesh(np.asfortranarray(vertices), triangles.astype(np.uint16)),
        cd.Mesh(np.repeat(vertices, 2, 0)[::2], np.asfortranarray(triangles.astype(np.uint64))),
        cd.Mesh(vertices.astype(">f8"), triangles.astype(">i4")),
        cd.Mesh(vertices.tolist(), triangles.tolist()),
        cd.Mesh(misaligned(vertices), misaligned(triangles)),
    ]:
        assert (cd.distance(other, a, some) == expected).all()
    assert (cd.distance(a, a, np.asfortranarray(some)) == expected).all()
    assert (cd.distance(a, a, some[::-1]) == expected[::-1]).all()
    single = cd.distance(a, a, some.astype(np.float32))
    assert single == pytest.approx(expected, abs=1e-6)


def misaligned(array):
    """A copy that begins at an odd address."""
    moved = np.frombuffer(b"." + array.tobytes(), np.uint8)[1:].view(array.dtype).reshape(array.shape)
    assert not moved.flags.aligned
    return moved


def test_a_mesh_keeps_its_arrays(tmp_path):
    vertices, triangles = sphere(6)
    mesh = cd.Mesh(vertices, triangles)
    assert (mesh.vertices == vertices).all() and (mesh.triangles == triangles).all()
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in triangles.tolist()]
    (tmp_path / "sphere.obj").write_text("\n".join(lines))
    for path in [tmp_path / "sphere.obj", str(tmp_path / "sphere.obj")]:
        read = cd.Mesh.read(path)
        # The order may be another one.
        assert sorted(read.vertices.tolist()) == sorted(vertices.tolist())
        surfaces = [sorted(at[of].tolist()) for at, of in ((read.vertices, read.triangles), (vertices, triangles))]
        assert sorted(surfaces[0]) == sorted(surfaces[1])
    assert repr(read) == f"<collidoscope_kernels.Mesh of {len(triangles)} triangles>"


def test_notes_tell_of_repairs_and_without_repair_indices_are_those_of_the_file(tmp_path):
    vertices, triangles = sphere(6)
    path = tmp_path / "sphere.obj"
    of_file = triangles.copy()
    of_file[7] = of_file[7, ::-1]  # faces inwards
    of_file = np.insert(of_file, 3, of_file[[0]], axis=0)  # twice
    of_file = np.insert(of_file, 5, [[2, 2, 9]], axis=0)  # without area
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in of_file.tolist()]
    path.write_text("\n".join(lines))
    repaired, kept = cd.Mesh.read(path), cd.Mesh.read(path, repair=False)
    assert len(repaired.triangles) == len(triangles) and any("repaired" in note for note in repaired.notes)
    assert cd.contains(repaired, [0, 0, 0])
    assert np.array_equal(kept.vertices[kept.triangles], vertices[of_file]) and kept.notes == []
    assert cd.Mesh(vertices, triangles).notes == []


MESH, START = cd.Mesh(*sphere(8)), shifts([0, 5, 0], [0.25, 5, 0], [0.5, 4, 0.5])
FLOOR = np.array([[1, 0, 0, -9], [-1, 0, 0, -9], [0, 1, 0, 0], [0, -1, 0, -1], [0, 0, 1, -9], [0, 0, -1, -9]], float)


def meets(motion):
    return cd.impact(MESH, MESH, (motion, cd.Motion(np.eye(4))), 1e-6)


def stops(level):
    return level.sweep(cd.Sphere(0.5), [0, 2, 0], [0, 0, 0])


def falls(mover):
    return cd.Level.from_mesh(*box()).sweep(mover, [0, 4, 0], [0, 0, 0])


@pytest.mark.parametrize(
    ("of", "ask"),
    [
        (MESH, lambda mesh: (mesh.vertices, mesh.triangles)),
        (cd.Scene([MESH, cd.Sphere(1), MESH]), lambda scene: scene.near(START, 9)),
        (cd.Motion(START, [0, -9, 0], [1, 2, 3]), meets),
        (cd.Motion.between(START, np.eye(4)), meets),
        (cd.Level.from_brushes(iter([FLOOR]), [[-9] * 3, [9] * 3]), stops),
        (cd.Level.from_mesh(*box()), stops),
        (cd.Cloth.grid(5), lambda cloth: cloth.contacts(*np.random.default_rng(0).normal(size=(2, 25, 3)))),
        (cd.Cloth(*sphere(3)), lambda cloth: cloth.contacts(*np.random.default_rng(0).normal(size=(2, 14, 3)))),
        (cd.Point(), falls),
        (cd.Sphere(0.5), falls),
        (cd.Cylinder(0.5, 2), falls),
        (cd.Cylinder(0.5, 2, [1, -2, 3]), falls),
        (cd.Capsule(0.25, [0, 0, 0], [0, -1, 1]), falls),
        (cd.Box([1, 0.25, 1]), falls),
        (cd.Hull(sphere(4)[0]), falls),
    ],
)
def test_everything_is_pickled_and_copied(of, ask):
    for again in [pickle.loads(pickle.dumps(of)), copy.deepcopy(of), copy.copy(of)]:
        assert type(again) is type(of)
        for one, other in zip(ask(again), ask(of)):
            assert np.size(other) > 0 and np.array_equal(one, other, equal_nan=True)


def test_copies_do_not_follow_the_arrays_of_their_original():
    corners, poses = box()[0], START.copy()
    hull, motion = cd.Hull(corners), cd.Motion(poses)
    corners *= 2
    poses[:, 1, 3] = 0
    assert falls(copy.copy(hull)).time == falls(hull).time
    assert np.isnan([meets(motion).time, meets(copy.copy(motion)).time]).all()


def test_arrays_of_a_mesh_are_read_only():
    for array in (MESH.vertices, MESH.triangles, cd.Cloth.grid(3).triangles):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5


def test_rounded_rotations_are_taken_for_the_nearest():
    random = np.random.default_rng(7)
    exact = poses(rotations(random, 2000), random.normal(size=(2000, 3)) * 1.5)
    mesh = cd.Mesh(*sphere(8))
    for rounded in [exact.astype(np.float32), np.round(exact, 6), np.round(exact, 4)]:
        error = np.abs(cd.distance(mesh, mesh, rounded) - cd.distance(mesh, mesh, exact)).max()
        assert error < 1e-3, error
    turned = exact[0].copy()
    turned[:3, :3] *= 1.001
    with pytest.raises(ValueError, match="1e-3"):
        cd.distance(mesh, mesh, turned)


def test_a_missing_file_is_told_in_the_words_of_python(tmp_path):
    with pytest.raises(FileNotFoundError) as ours:
        cd.Mesh.read(tmp_path / "no.stl")
    with pytest.raises(FileNotFoundError) as python:
        open(tmp_path / "no.stl")
    assert (ours.value.errno, ours.value.strerror) == (python.value.errno, python.value.strerror)


def test_a_scene_answers_as_pair_by_pair():
    shapes = meshes(box((0.5, 0.5, 0.5)), sphere(8, 0.7), box((1.2, 0.1, 0.1)))
    bodies = [shapes[i % 3] for i in range(60)]
    world = poses(rotations(random, 60), random.uniform(-4, 4, size=(60, 3)))
    scene = cd.Scene(bodies)
    inverse = np.linalg.inv(world)
    every = [(i, j) for i in range(60) for j in range(i + 1, 60)]
    apart = {(i, j): cd.distance(bodies[i], bodies[j], inverse[i] @ world[j], threads=1) for i, j in every}
    touch = [list(pair) for pair in every if cd.touching(bodies[pair[0]], bodies[pair[1]], inverse[pair[0]] @ world[pair[1]])]
    assert scene.touching(world).tolist() == touch and touch
    near = scene.near(world, 0.3)
    assert near.bodies.tolist() == [list(pair) for pair in every if apart[pair] <= 0.3]
    assert near.distance == pytest.approx([apart[i, j] for i, j in near.bodies.tolist()], abs=1e-9)
    assert np.linalg.norm(near.point_b - near.point_a, axis=1) == pytest.approx(near.distance, abs=1e-9)
    with pytest.raises(ValueError, match=r"poses must have the shape \(60, 4, 4\)"):
        scene.touching(world[:5])
    with pytest.raises(TypeError, match=r"bodies\[1\] must be a Mesh, a Sphere, a Capsule or a Box, not int"):
        cd.Scene([bodies[0], 3])
    with pytest.raises(TypeError, match="not iterable"):
        cd.Scene(bodies[0])


def test_bounds_are_those_of_the_placed_vertices():
    (mesh,) = meshes(sphere(6))
    some = poses(rotations(random, 6), random.normal(size=(6, 3))).reshape(2, 3, 4, 4)
    placed = np.einsum("...ij,vj->...vi", some[..., :3, :3], mesh.vertices) + some[..., None, :3, 3]
    assert mesh.bounds(some) == pytest.approx(np.stack([placed.min(-2), placed.max(-2)], -2), abs=1e-14)


def test_a_mesh_that_cuts_itself():
    vertices, triangles = box()
    assert cd.self_pairs(cd.Mesh(vertices, triangles)).shape == (0, 2)
    both = cd.Mesh(np.concatenate([vertices, vertices + 0.7]), np.concatenate([triangles, triangles + 8]))
    one, two = meshes((vertices, triangles), (vertices + 0.7, triangles))
    assert (cd.self_pairs(both) == cd.pairs(one, two, np.eye(4)) + [0, 12]).all()

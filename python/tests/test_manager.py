"""The manager of named objects, against brute force and trimesh's own."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from shapes import box, corners, poses, rotations, shifts, soup, sphere, triangle_distances

import collidoscope_kernels as cd
from collidoscope_kernels.manager import ContactData, DistanceData, _Bodies, _Body, _Shape, nearest_pose


class Faces:
    """A mesh as trimesh has it."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = np.array(vertices, float), np.array(faces)


def bumps(random, rings, radius=1.0):
    """A sphere with dents, which is not convex: trimesh takes convex meshes as solids."""
    vertices, triangles = sphere(rings, radius)
    return vertices * (1 + 0.15 * random.normal(size=(len(vertices), 1))), triangles


def manager_of(shapes, some, kind=cd.Mesh):
    manager = cd.CollisionManager()
    for i, (shape, pose) in enumerate(zip(shapes, some)):
        manager.add_object(f"object {i:02}", kind(*shape), pose)
    return manager


def brute_force(one, two):
    """The distance of two placed shapes."""
    return triangle_distances(corners(*one), corners(*two)).min()


def scene(seed, count, spread):
    random = np.random.default_rng(seed)
    shapes = [soup(random, 12) if i % 4 == 3 else bumps(random, 4) for i in range(count)]
    return random, shapes, poses(rotations(random, count), random.normal(size=(count, 3)) * spread)


@pytest.mark.parametrize("kind", [cd.Mesh, Faces])
@pytest.mark.parametrize("seed", range(4))
def test_internal_answers_are_those_of_brute_force(seed, kind):
    _, shapes, some = scene(seed, 7, 2.0 + seed)
    manager = manager_of(shapes, some, kind)
    names = [f"object {i:02}" for i in range(7)]
    all_distances = {
        (names[i], names[j]): brute_force((shapes[i], some[i]), (shapes[j], some[j]))
        for i, j in itertools.combinations(range(7), 2)
    }
    expected = {pair for pair, distance in all_distances.items() if distance == 0}
    hit, found, contacts = manager.in_collision_internal(return_names=True, return_data=True)
    assert hit is bool(expected) and found == expected
    assert manager.in_collision_internal() is hit
    assert {tuple(sorted(contact.names)) for contact in contacts} == expected
    least = min(all_distances.values())
    distance, pair, data = manager.min_distance_internal(return_names=True, return_data=True)
    assert distance == data.distance == pytest.approx(least, abs=1e-12)
    assert all_distances[pair] == pytest.approx(least, abs=1e-12) and data.names == set(pair)
    for name in names:
        near = min(distance for pair, distance in all_distances.items() if name in pair)
        distance, pair = manager.min_distance_internal(name, return_names=True)
        assert distance == pytest.approx(near, abs=1e-12) and name in pair


@pytest.mark.parametrize("seed", range(4))
def test_answers_for_another_mesh_and_another_manager_are_those_of_brute_force(seed):
    _, shapes, some = scene(seed, 9, 1.5 + seed)
    manager, other = manager_of(shapes[:5], some[:5]), manager_of(shapes[5:], some[5:])
    placed = list(zip(shapes, some))
    distances = np.array([[brute_force(one, two) for two in placed[5:]] for one in placed[:5]])
    expected = {(f"object {i:02}", f"object {j:02}") for i, j in np.argwhere(distances == 0)}
    hit, found, contacts = manager.in_collision_other(other, return_names=True, return_data=True)
    assert hit is bool(expected) is manager.in_collision_other(other) and found == expected
    assert bool(contacts) is hit
    distance, pair, data = manager.min_distance_other(other, return_names=True, return_data=True)
    assert distance == data.distance == pytest.approx(distances.min(), abs=1e-12)
    assert distances[int(pair[0][-2:]), int(pair[1][-2:])] == pytest.approx(distance, abs=1e-12)
    for column, (shape, pose) in enumerate(zip(shapes[5:], some[5:])):
        touched = {f"object {i:02}" for i in np.flatnonzero(distances[:, column] == 0)}
        hit, found = manager.in_collision_single(Faces(*shape), pose, return_names=True)
        assert hit is bool(touched) is manager.in_collision_single(cd.Mesh(*shape), pose) and found == touched
        distance, name = manager.min_distance_single(Faces(*shape), pose, return_name=True)
        assert distance == pytest.approx(distances[:, column].min(), abs=1e-12)
        assert distances[int(name[-2:]), column] == pytest.approx(distance, abs=1e-12)


def test_contacts_are_the_touching_triangles_with_a_common_point():
    random, shapes, some = scene(7, 2, 0.4)
    manager = manager_of(shapes[:1], some[:1])
    hit, contacts = manager.in_collision_single(cd.Mesh(*shapes[1]), some[1], return_data=True)
    a, b = corners(shapes[0], some[0]), corners(shapes[1], some[1])
    assert hit and all(isinstance(contact, ContactData) for contact in contacts)
    found = {(contact.index("object 00"), contact.index("__external")) for contact in contacts}
    assert found == set(map(tuple, np.argwhere(triangle_distances(a, b) == 0))) and len(found) == len(contacts) > 5
    for contact in contacts:
        assert contact.names == {"object 00", "__external"}
        for triangles, name in ((a, "object 00"), (b, "__external")):
            one = triangles[contact.index(name)]
            assert triangle_distances(one[None], np.repeat(contact.point[None], 3, 0)[None]).min() < 1e-12
        one = a[contact.index("object 00")]
        normal = np.cross(one[1] - one[0], one[2] - one[0])
        assert contact.normal == pytest.approx(normal / np.linalg.norm(normal), abs=1e-9)


def test_data_of_a_distance_lie_on_the_objects_in_the_world():
    random, shapes, some = scene(3, 2, 8.0)
    manager = manager_of(shapes, some)
    distance, data = manager.min_distance_internal(return_data=True)
    assert isinstance(data, DistanceData) and distance > 1
    points = [data.point(f"object {i:02}") for i in range(2)]
    assert np.linalg.norm(points[1] - points[0]) == pytest.approx(distance, rel=1e-12)
    for i, point in enumerate(points):
        triangle = corners(shapes[i], some[i])[data.index(f"object {i:02}")]
        assert triangle_distances(triangle[None], np.repeat(point[None], 3, 0)[None]).min() < 1e-12


def test_objects_can_be_moved_replaced_and_removed():
    manager = cd.CollisionManager()
    assert manager.in_collision_internal() is False
    cube = Faces(*box())
    manager.add_object("a", cube)
    manager.add_object("b", cube, *shifts([5, 0, 0]))
    assert manager.in_collision_internal(return_names=True) == (False, set())
    manager.set_transform("b", *shifts([1.5, 0.25, 0.25]))
    assert manager.in_collision_internal(return_names=True) == (True, {("a", "b")})
    manager.add_object("b", Faces(*box((0.1, 0.1, 0.1))), *shifts([3, 0, 0]))
    assert manager.in_collision_internal() is False and manager.min_distance_internal() == pytest.approx(1.9)
    cube.vertices *= 2  # what was added is not changed, what is passed is taken as it is now
    assert manager.min_distance_internal() == pytest.approx(1.9)
    assert manager.in_collision_single(cube, *shifts([0, 2.5, 0]), return_names=True) == (True, {"a"})
    manager.remove_object("a")
    assert manager.in_collision_single(cube, *shifts([0, 2.5, 0])) is False
    for call in (lambda: manager.remove_object("a"), lambda: manager.set_transform("a", np.eye(4))):
        with pytest.raises(ValueError, match="there is no object 'a'"):
            call()
    with pytest.raises(ValueError, match="there are no two objects"):
        manager.min_distance_internal()


def test_wrong_arguments_are_refused_and_change_nothing():
    manager = manager_of([box()], [np.eye(4)])
    for wrong, why in [
        (np.eye(3), r"must have the shape \(4, 4\), not \(3, 3\)"),
        (2 * np.eye(4), "has a last row other than"),
        (np.full((4, 4), np.nan), "is NaN"),
        (np.diag([1, 1, -1, 1]), "is no rotation: .* without a mirroring"),
    ]:
        with pytest.raises(ValueError, match=f"transform.*{why}"):
            manager.set_transform("object 00", wrong)
        with pytest.raises(ValueError, match=f"transform.*{why}"):
            manager.in_collision_single(cd.Mesh(*box()), wrong)
    with pytest.raises(TypeError, match="mesh must be a Mesh or have vertices and faces, not Sphere"):
        manager.add_object("ball", cd.Sphere(1))
    assert manager.in_collision_single(cd.Mesh(*box((0.5, 2, 0.5))), return_names=True) == (True, {"object 00"})


def test_a_manager_is_pickled_and_copied_before_and_after_its_first_question():
    _, shapes, some = scene(3, 6, 1.5)
    manager = manager_of(shapes, some)
    for _ in range(2):
        copies = [pickle.loads(pickle.dumps(manager)), copy.deepcopy(manager)]
        expected = manager.in_collision_internal(return_names=True)
        assert [again.in_collision_internal(return_names=True) for again in copies] == [expected] * 2
    copies[0].remove_object("object 00")
    assert manager.in_collision_internal(return_names=True) == expected


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_boxes_hold_the_placed_meshes(scale):
    """Rotations that are rounded to a few decimals are taken for the nearest, here and in the kernels."""
    random = np.random.default_rng(5)
    for _ in range(50):
        mesh = cd.Mesh(soup(random, 4)[0] * scale + random.normal(size=3), soup(random, 4)[1])
        pose = poses(rotations(random, 1), random.normal(size=(1, 3)))[0].round(4)
        (low,), (high,) = _Bodies([_Body("", _Shape.of(mesh), nearest_pose(pose))]).boxes
        exact = mesh.bounds(pose)
        assert (low <= exact[0]).all() and (exact[1] <= high).all()
        # The box around a turned box is at most this much larger.
        assert (high - low <= 2 * np.linalg.norm(np.ptp(mesh.vertices, axis=0)) + 1e-9).all()


@pytest.mark.parametrize("size", [2.0**-66, 2.0**-20, 1.0, 2.0**20, 2.0**66])
@pytest.mark.parametrize("far", [0.0, 1024.0])
def test_sizes_and_places_do_not_matter(size, far):
    shape = box((size, size, size))
    at = shifts([far * size, 0, 0], [(far + 2) * size, 0, 0], [(far + 5) * size, 0, 0])
    manager = manager_of([shape] * 3, at)
    assert manager.in_collision_internal(return_names=True) == (True, {("object 00", "object 01")})
    manager.remove_object("object 01")
    assert manager.min_distance_internal() == pytest.approx(3 * size, rel=1e-9)


def test_boxes_face_to_face_touch():
    """Those of trimesh 5.2 do not: mikedh/trimesh#1860."""
    manager = manager_of([box()] * 2, shifts([0, 0, 0], [2, 0, 0]), Faces)
    assert manager.in_collision_internal() is True and manager.min_distance_internal() == 0.0


@pytest.mark.parametrize("seed", range(3))
def test_answers_are_those_of_trimesh(seed):
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    pytest.importorskip("fcl", reason="python-fcl is not installed")
    random = np.random.default_rng(seed)
    shapes = [bumps(random, 8) for _ in range(8)]
    some = poses(rotations(random, 8), random.normal(size=(8, 3)) * (1.5 + seed))
    # trimesh rounds the transforms that it is given.
    some[:, :3] = some[:, :3].astype(np.float32)
    ours, theirs = cd.CollisionManager(), trimesh.collision.CollisionManager()
    others = cd.CollisionManager(), trimesh.collision.CollisionManager()
    for i, (shape, pose) in enumerate(zip(shapes, some)):
        mesh = trimesh.Trimesh(*shape, process=False)
        assert not mesh.is_convex
        for manager in ((ours, theirs) if i < 5 else others):
            manager.add_object(f"object {i}", mesh, pose)
    for names in (False, True):
        assert ours.in_collision_internal(return_names=names) == theirs.in_collision_internal(return_names=names)
        for i in range(5, 8):
            mesh = trimesh.Trimesh(*shapes[i], process=False)
            answers = [manager.in_collision_single(mesh, some[i], return_names=names) for manager in (ours, theirs)]
            assert answers[0] == answers[1]
        answers = [m.in_collision_other(other, return_names=names) for m, other in zip((ours, theirs), others)]
        assert answers[0] == answers[1]

    def faces(manager):
        _, contacts = manager.in_collision_internal(return_data=True)
        return {tuple((name, int(contact.index(name))) for name in sorted(contact.names)) for contact in contacts}

    assert faces(ours) == faces(theirs)
    # FCL's distance of what touches is not 0.
    if not theirs.in_collision_internal():
        assert ours.min_distance_internal() == pytest.approx(theirs.min_distance_internal(), abs=1e-6)
    for i in range(5, 8):
        mesh = trimesh.Trimesh(*shapes[i], process=False)
        if not theirs.in_collision_single(mesh, some[i]):
            answers = [manager.min_distance_single(mesh, some[i], return_name=True) for manager in (ours, theirs)]
            assert answers[0][0] == pytest.approx(answers[1][0], abs=1e-6) and answers[0][1] == answers[1][1]

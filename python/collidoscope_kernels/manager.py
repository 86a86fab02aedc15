"""Named objects, with the methods of `trimesh.collision.CollisionManager` and without python-fcl."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Mesh, Scene, closest, distance, pairs, touching, within
from .native import nearest_pose

__all__ = ["CollisionManager", "ContactData", "DistanceData"]

EXTERNAL = "__external"
"""The name of a mesh that is no object of a manager, as in trimesh."""

T = TypeVar("T")


class Faces(Protocol):
    """A mesh of another package, such as `trimesh.Trimesh`."""

    @property
    def vertices(self) -> Any:
        """Shape (N, 3)."""

    @property
    def faces(self) -> Any:
        """Shape (M, 3), indices of vertices."""


class ContactData:
    """Two triangles that share a point."""

    names: set[str]
    """The names of the two objects."""

    def __init__(self, one: _Body, two: _Body, triangles: tuple[int, int]) -> None:
        self.names = {one.name, two.name}
        self._bodies = one, two
        self._triangles = triangles
        self._found: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None

    @property
    def point(self) -> NDArray[np.float64]:
        """A common point, in the world."""
        return self._parts()[0]

    @property
    def normal(self) -> NDArray[np.float64]:
        """The normal in the world, as that of `Closest`: from the manager's object to the other one, or from the
        first of two of its objects in alphabetical order."""
        return self._parts()[1]

    def index(self, name: str) -> int:
        """The triangle of the object with this name."""
        return _of(self._bodies, self._triangles, name)

    def _parts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if self._found is None:
            one, two = self._bodies
            # The two triangles alone, placed as in their meshes, so that they touch as there.
            corners = [
                body.shape.mesh.vertices[body.shape.mesh.triangles[index]]
                for body, index in zip(self._bodies, self._triangles)
            ]
            a, b = (Mesh(of_one, [[0, 1, 2]]) for of_one in corners)
            parts = closest(a, b, _relative(one, two), threads=1)
            self._found = one.placed(parts.point_a), one.pose[:3, :3] @ parts.normal
        return self._found


class DistanceData:
    """The closest parts of two objects."""

    names: set[str]
    """The names of the two objects."""
    distance: float
    """The distance of their surfaces."""

    def __init__(self, one: _Body, two: _Body) -> None:
        parts = closest(one.shape.mesh, two.shape.mesh, _relative(one, two), threads=1)
        self.names = {one.name, two.name}
        self.distance = float(parts.distance)
        self._bodies = one, two
        self._triangles = int(parts.triangles[0]), int(parts.triangles[1])
        self._points = one.placed(parts.point_a), one.placed(parts.point_b)

    def index(self, name: str) -> int:
        """The closest triangle of the object with this name."""
        return _of(self._bodies, self._triangles, name)

    def point(self, name: str) -> NDArray[np.float64]:
        """The closest point of the object with this name, in the world."""
        return _of(self._bodies, self._points, name)


class CollisionManager:
    """Named objects, each a mesh in a pose, with the methods of `trimesh.collision.CollisionManager`.

    A mesh is a `Mesh`, or has `vertices` and `faces`, as a `trimesh.Trimesh`: its tree is built when it is passed,
    unless its arrays equal those of the last one. A transform has the shape (4, 4), a rotation matrix with a
    translation in the last column; the identity by default. Names are strings; a mesh that is no object is named
    "__external". Each question returns its answer, or a tuple of the answer, the names and the data, as
    `return_names` and `return_data` ask.

    Unlike trimesh: a convex mesh is a surface too, so a mesh inside it does not touch it, and no distance is negative.
    Contact is exact, and touching counts. Transforms are float64. A contact has no depth. The distance of nothing
    raises ValueError.
    """

    def __init__(self) -> None:
        self._objects: dict[str, _Body] = {}
        self._scene: tuple[Scene, list[str]] | None = None
        self._all: _Bodies | None = None
        # What was passed last: a mesh that is asked about in many poses is prepared once.
        self._last_mesh: _Shape | None = None
        self._last_faces: tuple[tuple[NDArray[Any], NDArray[Any]], _Shape] | None = None

    def add_object(self, name: str, mesh: Mesh | Faces, transform: ArrayLike | None = None) -> None:
        """Adds an object, or replaces that with the same name."""
        self._objects[name] = self._body(name, mesh, transform)
        self._scene = self._all = None

    def remove_object(self, name: str) -> None:
        """Removes an object. Raises ValueError if there is none with this name."""
        self._object(name)
        del self._objects[name]
        self._scene = self._all = None

    def set_transform(self, name: str, transform: ArrayLike) -> None:
        """Moves an object. Raises ValueError if there is none with this name."""
        self._objects[name] = _Body(name, self._object(name).shape, nearest_pose(transform))
        self._all = None

    def in_collision_single(
        self,
        mesh: Mesh | Faces,
        transform: ArrayLike | None = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether a mesh touches any object: bool. Names: the set of these objects. Data: a list of `ContactData`."""
        other = self._body(EXTERNAL, mesh, transform)
        found = _touching(self._bodies(), _Bodies([other]), only_one=not (return_names or return_data))
        return _contact({one.name for one, _ in found}, found, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects touch: bool. Names: a set of pairs, each in alphabetical order. Data: a list of
        `ContactData`."""
        if self._scene is None:
            names = sorted(self._objects)
            self._scene = Scene([self._objects[name].shape.mesh for name in names]), names
        scene, names = self._scene
        bodies = _Bodies(self._objects[name] for name in names)
        found = [(bodies[i], bodies[j]) for i, j in scene.touching(bodies.poses())]
        return _contact({(one.name, two.name) for one, two in found}, found, return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether any object touches one of another manager: bool. Names: a set of pairs, the other manager's second.
        Data: a list of `ContactData`."""
        only_one = not (return_names or return_data)
        found = _touching(self._bodies(), other_manager._bodies(), only_one=only_one)
        return _contact({(one.name, two.name) for one, two in found}, found, return_names, return_data)

    def min_distance_single(
        self,
        mesh: Mesh | Faces,
        transform: ArrayLike | None = None,
        return_name: bool = False,
        return_data: bool = False,
    ) -> Any:
        """The distance of a mesh from the nearest object. Name: that of the object. Data: a `DistanceData`."""
        least, one, two = _nearest(self._bodies(), _Bodies([self._body(EXTERNAL, mesh, transform)]))
        return _answer(least, one.name, DistanceData(one, two) if return_data else None, return_name, return_data)

    def min_distance_internal(
        self, name: str | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The distance of the nearest two objects, or of the object with this name from the nearest other. Names: both,
        in alphabetical order. Data: a `DistanceData`."""
        if name is None:
            found = _nearest(_Bodies(sorted(self._bodies(), key=lambda body: body.name)), None)
        else:
            others = _Bodies(body for body in self._bodies() if body.name != name)
            found = _nearest(_Bodies([self._object(name)]), others)
        least, one, two = found
        names = min(one.name, two.name), max(one.name, two.name)
        return _answer(least, names, DistanceData(one, two) if return_data else None, return_names, return_data)

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The distance of the nearest two objects of this and another manager. Names: both, the other manager's second.
        Data: a `DistanceData`."""
        least, one, two = _nearest(self._bodies(), other_manager._bodies())
        names = one.name, two.name
        return _answer(least, names, DistanceData(one, two) if return_data else None, return_names, return_data)

    def __repr__(self) -> str:
        return f"<collidoscope_kernels.CollisionManager of {len(self._objects)} objects>"

    def _bodies(self) -> _Bodies:
        if self._all is None:
            self._all = _Bodies(self._objects.values())
        return self._all

    def _object(self, name: str) -> _Body:
        if name not in self._objects:
            raise ValueError(f"there is no object {name!r}")
        return self._objects[name]

    def _body(self, name: str, mesh: Mesh | Faces, transform: ArrayLike | None) -> _Body:
        return _Body(name, self._shape(mesh), nearest_pose(np.eye(4) if transform is None else transform))

    def _shape(self, mesh: Mesh | Faces) -> _Shape:
        if isinstance(mesh, Mesh):
            if self._last_mesh is None or self._last_mesh.mesh is not mesh:
                self._last_mesh = _Shape.of(mesh)
            return self._last_mesh
        if not hasattr(mesh, "faces"):
            found = type(mesh).__name__
            raise TypeError(f"mesh must be a Mesh or have vertices and faces, not {found}; a Scene takes shapes, too")
        arrays = np.asarray(mesh.vertices), np.asarray(mesh.faces)
        if self._last_faces is None or not all(map(np.array_equal, arrays, self._last_faces[0])):
            # Copies, because the arrays may be changed in place.
            self._last_faces = (arrays[0].copy(), arrays[1].copy()), _Shape.of(Mesh(*arrays))
        return self._last_faces[1]


class _Shape(NamedTuple):
    mesh: Mesh
    box: NDArray[np.float64]
    """The middle of the box around the mesh, and half its sides."""

    @classmethod
    def of(cls, mesh: Mesh) -> _Shape:
        low, high = mesh.bounds(np.eye(4))
        return cls(mesh, np.array([high + low, high - low]) / 2)


class _Body(NamedTuple):
    name: str
    shape: _Shape
    pose: NDArray[np.float64]
    """In the world, a rotation up to rounding in float64."""

    def placed(self, point: NDArray[np.float64]) -> NDArray[np.float64]:
        """A point of the body in the world."""
        return self.pose[:3, :3] @ point + self.pose[:3, 3]


class _Bodies(list[_Body]):
    def poses(self) -> NDArray[np.float64]:
        return np.reshape([body.pose for body in self], (-1, 4, 4))

    @cached_property
    def boxes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The minima and maxima of boxes around the placed meshes with a margin for rounding, each of shape (N, 3)."""
        boxes = np.reshape([body.shape.box for body in self], (-1, 2, 3))
        turns, shifts = np.split(self.poses()[:, :3], [3], axis=2)
        middle = turns @ boxes[:, 0, :, None] + shifts
        half = np.abs(turns) @ boxes[:, 1, :, None]
        half += 1e-12 * (np.abs(boxes).sum((1, 2)) + np.abs(shifts).sum((1, 2)))[:, None, None]
        return (middle - half)[..., 0], (middle + half)[..., 0]


def _relative(one: _Body, two: _Body) -> NDArray[np.float64]:
    """The pose of the second body in the coordinates of the first."""
    back = one.pose[:3, :3].T
    relative = np.eye(4)
    relative[:3, :3] = back @ two.pose[:3, :3]
    relative[:3, 3] = back @ (two.pose[:3, 3] - one.pose[:3, 3])
    return relative


def _gaps(first: _Bodies, second: _Bodies) -> NDArray[np.float64]:
    """The distances of the boxes of each two bodies, shape (N, M): 0 where they overlap."""
    (low, high), (other_low, other_high) = first.boxes, second.boxes
    apart = np.maximum(0.0, np.maximum(other_low - high[:, None], low[:, None] - other_high))
    gaps: NDArray[np.float64] = np.linalg.norm(apart, axis=-1)
    return gaps


def _touching(first: _Bodies, second: _Bodies, *, only_one: bool) -> list[tuple[_Body, _Body]]:
    """The pairs that touch, a body of each list; at most one of them with `only_one`."""
    found: list[tuple[_Body, _Body]] = []
    for i, j in np.argwhere(_gaps(first, second) == 0.0):
        one, two = first[i], second[j]
        if touching(one.shape.mesh, two.shape.mesh, _relative(one, two), threads=1):
            found.append((one, two))
            if only_one:
                break
    return found


def _nearest(first: _Bodies, second: _Bodies | None) -> tuple[float, _Body, _Body]:
    """The least distance of a body of each list, and the two bodies; of any two in one list without a second one."""
    gaps = _gaps(first, first if second is None else second)
    if second is None:
        second, gaps[np.tril_indices(len(first))] = first, np.inf
    least: tuple[float, _Body, _Body] | None = None
    for at in np.argsort(gaps, axis=None):
        i, j = divmod(int(at), len(second))
        if gaps[i, j] > (least[0] if least else 1e300):
            break
        one, two = first[i], second[j]
        a, b, pose = one.shape.mesh, two.shape.mesh, _relative(one, two)
        if least is None or within(a, b, pose, least[0], threads=1):
            least = float(distance(a, b, pose, threads=1)), one, two
    if least is None:
        raise ValueError("there are no two objects")
    return least


def _contacts(one: _Body, two: _Body) -> list[ContactData]:
    """All pairs of triangles that touch, at least one."""
    a, b, pose = one.shape.mesh, two.shape.mesh, _relative(one, two)
    found = pairs(a, b, pose).tolist()
    # The scene rounds poses in another order: where two objects only just touch there, they may not do so here.
    found = found or [closest(a, b, pose, threads=1).triangles.tolist()]
    return [ContactData(one, two, (i, j)) for i, j in found]


def _contact(
    names: set[Any], found: Sequence[tuple[_Body, _Body]], return_names: bool, return_data: bool
) -> Any:
    data = [contact for pair in found for contact in _contacts(*pair)] if return_data else None
    return _answer(bool(found), names, data, return_names, return_data)


def _answer(answer: bool | float, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
    """The answer alone, or with what was asked for besides."""
    besides = [names] * return_names + [data] * return_data
    return (answer, *besides) if besides else answer


def _of(bodies: tuple[_Body, _Body], values: tuple[T, T], name: str) -> T:
    """The value of the body with this name."""
    return dict(zip((body.name for body in bodies), values))[name]

"""Odd input: every error is one sentence with the argument's name, and nothing panics."""

import itertools

import numpy as np
import pytest
from shapes import box

import collidoscope_kernels as cd

VERTICES, TRIANGLES = box()
CUBE = cd.Mesh(VERTICES, TRIANGLES)
LEVEL = cd.Level.from_brushes([np.c_[np.concatenate([np.eye(3), -np.eye(3)]), -np.ones(6)]], [[-9] * 3, [9] * 3])


def replaced(array, index, value):
    array = np.array(array)
    array[index] = value
    return array


@pytest.mark.parametrize(
    ("vertices", "triangles", "error", "sentence"),
    [
        (VERTICES[:, :2], TRIANGLES, ValueError, r"vertices must have the shape \(N, 3\), not \(8, 2\)"),
        (VERTICES.ravel(), TRIANGLES, ValueError, r"vertices must have the shape \(N, 3\), not \(24,\)"),
        (VERTICES[None], TRIANGLES, ValueError, r"vertices must have the shape \(N, 3\), not \(1, 8, 3\)"),
        (1.5, TRIANGLES, ValueError, r"vertices must have the shape \(N, 3\), not \(\)"),
        ([], TRIANGLES, ValueError, r"vertices must have the shape \(N, 3\), not \(0,\)"),
        (None, TRIANGLES, TypeError, "vertices must be an array of real numbers, not of object"),
        ("abc", TRIANGLES, TypeError, "vertices must be an array of real numbers, not of <U3"),
        (VERTICES + 1j, TRIANGLES, TypeError, "vertices must be an array of real numbers, not of complex128"),
        (VERTICES > 0, TRIANGLES, TypeError, "vertices must be an array of real numbers, not of bool"),
        ([[1, 2, 3], [4, 5]], TRIANGLES, ValueError, "vertices must be an array of real numbers: "),
        (replaced(VERTICES, (2, 1), np.nan), TRIANGLES, ValueError, r"vertices\[2, 1\] is NaN, but must be finite"),
        (replaced(VERTICES, (7, 2), -np.inf), TRIANGLES, ValueError, r"vertices\[7, 2\] is -inf, but must be finite"),
        (VERTICES * 1e51, TRIANGLES, ValueError, r"vertices\[0, 0\] is -1e51, but must be finite and within ±1e50"),
        (VERTICES * 1e-60, TRIANGLES, ValueError, "the mesh is smaller than 1e-50"),
        (VERTICES, TRIANGLES.astype(float), TypeError, "triangles must be an array of integers, not of float64"),
        (VERTICES, TRIANGLES[:, :2], ValueError, r"triangles must have the shape \(M, 3\), not \(12, 2\)"),
        (VERTICES, TRIANGLES[:0], ValueError, "triangle"),
        (VERTICES, TRIANGLES - 1, ValueError, r"triangles\[0, 0\] is -1, but there are 8 vertices, numbered from 0"),
        (VERTICES, replaced(TRIANGLES, (3, 1), 8), ValueError, r"triangles\[3, 1\] is 8, but there are 8 vertices"),
        (VERTICES, replaced(TRIANGLES, (3, 1), 2**40), ValueError, r"triangles\[3, 1\] is 1099511627776, but"),
        (
            VERTICES,
            TRIANGLES.astype("u8") - np.uint64(1),
            ValueError,
            r"triangles\[0, 0\] is 18446744073709551615, but",
        ),
        (VERTICES[:0], TRIANGLES, ValueError, r"triangles\[0, 0\] is 0, but there are 0 vertices"),
    ],
)
def test_meshes(vertices, triangles, error, sentence):
    with pytest.raises(error, match=sentence) as raised:
        cd.Mesh(vertices, triangles)
    assert "\n" not in str(raised.value).split(":")[0]


@pytest.mark.parametrize(
    ("poses", "error", "sentence"),
    [
        (np.eye(3), ValueError, r"poses must have the shape \(\.\.\., 4, 4\), not \(3, 3\)"),
        (np.zeros((0,)), ValueError, r"poses must have the shape \(\.\.\., 4, 4\), not \(0,\)"),
        (np.zeros((4, 4)), ValueError, "poses has a last row other than"),
        (np.diag([2.0, 2, 2, 1]), ValueError, "poses is no rotation: its rows must be orthonormal up to 1e-3"),
        (np.diag([1.0, 1, -1, 1]), ValueError, "poses is no rotation: .* without a mirroring"),
        (np.stack([np.eye(4), np.diag([1.0, 1, 1.1, 1])]), ValueError, r"poses\[1\] is no rotation"),
        (np.stack([np.eye(4), np.eye(4).T * 2]), ValueError, r"poses\[1\] has a last row"),
        (np.full((2, 4, 4), np.nan), ValueError, r"poses\[0, 0, 0\] is NaN, but must be finite"),
        (np.eye(4).astype(object), TypeError, "poses must be an array of real numbers, not of object"),
        (np.array([["a"]]), TypeError, "poses must be an array of real numbers, not of <U1"),
    ],
)
def test_poses(poses, error, sentence):
    ask = [cd.touching, cd.distance, cd.closest, lambda a, b, poses: cd.within(a, b, poses, 1.0)]
    for one in ask:
        with pytest.raises(error, match=sentence):
            one(CUBE, CUBE, poses)


def test_numbers_beside_the_arrays():
    for name, value in itertools.product(["rtol", "atol"], [-1.0, np.nan, np.inf]):
        with pytest.raises(ValueError, match=f"{name} must be a finite number of at least 0, not "):
            cd.distance(CUBE, CUBE, np.eye(4), **{name: value})
    for distance in [-1e-300, np.nan]:
        with pytest.raises(ValueError, match="distance must be a finite number of at least 0, not "):
            cd.within(CUBE, CUBE, np.eye(4), distance)
    with pytest.raises(ValueError, match="gap must be a finite number of at least 0, not NaN"):
        cd.first_contact("edge-edge", np.zeros((4, 3)), np.zeros((4, 3)), np.nan)
    with pytest.raises(TypeError):
        cd.within(CUBE, CUBE, np.eye(4), "far")
    with pytest.raises(TypeError):
        cd.touching(CUBE, "cube", np.eye(4))
    with pytest.raises(ValueError, match=r"pose must have the shape \(4, 4\), not \(1, 4, 4\)"):
        cd.pairs(CUBE, CUBE, np.eye(4)[None])


def test_kinds():
    for kind in ["face-face", 2, -1, [0, 7], 2**63]:
        with pytest.raises(ValueError, match="kind must be .*vertex-face.*, not "):
            cd.first_contact(kind, np.zeros((4, 3)), np.zeros((4, 3)))
    for kind in [None, 0.5, b"edge-edge", ["edge-edge"]]:
        with pytest.raises(TypeError, match="kind must be an array of integers, not of "):
            cd.first_contact(kind, np.zeros((4, 3)), np.zeros((4, 3)))
    with pytest.raises(ValueError, match="kind of shape .* and start of shape .* and end of shape .* do not fit"):
        cd.first_contact([0, 1], np.zeros((3, 4, 3)), np.zeros((4, 3)))


def test_files(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: '.*none\.obj'"):
        cd.Mesh.read(tmp_path / "none.obj")
    (tmp_path / "bad.obj").write_text("v 1 2\nf 1 2 3\n")
    with pytest.raises(ValueError, match="bad.obj"):
        cd.Mesh.read(tmp_path / "bad.obj")
    (tmp_path / "mesh.txt").write_text("")
    for path in [tmp_path / "mesh.txt", tmp_path]:
        with pytest.raises((ValueError, OSError)):
            cd.Mesh.read(path)
    with pytest.raises((ValueError, OSError)):
        cd.Mesh.read("a\0b.obj")


def test_arrays_with_code_of_their_own():
    class Array:
        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("not today")

    with pytest.raises(RuntimeError, match="not today"):
        cd.Mesh(Array(), TRIANGLES)
    masked = np.ma.masked_array(VERTICES, VERTICES > 0)
    assert repr(cd.Mesh(masked, TRIANGLES)) == "<collidoscope_kernels.Mesh of 12 triangles>"


ODD = [
    None,
    "",
    "exact",
    b"\0",
    0,
    -1,
    2**70,
    1e308,
    float("nan"),
    [],
    [[]],
    [[1, 2], [3]],
    {},
    object(),
    np.zeros((0, 3)),
    np.zeros((0, 4, 4)),
    np.zeros((2, 0, 4, 4)),
    np.zeros((1, 3), int),
    np.zeros((3, 3), int),
    np.zeros((4, 3)),
    np.full((4, 3), 1e308),
    np.full((4, 3), 5e-324),
    np.full((3, 4), np.inf),
    np.eye(4),
    np.eye(4, dtype=np.float16),
    np.eye(4, dtype=np.longdouble) * 2,
    np.eye(4)[::-1],
    np.array(7),
    np.array("1970-01-01", "M8[s]"),
    np.zeros(2, [("x", float)]),
    np.broadcast_to(np.eye(4), (3, 4, 4)),
    CUBE,
    LEVEL,
    cd.Point(),
    cd.Sphere(1e-300),
    cd.Sphere(1e300),
    cd.Hull(VERTICES),
    VERTICES,
    VERTICES * 1e300,
    VERTICES * 1e49,
    VERTICES * 1e-49,
    cd.Mesh(VERTICES * 1e49, TRIANGLES),
    cd.Mesh(VERTICES * 1e-49, TRIANGLES),
    cd.Mesh([[0, 0, 0]], [[0, 0, 0]]),
    VERTICES * 1e-300,
    TRIANGLES,
    TRIANGLES.astype(np.uint8),
]


@pytest.mark.parametrize(
    ("call", "count"),
    [
        (cd.Mesh, 2),
        (cd.Mesh.read, 1),
        (cd.touching, 3),
        (cd.pairs, 3),
        (cd.distance, 3),
        (cd.closest, 3),
        (cd.within, 4),
        (lambda *arguments: cd.touching(CUBE, *arguments), 2),
        (lambda *arguments: cd.closest(CUBE, CUBE, *arguments), 1),
        (lambda *arguments: cd.within(CUBE, CUBE, *arguments), 2),
        (cd.first_contact, 3),
        (lambda *arguments: cd.first_contact("edge-edge", *arguments), 3),
        (cd.Level.from_brushes, 2),
        (cd.Level.from_mesh, 2),
        (LEVEL.sweep, 3),
        (lambda start, end, method: LEVEL.sweep(cd.Sphere(0.5), start, end, method), 3),
        (cd.Sphere, 1),
        (cd.Cylinder, 2),
        (cd.Hull, 1),
        (cd.Cloth, 2),
        (cd.Cloth.grid, 1),
        (cd.Cloth.grid(2).contacts, 2),
        (cd.box_pairs, 2),
    ],
)
def test_nothing_panics(call, count):
    random = np.random.default_rng(count)
    if len(ODD) ** count < 2000:
        tries = itertools.product(ODD, repeat=count)
    else:
        tries = ([ODD[i] for i in random.integers(0, len(ODD), count)] for _ in range(2000))
    for arguments in tries:
        try:
            # A panic is a BaseException that is no Exception, so it is not caught.
            call(*arguments)
        except (ValueError, TypeError, OSError, OverflowError) as why:
            assert str(why)

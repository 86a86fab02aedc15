"""Times of 10,000 poses of two meshes of 69,168 triangles each, against python-fcl.

    python bench.py [--poses 10000] [--turns 5]

Both decide the same poses, half of them just before and half just after first contact, and stop at the first touching
pair of triangles. FCL (BVHModel, OBBRSS trees) gets one CollisionObject per pose, made before the measurement. The two
take turns, and the least time of all turns counts for each block of poses. Their answers must agree.
"""

import argparse
import os
import platform
import sys
import time
from pathlib import Path

# This folder has the package's sources without the compiled part: the installed package goes first.
sys.path.append(sys.path.pop(0))

import fcl
import numpy as np

import collidoscope_kernels as cd

BLOCK = 200
"""Poses of one measurement."""
RINGS = 132
"""Rings of a mesh, which has 4 · 132 · 131 triangles; the Stanford bunny has 69,451."""


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--poses", type=int, default=10_000, help="a multiple of 200")
    options.add_argument("--turns", type=int, default=5)
    options = options.parse_args()
    first, second = bumpy(1), bumpy(2)
    a, b = cd.Mesh(*first), cd.Mesh(*second)
    poses = near_contact(a, b, options.poses)
    one = fcl.CollisionObject(bvh(*first))
    model = bvh(*second)
    others = [fcl.CollisionObject(model, fcl.Transform(pose[:3, :3], pose[:3, 3])) for pose in poses]
    request = fcl.CollisionRequest(num_max_contacts=1, enable_contact=False)

    def ask_fcl(block):
        found = [fcl.collide(one, other, request, fcl.CollisionResult()) > 0 for other in others[block]]
        return np.array(found)

    cores = os.cpu_count()
    # Short blocks on one thread, so that a busy machine disturbs few of them; threads pay for the whole batch only.
    asked = {
        "python-fcl, one thread": (ask_fcl, BLOCK),
        "collidoscope, one thread": (lambda block: cd.touching(a, b, poses[block], threads=1), BLOCK),
        f"collidoscope, {cores} threads": (lambda block: cd.touching(a, b, poses[block]), len(poses)),
    }
    answers = {name: np.zeros(len(poses), bool) for name in asked}
    times = {name: np.full(len(poses) // length, np.inf) for name, (_, length) in asked.items()}
    for _ in range(options.turns):
        for name, (ask, length) in asked.items():
            for i, at in enumerate(range(0, len(poses), length)):
                begin = time.perf_counter()
                answers[name][at : at + length] = ask(slice(at, at + length))
                times[name][i] = min(times[name][i], time.perf_counter() - begin)
    reference, *rest = answers.values()
    assert all((answer == reference).all() for answer in rest), "the answers differ"
    print(f"{processor()}, {cores} cores, load {load()}; Python {platform.python_version()}")
    print(f"{len(first[1])} triangles each, {len(poses)} poses, {reference.sum()} touching")
    slowest = times["python-fcl, one thread"].sum()
    for name, found in times.items():
        least = found.sum()
        print(
            f"{name:26} {1e6 * least / len(poses):8.2f} µs a pose, {slowest / least:5.1f} times as fast as python-fcl"
        )


def bumpy(seed):
    """A sphere with bumps of many sizes, some of them concave."""
    random = np.random.default_rng(seed)
    polar = np.pi * np.arange(1, RINGS) / RINGS
    turn = np.pi * np.arange(2 * RINGS) / RINGS
    ring = [np.outer(np.sin(polar), np.cos(turn)), np.outer(np.sin(polar), np.sin(turn))]
    ring = np.stack([*ring, np.repeat(np.cos(polar)[:, None], 2 * RINGS, 1)], -1).reshape(-1, 3)
    points = np.concatenate([ring, [[0, 0, 1], [0, 0, -1]]])
    bumps = np.ones(len(points))
    for i in range(24):
        frequency = 2 * 1.2**i
        direction = random.normal(size=3)
        wave = points @ (direction * frequency / np.linalg.norm(direction))
        bumps += 0.12 / frequency * np.sin(wave + random.uniform(0, 2 * np.pi))
    around = 2 * RINGS
    i, j = np.arange(around), (np.arange(around) + 1) % around
    rows = np.arange(RINGS - 2)[:, None] * around
    triangles = [
        np.stack([rows + i, rows + around + i, rows + j], -1).reshape(-1, 3),
        np.stack([rows + j, rows + around + i, rows + around + j], -1).reshape(-1, 3),
        np.stack([np.full(around, len(ring)), i, j], -1),
        np.stack([np.full(around, len(ring) + 1), j + (RINGS - 2) * around, i + (RINGS - 2) * around], -1),
    ]
    return points * bumps[:, None], np.concatenate(triangles)


def near_contact(a, b, count):
    """Random rotations and directions; B stops at first contact, and half of the poses go on by up to 0.02, the others
    back by as much."""
    random = np.random.default_rng(3)
    poses = np.tile(np.eye(4), (count, 1, 1))
    poses[:, :3, :3] = rotations(random, count)
    directions = random.normal(size=(count, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    distances = np.full(count, 4.0)
    # A step of the distance between the surfaces is safe, and converges to first contact.
    for _ in range(60):
        poses[:, :3, 3] = directions * distances[:, None]
        distances -= cd.distance(a, b, poses, rtol=0.01) * 0.99
    distances += random.uniform(0, 0.02, count) * np.where(np.arange(count) % 2, 1, -1)
    poses[:, :3, 3] = directions * distances[:, None]
    return poses


def rotations(random, count):
    x, y, z, w = (q := random.normal(size=(count, 4))).T / np.linalg.norm(q, axis=1)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def bvh(vertices, triangles):
    model = fcl.BVHModel()
    model.beginModel(len(vertices), len(triangles))
    model.addSubModel(vertices, triangles)
    model.endModel()
    return model


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    sets = next(line for line in lines if line.startswith("flags")).split()
    best = next((name for name, flag in [("AVX-512", "avx512f"), ("AVX2", "avx2")] if flag in sets), "SSE2")
    name = next(line for line in lines if line.startswith("model name")).split(":")[1].strip()
    return f"{name} with {best}"


def load():
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    main()

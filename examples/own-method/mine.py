#!/usr/bin/env python3
"""A collision detector of your own for Collidoscope. Standard library only.

    collidoscope grade --homework homework/02-convex.toml --program 'python3 mine.py'

It finds every collision, but also reports some that are none: see TODO.
"""
import json
import sys


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def minus(p, q):
    return [p[0] - q[0], p[1] - q[1], p[2] - q[2]]


def cross(p, q):
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]


def in_world(mesh, pose):
    """The corners of a mesh at a pose, in world coordinates, metres."""
    return [[dot(row, v) + row[3] for row in pose["matrix"]] for v in mesh["vertices"]]


def normals(mesh, corners):
    """The normals of the triangles, pointing outwards, in world coordinates."""
    for i, j, k in mesh["triangles"]:
        yield cross(minus(corners[j], corners[i]), minus(corners[k], corners[i]))


def collide(a, a_pose, b, b_pose):
    """The answer for two meshes: a dictionary with "colliding" and, if you have it, the evidence."""
    of_a, of_b = in_world(a, a_pose), in_world(b, b_pose)
    # 1. A plane along a face of A with B in front of it parts the bodies, and the other way round.
    axes = list(normals(a, of_a)) + [[-x for x in n] for n in normals(b, of_b)]
    # 2. TODO: two edges can face each other while no face does. Which axes are missing? Add them here.
    for n in axes:
        end, start = max(dot(n, p) for p in of_a), min(dot(n, p) for p in of_b)
        if end < start:
            return {"colliding": False, "plane": n + [(end + start) / 2]}
    # 3. TODO: a point of both bodies would prove the collision: "point": [x, y, z].
    return {"colliding": True}


meshes = {}
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer = {"hello": 1, "name": "mine.py"}
    elif "mesh" in message:
        meshes[message["mesh"]] = message
        continue  # a mesh has no answer
    else:
        a, b = meshes[message["a"]], meshes[message["b"]]
        answer = collide(a, message["a_pose"], b, message["b_pose"])
        answer["id"] = message["id"]
    print(json.dumps(answer), flush=True)  # prints for yourself go to sys.stderr

"""A right answer to homework 1, written from docs/guide/own-programs.md alone: spheres and boxes."""
import json
import sys


def dot(p, q):
    return sum(x * y for x, y in zip(p, q))


def cross(p, q):
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]


def add(p, q, t=1.0):
    return [x + t * y for x, y in zip(p, q)]


class Body:
    def __init__(self, mesh, pose):
        self.center = pose["position"]
        # The columns of the matrix are the body's axes in the world.
        self.axes = [[row[i] for row in pose["matrix"]] for i in range(3)]
        solid = mesh["solid"]
        self.radius = solid["sphere"]["radius"] if "sphere" in solid else None
        self.half = solid["box"]["half_extents"] if "box" in solid else None

    def reach(self, n):
        if self.half is None:
            return self.radius * dot(n, n) ** 0.5
        return sum(h * abs(dot(n, axis)) for h, axis in zip(self.half, self.axes))

    def nearest(self, offset):
        """The point of the box nearest to a point, both relative to the centre."""
        found = [0.0, 0.0, 0.0]
        for h, axis in zip(self.half, self.axes):
            found = add(found, axis, max(-h, min(h, dot(offset, axis))))
        return found


def collide(a, b):
    between = add(b.center, a.center, -1.0)
    if a.half and b.half:
        axes = a.axes + b.axes + [cross(p, q) for p in a.axes for q in b.axes]
        axes = [n for n in axes if dot(n, n) > 1e-12]
    else:
        ball, other, offset = (a, b, [-x for x in between]) if a.half is None else (b, a, between)
        point = other.nearest(offset) if other.half else [0.0, 0.0, 0.0]
        axes = [add(offset, point, -1.0)]
        if dot(axes[0], axes[0]) <= ball.radius ** 2:
            return {"colliding": True, "point": add(other.center, point)}
    for n in axes:
        n = n if dot(n, between) > 0 else [-x for x in n]
        end, start = a.reach(n), dot(n, between) - b.reach(n)
        if end < start:
            return {"colliding": False, "plane": n + [dot(n, a.center) + (end + start) / 2]}
    return {"colliding": True}


meshes = {}
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        answer = {"hello": 1, "name": "solution"}
    elif "mesh" in message:
        meshes[message["mesh"]] = message
        continue
    else:
        a = Body(meshes[message["a"]], message["a_pose"])
        b = Body(meshes[message["b"]], message["b_pose"])
        answer = dict(collide(a, b), id=message["id"])
    print(json.dumps(answer), flush=True)

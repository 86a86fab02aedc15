"""Random pairs of boxes for `collidoscope query`: python3 pairs.py SEED COUNT > pairs.json"""
import json
import math
import random
import sys

seed, count = int(sys.argv[1]), int(sys.argv[2])
draw = random.Random(seed)


def rotation():
    q = [draw.gauss(0, 1) for _ in range(4)]
    size = math.sqrt(sum(c * c for c in q))
    return [c / size for c in q]


shapes, pairs = {}, []
for k in range(count):
    for name in "ab":
        sides = [draw.uniform(0.1, 1) for _ in range(3)]
        shapes[f"{name}{k}"] = {"box": {"half_extents": sides}}
    place = [draw.uniform(-1.5, 1.5) for _ in range(3)]
    poses = {"a_pose": {"position": [0, 0, 0], "rotation": rotation()},
             "b_pose": {"position": place, "rotation": rotation()}}
    pairs.append({"a": f"a{k}", "b": f"b{k}", **poses})
json.dump({"shapes": shapes, "pairs": pairs}, sys.stdout)

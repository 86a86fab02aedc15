"""The parameters of the exercises for one student, with the commands that make the numbers: python3 student.py SEED

The choice of an exercise is number h mod n of its n choices, counted from 0, where h is the SHA-256 of "SEED EXERCISE",
such as "4711 8 S", as a hexadecimal number. SEED is the four digits without leading zeros, so that 0042 is 42."""
import hashlib
import sys

CASES = "docs/course/cases/"
RELATIONS = "stencil,stencil-as-published,recode,occlusion-query"
TORI = "collidoscope meshes assets/models/torus.obj assets/models/torus.obj --poses " + CASES + "poses.csv --query "
# Exercise, parameter, choices, and the commands, with {v} for the choice and {seed} for the seed.
EXERCISES = [
    ("1 S", "relation", [2, 3, 5, 6, 7],
     ["collidoscope --lab arena/inspector --preset relation-{v} --method stencil --step last --pixel 16,16"]),
    ("1 M", "resolution", [16, 24, 48, 64],
     ["collidoscope query " + CASES + "relations.json --set axis=z --resolution {v} --check --method " + RELATIONS]),
    ("2 M", "number of pairs", [1600, 1800, 2200, 2400],
     ["python3 " + CASES + "pairs.py {seed} {v} > pairs.json",
      "collidoscope query pairs.json --resolution 32 --check "
      "--method occlusion-query,occlusion-conservative,occlusion-sandwich"]),
    ("3 M", "resolution", [24, 48, 64],
     ["collidoscope query pairs.json --resolution {v} --check --method stencil-as-published,stencil"]),
    ("4 S", "bodies", [40, 60, 80], ["collidoscope bench figure-3 --quick --seed {seed} --out results"]),
    ("5 M", "method", ["aabb-tree", "sweep-and-prune", "uniform-grid", "octree"],
     ["collidoscope bench broad-phase --quick --seed {seed} --out results"]),
    ("8 S", "construction", ["median", "surface-area", "bottom-up", "insertion"],
     [TORI + "detect --method obb-tree,aabb-tree,kdop-18,rss-tree --set leaf-size=1 --set construction={v}"]),
    ("8 M", "leaf-size", [2, 3, 6, 8],
     [TORI + "determine --method aabb-tree --set construction=surface-area --set leaf-size={v}"]),
    ("9 S", "radius, m", [0.2, 0.3, 0.4, 0.6],
     ["sed 's/\"radius\": 0.5/\"radius\": {v}/' " + CASES + "wedge-60.json | "
      "collidoscope sweep - --method bsp-shift,bsp-shift-bevels,exact"]),
    ("9 M", "radius, m", [0.25, 0.3, 0.35],
     ["sed 's/\"radius\": 0.4/\"radius\": {v}/' " + CASES + "corridor.json | "
      "collidoscope sweep - --method bsp-shift,exact"]),
]

if len(sys.argv) != 2:
    sys.exit(__doc__)
seed = sys.argv[1].lstrip("0") or "0"
for exercise, name, choices, commands in EXERCISES:
    number = int(hashlib.sha256(f"{seed} {exercise}".encode()).hexdigest(), 16)
    choice = choices[number % len(choices)]
    print(f"{exercise}: {name} {choice}")
    for command in commands:
        print("    " + command.replace("{v}", str(choice)).replace("{seed}", seed))

"""Collision detection for NumPy arrays: meshes, moving features, cloth, levels, boxes.

Points are arrays whose last axis has length 3. All lengths are in one unit that you choose. Touching counts as contact.
"""

from .native import VERSION as __version__
from .native import (
    Cloth,
    Cylinder,
    Hull,
    Level,
    Mesh,
    Mover,
    Point,
    Scene,
    Sphere,
    all_hits,
    any_hit,
    box_pairs,
    closest,
    contains,
    distance,
    first_contact,
    first_hit,
    nearest,
    pairs,
    self_pairs,
    signed_distance,
    touching,
    within,
)
from .results import Closest, Contacts, Kind, Near, NearestPoint, RayHit, RayHits, SceneHit, Sweep

# It uses the names above.
from .manager import CollisionManager  # isort: skip

__all__ = [
    "Closest",
    "Cloth",
    "CollisionManager",
    "Contacts",
    "Cylinder",
    "Hull",
    "Kind",
    "Level",
    "Mesh",
    "Mover",
    "Near",
    "NearestPoint",
    "Point",
    "RayHit",
    "RayHits",
    "Scene",
    "SceneHit",
    "Sphere",
    "Sweep",
    "all_hits",
    "any_hit",
    "box_pairs",
    "closest",
    "contains",
    "distance",
    "first_contact",
    "first_hit",
    "nearest",
    "pairs",
    "self_pairs",
    "signed_distance",
    "touching",
    "within",
]

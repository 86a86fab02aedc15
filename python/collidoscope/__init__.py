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
    box_pairs,
    closest,
    distance,
    first_contact,
    pairs,
    self_pairs,
    touching,
    within,
)
from .results import Closest, Contacts, Kind, Near, Sweep

__all__ = [
    "Closest",
    "Cloth",
    "Contacts",
    "Cylinder",
    "Hull",
    "Kind",
    "Level",
    "Mesh",
    "Mover",
    "Near",
    "Point",
    "Scene",
    "Sphere",
    "Sweep",
    "box_pairs",
    "closest",
    "distance",
    "first_contact",
    "pairs",
    "self_pairs",
    "touching",
    "within",
]

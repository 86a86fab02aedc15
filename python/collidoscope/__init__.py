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
    Sphere,
    box_pairs,
    closest,
    distance,
    first_contact,
    pairs,
    touching,
    within,
)
from .results import Closest, Contacts, Kind, Sweep

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
    "Point",
    "Sphere",
    "Sweep",
    "box_pairs",
    "closest",
    "distance",
    "first_contact",
    "pairs",
    "touching",
    "within",
]

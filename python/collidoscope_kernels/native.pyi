"""What the files of this package use of the compiled part; `__init__.pyi` declares the rest."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

def nearest_pose(transform: ArrayLike) -> NDArray[np.float64]:
    """A transform as `CollisionManager` keeps it: checked, with the nearest rotation."""

//! Values of the depth buffer as shares of the way from the near plane to the far one.

use crate::image_space::recording::FARTHEST;

/// From 0, the near plane, to 1, the far one.
pub fn share(depth: u32) -> f64 {
    f64::from(depth) / f64::from(FARTHEST)
}

//! Lengths that all rooms share.

/// From the middle of a room to that of the next one, metres.
pub const PITCH: f64 = 12.0;
/// Half the thickness of walls, metres.
pub const THICK: f64 = 0.3;
/// From the middle of a room to its wall, metres.
pub const HALF: f64 = 0.5 * PITCH - THICK;

//! Two triangles: whether they share a point, and how far they are apart.
//!
//! A triangle is the closed set of points between its corners. One without area is a segment or a point and meets whatever
//! shares a point with that; all methods, brute force included, keep to this.

pub mod distance;
pub mod exact;
pub mod touch;

//! Pairs of triangles: whether they share a point, and their distance. A triangle and a ray, or a point.
//!
//! A triangle is the closed set of points between its corners. A triangle without area is a segment or a
//! point, and meets everything that shares a point with it; all methods, brute force included, follow this
//! definition.

pub mod distance;
pub mod exact;
pub mod ray;
pub mod segments;
pub mod touch;

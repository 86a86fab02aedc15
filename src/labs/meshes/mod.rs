//! Two meshes: trees of bounding volumes, and every question that is asked of them.

pub mod scenes;

//! Two meshes to compare: seeded scenes with a path of one mesh along the other, their trees, and records of
//! traversals.
//!
//! [`scenes`] is the table of scenes, [`source`] holds the two meshes for queries and drawing, and [`trees`]
//! builds the trees of a method, on a thread if that takes long. [`visits`] records what happened to the
//! nodes of both trees in a traversal, and which pairs are undecided when a budget ends.

pub mod scenes;
pub mod source;
pub mod trees;
pub mod visits;

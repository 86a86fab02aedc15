//! Two meshes to compare: seeded scenes with a path of B along A, their trees, and records of traversals.
//!
//! [`scenes`] is the table of scenes, [`source`] holds the two meshes for queries and drawing, and [`trees`]
//! builds the trees of a method, on a thread if that takes long. [`visits`] records the states that the nodes
//! of both trees reached in a traversal, and the pairs that a budget left undecided.

pub mod scenes;
pub mod source;
pub mod trees;
pub mod visits;

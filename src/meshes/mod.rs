//! Two meshes that are asked about: scenes from a seed with a path of one along the other, their trees, and what a walk came to.
//!
//! [`scenes`] is the table of scenes, [`source`] two meshes as they are asked about and drawn, [`trees`] builds the trees of a
//! method on a thread where that takes long. [`visits`] is what became of the nodes of both trees in a walk, and what
//! is undecided where its budget ended.

pub mod scenes;
pub mod source;
pub mod trees;
pub mod visits;

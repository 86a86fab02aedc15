//! Bounding-volume trees over the triangles of two meshes: every tree, update and query of the lecture (source 2), on one
//! tree machinery, which the box cascades of source 3 use too.
//!
//! A method (`methods.rs`) prepares two meshes once (`pair.rs`) and answers queries (`query.rs`) about them for any pose of
//! B in A's coordinates. What every method computes with, to the last bit: A's vertices as they are, B's as
//! [`placed::Placed::point`] puts them, and triangles as closed sets of points.

pub mod brute_force;
pub mod build;
pub mod fast;
pub mod methods;
pub mod options;
pub mod pair;
pub mod placed;
pub mod query;
pub mod seen;
pub mod separating_axes;
pub mod tree;
pub mod tree_pair;
pub mod triangles;
pub mod update;
pub mod view;
pub mod volumes;
pub mod walk;

//! Bounding-volume trees over the triangles of two meshes: all trees, updates and queries of the lecture
//! (source 2). The box cascades of source 3 use the same code.
//!
//! A method (`methods.rs`) prepares two meshes once (`pair.rs`) and answers queries (`query.rs`) for any pose
//! of B in A's coordinates. All methods compute with bit-identical input: A's vertices unchanged, B's as
//! transformed by [`query::Placed::point`], and triangles as closed sets of points.

#[cfg(feature = "methods")]
pub mod brute_force;
pub mod build;
pub mod fast;
#[cfg(feature = "methods")]
pub mod methods;
#[cfg(feature = "methods")]
pub mod options;
pub mod pair;
pub mod query;
#[cfg(feature = "methods")]
pub mod sample;
pub mod scaling;
pub mod separating_axes;
pub mod tree;
pub mod tree_pair;
pub mod triangles;
pub mod unit_costs;
pub mod update;
pub mod volumes;
pub mod walk;

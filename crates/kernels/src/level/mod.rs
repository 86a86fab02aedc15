//! A level and the movers in it: one solid-leaf BSP tree that serves movers of every size.
//!
//! Melax, "Dynamic Plane Shifting BSP Traversal" (Graphics Interface 2000), as presented in the Northeastern lecture
//! (source 2). A level is a set of convex [`brushes`](brush) or a closed mesh. [`compile`] cuts space along its faces
//! into cells that are solid or empty. A [`sweep`] moves a point, a sphere, a cylinder or a hull along a line and finds
//! the first contact with the solid, by any of the [`methods`].
//!
//! `walking` simulates a walk through the level, frame by frame: of a `figure` on foot, or of the road
//! lab's car (`driving`), over a `ground` that is generated from a seed or read from a file
//! (`own_level`). [`slice`](mod@slice) computes a plan of the regions that each method takes for solid,
//! [`visited`] the part of the tree that a sweep visits, [`drawing`] the faces to draw.

mod area;
pub mod bevelled;
#[cfg(feature = "methods")]
pub mod drawing;
#[cfg(feature = "methods")]
pub mod flat;
#[cfg(feature = "methods")]
pub mod slice;
#[cfg(feature = "methods")]
pub mod visited;
pub mod brush;
mod cells;
pub mod compile;
pub mod compiled;
pub mod error;
mod faces;
#[cfg(feature = "methods")]
pub mod made;
#[cfg(feature = "import")]
pub mod map;
#[cfg(feature = "methods")]
pub mod methods;
pub mod mover;
pub mod plane;
pub mod polygon;
#[cfg(feature = "methods")]
pub mod slide;
pub mod sweep;
pub mod tree;
#[cfg(feature = "methods")]
pub mod walk;

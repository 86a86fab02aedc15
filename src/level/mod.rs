//! A level and what moves through it: one solid-leaf BSP that serves movers of every size.
//!
//! Melax, "Dynamic Plane Shifting BSP Traversal" (Graphics Interface 2000), by the Northeastern lecture (source 2). A
//! level is a set of convex [`brushes`](brush) or a closed mesh. [`compile`] cuts space along its faces into cells that
//! are solid or empty. A [`sweep`] moves a point, a sphere, a cylinder or a hull from one place to another and says where
//! it first meets the solid, by any of the [`methods`].
//!
//! [`walking`] is a walk through it, frame by frame: of a [`figure`] on its feet, or of the car of the road ([`driving`]),
//! over a [`ground`] that is made from a seed or read from a file ([`own_level`]). [`slice`](mod@slice) is a plan of what
//! the methods take for solid, [`visited`] the part of the tree that a sweep visits, [`drawing`] the faces as they are drawn.

mod area;
pub mod drawing;
pub mod done;
pub mod driving;
pub mod figure;
pub mod flat;
pub mod ground;
pub mod own_level;
pub mod slice;
pub mod visited;
pub mod walking;
pub mod brush;
mod cells;
pub mod compile;
pub mod compiled;
pub mod error;
mod faces;
pub mod made;
pub mod map;
pub mod methods;
pub mod mover;
pub mod plane;
pub mod polygon;
pub mod slide;
pub mod sweep;
pub mod tree;
pub mod walk;

//! `cloth-fast`: levels of moving boxes in Morton order, and a certificate that a patch cannot meet itself.
//!
//! 1. Refit: every node is the union of its four children (`refit.rs`).
//! 2. Walk: a patch against itself and against its neighbours is free if it has a certificate (`certificate.rs`); patches that
//!    are not adjacent are free if one axis has them apart at both ends of the step (`walk.rs`; 16 pairs of children at once,
//!    `boxes.rs`).
//! 3. Cells: pairs whose corners a direction has apart are left out (`apart.rs`). Each owns a particle, three edges and two
//!    triangles; 13 pairs of features per pair of cells, each once (`leaves.rs`, `inner.rs`, `cells.rs`).
//! 4. The signs of the coplanarity cubic (`coplanar.rs`), and the exact test (`exact.rs`).
//!
//! What takes long is a `Task` of `hierarchies/fast`: compiled for every instruction set, of which the processor's best with at
//! most 256 bits is taken; in the exact test, which alone fills more, the best of all. Nothing is fused, and all sets do the
//! same sums: answers and counts are the same on any.
//!
//! Cost: a few nanoseconds per node and pair of nodes; linear in the particles where the cloth is smooth.

mod apart;
mod boxes;
mod cells;
mod certificate;
mod coplanar;
mod detect;
mod exact;
mod inner;
mod leaves;
mod levels;
mod moving;
mod near;
mod refit;
mod threads;
mod triangles;
mod walk;

pub use detect::{Fast, Stages};
pub use near::Near;
pub use threads::in_order;
